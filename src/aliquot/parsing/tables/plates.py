"""Find microplates: column numbers over row letters, and a well in every cell.

What enters: rows of cell texts. What leaves: the plates of a sheet with their place and name.
Formats are those of ANSI SLAS 4-2004, and the smaller ones of cell culture.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile

from aliquot.parsing.tables.cells import is_number
from aliquot.parsing.tables.sheets import Grid

__all__ = ["FORMATS", "Plate", "find_plates", "plate_size", "row_letters", "well_number"]

# Rows and columns -> wells.
FORMATS = {
    (2, 3): 6,
    (3, 4): 12,
    (4, 6): 24,
    (6, 8): 48,
    (8, 12): 96,
    (16, 24): 384,
    (32, 48): 1536,
}
# Freezer boxes are mapped like plates, and are no part of a larger one.
BOXES = {(9, 9): 81, (10, 10): 100}
MOST_ROWS, MOST_COLUMNS = 32, 48
# Rows A and B over columns 1 to 3 may be a plate of six wells or two conditions in triplicate: up
# to this many wells, the sheet or the file must be called a plate.
AMBIGUOUS_WELLS = 12
# A part of a plate counts from here on: three rows of six are no table of replicates.
LEAST_ROWS, LEAST_COLUMNS = 3, 6
LETTERS = {
    letter: number
    for number, letter in enumerate(
        [*"ABCDEFGHIJKLMNOPQRSTUVWXYZ", *(f"A{letter}" for letter in "ABCDEF")]
    )
}
# What instruments write into the corner above the row letters.
CORNER_MARKS = frozenset({"<>", "row", "rows", "\\", "/", "-", "*", "行"})
# A name stands right above a plate, or one empty row further up.
NAME_ROWS = 2
# More cells than this are a row of a table, not a name.
NAME_CELLS = 3
# Column numbers as found in cells: plain, padded, full width.
NUMBERS = {text: n for n in range(1, MOST_COLUMNS + 1) for text in (str(n), f"{n:02}")}


@dataclass(frozen=True, slots=True)
class Plate:
    """One plate on a sheet; rows and columns count from 0, labels included, ends excluded.

    Attributes:
        first_letter: Number of the first row, 0 for A.
        first_column: Number of the first column.
        wells: Contents by row and column.
        corner: What stands above the row letters.
        name: What the sheet calls it.
        name_cells: Where the name stands.
    """

    top: int
    left: int
    bottom: int
    right: int
    first_letter: int
    first_column: int
    wells: tuple[tuple[str, ...], ...]
    corner: str = ""
    name: str = ""
    name_cells: tuple[tuple[int, int], ...] = ()

    @property
    def letters(self) -> list[str]:
        """Letters of its rows."""
        return row_letters()[self.first_letter : self.first_letter + len(self.wells)]

    @property
    def columns(self) -> range:
        """Numbers of its columns."""
        return range(self.first_column, self.first_column + len(self.wells[0]))

    @property
    def size(self) -> int:
        """Wells of the smallest plate that has all of its rows and columns."""
        return plate_size(self.first_letter + len(self.wells), self.columns[-1])

    @property
    def format_name(self) -> str:
        """What it is called: "96-well plate", "81-position box"."""
        box = BOXES.get((len(self.wells), len(self.wells[0])))
        return f"{box}-position box" if box else f"{self.size}-well plate"

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """What two plates share whose wells correspond."""
        return self.first_letter, self.first_column, len(self.wells), len(self.wells[0])

    @property
    def is_layout(self) -> bool:
        """Whether most of its wells hold words: what was put in, not what was measured."""
        filled = [well for row in self.wells for well in row if well]
        return sum(map(is_number, filled)) < len(filled) / 2

    @property
    def grid(self) -> list[list[str]]:
        """Rows with their letters, under the column numbers."""
        header = [self.corner, *map(str, self.columns)]
        rows = zip(self.letters, self.wells, strict=True)
        return [header, *([letter, *wells] for letter, wells in rows)]


def plate_size(rows: int, columns: int) -> int:
    """Return the wells of the smallest plate with at least that many rows and columns."""
    fitting = (size for (r, c), size in FORMATS.items() if rows <= r and columns <= c)
    return next(fitting, 0)


def row_letters() -> list[str]:
    """Return the letters of the rows of the largest plate, A to AF."""
    return list(LETTERS)


def well_number(text: str) -> int:
    """Return the column number a cell holds, or 0."""
    return NUMBERS.get(text) or NUMBERS.get(unicodedata.normalize("NFKC", text), 0)


def find_plates(rows: Grid, *, names_plate: bool = False) -> list[Plate]:
    """Return the plates of a sheet, row by row, those beside each other from left to right.

    Args:
        rows: The cells of a sheet.
        names_plate: Whether the sheet or file is called a plate, so that small ones count.
    """
    found: list[Plate] = []
    for top, row in enumerate(rows):
        numbers = [well_number(cell) if cell else 0 for cell in row]
        for start, end in _runs(numbers):
            plate = _plate_at(rows, top, start, end, first_column=numbers[start])
            if plate is not None and _is_plate(plate, names_plate=names_plate):
                found.append(_named(plate, rows, found))
    return found


def _runs(numbers: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield start and end of each run of at least three numbers that ascend by one."""
    start = 0
    for index in range(1, len(numbers) + 1):
        goes_on = index < len(numbers) and numbers[index] == numbers[index - 1] + 1
        if goes_on and numbers[index - 1]:
            continue
        if index - start >= 3 and numbers[start]:
            yield start, index
        start = index


