"""The rows of a survey as a table a person sorts and leafs through; no row is drawn unless seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aliquot.types import Absence, Citation, Coverage, Survey, SurveyRow

__all__ = ["ByWay", "TablePage", "absences", "share_read", "table_page"]

PAGE = 100
# Quotes of a row that are shown at once; the files that are exported hold every one.
SHOWN_QUOTES = 6


@dataclass(frozen=True, slots=True)
class ShownRow:
    """One row as it is drawn.

    Attributes:
        cells: By column.
        citations: The first few.
        more: How many more there are.
        merged: Spellings that were taken as one.
        documents: How many documents it stands in.
    """

    cells: tuple[str, ...]
    citations: tuple[Citation, ...]
    more: int
    merged: tuple[str, ...]
    documents: int


@dataclass(frozen=True, slots=True)
class TablePage:
    """One page of a survey's rows.

    Attributes:
        rows: In the order that is asked for.
        found: How many there are on all pages.
        first: 1-based number of the first; 0 where there is none.
        page: 1-based.
        pages: How many, at least one.
        sort: Number of the column they are sorted by; -1 for the survey's own order.
        down: Whether the last comes first.
        q: What each row holds; empty for any.
    """

    rows: tuple[ShownRow, ...]
    found: int
    first: int
    page: int
    pages: int
    sort: int
    down: bool
    q: str

    @property
    def last(self) -> int:
        """1-based number of the last row shown; 0 where there is none."""
        return self.first + len(self.rows) - 1 if self.rows else 0


def table_page(
    survey: Survey, *, sort: int = -1, down: bool = False, page: int = 1, q: str = ""
) -> TablePage:
    """Return a page of rows.

    Args:
        survey: The whole.
        sort: Number of a column; any other for the survey's own order.
        down: Whether the last comes first.
        page: 1-based; one beyond the last is the last.
        q: Words each of which a row's values or quotes have to hold.
    """
    columns = survey.columns
    by = sort if 0 <= sort < len(columns) else -1
    rows = [row for row in survey.rows if _holds(row, q.casefold().split())]
    if by >= 0:
        rows.sort(key=lambda row: _key(row.values.get(columns[by], "")), reverse=down)
    pages = max(1, math.ceil(len(rows) / PAGE))
    number = min(max(page, 1), pages)
    start = (number - 1) * PAGE
    shown = tuple(_shown(row, columns) for row in rows[start : start + PAGE])
    return TablePage(
        shown, len(rows), start + 1 if shown else 0, number, pages, by, down and by >= 0, q
    )


def _holds(row: SurveyRow, words: Sequence[str]) -> bool:
    if not words:
        return True
    text = "\n".join([*row.values.values(), *(one.quote for one in row.citations)]).casefold()
    return all(word in text for word in words)


def _key(cell: str) -> tuple[Any, ...]:
    """Order numbers by size before words, and what is not stated last."""
    plain = cell.strip()
    try:
        return (0, float(plain.replace(",", "")), "")
    except ValueError:
        return (1 if plain else 2, 0.0, plain.casefold())


def _shown(row: SurveyRow, columns: Sequence[str]) -> ShownRow:
    return ShownRow(
        cells=tuple(row.values.get(name, "") for name in columns),
        citations=row.citations[:SHOWN_QUOTES],
        more=max(0, len(row.citations) - SHOWN_QUOTES),
        merged=row.merged,
        documents=len(row.documents),
    )


@dataclass(frozen=True, slots=True)
class ByWay:
    """What is absent, by how it was searched.

    Attributes:
        searched: `findings`, `words`, `meaning`.
        absent: Looked for so, and not found.
    """

    searched: tuple[str, ...]
    absent: tuple[Absence, ...]


def absences(survey: Survey) -> list[ByWay]:
    """Return what is absent, what was searched alike together."""
    ways = dict.fromkeys(one.searched for one in survey.absent)
    return [ByWay(way, tuple(one for one in survey.absent if one.searched == way)) for way in ways]


def share_read(coverage: Coverage) -> int:
    """Return how many documents of a hundred in scope were read; all of none."""
    return 100 * coverage.read // coverage.in_scope if coverage.in_scope else 100
