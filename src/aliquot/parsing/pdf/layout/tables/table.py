"""A table as it was found: caption, rows of cells, notes, and how far the rows are believed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from aliquot.parsing.builder import markdown_table
from aliquot.parsing.pdf.layout.tables.boundaries import find_columns
from aliquot.parsing.pdf.layout.tables.columns import Columns
from aliquot.parsing.pdf.layout.tables.grid_rows import GridRow
from aliquot.parsing.pdf.layout.tables.headers import column_names, header_length
from aliquot.parsing.pdf.layout.tables.notes import split_notes
from aliquot.parsing.pdf.layout.tables.page_lines import Region
from aliquot.parsing.pdf.layout.tables.rows import body_rows
from aliquot.parsing.pdf.layout.tables.words import TextRow, em_of, pieces_of, text_rows
from aliquot.parsing.pdf.records import Line, Rule

__all__ = ["Table", "read_table"]

# White of this many sizes parts the cells of a table that is kept as printed.
CELL_GAP_EM = 0.6
# A grid is doubted if more of its rows than this run over a boundary of columns ...
RUNNING_OVER = 0.2
# ... or fewer than this share fill half of the columns, or it is wider than tables are.
FULL_ROWS = 0.4
MAXIMUM_COLUMNS = 40
# Without rules, cells so long and so many are lines of prose.
PROSE_CHARACTERS = 38
PROSE_SHARE = 0.4
# ... or if so many rows hold two values in one cell, or so many columns have no name.
PACKED = 0.15
UNNAMED = 0.25
# A rule over this share of the width parts rows.
ROW_RULE = 0.5


@dataclass(slots=True, eq=False)
class Table:
    """A table of one or more pages.

    Attributes:
        caption: Lines of its caption; none for a part that goes on without one.
        lines: Lines of its cells, row by row.
        raw: Its rows as printed, cells parted by a bar.
        grid: Cells by row, the first row naming the columns; nothing where none line up.
        is_suspect: Whether the grid may be other than the one printed.
        notes: Lines of the notes under it.
        rules: The rules that frame it.
    """

    caption: list[Line]
    lines: list[Line]
    raw: str
    grid: list[list[str]] | None = None
    is_suspect: bool = True
    notes: list[Line] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)

    @property
    def text(self) -> str:
        """Markdown rows of a grid that is believed, else the rows as printed."""
        if self.grid is None or self.is_suspect:
            return self.raw
        return markdown_table(self.grid)


def read_table(region: Region) -> Table | None:
    """Return the table of a region, or nothing where it holds no rows."""
    printed = text_rows(region.lines)
    if not printed:
        return None
    em = em_of(printed)
    heights = [rule.y0 for rule in region.rules]
    columns = _columns(printed, region, heights)
    printed, notes = split_notes(printed, columns, em)
    if notes:
        columns = _columns(printed, region, heights)
    if sum(len(pieces_of(row, CELL_GAP_EM * em)) > 1 for row in printed) < 2:
        return None
    if not region.rules and _is_prose(printed, em):
        return None
    table = Table(
        region.caption,
        [line for row in printed for line in row.lines],
        _as_printed(printed, em),
        notes=[*(line for row in notes for line in row.lines), *region.notes],
        rules=region.rules,
    )
    if columns is not None:
        grid = _grid(printed, columns, em, region)
        table.grid = [grid.names, *(row.cells for row in grid.body)]
        table.is_suspect = _is_suspect(grid)
    return table


def _is_prose(printed: Sequence[TextRow], em: float) -> bool:
    """Tell two columns of prose under a caption from the rows of an unruled table."""
    pieces = [piece for row in printed for piece in pieces_of(row, CELL_GAP_EM * em)]
    long = sum(len(piece.text) > PROSE_CHARACTERS for piece in pieces)
    return long > PROSE_SHARE * len(pieces)


def _columns(
    printed: Sequence[TextRow], region: Region, heights: Sequence[float]
) -> Columns | None:
    """Return the columns that the body shows; the lines above the first inner rule name them."""
    count = _above_inner_rule(printed, heights)
    body = printed[count:] if len(printed) - count > 1 else printed
    right = region.rules[0].x1 if region.rules else 0.0
    return find_columns(body, region.walls, printed[:count], right)


def _above_inner_rule(printed: Sequence[TextRow], heights: Sequence[float]) -> int:
    for height in heights[1:-1]:
        count = sum(row.middle < height for row in printed)
        if count:
            return count if count <= len(printed) // 2 else 0
    return 0


class _Grid(NamedTuple):
    """Names and rows that a set of columns makes of the printed lines."""

    names: list[str]
    body: list[GridRow]
    columns: Columns

    @property
    def packed(self) -> int:
        """How many rows hold two values in one cell."""
        return sum(row.is_packed for row in self.body)


def _grid(printed: Sequence[TextRow], columns: Columns, em: float, region: Region) -> _Grid:
    heights = [rule.y0 for rule in region.rules]
    partly = [rule.y0 for rule in region.inner]
    count = header_length(printed, columns, em, heights[1:-1], partly)
    floor = printed[count].top if count < len(printed) else printed[-1].bottom
    inner = [rule for rule in (*region.rules[1:-1], *region.inner) if rule.y0 < floor + em]
    names = column_names(printed[:count], columns, em, inner)
    body = body_rows(printed[count:], columns, em, heights, _partial_rules(region))
    return _Grid(names, body, columns)


def _partial_rules(region: Region) -> list[Rule]:
    """Return the rules that part rows although a cell over several of them interrupts them."""
    if not region.rules:
        return []
    width = region.rules[0].x1 - region.rules[0].x0
    return [rule for rule in region.inner if rule.x1 - rule.x0 > ROW_RULE * width]


def _is_suspect(grid: _Grid) -> bool:
    rows = [row for row in grid.body if not row.is_single]
    width = len(grid.columns)
    if not rows or width > MAXIMUM_COLUMNS:
        return True
    running = sum(row.spans > 0 for row in rows)
    full = sum(row.filled * 2 >= width for row in rows)
    unnamed = sum(not name for name in grid.names[1:])
    return (
        running > RUNNING_OVER * len(rows)
        or full < FULL_ROWS * len(rows)
        or grid.packed > PACKED * len(rows)
        or unnamed > UNNAMED * width
    )


def _as_printed(rows: Sequence[TextRow], em: float) -> str:
    return "\n".join(
        " | ".join(piece.text for piece in pieces_of(row, CELL_GAP_EM * em)) for row in rows
    )
