"""Write the cells of a sheet as blocks: remarks as lines, tables as grids, plates as wells.

What enters: a `Sheet`. What leaves: blocks in a `DocumentBuilder`, in the order of the sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import compress
from textwrap import shorten
from typing import Any

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.tables.gene_names import damaged_gene_columns
from aliquot.parsing.tables.headers import with_one_header
from aliquot.parsing.tables.plates import Plate
from aliquot.parsing.tables.regions import Region, find_regions
from aliquot.parsing.tables.sheets import Grid, Sheet
from aliquot.parsing.tables.wells import (
    contents_by_well,
    plate_lines,
    wells_by_content,
    with_wells,
)
from aliquot.parsing.writing.lines import pack_lines
from aliquot.types import BlockType

__all__ = ["write_sheets"]

# A kinetic measurement may have a plate for each of hundreds of times; beyond these, grids alone
# are written.
MOST_PLATES_IN_WORDS = 24
# Three rows of a 96-well plate of readings, which fill one chunk: each part names its plate.
WELL_WORDS = 80
NAMES_PLATE = ("plate", "well", "layout", "プレート", "ウェル")
# Instruments list the versions of their software in a comment; people write less.
COMMENT_CHARS = 600
LETTERS = 26


@dataclass(frozen=True, slots=True)
class _Page:
    """A sheet with its regions."""

    sheet: Sheet
    regions: list[Region]
    caption: str

    @property
    def plates(self) -> list[Plate]:
        """The plates on it."""
        return [region.plate for region in self.regions if region.plate is not None]


def write_sheets(builder: DocumentBuilder, sheets: Iterable[Sheet], *, title: str = "") -> None:
    """Append sheets: a heading where one has a name, then what stands on it.

    What is doubted is added to the warnings of each sheet.

    Args:
        builder: Where the blocks go.
        sheets: Cut to their content.
        title: Names the tables that neither sheet nor remark names.
    """
    pages = [_page(sheet, title) for sheet in sheets]
    layouts = [plate for page in pages for plate in page.plates if plate.is_layout]
    room = MOST_PLATES_IN_WORDS
    for page in pages:
        own = [plate for plate in page.plates if plate.is_layout]
        _write_page(builder, page, own or layouts, room)
        room -= len(page.plates)


def _page(sheet: Sheet, title: str) -> _Page:
    names = f"{sheet.name} {title}".casefold()
    names_plate = any(word in names for word in NAMES_PLATE)
    regions = find_regions(sheet.rows, names_plate=names_plate, grouped=_grouped_rows(sheet))
    return _Page(sheet, regions, caption=sheet.name or title)


def _grouped_rows(sheet: Sheet) -> set[int]:
    """Return the rows with a cell merged over several columns, titles left out.

    A title is merged over all columns, or stands alone and reaches over the first column: a group
    of columns never holds the names of the rows.
    """
    width = max(map(len, sheet.rows), default=0)
    return {
        top
        for top, left, _, right in sheet.merged
        if 0 < right - left < width - 1
        and top < len(sheet.rows)
        and (left > 0 or sum(map(bool, sheet.rows[top])) > 1)
    }


def _write_page(builder: DocumentBuilder, page: _Page, layouts: Sequence[Plate], room: int) -> None:
    sheet = page.sheet
    pages = (sheet.number,) if sheet.number else ()
    builder.heading(sheet.name, pages=pages)
    for region in page.regions:
        flags = _flags(sheet, region)
        place: dict[str, Any] = {"pages": pages, "flags": flags}
        if region.plate is not None:
            is_shown = page.plates.index(region.plate) < room
            _write_plate(builder, region, page, layouts if is_shown else None, place)
        elif region.is_table:
            _write_table(builder, region, page, place)
        else:
            builder.add(BlockType.FIELD, "\n".join(map(_remark, region.rows)), **place)
        # A remark may be the caption of what follows: nothing may come between.
        if region.is_table:
            _write_comments(builder, sheet, region)
    _write_comments(builder, sheet, None)


def _flags(sheet: Sheet, region: Region) -> set[str]:
    flags = set(sheet.flags)
    if sheet.hidden_rows.intersection(region.numbers):
        flags.add("hidden_rows")
    if sheet.hidden_columns.intersection(range(region.left, region.right)):
        flags.add("hidden_columns")
    return flags


def _remark(row: Sequence[str]) -> str:
    """Return "Measurement wavelength: 600 nm"."""
    cells = [cell for cell in row if cell]
    if len(cells) < 2 or cells[0].endswith(":"):
        return " ".join(cells)
    return f"{cells[0]}: {' '.join(cells[1:])}"


# ------------------------------------------------------------------------------ tables


def _write_table(
    builder: DocumentBuilder, region: Region, page: _Page, place: dict[str, Any]
) -> None:
    rows = with_one_header(region.rows, _spans(page.sheet, region))
    rows = _without_empty_columns(rows)
    damage = list(damaged_gene_columns(rows))
    if damage:
        page.sheet.warnings.extend(damage)
        place["flags"] = {*_flags(page.sheet, region), "gene_date"}
    named, by_content = with_wells(rows)
    caption = region.caption or page.caption
    builder.table(named, caption=caption, **place)
    for column, lines in by_content:
        _write_wells(builder, f"{caption}, wells by {column}", lines, place)


def _spans(sheet: Sheet, region: Region) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the merged cells inside a table, counted from its first cell."""
    rows = {number: index for index, number in enumerate(region.numbers)}
    return {
        (rows[top], left - region.left): (rows[bottom] - rows[top] + 1, right - left + 1)
        for top, left, bottom, right in sheet.merged
        if top in rows and bottom in rows and region.left <= left and right < region.right
    }


