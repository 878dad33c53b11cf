"""The files of a library as rows of a table: made of receipts, chosen, sorted, cut into pages."""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from aliquot.types import MAIN_COLLECTION, Receipt

__all__ = ["SORTS", "FileRow", "Shelf", "Shown", "Wanted", "file_row", "is_in", "shown"]

# As many lines as are read without losing the place, and as are drawn at once on any machine.
PAGE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class FileRow:
    """One file the library knows.

    Attributes:
        path: Absolute path or URL; what it is asked for by.
        name: Its last part.
        folder: The folder it lies in.
        collection: The collection it belongs to.
        kind: Of its first document; empty where it brought none.
        title: Of its first document.
        authors: Of that document, in one line.
        year: Of that document; `None` where it is not known.
        status: How completely it was read, or why it was not.
        document_ids: Of its documents.
        notes: How many remarks its receipt holds.
        copies: How many other files are the same.
        needs_a_look: Whether it, or a part of it, is not in the library.
        is_outdated: Whether an older version has read it.
        reason: What is wrong and what to do; empty where nothing is.
        words: What it is searched by, casefolded.
    """

    path: str
    name: str
    folder: str
    collection: str = MAIN_COLLECTION
    kind: str = ""
    title: str = ""
    authors: str = ""
    year: int | None = None
    status: str = "ok"
    document_ids: tuple[str, ...] = ()
    notes: int = 0
    copies: int = 0
    needs_a_look: bool = False
    is_outdated: bool = False
    reason: str = ""
    words: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which files are asked for, and how.

    Attributes:
        q: Words each of which a file's name, title, authors or id has to hold.
        folder: The folder they lie in, at any depth; empty for any.
        collection: The collection they belong to; empty for any.
        kind: Of document; empty for any.
        status: As in `FileRow.status`, or `look` for whatever needs one; empty for any.
        sort: A key of `SORTS`.
        down: Whether the last comes first.
        page: 1-based; one beyond the last is the last.
    """

    q: str = ""
    folder: str = ""
    collection: str = ""
    kind: str = ""
    status: str = ""
    sort: str = "name"
    down: bool = False
    page: int = 1

    def given(self) -> dict[str, Any]:
        """Return what differs from the default, as a query of an address."""
        plain = Wanted()
        names = ("q", "folder", "collection", "kind", "status", "sort", "down", "page")
        said = {name: getattr(self, name) for name in names}
        return {
            name: int(value) if isinstance(value, bool) else value
            for name, value in said.items()
            if value != getattr(plain, name)
        }


@dataclass(frozen=True, slots=True)
class Shelf:
    """Every file a person sees, with what they add up to.

    Attributes:
        rows: By path.
        kinds: Files by kind of document.
        statuses: Files by status.
        collections: Files by collection.
    """

    rows: tuple[FileRow, ...]
    kinds: Mapping[str, int]
    statuses: Mapping[str, int]
    collections: Mapping[str, int]

    @property
    def troubled(self) -> int:
        """How many need a look."""
        return sum(row.needs_a_look for row in self.rows)

    @classmethod
    def of(cls, rows: Iterable[FileRow]) -> Shelf:
        """Count rows."""
        every = tuple(rows)
        kinds = Counter(row.kind for row in every if row.kind)
        statuses = Counter(row.status for row in every)
        collections = Counter(row.collection for row in every)
        return cls(every, dict(kinds.most_common()), dict(statuses), dict(collections))


@dataclass(frozen=True, slots=True)
class Shown:
    """One page of the files that were asked for.

    Attributes:
        rows: Of this page.
        found: How many there are on all pages.
        page: 1-based.
        pages: How many; at least one.
    """

    rows: tuple[FileRow, ...]
    found: int
    page: int
    pages: int

    @property
    def first(self) -> int:
        """1-based number of the first row, 0 where there is none."""
        return (self.page - 1) * PAGE + 1 if self.rows else 0

    @property
    def last(self) -> int:
        """1-based number of the last row, 0 where there is none."""
        return self.first + len(self.rows) - 1 if self.rows else 0


def file_row(receipt: Receipt) -> FileRow:
    """Return the row of a file."""
    # `PurePath` would take as long as reading the receipt.
    folder, _, name = receipt.source.rpartition("/")
    first = receipt.documents[0] if receipt.documents else None
    identity = {one.name: one.value for one in first.identity} if first else {}
    title, authors = first.title if first else "", _line(identity.get("authors"))
    ids = tuple(one.id for one in receipt.documents)
    year = identity.get("year")
    return FileRow(
        path=receipt.source,
        name=name,
        folder=folder or "/",
        collection=receipt.collection,
        kind=first.kind if first else "",
        title=title,
        authors=authors,
        year=year if isinstance(year, int) else None,
        status=receipt.status,
        document_ids=ids,
        notes=len(receipt.warnings),
        copies=len(receipt.copies),
        needs_a_look=receipt.needs_a_look,
        is_outdated=receipt.is_outdated,
        reason=receipt.reason,
        words=_folded(" ".join((name, title, authors, *ids[:1]))),
    )


def _folded(text: str) -> str:
    """Return text as it is searched: without case, full-width letters as plain ones."""
    return unicodedata.normalize("NFKC", text).casefold()


def _line(value: object) -> str:
    return "; ".join(map(str, value)) if isinstance(value, tuple) else str(value or "")


SORTS: Mapping[str, Callable[[FileRow], Any]] = {
    "name": lambda row: row.name.casefold(),
    "title": lambda row: (not row.title, row.title.casefold()),
    "kind": lambda row: (not row.kind, row.kind),
    "year": lambda row: row.year or 0,
    "status": lambda row: (row.status == "ok", row.status),
}


def shown(rows: Sequence[FileRow], wanted: Wanted) -> Shown:
    """Return the page that is asked for; files that sort alike stand by their path."""
    chosen = [row for row in rows if _is_wanted(row, wanted)]
    chosen.sort(key=lambda row: row.path)
    chosen.sort(key=SORTS.get(wanted.sort, SORTS["name"]), reverse=wanted.down)
    pages = max(1, math.ceil(len(chosen) / PAGE))
    page = min(max(wanted.page, 1), pages)
    start = (page - 1) * PAGE
    return Shown(tuple(chosen[start : start + PAGE]), len(chosen), page, pages)


def _is_wanted(row: FileRow, wanted: Wanted) -> bool:
    status = wanted.status
    return (
        (not wanted.folder or is_in(row.folder, wanted.folder))
        and wanted.collection in ("", row.collection)
        and wanted.kind in ("", row.kind)
        and (not status or (row.needs_a_look if status == "look" else row.status == status))
        and all(word in row.words for word in _folded(wanted.q).split())
    )


def is_in(folder: str, outer: str) -> bool:
    """Return whether a folder is another or lies in it, at any depth."""
    return folder == outer or folder.startswith(outer.rstrip("/") + "/")
