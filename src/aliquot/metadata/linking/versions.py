"""Find the versions of one protocol, and put them in order.

What makes a version is said: in a field, in the title ("... v2.0"), in the file's name or in the
DOI. Two protocols called "Western Blot" are two protocols.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from aliquot.metadata.linking.records import LinkRecord, Shelf, preference
from aliquot.metadata.people import share_authors
from aliquot.metadata.titles import title_key
from aliquot.types import DocumentKind
from aliquot.types.references import Relation, RelationKind

__all__ = ["find_versions"]

NUMBER = r"\d{1,4}(?:\.\d{1,4}){0,3}[a-z]?"
DATE = r"(?:19|20)\d\d[-._]?(?:0[1-9]|1[0-2])[-._]?(?:0[1-9]|[12]\d|3[01])"
VERSION = re.compile(
    rf"[\s(\[,;:_.-]*(?:\b|(?<=_))(?:(?:v|ver\.?|version|rev\.?|revision)\s*[._-]?\s*"
    rf"(?P<number>{NUMBER}|[A-Z](?![a-z]))|第\s*(?P<edition>\d{{1,3}})\s*版|(?P<date>{DATE}))"
    r"(?:\b|(?=_))[)\]]*",
    re.I,
)
DOI_VERSION = re.compile(r"(10\.17504/protocols\.io\.[a-z0-9]+)(?:/v(\d+))?$")
PARTS = re.compile(r"\d+|[a-z]", re.I)
# A protocol without a version is taken for the first of those that have one.
FIRST: tuple[int, ...] = (0,)


@dataclass(frozen=True, slots=True)
class _Versioned:
    """A protocol with its version: as printed and as it sorts."""

    record: LinkRecord
    printed: str
    order: tuple[int, ...]
    stem: str


def find_versions(shelf: Shelf) -> Iterator[Relation]:
    """Yield every older version's relation to the newest, with its place in the order."""
    groups: defaultdict[str, list[_Versioned]] = defaultdict(list)
    for record in shelf.records:
        if record.kind is DocumentKind.PROTOCOL:
            key, versioned = _versioned(record)
            if key:
                groups[key].append(versioned)
    for group in groups.values():
        if len({one.order for one in group}) > 1:
            yield from _related(_of_one_line(group))


def _versioned(record: LinkRecord) -> tuple[str, _Versioned]:
    name = PurePosixPath(record.path.replace("\\", "/")).stem
    in_doi = DOI_VERSION.match(record.doi)
    found = VERSION.search(record.title) or VERSION.search(name)
    stated = (found["number"] or found["edition"] or found["date"]) if found else ""
    # protocols.io numbers every version but the first.
    printed = (in_doi[2] or "1") if in_doi else record.version or stated
    key = in_doi[1] if in_doi else title_key(VERSION.sub(" ", record.title))
    stem = title_key(VERSION.sub(" ", name))
    return key, _Versioned(record, printed, _order(printed), stem)


def _order(printed: str) -> tuple[int, ...]:
    """Return what sorts versions: numbers as numbers, letters by the alphabet, dates by date."""
    digits = re.sub(r"[-._]", "", printed)
    if re.fullmatch(DATE, printed):
        return (int(digits),)
    parts = PARTS.findall(printed.casefold().removeprefix("v"))
    order = [int(part) if part.isdigit() else ord(part) - 96 for part in parts]
    while len(order) > 1 and order[-1] == 0:
        # 2.0 is 2.
        order.pop()
    return tuple(order) or FIRST


def _of_one_line(group: Sequence[_Versioned]) -> list[_Versioned]:
    """Keep what may be versions of the newest.

    Either both say which version they are, and their files have one name; or they have no other
    authors, and a version or the same name.
    """
    newest = max(group, key=_newest)
    kept = [newest]
    for one in group:
        if one is newest or one.order == newest.order:
            continue
        shared = share_authors(one.record.authors, newest.record.authors)
        is_same_file = bool(one.stem) and one.stem == newest.stem
        is_one_line = bool(one.printed and newest.printed and is_same_file)
        if is_one_line or (shared is not False and (one.printed or shared or is_same_file)):
            kept.append(one)
    return sorted(kept, key=_newest)


def _newest(one: _Versioned) -> tuple[object, ...]:
    return one.order, one.record.year or 0, *(_reversed(one.record))


def _reversed(record: LinkRecord) -> tuple[bool, int, str]:
    """Prefer, among files of one version, the one that stands."""
    not_whole, rank, *_ = preference(record)
    return not not_whole, -int(str(rank)), record.id


def _related(group: Sequence[_Versioned]) -> Iterator[Relation]:
    *older, newest = group
    places = sorted({one.order for one in group})
    for one in older:
        earlier = f"version {one.printed}" if one.printed else "the one without a version"
        yield Relation(
            kind=RelationKind.VERSION_OF,
            document_id=one.record.id,
            other_id=newest.record.id,
            reason=f"The same protocol: {earlier} came before version {newest.printed}.",
            order=places.index(one.order) + 1,
        )
