"""Find the tables of a sheet, and the remarks around them.

What enters: rows of cell texts. What leaves: regions in order, each a table or a few remarks.
Instruments write a dozen lines about a measurement above, between and below their tables; kept
inside, they would make the first of them the header of the table.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

__all__ = ["Region", "find_regions"]

Grid = list[list[str]]

# A row with more filled cells than this is wide: remarks have a label, a value and a unit.
REMARK_CELLS = 3
# Share of wide rows, from the first wide one on, that makes a table of a block that does not
# begin with its header. Lists of settings have one wide row in ten.
WIDE_SHARE = 1 / 3
NUMBER = re.compile(r"^[-+<>~≤≥]?\s*[\d.,]*\d(?:[eE][-+]?\d+)?\s*%?$")


@dataclass(slots=True)
class Region:
    """Neighbouring rows of one kind; `caption` is the remark right above a table."""

    is_table: bool
    rows: Grid = field(default_factory=list)
    caption: str = ""


def find_regions(rows: Grid) -> list[Region]:
    """Split rows into tables and remarks.

    A sheet without a wide row is one table: a list of two columns is a table as well.
    """
    if not any(_is_wide(row) for row in rows):
        return [Region(is_table=True, rows=rows)]
    regions = list(_merged([part for block in _blocks(rows) for part in _split(block)]))
    if not any(region.is_table for region in regions):
        return [Region(is_table=True, rows=rows)]
    return regions


def _blocks(rows: Grid) -> Iterator[Grid]:
    """Yield the rows between empty rows."""
    for is_filled, group in groupby(rows, key=any):
        if is_filled:
            yield list(group)


def _split(block: Grid) -> Iterator[Region]:
    """Yield the remarks at the top of a block, then its table, where it has them."""
    wide = [number for number, row in enumerate(block) if _is_wide(row)]
    first = wide[0] if wide else len(block)
    while first in wide and first + 1 in wide and _is_label(block[first], block[first + 1]):
        first += 1
    is_table = bool(wide) and (first == 0 or len(wide) >= WIDE_SHARE * (len(block) - first))
    # One wide row among narrow ones is a setting with several values.
    if not is_table or (len(wide) == 1 and first > 0):
        yield Region(is_table=False, rows=block)
        return
    if first:
        yield Region(is_table=False, rows=block[:first])
    yield Region(is_table=True, rows=block[first:])


def _is_label(row: Sequence[str], below: Sequence[str]) -> bool:
    """Tell "Plate: | Plate1 | Kinetic | 600" above the header of the plate's table."""
    return row[0].endswith(":") and _count(row) < _count(below)


def _merged(regions: Sequence[Region]) -> Iterator[Region]:
    """Join neighbours of one kind: empty rows do not end a table, a new header does."""
    current: Region | None = None
    for region in regions:
        if current is None:
            current = region
        elif current.is_table != region.is_table:
            yield current
            if region.is_table:
                region.caption = " ".join(cell for cell in current.rows[-1] if cell)
            current = region
        elif current.is_table and _has_header(region.rows):
            yield current
            current = region
        else:
            current.rows = [*current.rows, *region.rows]
    if current:
        yield current


def _has_header(rows: Grid) -> bool:
    """Tell whether the first row holds words alone and a later one numbers."""
    return not any(map(NUMBER.match, rows[0])) and any(
        NUMBER.match(cell) for row in rows[1:] for cell in row
    )


def _is_wide(row: Sequence[str]) -> bool:
    return _count(row) > REMARK_CELLS


def _count(row: Sequence[str]) -> int:
    return sum(1 for cell in row if cell)
