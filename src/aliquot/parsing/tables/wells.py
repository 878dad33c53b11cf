"""Say in words what is in each well of a plate.

What enters: the plates of a workbook, or a table with a row for each well. What leaves: lines such
as "A1: control; A2: drug" and "control: A1-A3, B1". A plate is read cell by cell by its letters and
numbers, which a row of a table does not repeat.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from aliquot.parsing.tables.plates import MOST_COLUMNS, Plate, row_letters, well_number
from aliquot.parsing.tables.sheets import Grid

__all__ = ["contents_by_well", "plate_lines", "wells_by_content", "with_wells"]

WELL = re.compile(r"^([A-P]|A[A-F])0?([1-9]|[1-4]\d)$", re.I)
WELL_HEADER = re.compile(
    r"^(?:well(?:[ _]?(?:position|id|name|no\.?))?|position|ウェル(?:名|番号)?)$", re.I
)
ROW_HEADER = re.compile(r"^(?:(?:plate|well)[ _]?)?row$|^行$", re.I)
COLUMN_HEADER = re.compile(r"^(?:(?:plate|well)[ _]?)?col(?:umn)?$|^列$", re.I)
# A column with more contents than this tells wells apart rather than grouping them.
MOST_CONTENTS = 24
# Colours in which a layout is to be drawn.
COLOUR = re.compile(r"^#[0-9a-f]{6}$", re.I)
LARGEST_PLATE = 1536

Contents = Mapping[str, Sequence[str]]


def plate_lines(plate: Plate, layouts: Iterable[Plate]) -> list[str]:
    """Return one line for each row of wells, each well with what was put into it.

    Args:
        plate: The plate.
        layouts: Other plates of words, for the same wells.
    """
    inside = [layout.wells for layout in layouts if layout.shape == plate.shape]
    lines = []
    for number, (letter, wells) in enumerate(zip(plate.letters, plate.wells, strict=True)):
        named = []
        for offset, (column, well) in enumerate(zip(plate.columns, wells, strict=True)):
            contents = ", ".join(filter(None, (layout[number][offset] for layout in inside)))
            label = f"{letter}{column}" + (f" ({contents})" if contents else "")
            named += [f"{label}: {well}"] if well else []
        lines += ["; ".join(named)] if named else []
    return lines


def contents_by_well(plate: Plate) -> dict[str, list[str]]:
    """Return the wells of each content, where several wells share one."""
    by_content: dict[str, list[str]] = {}
    for letter, wells in zip(plate.letters, plate.wells, strict=True):
        for column, well in zip(plate.columns, wells, strict=True):
            if well:
                by_content.setdefault(well, []).append(f"{letter}{column}")
    return by_content


def wells_by_content(contents: Contents) -> list[str]:
    """Return "control: A1-A3, B1" for each content; nothing where nearly every well differs."""
    wells = sum(map(len, contents.values()))
    if not 1 < len(contents) <= min(MOST_CONTENTS, wells // 2):
        return []
    return [f"{content}: {', '.join(_ranges(names))}" for content, names in contents.items()]


def _ranges(wells: Sequence[str]) -> Iterator[str]:
    """Yield "A1-A3" for wells that follow each other in a row."""
    split = [_parts(well) for well in wells]
    neighbours = groupby(enumerate(split), key=lambda item: (item[1][0], item[1][1] - item[0]))
    for (letter, _), group in neighbours:
        columns = [column for _, (_, column) in group]
        last = f"-{letter}{columns[-1]}" if len(columns) > 1 else ""
        yield f"{letter}{columns[0]}{last}"


def _parts(well: str) -> tuple[str, int]:
    match = WELL.match(well)
    return (match[1].upper(), int(match[2])) if match else (well, 0)


# ------------------------------------------------------------------------------ a row for each well


class _WellColumn:
    """The wells a table has a row for.

    Args:
        rows: The table, header first.
    """

    def __init__(self, rows: Grid) -> None:
        self.rows = rows
        self.names, self.is_added = self._wells()

    def __bool__(self) -> bool:
        return bool(self.names)

    def _wells(self) -> tuple[list[str], bool]:
        """Return the well of each row below the header, and whether row and column gave it."""
        if not 2 < len(self.rows) <= LARGEST_PLATE + 1:
            return [], False
        header, body = self.rows[0], self.rows[1:]
        wells = _column(header, body, WELL_HEADER)
        if wells and all(map(WELL.match, wells)):
            return ["".join(map(str, _parts(well))) for well in wells], False
        letters, numbers = _column(header, body, ROW_HEADER), _column(header, body, COLUMN_HEADER)
        known = set(row_letters())
        is_plate = numbers and all(letter.upper() in known for letter in letters)
        if (
            not letters
            or not is_plate
            or not all(0 < well_number(number) <= MOST_COLUMNS for number in numbers)
        ):
            return [], False
        pairs = zip(letters, numbers, strict=True)
        return [f"{letter.upper()}{well_number(number)}" for letter, number in pairs], True

    def with_names(self) -> Grid:
        """Return the table with a column of well names, where it has only rows and columns."""
        if not self.is_added:
            return self.rows
        names = ["Well", *self.names]
        return [[name, *row] for name, row in zip(names, self.rows, strict=True)]

    def by_content(self) -> Iterator[tuple[str, list[str]]]:
        """Yield the columns that group wells, each with a line for every content."""
        for number, name in enumerate(self.rows[0]):
            if any(kind.match(name) for kind in (WELL_HEADER, ROW_HEADER, COLUMN_HEADER)):
                continue
            contents: dict[str, list[str]] = {}
            for well, row in zip(self.names, self.rows[1:], strict=True):
                if row[number]:
                    contents.setdefault(row[number], []).append(well)
            lines = wells_by_content(contents)
            if lines and not all(map(COLOUR.match, contents)):
                yield name, lines


def with_wells(rows: Grid) -> tuple[Grid, list[tuple[str, list[str]]]]:
    """Return a table with its wells named, and its columns that group wells."""
    column = _WellColumn(rows)
    return (column.with_names(), list(column.by_content())) if column else (rows, [])


def _column(header: Sequence[str], body: Grid, name: re.Pattern[str]) -> list[str]:
    found = [number for number, cell in enumerate(header) if name.match(cell)]
    return [row[found[0]] for row in body] if len(found) == 1 else []
