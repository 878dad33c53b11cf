"""Take tables out of a page before its columns are read.

A table stands under a caption "Table 1": rows of cells or of small type until prose begins again.
Its lines leave the flow, so that no row is read into a sentence; the block of rows follows its
caption. A grid is made only where the cells line up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aliquot.parsing.pdf.layout.roles import CAPTION, CAPTION_START, PROSE_WIDTH, SECTION_NAME, Body
from aliquot.parsing.pdf.records import Line, Page, Role

__all__ = ["Table", "take_tables"]

TABLE_CAPTION = re.compile(
    r"(supplementary |additional )?(table|表)\.?[\s\-–]*(S?\d+|[IVX]+)", re.IGNORECASE
)
# A wider gap than this many body sizes ends a table: its own rows stand closer.
END_GAP = 4.0
BODY_SIZE = 0.95
# A cell of body type may be wide; one this long is a line of prose beside another column's.
PROSE_CHARACTERS = 38
MAXIMUM_CAPTION_LINES = 8
MINIMUM_ROWS = 2
# Cells of one row share their baseline within this part of their size.
SAME_ROW = 0.45
# A grid needs this share of rows that fill this share of its columns, and a readable width.
FULL_ROWS = 0.5
FULL_CELLS = 0.6
MAXIMUM_COLUMNS = 14
SPANNING = 0.6


@dataclass(slots=True, eq=False)
class Table:
    """A table's caption lines and its rows of cells, top to bottom and left to right."""

    caption: list[Line]
    rows: list[list[Line]]

    @property
    def lines(self) -> list[Line]:
        """All cells in reading order."""
        return [cell for row in self.rows for cell in row]

    def grid(self) -> list[list[str]] | None:
        """Return the cell texts, or nothing where the cells do not line up."""
        columns = _columns(self.rows)
        if not 2 <= len(columns) <= MAXIMUM_COLUMNS:
            return None
        filled = [_fill(row, columns) for row in self.rows]
        enough = max(2, round(FULL_CELLS * len(columns)))
        full = sum(sum(bool(cell) for cell in row) >= enough for row in filled)
        return _merge_wrapped(filled) if full >= FULL_ROWS * len(filled) else None

    def text(self) -> str:
        """Return the rows as lines, cells parted by a bar."""
        return "\n".join(" | ".join(cell.text for cell in row) for row in self.rows)


def take_tables(page: Page, body: Body) -> list[Table]:
    """Find a page's tables; their cells get the role and leave the flow."""
    lines = [line for line in page.lines if line.role is Role.TEXT]
    lines.sort(key=lambda line: (line.y0, line.x0))
    tables = []
    for index, line in enumerate(lines):
        if line.role is Role.TEXT and _opens(line, body):
            table = _table(index, lines, page, body)
            if table is not None:
                tables.append(table)
                _claim(table)
    return tables


def _opens(line: Line, body: Body) -> bool:
    if not TABLE_CAPTION.match(line.text):
        return False
    set_apart = line.bold or line.font != body.font or line.size < BODY_SIZE * body.size
    return set_apart or bool(CAPTION_START.match(line.text))


def _claim(table: Table) -> None:
    for line in table.caption:
        line.role = Role.CAPTION
    table.caption[0].opens_caption = True
    for line in table.lines:
        line.role = Role.TABLE


# ------------------------------------------------------------------------------ region


def _table(index: int, lines: Sequence[Line], page: Page, body: Body) -> Table | None:
    opening = lines[index]
    below = [line for line in lines[index + 1 :] if line.role is Role.TEXT]
    left, right = _extent(opening, below, page, body)
    inside = [line for line in below if left <= (line.x0 + line.x1) / 2 <= right]
    caption, rest = _split_caption(opening, inside)
    rows = list(_rows(_until_prose(caption[-1], rest, page, body)))
    while rows and len(rows[-1]) == 1 and _belongs_to_prose(rows[-1][0], body):
        rows.pop()
    if sum(len(row) > 1 for row in rows) < MINIMUM_ROWS:
        return None
    return Table(caption, rows)


def _extent(opening: Line, below: Sequence[Line], page: Page, body: Body) -> tuple[float, float]:
    """Return the left and right edge: the caption's column where the other holds prose."""
    middle = page.width / 2
    if opening.x0 < middle < opening.x1 - 20:
        return 0.0, page.width
    is_left = opening.x1 <= middle + 20
    near = [line for line in below if line.y0 < opening.y1 + 12 * body.size]
    other = [line for line in near if (line.x0 > middle - 20 if is_left else line.x1 < middle + 20)]
    if any(_is_prose(line, page, body) or TABLE_CAPTION.match(line.text) for line in other):
        return (0.0, middle) if is_left else (middle, page.width)
    return 0.0, page.width


