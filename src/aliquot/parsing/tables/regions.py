"""Find the tables of a sheet, its plates, and the remarks around them.

What enters: rows of cell texts. What leaves: regions in order, each a table, a plate or a few
remarks. Instruments write a dozen lines about a measurement above, between and below their tables;
kept inside, they would make the first of them the header of the table.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from aliquot.parsing.tables.cells import has_number, is_number
from aliquot.parsing.tables.plates import Plate, find_plates
from aliquot.parsing.tables.sheets import Grid

__all__ = ["Region", "find_regions"]

# A row with more filled cells than this is wide: remarks have a label, a value and a unit.
REMARK_CELLS = 3
# Share of wide rows, from the first wide one on, that makes a table of a block that does not
# begin with its header. Lists of settings have one wide row in ten.
WIDE_SHARE = 1 / 3
# A lone cell under a table with this many words is a remark on it, not a row.
REMARK_WORDS = 5
REMARK_MARK = re.compile(r"[*†‡※#]|(?:notes?|n\.b\.|legend|abbreviations?|注|備考|凡例)\b", re.I)


@dataclass(slots=True)
class Region:
    """Neighbouring rows of one kind.

    Attributes:
        is_table: Whether they are a table, or remarks.
        rows: Their cells.
        numbers: Row of the sheet that each of them is.
        left: Column of the sheet that their first cell is.
        caption: The remark right above a table.
        plate: The plate they are.
    """

    is_table: bool
    rows: Grid = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    left: int = 0
    caption: str = ""
    plate: Plate | None = None

    @property
    def right(self) -> int:
        """Column of the sheet after the last cell."""
        return self.left + max(map(len, self.rows), default=0)


def find_regions(
    rows: Grid, *, names_plate: bool = False, grouped: Container[int] = ()
) -> list[Region]:
    """Split rows into tables, plates and remarks.

    A sheet of one column is one table: a list is a table as well.

    Args:
        rows: The cells of a sheet.
        names_plate: Whether the sheet or file is called a plate, so that small ones count.
        grouped: Rows in which a cell was merged over several columns, but not over all.
    """
    plates = find_plates(rows, names_plate=names_plate)
    rest = _without_plates(rows, plates)
    # Remarks on a sheet of narrow tables are lone cells.
    least = REMARK_CELLS if any(_count(row) > REMARK_CELLS for row in rows) else 1
    parts = [part for block in _blocks(rest) for part in _split(block, least, grouped)]
    regions = list(_merged(parts))
    if not plates and not any(region.is_table for region in regions):
        return [Region(is_table=True, rows=rows, numbers=list(range(len(rows))))]
    regions = [part for region in regions for part in _side_by_side(region)]
    return sorted([*regions, *map(_plate_region, plates)], key=lambda region: region.numbers[0])


def _without_plates(rows: Grid, plates: Sequence[Plate]) -> Grid:
    if not plates:
        return rows
    rest = [list(row) for row in rows]
    for plate in plates:
        for row in rest[plate.top : plate.bottom]:
            for column in range(plate.left, min(plate.right, len(row))):
                row[column] = ""
        for row_number, column in plate.name_cells:
            rest[row_number][column] = ""
    return rest


def _plate_region(plate: Plate) -> Region:
    return Region(
        is_table=True,
        rows=[list(row) for row in plate.grid],
        numbers=list(range(plate.top, plate.bottom)),
        left=plate.left,
        caption=plate.name,
        plate=plate,
    )


def _blocks(rows: Grid) -> Iterator[Region]:
    """Yield the rows between empty rows."""
    for is_filled, group in groupby(enumerate(rows), key=lambda item: any(item[1])):
        if is_filled:
            numbers, block = zip(*group, strict=True)
            yield Region(is_table=False, rows=list(block), numbers=list(numbers))


def _split(block: Region, least: int, grouped: Container[int]) -> Iterator[Region]:
    """Yield the remarks at the top of a block, then its table, then the remarks under it.

    Args:
        block: Rows without an empty row.
        least: A row with more filled cells is wide.
        grouped: Rows with a heading over several columns.
    """
    rows = block.rows
    wide = [number for number, row in enumerate(rows) if _count(row) > least]
    first = wide[0] if wide else len(rows)
    while first in wide and first + 1 in wide and _is_label(rows[first], rows[first + 1]):
        first += 1
    while 0 < first < len(rows) and (
        block.numbers[first - 1] in grouped or _is_group_row(rows[first - 1], rows[first])
    ):
        first -= 1
    is_table = bool(wide) and (first == 0 or len(wide) >= WIDE_SHARE * (len(rows) - first))
    # One wide row among narrow ones is a setting with several values.
    if not is_table or (len(wide) == 1 and first > 0):
        yield block
        return
    last = _end_of_table(rows)
    if first:
        yield _part(block, 0, first, is_table=False)
    yield _part(block, first, last, is_table=True)
    if last < len(rows):
        yield _part(block, last, len(rows), is_table=False)


def _end_of_table(rows: Grid) -> int:
    """Return where the remarks at the foot of a table begin."""
    end = len(rows)
    while end > 1 and rows[end - 1][0] and _count(rows[end - 1]) == 1:
        text = rows[end - 1][0]
        if not (REMARK_MARK.match(text) or len(text.split()) >= REMARK_WORDS):
            break
        end -= 1
    return end


def _part(region: Region, start: int, end: int, *, is_table: bool) -> Region:
    return Region(is_table=is_table, rows=region.rows[start:end], numbers=region.numbers[start:end])


def _is_label(row: Sequence[str], below: Sequence[str]) -> bool:
    """Tell "Plate: | Plate1 | Kinetic | 600" above the header of the plate's table."""
    return row[0].endswith(":") and _count(row) < _count(below)


