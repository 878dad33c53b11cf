"""Find the paper a retraction, a correction or an expression of concern is about.

By a DOI the notice states, or by the title it bears behind "Retraction:". What several papers could
be meant by is left open: a wrong mark of retraction is worse than none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from aliquot.metadata.linking.records import LinkRecord, Shelf
from aliquot.metadata.notices import split_role
from aliquot.metadata.titles import TitleMatch, compare_titles, is_telling, title_key
from aliquot.types import DocumentKind
from aliquot.types.references import Relation, RelationKind

__all__ = ["find_concerned"]


def find_concerned(shelf: Shelf) -> Iterator[Relation]:
    """Yield each notice's relation to every source of the paper it concerns."""
    for record in shelf.records:
        notice = record.notice if record.kind is DocumentKind.PAPER else ""
        if notice:
            papers, reason = _concerned(shelf, record)
            for paper in papers:
                yield Relation(
                    kind=RelationKind.NOTICE_OF,
                    document_id=record.id,
                    other_id=paper.id,
                    reason=reason,
                    notice=notice,
                )


def _concerned(shelf: Shelf, notice: LinkRecord) -> tuple[Sequence[LinkRecord], str]:
    _, title = split_role(notice.title)
    stated = [
        paper
        for doi in notice.related
        for paper in shelf.by_doi.get(doi, ())
        if paper.is_main and paper.id != notice.id
    ]
    titled = [one for one in stated if _may_be_called(one, title, notice)]
    works = {one.doi for one in titled}
    if len(works) == 1:
        return titled, f"It states the DOI {works.pop()}."
    return _by_title(shelf, notice, title), f"It bears the title “{title}”."


def _may_be_called(paper: LinkRecord, title: str, notice: LinkRecord) -> bool:
    """Tell whether a paper whose DOI is stated may be meant: "Erratum" alone excludes none."""
    if title == notice.title or not is_telling(title):
        return True
    return compare_titles(paper.title, title) is not TitleMatch.DIFFERENT


def _by_title(shelf: Shelf, notice: LinkRecord, title: str) -> list[LinkRecord]:
    if title == notice.title or not is_telling(title):
        return []
    papers = [
        paper
        for paper in shelf.papers_by_title.get(title_key(title), ())
        if paper.is_main and not _is_later(paper, notice)
    ]
    works = {paper.doi for paper in papers if paper.doi}
    if len(works) > 1:
        journal = title_key(notice.journal)
        papers = [one for one in papers if journal and title_key(one.journal) == journal]
        works = {paper.doi for paper in papers if paper.doi}
    return papers if len(works) <= 1 else []


def _is_later(paper: LinkRecord, notice: LinkRecord) -> bool:
    return bool(paper.year and notice.year and paper.year > notice.year)
