"""Find the bibliography entries that speak of a document.

What enters: references from the bibliography files of a library. What leaves: those that name a
document, with how they were found. Being found proves nothing yet: `identify` holds the entry
against the document.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from pathlib import PurePosixPath
from urllib.parse import unquote

from aliquot.metadata.file_names import stem_of
from aliquot.metadata.identifiers import normal_doi, normal_pmcid, normal_pmid
from aliquot.metadata.notices import split_role
from aliquot.metadata.titles import is_telling, title_key
from aliquot.types import Document
from aliquot.types.references import Reference

__all__ = ["Found", "ReferenceBook", "Way", "attachments"]


class Way(StrEnum):
    """How an entry was found, strongest claim first."""

    FILE = "its file field names this file"
    DOI = "same DOI"
    PMID = "same PubMed number"
    PMCID = "same PubMed Central number"
    TITLE = "same title"
    BEGINNING = "its title begins alike"
    NAME = "the file is named by its key"


@dataclass(frozen=True, slots=True)
class Found:
    """An entry that may speak of a document."""

    reference: Reference
    way: Way


# Zotero and JabRef: "description:path:type", several parted by ";", "\\:" for a colon in a path.
PARTS = re.compile(r"(?<!\\)[;|]")
FIELDS = re.compile(r"(?<!\\):")
ADDRESS = re.compile(r"\s*[a-z][a-z-]+://", re.I)
DRIVE = re.compile(r"^[A-Za-z]$")
# A key such as "smith2006a" names a file; "paper" or "x1" does not.
KEY = re.compile(r"(?=.*[^\W\d])(?=.*\d).{6,}")


# As many letters as a title must have to tell a paper from another.
BEGINNING_LETTERS = 20


class ReferenceBook:
    """The references of a library, found by file, identifier, title and key."""

    def __init__(self, references: Iterable[Reference]) -> None:
        """Index the references; the order of files and entries is kept."""
        self._ids: defaultdict[tuple[Way, str], list[Reference]] = defaultdict(list)
        self._files: defaultdict[str, list[tuple[tuple[str, ...], Reference]]] = defaultdict(list)
        for reference in references:
            for name in _names(reference):
                self._ids[name].append(reference)
            for path in attachments(reference.file):
                parts = _path_parts(path)
                if parts:
                    self._files[parts[-1]].append((parts, reference))

    def find(self, document: Document) -> list[Found]:
        """Return the entries that may speak of a document, strongest claim first, each once."""
        found: dict[int, Found] = {}
        path = document.source.path if document.source else ""
        for reference in self._by_file(path):
            found.setdefault(id(reference), Found(reference, Way.FILE))
        for name in _names_of(document):
            for reference in self._ids.get(name, ()):
                found.setdefault(id(reference), Found(reference, name[0]))
        return list(found.values())

    def _by_file(self, path: str) -> list[Reference]:
        """Return the entries whose attachment agrees with most folders of a path.

        Several entries may attach a "main.pdf": only what agrees furthest counts.
        """
        parts = _path_parts(path)
        if not parts:
            return []
        candidates = self._files.get(parts[-1], ())
        agreed = [(_common_tail(parts, other), reference) for other, reference in candidates]
        most = max((length for length, _ in agreed), default=0)
        return [reference for length, reference in agreed if length == most]


def attachments(field: str) -> Iterator[str]:
    """Yield the paths in a reference manager's `file` field.

    Understands a bare path, JabRef's and Zotero's "description:path:type", and several of them.
    """
    for part in PARTS.split(field):
        pieces = [piece.replace("\\:", ":").replace("\\;", ";") for piece in FIELDS.split(part)]
        if len(pieces) == 1 or (len(pieces) == 2 and DRIVE.match(pieces[0].strip())):
            path = part.replace("\\:", ":")
        elif len(pieces) >= 4 and DRIVE.match(pieces[1].strip()):
            path = ":".join(pieces[1:3])
        elif ADDRESS.match(part):
            path = part
        else:
            path = pieces[1]
        if path.strip():
            yield path.strip()


def _path_parts(path: str) -> tuple[str, ...]:
    cleaned = unquote(ADDRESS.sub("/", path)).replace("\\", "/").casefold()
    return tuple(part for part in PurePosixPath(cleaned).parts if part not in ("/", ".", ".."))


def _common_tail(first: tuple[str, ...], second: tuple[str, ...]) -> int:
    length = 0
    for ours, theirs in zip(reversed(first), reversed(second), strict=False):
        if ours != theirs:
            break
        length += 1
    return length


def _names(reference: Reference) -> Iterator[tuple[Way, str]]:
    """Yield everything a reference can be found by."""
    yield from _identifiers(reference.doi, reference.pmid, reference.pmcid)
    yield from _titles(reference.title)
    # Zotero's keys are addresses; the last part is the key.
    key = reference.key.rpartition("/")[2].casefold()
    if KEY.fullmatch(key):
        yield Way.NAME, key


def _names_of(document: Document) -> Iterator[tuple[Way, str]]:
    yield from _identifiers(document.doi, document.pmid, document.pmcid)
    yield from _titles(document.title)
    if document.source:
        yield Way.NAME, stem_of(document.source.path).casefold()


def _titles(title: str) -> Iterator[tuple[Way, str]]:
    """Yield a title, and its beginning: subtitles are often left out."""
    if is_telling(title):
        _, bare = split_role(title)
        key = title_key(bare)
        yield Way.TITLE, title_key(title)
        yield Way.BEGINNING, key[:BEGINNING_LETTERS]


def _identifiers(doi: str, pmid: str, pmcid: str) -> Iterator[tuple[Way, str]]:
    values = (
        (Way.DOI, normal_doi(doi)),
        (Way.PMID, normal_pmid(pmid)),
        (Way.PMCID, normal_pmcid(pmcid)),
    )
    yield from ((way, value) for way, value in values if value)