def _is_group_row(row: Sequence[str], below: Sequence[str]) -> bool:
    """Tell headings over groups of columns from remarks: one of the two rows begins empty."""
    if _count(row) < 2 or (row[0] and below[0]) or row[0].endswith(":"):
        return False
    return _count(row) < _count(below) and not has_number(row)


def _merged(regions: Sequence[Region]) -> Iterator[Region]:
    """Join neighbours of one kind: empty rows do not end a table, a new header does."""
    current: Region | None = None
    for region in regions:
        if current is None:
            current = region
        elif current.is_table != region.is_table:
            yield current
            if region.is_table:
                region.caption = _caption(current, region)
            current = region
        elif current.is_table and _has_header(region.rows):
            yield current
            current = region
        else:
            current.rows = [*current.rows, *region.rows]
            current.numbers = [*current.numbers, *region.numbers]
    if current:
        yield current


def _caption(remarks: Region, table: Region) -> str:
    """Return the last remark above a table, unless it is one of a list of settings."""
    last = remarks.rows[-1]
    is_right_above = remarks.numbers[-1] + 1 == table.numbers[0]
    return " ".join(filter(None, last)) if is_right_above or _count(last) == 1 else ""


def _has_header(rows: Grid) -> bool:
    """Tell whether the first row holds words alone and a later one numbers."""
    return not has_number(rows[0]) and any(map(has_number, rows[1:]))


# ------------------------------------------------------------------------------ side by side


def _side_by_side(region: Region) -> Iterator[Region]:
    """Yield the tables that stand beside each other in the same rows.

    An empty column may as well be a gap inside one table, whose rows must not be torn apart: only
    tables of different length, or with the same header, are taken for several.
    """
    spans = list(_column_spans(region.rows)) if region.is_table else []
    parts = [[row[start:end] for row in region.rows] for start, end in spans]
    if len(parts) < 2 or not _are_tables(parts):
        yield region
        return
    for (start, _), part in zip(spans, parts, strict=True):
        kept = [(number, row) for number, row in zip(region.numbers, part, strict=True) if any(row)]
        numbers, rows = zip(*kept, strict=True)
        yield Region(
            is_table=True,
            rows=list(rows),
            numbers=list(numbers),
            left=region.left + start,
            caption=region.caption,
        )


def _column_spans(rows: Grid) -> Iterator[tuple[int, int]]:
    """Yield the runs of columns between empty columns."""
    filled = [any(column) for column in zip(*rows, strict=True)]
    for is_filled, group in groupby(enumerate(filled), key=lambda item: item[1]):
        if is_filled:
            columns = [number for number, _ in group]
            yield columns[0], columns[-1] + 1


def _are_tables(parts: Sequence[Grid]) -> bool:
    headers = [part[0] for part in parts]
    if any(len(header) < 2 or not all(header) for header in headers):
        return False
    if any(map(is_number, (cell for header in headers for cell in header))):
        return False
    heights = {sum(map(any, part)) for part in parts}
    return len(heights) > 1 or len({tuple(header) for header in headers}) == 1


def _count(row: Sequence[str]) -> int:
    return sum(1 for cell in row if cell)
