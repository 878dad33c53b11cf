"""Find one work that came in several files: the same paper as JATS and PDF, an entry twice.

An identifier alone joins nothing: a supplement, a correction and the chapters of a book bear the
DOI of another document. The titles must agree too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from aliquot.metadata.linking.records import LinkRecord, Shelf, describe_preference, preference
from aliquot.metadata.people import family_key, share_authors
from aliquot.metadata.titles import TitleMatch, compare_titles, weight
from aliquot.types import DocumentKind
from aliquot.types.references import Relation, RelationKind

__all__ = ["find_same_works"]

# Without a DOI on both sides only a long title may join two papers; that of the development papers
# has 42 letters at least.
LONG_TITLE = 40
# A conference abstract has the title and the authors of its paper, and a tenth of its text.
LENGTH_SHARE = 0.4
# An identifier that more documents share was misread everywhere (the journal's own DOI): then only
# the same title joins, and nothing is compared pair by pair.
CROWD = 30
IDENTIFIERS = ("doi", "pmid", "pmcid")
NAMES = {"doi": "DOI", "pmid": "PubMed number", "pmcid": "PubMed Central number"}

Pair = tuple[LinkRecord, LinkRecord, str]


def find_same_works(shelf: Shelf) -> Iterator[Relation]:
    """Yield, for every work in several files, each other file's relation to the one that stands."""
    pairs = [*_by_identifier(shelf), *_by_title(shelf)]
    reasons = {(first.id, second.id): why for first, second, why in pairs}
    for group in _components(pairs):
        yield from _related(group, reasons)
    yield from _entries(shelf)


# ------------------------------------------------------------------------------ papers


def _by_identifier(shelf: Shelf) -> Iterator[Pair]:
    for name in IDENTIFIERS:
        groups: defaultdict[str, list[LinkRecord]] = defaultdict(list)
        for record in shelf.records:
            if getattr(record, name) and record.kind is not DocumentKind.SLIDES:
                groups[getattr(record, name)].append(record)
        for value, group in groups.items():
            if len(group) > 1:
                why = f"the same {NAMES[name]}, {value}"
                yield from ((a, b, why) for a, b in _agreeing(shelf, group))


def _agreeing(shelf: Shelf, group: Iterable[LinkRecord]) -> Iterator[tuple[LinkRecord, LinkRecord]]:
    """Yield pairs of a group, each record with the best one whose title agrees."""
    main = sorted((record for record in group if record.is_main), key=preference)
    if len(main) > CROWD:
        yield from _same_key(shelf, main)
        return
    heads: list[LinkRecord] = []
    for record in main:
        head = next((one for one in heads if _may_be_same(one, record)), None)
        if head is None:
            heads.append(record)
        else:
            yield head, record


def _same_key(shelf: Shelf, main: Sequence[LinkRecord]) -> Iterator[tuple[LinkRecord, LinkRecord]]:
    heads: dict[str, LinkRecord] = {}
    for record in main:
        key = shelf.keys.get(record.id, "")
        if key and heads.setdefault(key, record) is not record:
            yield heads[key], record


def _may_be_same(first: LinkRecord, second: LinkRecord) -> bool:
    if _conflict(first, second):
        return False
    match = compare_titles(first.title, second.title)
    if match is TitleMatch.INCOMPARABLE:
        # A translated title, or none: the authors must speak for it.
        return share_authors(first.authors, second.authors) is True
    return match is not TitleMatch.DIFFERENT


def _conflict(first: LinkRecord, second: LinkRecord) -> bool:
    """Tell whether two documents state different identifiers of the same register."""
    pairs = ((getattr(first, name), getattr(second, name)) for name in IDENTIFIERS)
    return any(ours and theirs and ours != theirs for ours, theirs in pairs)


def _by_title(shelf: Shelf) -> Iterator[Pair]:
    """Yield papers of the same long title, authors, year and length, one without a DOI."""
    for key, group in shelf.papers_by_title.items():
        if len(group) < 2 or weight(key) < LONG_TITLE:
            continue
        heads: dict[tuple[str, bool], LinkRecord] = {}
        for record in sorted(filter(_is_signed, group), key=preference):
            place = family_key(record.authors[0]), record.is_preprint
            head = heads.setdefault(place, record)
            if head is not record and _is_twin(head, record):
                yield head, record, "the same title, authors and year"


