"""Read the sheets of a workbook with calamine: values, merged cells, visibility.

What enters: the bytes of an XLSX, XLSM, XLSB, XLS or ODS workbook. What leaves: a `Sheet` for every
worksheet, hidden ones too, uncut.
"""

from __future__ import annotations

import io
from collections.abc import Mapping, Sequence
from typing import Any

from python_calamine import (
    CalamineError,
    CalamineSheet,
    CalamineWorkbook,
    PasswordError,
    SheetMetadata,
    SheetTypeEnum,
    SheetVisibleEnum,
    XmlError,
    ZipError,
)

from aliquot.errors import ParseError
from aliquot.parsing.tables.cells import cell_text
from aliquot.parsing.tables.number_formats import NumberFormat
from aliquot.parsing.tables.sheets import MAX_ROWS, Sheet

__all__ = ["DENSE_CELLS", "read_sheets"]

# Calamine holds the rectangle around all cells in memory, about 32 bytes each: one stray value in
# the last cell of a sheet (XFD1048576) would ask for 500 GB.
DENSE_CELLS = 10_000_000

# What calamine raises where bytes are not as they should be.
DAMAGE = (CalamineError, XmlError, ZipError, OSError, ValueError)
Formats = Mapping[tuple[int, int], NumberFormat]


def read_sheets(
    data: bytes, *, source: str, formats: Mapping[str, Formats] | None = None
) -> list[Sheet]:
    """Return every worksheet of a workbook.

    Args:
        data: The workbook.
        source: Named in the error.
        formats: What number formats add, by the name of the sheet and the cell.

    Raises:
        ParseError: The workbook is damaged or protected with a password.
    """
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        return [
            _sheet(workbook, metadata, number, (formats or {}).get(metadata.name, {}))
            for number, metadata in enumerate(workbook.sheets_metadata, start=1)
            if metadata.typ == SheetTypeEnum.WorkSheet
        ]
    except PasswordError as exc:
        raise ParseError(
            "The workbook is protected with a password.",
            source=source,
            status="encrypted",
            hint="Save a copy without the password and add that.",
        ) from exc
    except BaseException as exc:
        if not isinstance(exc, DAMAGE) and not _is_panic(exc):
            raise
        raise ParseError(
            "The workbook is damaged.",
            source=source,
            hint="Open it in Excel or LibreOffice, let it repair the file, and save it again.",
        ) from exc


def _is_panic(exc: BaseException) -> bool:
    """Tell a panic of Rust: a `BaseException` of a class that no module exports."""
    return type(exc).__name__ == "PanicException"


def _sheet(
    workbook: CalamineWorkbook, metadata: SheetMetadata, number: int, formats: Formats
) -> Sheet:
    source = workbook.get_sheet_by_name(metadata.name)
    # Without `skip_empty_area=False` rows would count from the first cell with a value, and
    # formats and formulas would not fall on their cells.
    values = source.to_python(skip_empty_area=False, nrows=MAX_ROWS + 1)
    is_visible = metadata.visible == SheetVisibleEnum.Visible
    return Sheet(
        name=metadata.name,
        number=number,
        rows=_texts(values, formats),
        flags=set() if is_visible else {"hidden_sheet"},
        warnings=[] if is_visible else [f"Sheet {metadata.name!r} is hidden; it was read."],
        row_count=source.height,
        merged=_merged(source),
    )


def _texts(values: Sequence[Sequence[Any]], formats: Formats) -> list[list[str]]:
    rows = [[cell_text(value) for value in row] for row in values]
    for (row, column), shown in formats.items():
        value = values[row][column] if row < len(values) and column < len(values[row]) else None
        if isinstance(value, int | float) and not isinstance(value, bool):
            rows[row][column] = shown.text(float(value))
    return rows


def _merged(sheet: CalamineSheet) -> list[tuple[int, int, int, int]]:
    ranges = sheet.merged_cell_ranges or []
    return [(top, left, bottom, right) for (top, left), (bottom, right) in ranges if top < MAX_ROWS]