def _without_empty_columns(rows: Grid) -> Grid:
    """Drop the columns in which nothing stands, neither a name nor a value."""
    filled = [any(column) for column in zip(*rows, strict=True)]
    return [list(compress(row, filled)) for row in rows]


# ------------------------------------------------------------------------------ plates


def _write_plate(
    builder: DocumentBuilder,
    region: Region,
    page: _Page,
    layouts: Sequence[Plate] | None,
    place: dict[str, Any],
) -> None:
    """Append a plate as a grid, then in words unless `layouts` is `None`."""
    plate = region.plate
    if plate is None:
        return
    name = plate.name or page.caption
    if plate.name_cells:
        builder.add(BlockType.CAPTION, plate.name, **place)
    builder.table(plate.grid, caption=name, **place)
    if layouts is None:
        return
    others = [layout for layout in layouts if layout is not plate and not plate.is_layout]
    label = f"{name} ({plate.format_name})"
    _write_wells(builder, f"{label}, by well", plate_lines(plate, others), place)
    if plate.is_layout:
        lines = wells_by_content(contents_by_well(plate))
        _write_wells(builder, f"{label}, wells by content", lines, place)


def _write_wells(
    builder: DocumentBuilder, label: str, lines: Sequence[str], place: dict[str, Any]
) -> None:
    for text in pack_lines(lines, max_words=WELL_WORDS):
        builder.add(BlockType.FIELD, f"{label}:\n{text}", **place)


# ------------------------------------------------------------------------------ comments on cells


def _write_comments(builder: DocumentBuilder, sheet: Sheet, region: Region | None) -> None:
    """Append the comments on the cells of a region, or all that are left, and take them away."""
    pages = (sheet.number,) if sheet.number else ()
    for row, column in sorted(sheet.comments):
        if region is None or _is_inside(region, row, column):
            comment = shorten(sheet.comments.pop((row, column)), COMMENT_CHARS, placeholder=" ...")
            text = f"Comment on {_cell_name(sheet, row, column)}: {comment}"
            builder.add(BlockType.FOOTNOTE, text, pages=pages, flags=sheet.flags)


def _is_inside(region: Region, row: int, column: int) -> bool:
    return row in region.numbers and region.left <= column < region.right


def _cell_name(sheet: Sheet, row: int, column: int) -> str:
    """Return "B2 (Tris)"."""
    is_read = 0 <= row < len(sheet.rows) and 0 <= column < len(sheet.rows[row])
    cell = sheet.rows[row][column] if is_read else ""
    return _address(sheet, row, column) + (f" ({cell})" if cell else "")


def _address(sheet: Sheet, row: int, column: int) -> str:
    """Return the name of a cell in its workbook, such as "AB12"."""
    number = column + sheet.origin[1] + 1
    letters = ""
    while number:
        number, rest = divmod(number - 1, LETTERS)
        letters = chr(ord("A") + rest) + letters
    return f"{letters}{row + sheet.origin[0] + 1}"
