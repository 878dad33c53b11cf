"""Cells of a table: where they stand in its text, and the rows around a quote."""

from __future__ import annotations

from collections.abc import Iterator

from aliquot.library.places.rows import Said, is_said_by, rows_of
from aliquot.types import Block, GridWindow, Span

__all__ = ["cells_of", "grid_window"]

# Rows of a table on each side of the quote's: a screen of cells.
ROWS_AROUND = 8
# A quote may be a whole table; more rows than these are no window.
MOST_ROWS = 60
# Which line of a table's Markdown is the rule below the header, and no row.
RULE_LINE = 1
# How a row of Markdown begins, and what stands between the pieces of a printed line.
MARKDOWN, BETWEEN = "| ", " | "


def cells_of(block: Block) -> dict[tuple[int, int], Span]:
    """Return where the words of each cell stand in a table's text, by row and column.

    The header is row 0. Cells without words are left out. A table whose grid is in doubt has its
    printed lines as text, and each of these is a row.
    """
    is_grid = block.text.startswith(MARKDOWN)
    return {
        (number - (is_grid and number > RULE_LINE), column): cell.shifted(start)
        for number, (start, line) in enumerate(_lines(block.text))
        if not (is_grid and number == RULE_LINE)
        for column, cell in enumerate(_cells(line) if is_grid else _pieces(line))
        if len(cell)
    }


def _lines(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for line in text.split("\n"):
        yield start, line
        start += len(line) + 1


def _cells(line: str) -> Iterator[Span]:
    """Yield where the words of each cell stand in a row of Markdown; a pipe in one is escaped."""
    start = 1
    for place, character in enumerate(line):
        if place and character == "|" and line[place - 1] != "\\":
            words = line[start:place]
            left = start + len(words) - len(words.lstrip())
            yield Span(left, max(left, start + len(words.rstrip())))
            start = place + 1


def _pieces(line: str) -> Iterator[Span]:
    start = 0
    for piece in line.split(BETWEEN):
        yield Span(start, start + len(piece))
        start += len(piece) + len(BETWEEN)


def grid_window(block: Block, quote: Span) -> GridWindow | None:
    """Return the rows of a table around a quote; `None` where the block is no table.

    Args:
        block: That may hold a part of the quote.
        quote: In the document's text; an empty one shows the table's beginning.
    """
    if block.grid is None:
        return None
    header, *rows = block.grid
    marked = [(row - 1, column) for row, column in _touched(block, quote) if row <= len(rows)]
    touched = [row for row, _ in marked if row >= 0] or [0]
    first = max(0, min(touched) - ROWS_AROUND)
    last = min(len(rows), max(touched) + ROWS_AROUND + 1, first + MOST_ROWS)
    return GridWindow(
        header=header,
        rows=tuple(rows[first:last]),
        first_row=first + 1,
        row_count=len(rows),
        marked=tuple((row - first if row >= 0 else row, at) for row, at in marked if row < last),
        caption=block.caption,
    )


def _touched(block: Block, quote: Span) -> list[tuple[int, int]]:
    """Return row and column of the cells of a table's grid that a quote touches."""
    if quote.end <= block.span.start or block.span.end <= quote.start:
        return []
    part = quote.shifted(-block.span.start)
    cells = cells_of(block)
    touched = [at for at, cell in cells.items() if cell.start < part.end and part.start < cell.end]
    if block.text.startswith(MARKDOWN):
        return touched
    lines: dict[int, list[Said]] = {}
    for (line, _), cell in cells.items():
        lines.setdefault(line, []).append(Said.of(cell.of(block.text)))
    grid = dict(enumerate([Said.of(cell) for cell in row] for row in block.grid or ()))
    rows = dict(zip(lines, rows_of(list(lines.values()), grid), strict=True))
    found = {
        (row, column)
        for line, piece in touched
        if (row := rows[line]) is not None
        for column, cell in enumerate(grid[row])
        if is_said_by(Said.of(cells[line, piece].of(block.text)), [cell]) == 1
    }
    return sorted(found)
