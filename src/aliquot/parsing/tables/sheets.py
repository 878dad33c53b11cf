"""What is known of one sheet before it is written: cells, and what stands beside them.

What enters: rows of cell texts, from a spreadsheet or a text file. What leaves: a `Sheet` cut to
its content and to what a reader can use.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

__all__ = ["MAX_COLUMNS", "MAX_ROWS", "Grid", "Sheet", "evident_title", "trimmed"]

Grid = list[list[str]]

# Beyond these a table is data for a program, not for a reader. Rows: a gene list of a genome has
# about 20,000. Columns: a plate reader writes one per well (96) or per cycle (200), and old Excel
# ended at 256.
MAX_ROWS = 20_000
MAX_COLUMNS = 256


@dataclass(slots=True)
class Sheet:
    """One sheet's cells and what was found out about them; rows and columns count from 0.

    Attributes:
        name: As on its tab; empty for a text file.
        number: 1-based place in the workbook; 0 for a text file.
        flags: Doubts that hold for everything on the sheet.
        warnings: What was cut or doubted.
        row_count: Rows in the source where only the first were read.
        is_cut: Whether rows or columns were left out.
        origin: Row and column of the source that `rows[0][0]` is.
        merged: First row, first column, last row, last column of each merged cell.
        hidden_rows: Rows a reader does not see.
        hidden_columns: Columns a reader does not see.
        comments: Remarks attached to cells, by row and column.
    """

    name: str
    number: int
    rows: Grid
    flags: set[str] = field(default_factory=set)
    warnings: list[str] = field(default_factory=list)
    row_count: int = 0
    is_cut: bool = False
    origin: tuple[int, int] = (0, 0)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    hidden_rows: set[int] = field(default_factory=set)
    hidden_columns: set[int] = field(default_factory=set)
    comments: dict[tuple[int, int], str] = field(default_factory=dict)


def trimmed(sheet: Sheet) -> Sheet:
    """Cut empty margins, and what is beyond `MAX_ROWS` and `MAX_COLUMNS`, with a warning."""
    rows = _without_margins(sheet)
    width, height = max(map(len, rows), default=0), max(len(rows), sheet.row_count)
    where = f"Sheet {sheet.name!r}" if sheet.name else "The table"
    if height > MAX_ROWS:
        sheet.warnings.append(f"{where} has {height:,} rows; the first {MAX_ROWS:,} were read.")
    if width > MAX_COLUMNS:
        sheet.warnings.append(f"{where} has {width:,} columns; the first {MAX_COLUMNS} were read.")
    sheet.is_cut = height > MAX_ROWS or width > MAX_COLUMNS
    sheet.rows = [row[:MAX_COLUMNS] for row in rows[:MAX_ROWS]]
    return sheet


def _without_margins(sheet: Sheet) -> Grid:
    """Return the rows from the first to the last filled cell; move what is beside them."""
    filled = [number for number, row in enumerate(sheet.rows) if any(row)]
    if not filled:
        return []
    top = filled[0]
    kept = sheet.rows[top : filled[-1] + 1]
    left = min(_first_filled(row) for row in kept if any(row))
    right = max(map(_filled_width, kept))
    _move(sheet, top, left)
    return [[*row[left:right], *[""] * (right - max(len(row), left))] for row in kept]


def _move(sheet: Sheet, top: int, left: int) -> None:
    sheet.origin = (sheet.origin[0] + top, sheet.origin[1] + left)
    sheet.merged = [(a - top, b - left, c - top, d - left) for a, b, c, d in sheet.merged]
    sheet.hidden_rows = {row - top for row in sheet.hidden_rows}
    sheet.hidden_columns = {column - left for column in sheet.hidden_columns}
    sheet.comments = {(a - top, b - left): text for (a, b), text in sheet.comments.items()}


def _first_filled(row: Sequence[str]) -> int:
    return next(number for number, cell in enumerate(row) if cell)


def _filled_width(row: Sequence[str]) -> int:
    return max((number + 1 for number, cell in enumerate(row) if cell), default=0)


def evident_title(rows: Grid) -> str:
    """Return the text of a lone first cell that reads like a title, above a table."""
    cells = [cell for cell in (rows[0] if rows else ()) if cell]
    is_lone = len(cells) == 1 and any(sum(map(bool, row)) > 1 for row in rows[1:])
    if not is_lone:
        return ""
    text = cells[0]
    # One word of Japanese is a title as well: 試薬一覧.
    is_worded = len(text.split()) > 1 or not text.isascii()
    reads_like_title = is_worded and len(text) < 150 and not re.search(r"[:;=]", text)
    return text if reads_like_title else ""