def _is_signed(record: LinkRecord) -> bool:
    return bool(record.authors) and record.year is not None and record.is_main


def _is_twin(first: LinkRecord, second: LinkRecord) -> bool:
    if (first.doi and second.doi) or _conflict(first, second):
        return False
    is_one_year = abs((first.year or 0) - (second.year or 0)) <= 1
    short, long = sorted((first.characters, second.characters))
    is_one_length = not short or short >= LENGTH_SHARE * long
    is_one_team = share_authors(first.authors, second.authors) is True
    return is_one_year and is_one_length and is_one_team


# ------------------------------------------------------------------------------ groups


def _components(pairs: Iterable[Pair]) -> Iterator[list[LinkRecord]]:
    """Yield the groups that pairs join."""
    parents: dict[str, str] = {}
    records: dict[str, LinkRecord] = {}

    def root(name: str) -> str:
        while parents.setdefault(name, name) != name:
            parents[name] = parents[parents[name]]
            name = parents[name]
        return name

    for first, second, _ in pairs:
        records |= {first.id: first, second.id: second}
        parents[root(second.id)] = root(first.id)
    groups: defaultdict[str, list[LinkRecord]] = defaultdict(list)
    for name, record in records.items():
        groups[root(name)].append(record)
    yield from groups.values()


def _related(
    group: Sequence[LinkRecord], reasons: Mapping[tuple[str, str], str]
) -> Iterator[Relation]:
    """Yield relations to the source that stands; what conflicts with it is left apart."""
    preferred, *others = sorted(group, key=preference)
    for other in others:
        if _conflict(preferred, other):
            continue
        why = reasons.get((preferred.id, other.id)) or "joined by a third source of the same work"
        yield Relation(
            kind=RelationKind.SAME_WORK,
            document_id=other.id,
            other_id=preferred.id,
            reason=f"They have {why}; {describe_preference(preferred, other)}.",
        )


# ------------------------------------------------------------------------------ register entries


def _entries(shelf: Shelf) -> Iterator[Relation]:
    """Yield entries of a register that came in several formats; the newest stands."""
    groups: defaultdict[tuple[DocumentKind, str], list[LinkRecord]] = defaultdict(list)
    for record in shelf.records:
        if record.kind is DocumentKind.TRIAL and record.nct:
            groups[record.kind, record.nct].append(record)
        elif record.kind is DocumentKind.GENE and record.accession:
            groups[record.kind, record.accession.partition(".")[0].upper()].append(record)
    for (_, number), group in groups.items():
        if len(group) > 1:
            yield from _ordered_entries(number, group)


def _ordered_entries(number: str, group: Sequence[LinkRecord]) -> Iterator[Relation]:
    newest, *others = sorted(group, key=_age)
    for other in others:
        reason = f"{number} came more than once; {_why_newer(newest, other)}."
        yield Relation(
            kind=RelationKind.SAME_WORK,
            document_id=other.id,
            other_id=newest.id,
            reason=reason,
        )


def _age(record: LinkRecord) -> tuple[object, ...]:
    """Return what sorts the newest entry first, then the one that holds most."""
    updated = [-int(part) for part in record.updated.split("-") if part]
    # Lists of one sign sort the latest date first; no date comes last.
    date = updated or [0]
    return -_entry_version(record), date, -(record.year or 0), -record.characters, record.id


def _entry_version(record: LinkRecord) -> int:
    """Return the number of an entry's version: "160", or the 1 of "NC_005816.1"."""
    _, dot, last = (record.version or record.accession).rpartition(".")
    is_number = last.isdecimal() and (dot or record.version)
    return int(last) if is_number else 0


def _why_newer(newest: LinkRecord, other: LinkRecord) -> str:
    ours, theirs = _entry_version(newest), _entry_version(other)
    if ours != theirs:
        return f"version {ours} is newer than {theirs or 'one that states none'}"
    if newest.updated != other.updated:
        return f"it was updated on {newest.updated}"
    if newest.year != other.year:
        return f"it is of {newest.year}"
    return "of the same age, it holds more text"
