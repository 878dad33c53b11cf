"""Join a preprint with the paper it became.

A link either side states decides. Without one, the titles must be the same, or nearly so, and the
authors shared: titles change a little on the way to print.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from aliquot.metadata.linking.records import LinkRecord, Shelf, preference
from aliquot.metadata.people import family_key, share_authors
from aliquot.metadata.titles import TitleMatch, compare_titles, is_telling, plain_words
from aliquot.types import DocumentKind
from aliquot.types.references import Relation, RelationKind

__all__ = ["find_preprints"]

# A paper is printed up to so many years after its preprint; dates of one year overlap.
YEARS_BEFORE, YEARS_AFTER = -1, 5
# Nearly the same titles are sought among papers of the same first author that share one of the
# longest words of the title.
LONG_WORDS = 3
# Names such as Wang and words such as "characterization" meet often; more than so many are left.
CROWD = 50

Blocks = Mapping[tuple[str, str], list[LinkRecord]]


def find_preprints(shelf: Shelf) -> Iterator[Relation]:
    """Yield each preprint's relation to its published paper."""
    papers = [record for record in shelf.records if record.kind is DocumentKind.PAPER]
    preprints = [record for record in papers if record.is_preprint and record.is_main]
    if not preprints:
        return
    stated = _stated(papers)
    blocks: Blocks | None = None
    for preprint in preprints:
        published, reason = _by_link(shelf, preprint, stated)
        if published is None:
            published = _by_title(preprint, shelf.papers_by_title.get(shelf.keys[preprint.id], ()))
            reason = "the same title and authors"
        if published is None:
            blocks = _blocks(papers, preprints) if blocks is None else blocks
            published = _by_title(preprint, _near(preprint, blocks))
            reason = "nearly the same title and the same authors"
        if published is not None:
            yield Relation(
                kind=RelationKind.PREPRINT_OF,
                document_id=preprint.id,
                other_id=published.id,
                reason=f"{published.journal or 'The paper'} printed it: {reason}.",
            )


def _stated(papers: list[LinkRecord]) -> Mapping[str, list[LinkRecord]]:
    """Return published papers by the DOIs they state."""
    found: defaultdict[str, list[LinkRecord]] = defaultdict(list)
    for record in papers:
        for doi in record.related:
            if not record.is_preprint and not record.notice:
                found[doi].append(record)
    return found


def _by_link(
    shelf: Shelf, preprint: LinkRecord, stated: Mapping[str, list[LinkRecord]]
) -> tuple[LinkRecord | None, str]:
    linked = [one for doi in preprint.related for one in shelf.by_doi.get(doi, ())]
    linked += stated.get(preprint.doi, []) if preprint.doi else []
    published = [one for one in linked if not one.is_preprint and one.is_main]
    return min(published, key=preference, default=None), "the record of one names the other"


def _by_title(preprint: LinkRecord, candidates: Iterable[LinkRecord]) -> LinkRecord | None:
    fitting = [one for one in candidates if _is_published_form(preprint, one)]
    return min(fitting, key=preference, default=None)


def _is_published_form(preprint: LinkRecord, paper: LinkRecord) -> bool:
    if paper.is_preprint or not paper.is_main or paper.id == preprint.id:
        return False
    if not is_telling(preprint.title) or not share_authors(preprint.authors, paper.authors):
        return False
    years = paper.year - preprint.year if preprint.year and paper.year else 0
    if not YEARS_BEFORE <= years <= YEARS_AFTER:
        return False
    match = compare_titles(preprint.title, paper.title)
    return match in (TitleMatch.SAME, TitleMatch.CLOSE)


def _blocks(papers: Iterable[LinkRecord], preprints: Iterable[LinkRecord]) -> Blocks:
    """Return the papers that preprints' first authors published, by author and long word."""
    authors = {_first_author(record) for record in preprints}
    blocks: defaultdict[tuple[str, str], list[LinkRecord]] = defaultdict(list)
    for record in papers:
        if _first_author(record) in authors and not record.is_preprint:
            for place in _places(record):
                blocks[place].append(record)
    return blocks


def _first_author(record: LinkRecord) -> str:
    return family_key(record.authors[0]) if record.authors else ""


def _near(preprint: LinkRecord, blocks: Blocks) -> Iterator[LinkRecord]:
    seen: set[str] = set()
    for place in _places(preprint):
        group = blocks.get(place, ())
        for record in group if len(group) <= CROWD else ():
            if record.id not in seen:
                seen.add(record.id)
                yield record


def _places(record: LinkRecord) -> Iterator[tuple[str, str]]:
    author = _first_author(record)
    if author:
        words = sorted(set(plain_words(record.title).split()), key=lambda word: (len(word), word))
        yield from ((author, word) for word in words[-LONG_WORDS:])
