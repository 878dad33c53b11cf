"""Uploads taken in: what is of use is kept in the collection's folder and read as a job."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from aliquot.errors import SourceError
from aliquot.library.uploads import check_readable, place_file
from aliquot.library.viewing import View
from aliquot.types import MAIN_COLLECTION, Job
from aliquot.web.jobs.begin import begin_add
from aliquot.web.problems import Refusal
from aliquot.web.uploads import Received, ReceivedFile

__all__ = ["RefusedFile", "TakenFile", "TakenIn", "take_in"]

COLLECTION = "collection"


@dataclass(frozen=True, slots=True)
class TakenFile:
    """A file that was kept.

    Attributes:
        name: As it came.
        path: Where it is.
        is_new: Whether it was not there before, with the same name and bytes.
    """

    name: str
    path: Path
    is_new: bool

    @property
    def kept_as(self) -> str:
        """The name it is kept under."""
        return self.path.name


@dataclass(frozen=True, slots=True)
class RefusedFile:
    """A file that was not kept.

    Attributes:
        name: As it came.
        reason: Why.
        hint: What to do; may be empty.
    """

    name: str
    reason: str
    hint: str


@dataclass(frozen=True, slots=True)
class TakenIn:
    """What became of an upload.

    Attributes:
        job: Reads what was kept.
        taken: What was kept.
        refused: What was not.
    """

    job: Job
    taken: tuple[TakenFile, ...]
    refused: tuple[RefusedFile, ...]


def take_in(view: View, received: Received, key: str = "") -> TakenIn:
    """Keep what can be read of an upload, and begin to read it.

    Args:
        view: Of whoever sends it.
        received: Fields and files; the field `collection` says where they belong.
        key: Chosen by the sender, so that sending again does the work once.

    Raises:
        Refusal: There are no files, none can be read, there is an unknown field, or the key names
            other work.
        UnknownDocumentError: The person may not write to the collection.
        StoreError: The library's folder or catalog cannot be written.
    """
    folder = view.upload_folder(_collection(received))
    refused = {one.path: told for one in received.files if (told := _refused(one))}
    wanted = [one for one in received.files if one.path not in refused]
    if not wanted:
        raise _nothing(list(refused.values()))
    taken = [TakenFile(one.name, *place_file(one.path, folder, one.name)) for one in wanted]
    try:
        job = begin_add(view, [one.path for one in taken], key)
    except BaseException:
        _take_back(taken)
        raise
    return TakenIn(job, tuple(taken), tuple(refused.values()))


def _collection(received: Received) -> str:
    unknown = sorted(received.fields.keys() - {COLLECTION})
    if unknown:
        raise Refusal(
            422, f"There is no field called {unknown[0]!r}.", hint="Fields: files, collection."
        )
    return received.fields.get(COLLECTION) or MAIN_COLLECTION


def _refused(file: ReceivedFile) -> RefusedFile | None:
    """Return why a file is not kept; `None` where a parser reads it."""
    try:
        check_readable(file.path)
    except SourceError as exc:
        return RefusedFile(file.name, exc.message, exc.hint)
    return None


def _nothing(refused: Sequence[RefusedFile]) -> Refusal:
    if not refused:
        return Refusal(422, "There are no files in it.", hint="With curl: -F files=@paper.pdf")
    first = refused[0]
    return Refusal(415, f"{first.name}: {first.reason}", hint=first.hint)


def _take_back(taken: Sequence[TakenFile]) -> None:
    for one in taken:
        if one.is_new:
            with suppress(FileNotFoundError):
                one.path.unlink()
