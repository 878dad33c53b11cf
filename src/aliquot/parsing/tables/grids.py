"""Fill the cells that span rows or columns, for every format that has such tables.

What enters: rows of cells with their spans. What leaves: rows of strings, one header row first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

__all__ = ["Cell", "expand", "span"]

# A cell that claims to span more, or a row that grows wider, is damaged or hostile.
MAXIMUM_SPAN = 200
MAXIMUM_COLUMNS = 1000


@dataclass(frozen=True, slots=True)
class Cell:
    """Text of a cell and how many columns and rows it covers."""

    text: str
    across: int = 1
    down: int = 1


def span(value: str | None) -> int:
    """Return a `colspan` or `rowspan` attribute as a sane number."""
    stripped = (value or "1").strip()
    is_number = stripped.isdecimal() and len(stripped) < 6
    return max(1, min(int(stripped), MAXIMUM_SPAN)) if is_number else 1


def expand(rows: Sequence[Sequence[Cell]], *, header_rows: int = 0) -> list[list[str]]:
    """Return the grid, its header rows merged into one.

    A cell that spans rows is repeated in each, and so is a heading that spans columns: every row
    and column then says what it is. A cell of the body that spans columns stands once.

    Args:
        rows: Cells as written, those covered by a span left out.
        header_rows: How many of the first rows are headings; with none the first row is.
    """
    head = _spread(rows[:header_rows], repeat_across=True)
    body = _spread(rows[header_rows:], repeat_across=False)
    return [_merge(head), *body] if head else body


def _spread(rows: Sequence[Sequence[Cell]], *, repeat_across: bool) -> list[list[str]]:
    grid: list[list[str]] = []
    pending: dict[int, tuple[int, str]] = {}
    for row in rows:
        line: list[str] = []
        for cell in row:
            _fill_pending(line, pending)
            for offset in range(min(cell.across, MAXIMUM_COLUMNS - len(line))):
                shown = cell.text if repeat_across or offset == 0 else ""
                if cell.down > 1:
                    pending[len(line)] = (cell.down - 1, shown)
                line.append(shown)
        _fill_pending(line, pending)
        grid.append(line)
    return grid


def _fill_pending(line: list[str], pending: dict[int, tuple[int, str]]) -> None:
    """Append the cells that reach down into this row at the columns that come next."""
    while len(line) in pending:
        column = len(line)
        rows_left, text = pending.pop(column)
        if rows_left > 1:
            pending[column] = (rows_left - 1, text)
        line.append(text)


def _merge(rows: Sequence[Sequence[str]]) -> list[str]:
    width = max((len(row) for row in rows), default=0)
    columns = [[row[index] for row in rows if index < len(row)] for index in range(width)]
    return [" ".join(dict.fromkeys(filter(None, column))) for column in columns]