def _plate_at(rows: Grid, top: int, start: int, end: int, *, first_column: int) -> Plate | None:
    """Return the plate whose column numbers stand at `top`, from `start` to `end`."""
    if start == 0:
        return None
    side = start - 1
    below = [row[side] if side < len(row) else "" for row in rows[top + 1 : top + 1 + MOST_ROWS]]
    letters = [LETTERS.get(unicodedata.normalize("NFKC", cell).upper(), -1) for cell in below]
    first = letters[0] if letters else -1
    is_next = (first >= 0 and letter == first + offset for offset, letter in enumerate(letters))
    count = sum(1 for _ in takewhile(bool, is_next))
    if count < 2 and not (count := _unlabelled_rows(rows, top, start, end)):
        return None
    wells = [[*row[start:end], *[""] * (end - len(row))] for row in rows[top + 1 : top + 1 + count]]
    if not any(map(any, wells)):
        return None
    corner = rows[top][side]
    return Plate(
        top=top,
        left=side,
        bottom=top + 1 + count,
        right=end,
        first_letter=max(first, 0),
        first_column=first_column,
        wells=tuple(map(tuple, wells)),
        corner=corner,
    )


def _unlabelled_rows(rows: Grid, top: int, start: int, end: int) -> int:
    """Return the rows of a plate without letters, as SoftMax Pro writes it under a temperature.

    Only a full plate of numbers is told from a table.
    """
    if "temperature" not in rows[top][start - 1].casefold():
        return 0
    below = (row[start:end] for row in rows[top + 1 : top + 1 + MOST_ROWS])
    count = sum(1 for _ in takewhile(lambda row: all(row) and all(map(is_number, row)), below))
    return count if (count, end - start) in FORMATS else 0


def _is_plate(plate: Plate, *, names_plate: bool) -> bool:
    height, width = len(plate.wells), len(plate.wells[0])
    if not plate.size:
        return False
    if (height, width) in FORMATS:
        return names_plate or FORMATS[height, width] > AMBIGUOUS_WELLS
    return height >= LEAST_ROWS and width >= LEAST_COLUMNS


def _named(plate: Plate, rows: Grid, others: Sequence[Plate]) -> Plate:
    """Return the plate with the name in its corner, or right above it."""
    taken = {cell for other in others for cell in other.name_cells}
    name = ""
    cells: tuple[tuple[int, int], ...] = ()
    if plate.corner and plate.corner.casefold() not in CORNER_MARKS:
        name = plate.corner
    for distance in range(1, NAME_ROWS + 1):
        above = plate.top - distance
        if name or above < 0 or any(other.top <= above < other.bottom for other in others):
            break
        cells = tuple((above, column) for column in _labels(rows[above], plate))
        if len(cells) > NAME_CELLS or set(cells) & taken:
            cells = ()
            break
        name = " ".join(rows[above][column] for _, column in cells)
    return replace(plate, name=name, name_cells=cells)


def _labels(row: Sequence[str], plate: Plate) -> list[int]:
    """Return the columns of the cells in a row that stand above a plate."""
    return [number for number in range(plate.left, min(plate.right, len(row))) if row[number]]
