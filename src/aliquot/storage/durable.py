"""A folder of index files that is whole at every moment.

`state.json` names every other file and is replaced last, in one step; a file is never changed once
named there. So a process killed at any point leaves the previous state, and readers in other
processes see the old state or the new one. Files no state names are leftovers, removed by the next
writer. Knows nothing of what the files hold.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, TypeVar

import numpy as np
import numpy.typing as npt

from aliquot.errors import IndexMismatchError, StoreError

__all__ = ["STATE", "DurableFolder", "FilePart", "replace_file"]

Scalar = TypeVar("Scalar", bound=np.generic)
StateT = TypeVar("StateT")
OpenedT = TypeVar("OpenedT")

STATE = "state.json"

# A reader that finds a file gone has met a writer between two states; the next look finds the new
# state. More tries than any writer can flush in that time.
_OPEN_ATTEMPTS = 10

_REBUILD = "It is built again from the catalog; nothing is embedded again."


@dataclass(frozen=True, slots=True)
class FilePart:
    """A file the state names.

    Attributes:
        name: In the index's folder.
        size: Bytes.
        sha256: Hex digest, or empty for files too large to read at every start.
    """

    name: str
    size: int
    sha256: str = ""


class DurableFolder:
    """The files of one index; what kind of index says what they hold."""

    def __init__(self, folder: Path, *, what: str, ours: re.Pattern[str]) -> None:
        """Name the folder; nothing is read or written yet.

        Args:
            folder: Holds nothing but these files.
            what: The kind of index, as messages call it.
            ours: Matches the names of files other than the state; group 1 is their number.
        """
        self.folder = folder
        self._what = what
        self._ours = ours

    # -------------------------------------------------------------------------- reading

    def read_state(self, parse: Callable[[dict[str, Any]], StateT]) -> StateT | None:
        """Return what `parse` makes of the newest state; `None` where there is none yet.

        Args:
            parse: Given the JSON object; raises `KeyError`, `TypeError` or `ValueError` where it
                is not as written.

        Raises:
            IndexMismatchError: The state is damaged.
            StoreError: It cannot be read.
        """
        path = self.folder / STATE
        try:
            text = path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return None
        except UnicodeDecodeError as exc:
            raise self.damaged(STATE) from exc
        except OSError as exc:
            raise StoreError(
                f"The {self._what} {path} cannot be read: {exc.strerror}.",
                hint="Check the folder's permissions and the disk.",
            ) from exc
        try:
            return parse(json.loads(text))
        except (ValueError, TypeError, KeyError) as exc:
            raise self.damaged(STATE) from exc

    def open_newest(
        self, state_of: Callable[[], StateT], open_state: Callable[[StateT], OpenedT]
    ) -> OpenedT:
        """Open the newest state, and a newer one where a writer replaces it meanwhile.

        Args:
            state_of: Reads the newest state.
            open_state: Opens its files; a missing one raises `FileNotFoundError`.

        Raises:
            IndexMismatchError: A file the state names is gone.
            StoreError: The files cannot be read.
        """
        state = state_of()
        for _ in range(_OPEN_ATTEMPTS):
            try:
                return open_state(state)
            except FileNotFoundError as exc:
                newer = state_of()
                if newer == state:
                    raise self.damaged(Path(exc.filename).name) from exc
                state = newer
            except OSError as exc:
                raise StoreError(
                    f"The {self._what} in {self.folder} cannot be read: {exc}.",
                    hint="Check the folder's permissions and the disk.",
                ) from exc
        raise StoreError(
            f"The {self._what} in {self.folder} changes faster than it can be opened.",
            hint="Try again when the running ingest has finished.",
        )

    def mapped(self, part: FilePart, dtype: type[Scalar]) -> npt.NDArray[Scalar]:
        """Map an array of a file into memory.

        Raises:
            IndexMismatchError: It is not as written.
        """
        self.require_whole(part)
        try:
            mapped = np.load(self.folder / part.name, mmap_mode="r", allow_pickle=False)
        except (ValueError, EOFError) as exc:
            raise self.damaged(part.name) from exc
        if mapped.dtype != np.dtype(dtype):
            raise self.damaged(part.name)
        # A plain array over the same pages: the subclass costs time at every slice.
        plain: npt.NDArray[Scalar] = mapped.view(np.ndarray)
        return plain

    def arrays(self, part: FilePart, names: Iterable[str]) -> list[npt.NDArray[Any]]:
        """Read named arrays of an `.npz` file.

        Raises:
            IndexMismatchError: It is not as written.
        """
        self.require_whole(part)
        try:
            with np.load(self.folder / part.name, allow_pickle=False) as held:
                return [held[name] for name in names]
        except (ValueError, KeyError, EOFError, zipfile.BadZipFile) as exc:
            raise self.damaged(part.name) from exc

    def require_whole(self, part: FilePart) -> None:
        """Check a file's size and, where it is known, its digest.

        Raises:
            IndexMismatchError: It is not as written.
        """
        path = self.folder / part.name
        if path.stat().st_size != part.size or (part.sha256 and _sha256(path) != part.sha256):
            raise self.damaged(part.name)

    def damaged(self, name: str) -> IndexMismatchError:
        """Return the error for a file that is missing or not as written."""
        return self.mismatched(f"is damaged: {name} is missing or not as written")

    def mismatched(self, what: str) -> IndexMismatchError:
        """Return the error for an index that `what`."""
        return IndexMismatchError(f"The {self._what} in {self.folder} {what}.", hint=_REBUILD)

    # -------------------------------------------------------------------------- writing

    @contextmanager
    def writing_beside(self, named: Callable[[], Iterable[FilePart]]) -> Iterator[int]:
        """Give the number for new files; on failure leave the folder as it was.

        Args:
            named: Reads which files the newest state names.

        Raises:
            StoreError: The disk is full or cannot be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            serial = 1 + max((number for number, _ in self._numbered()), default=0)
            try:
                yield serial
            except BaseException:
                with suppress(StoreError):
                    self._remove_all_but(named())
                raise
        except OSError as exc:
            full = exc.errno in (errno.ENOSPC, errno.EDQUOT)
            raise StoreError(
                f"The {self._what} in {self.folder} cannot be written: {exc.strerror or exc}.",
                hint="Free some disk space and run the command again; nothing is lost."
                if full
                else "Check the folder's permissions and the disk; nothing is lost.",
            ) from exc

    @contextmanager
    def new_file(self, name: str) -> Iterator[BinaryIO]:
        """Give a new file to write; it is durable afterwards."""
        with (self.folder / name).open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())

    def write_array(self, name: str, array: npt.NDArray[Any], *, hashed: bool = False) -> FilePart:
        """Write an array that `mapped` opens."""
        with self.new_file(name) as file:
            np.save(file, array, allow_pickle=False)
        return self.part(name, hashed=hashed)

    def write_arrays(self, name: str, arrays: Mapping[str, npt.NDArray[Any]]) -> FilePart:
        """Write named arrays that `arrays` reads."""
        with self.new_file(name) as file:
            np.savez(file, **arrays)  # type: ignore[arg-type]
        return self.part(name, hashed=True)

    def part(self, name: str, *, hashed: bool = False) -> FilePart:
        """Return how the state names a file that is written."""
        path = self.folder / name
        return FilePart(name, path.stat().st_size, _sha256(path) if hashed else "")

    def commit_state(self, state: Mapping[str, Any], named: Iterable[FilePart]) -> None:
        """Make `state` the newest, then remove the files it does not name."""
        _sync_folder(self.folder)
        replace_file(self.folder / STATE, json.dumps(state, indent=1))
        self._remove_all_but(named)

    def _numbered(self) -> list[tuple[int, str]]:
        names = (entry.name for entry in self.folder.iterdir())
        matches = (self._ours.fullmatch(name) for name in names)
        return [(int(match[1]), match.string) for match in matches if match]

    def _remove_all_but(self, named: Iterable[FilePart]) -> None:
        kept = {part.name for part in named}
        for _, name in self._numbered():
            if name not in kept:
                # Windows keeps files other processes map; the next writer removes them.
                with suppress(OSError):
                    (self.folder / name).unlink()


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def replace_file(path: Path, text: str) -> None:
    """Put a text in place of a file's: after any failure the old or the new one is there, whole.

    Raises:
        OSError: It cannot be written; the file is as it was.
    """
    temporary = path.with_name(f"{path.name}.new")
    try:
        with temporary.open("w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if path.exists():
            shutil.copymode(path, temporary)
        temporary.replace(path)
        _sync_folder(path.parent)
    except OSError:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise


def _sync_folder(folder: Path) -> None:
    if os.name == "nt":  # Folders cannot be opened there; replacing a file is durable enough.
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