def _split_caption(opening: Line, below: Sequence[Line]) -> tuple[list[Line], list[Line]]:
    caption = [opening]
    rest = list(below)
    while rest and len(caption) < MAXIMUM_CAPTION_LINES:
        line = rest[0]
        last = caption[-1]
        alone = len(rest) < 2 or rest[1].middle - line.middle > SAME_ROW * line.size
        follows = line.y0 - last.y1 < 0.5 * line.size and abs(line.size - last.size) < 0.6
        if len(caption) == 1 and line.y0 - last.y1 < 1.2 * line.size and _is_label(opening):
            follows = abs(line.size - last.size) < 1.6  # "Table 1" on a line of its own
        if not (alone and follows and line.x0 < opening.x0 + 60):
            break
        caption.append(rest.pop(0))
    return caption, rest


def _is_label(line: Line) -> bool:
    match = TABLE_CAPTION.match(line.text)
    return bool(match) and len(line.text) - len(match[0]) <= 2  # type: ignore[index]


def _until_prose(last: Line, lines: Sequence[Line], page: Page, body: Body) -> Iterator[Line]:
    bottom = last.y1
    for position, line in enumerate(lines):
        if line.y0 - bottom > END_GAP * body.size or CAPTION.match(line.text):
            return
        alone = not any(
            abs(other.middle - line.middle) < SAME_ROW * line.size
            for other in (
                *lines[max(0, position - 3) : position],
                *lines[position + 1 : position + 4],
            )
        )
        if _is_prose(line, page, body) and (alone or len(line.text) > PROSE_CHARACTERS):
            return
        if alone and SECTION_NAME.fullmatch(line.text):
            return
        bottom = max(bottom, line.y1)
        yield line


def _is_prose(line: Line, page: Page, body: Body) -> bool:
    return line.size >= BODY_SIZE * body.size and line.width > PROSE_WIDTH * page.width


def _belongs_to_prose(line: Line, body: Body) -> bool:
    """Tell a heading, or the short last line of a paragraph, that was taken for a row."""
    return line.size >= BODY_SIZE * body.size or line.bold


def _rows(lines: Iterator[Line]) -> Iterator[list[Line]]:
    row: list[Line] = []
    for line in sorted(lines, key=lambda line: line.middle):
        if row and line.middle - row[0].middle > SAME_ROW * max(line.size, row[0].size):
            yield sorted(row, key=lambda cell: cell.x0)
            row = []
        row.append(line)
    if row:
        yield sorted(row, key=lambda cell: cell.x0)


# ------------------------------------------------------------------------------ grid


def _columns(rows: Sequence[Sequence[Line]]) -> list[tuple[float, float]]:
    """Return the x ranges that cells of rows with several cells share."""
    most = max((len(row) for row in rows), default=0)
    cells = [cell for row in rows if len(row) > max(1, 0.6 * most - 0.5) for cell in row]
    if not cells:
        return []
    width = max(cell.x1 for cell in cells) - min(cell.x0 for cell in cells)
    columns: list[tuple[float, float]] = []
    for cell in sorted(cells, key=lambda cell: cell.x0):
        if cell.width > SPANNING * width:
            continue
        if columns and cell.x0 < columns[-1][1] - 1:
            columns[-1] = (columns[-1][0], max(columns[-1][1], cell.x1))
        else:
            columns.append((cell.x0, cell.x1))
    return columns


def _fill(row: Sequence[Line], columns: Sequence[tuple[float, float]]) -> list[str]:
    filled = [""] * len(columns)
    for cell in row:
        overlaps = [min(cell.x1, x1) - max(cell.x0, x0) for x0, x1 in columns]
        best = max(range(len(columns)), key=overlaps.__getitem__)
        filled[best] = f"{filled[best]} {cell.text}".strip()
    return filled


def _merge_wrapped(rows: list[list[str]]) -> list[list[str]]:
    """Join a row whose first cell is empty and that fills few cells to the row above."""
    merged: list[list[str]] = []
    for row in rows:
        filled = sum(bool(cell) for cell in row)
        if len(merged) > 1 and not row[0] and filled <= len(row) / 2:
            merged[-1] = [f"{a} {b}".strip() for a, b in zip(merged[-1], row, strict=True)]
        else:
            merged.append(row)
    return merged
