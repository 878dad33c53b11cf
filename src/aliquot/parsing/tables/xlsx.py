"""Read spreadsheets: every sheet with content, hidden ones too.

What enters: an XLSX workbook. What leaves: one `Document` of kind
table with a section per sheet. Values come from calamine, which is fast; formulas that were never
calculated, and sheets too sparse for a dense reader, come from openpyxl.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from python_calamine import (
    CalamineError,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
    XmlError,
    ZipError,
)

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import open_bytes
from aliquot.parsing.files.zips import open_zip, read_member
from aliquot.parsing.tables.sheets import (
    MAX_ROWS,
    Sheet,
    cell_text,
    evident_title,
    trimmed,
    write_sheet,
)
from aliquot.parsing.tables.xlsx_openpyxl import read_formulas, read_sparse
from aliquot.types import Document, DocumentKind, DocumentStatus

__all__ = ["XlsxParser"]

# Calamine holds the rectangle around all cells in memory, about 32 bytes each: one stray value in
# the last cell of a sheet (XFD1048576) would ask for 500 GB.
DENSE_CELLS = 10_000_000
ROW = re.compile(rb'<(?:\w+:)?row\b[^>]*?\br="(\d{1,7})"')
WIDE_COLUMN = re.compile(rb'<(?:\w+:)?c\b[^>]*?\br="([A-Z]{2,3})\d')
FORMULA = re.compile(rb"<(?:\w+:)?f[\s>/]")
WORKSHEET = re.compile(r"xl/worksheets/[^/]+\.xml$")
LETTERS = 26


@dataclass(frozen=True, slots=True)
class _Inspection:
    """What a look at the raw XML tells before any cell is read."""

    is_sparse: bool = False
    has_formulas: bool = False


class XlsxParser:
    """Read Excel workbooks."""

    name = "xlsx"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read the workbook as one document.

        Raises:
            ParseError: The file is damaged, protected by a password, or without any cell.
        """
        sheets = [trimmed(sheet) for sheet in _read(path)]
        filled = [sheet for sheet in sheets if sheet.rows]
        if not filled:
            raise ParseError(
                "The workbook has no cell with a value.",
                source=str(path),
                status="empty",
                hint="Check whether its content is an image or a chart, and export that instead.",
            )
        title = evident_title(filled[0].rows) or path.stem
        builder = DocumentBuilder()
        for sheet in filled:
            write_sheet(builder, sheet, caption=sheet.name)
        document = builder.build(
            kind=DocumentKind.TABLE,
            title=title,
            language=detect_language(" ".join(_sample(filled))),
            parser=self.name,
            parser_version=self.version,
            status=_status(filled),
            warnings=tuple(warning for sheet in filled for warning in sheet.warnings),
        )
        return [document]


def _sample(sheets: list[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        yield sheet.name
        for row in sheet.rows[:50]:
            yield " ".join(row)


def _status(sheets: list[Sheet]) -> DocumentStatus:
    is_partial = any(sheet.is_cut or "formula_without_value" in sheet.flags for sheet in sheets)
    return DocumentStatus.PARTIAL if is_partial else DocumentStatus.OK


# ------------------------------------------------------------------------------ reading


def _read(path: Path) -> list[Sheet]:
    source = str(path)
    inspection = _inspect(path)
    data = open_bytes(path)
    if inspection.is_sparse:
        return read_sparse(data, source=source)
    sheets = _read_dense(data, source)
    if inspection.has_formulas:
        _fill_formulas(sheets, read_formulas(data, source=source))
    return sheets


def _inspect(path: Path) -> _Inspection:
    """Look at the raw XML of the sheets.

    Raises:
        ParseError: The workbook is damaged, encrypted, or of the format before 2007.
    """
    with open_zip(path) as archive:
        names = [name for name in archive.namelist() if WORKSHEET.search(name)]
        texts = [read_member(archive, name) or b"" for name in names]
    return _Inspection(
        is_sparse=any(_area(xml) > DENSE_CELLS for xml in texts),
        has_formulas=any(FORMULA.search(xml) for xml in texts),
    )


def _area(xml: bytes) -> int:
    """Return an upper bound of the cells in the rectangle around a sheet's content."""
    height = max(map(int, ROW.findall(xml)), default=0)
    width = max((_column(name) for name in set(WIDE_COLUMN.findall(xml))), default=LETTERS)
    return height * width


def _column(name: bytes) -> int:
    """Return the number of a column: A is 1, AA is 27."""
    number = 0
    for letter in name:
        number = number * LETTERS + letter - ord("A") + 1
    return number


def _read_dense(data: bytes, source: str) -> list[Sheet]:
    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(data))
        return [
            _dense_sheet(workbook, name=metadata.name, number=number, visible=metadata.visible)
            for number, metadata in enumerate(workbook.sheets_metadata, start=1)
            if metadata.typ == SheetTypeEnum.WorkSheet
        ]
    except (CalamineError, PasswordError, XmlError, ZipError, OSError, ValueError) as exc:
        raise ParseError(
            "The workbook is damaged.",
            source=source,
            hint="Open it in Excel or LibreOffice, let it repair the file, and save it again.",
        ) from exc


def _dense_sheet(
    workbook: CalamineWorkbook, *, name: str, number: int, visible: SheetVisibleEnum
) -> Sheet:
    source = workbook.get_sheet_by_name(name)
    # Without `skip_empty_area=False` rows would count from the first cell with a value, and
    # formulas would not fall on their cells.
    values = source.to_python(skip_empty_area=False, nrows=MAX_ROWS + 1)
    return Sheet(
        name=name,
        number=number,
        rows=[[cell_text(value) for value in row] for row in values],
        flags=set() if visible == SheetVisibleEnum.Visible else {"hidden_sheet"},
        row_count=source.height,
    )


def _fill_formulas(sheets: list[Sheet], formulas: dict[str, dict[tuple[int, int], str]]) -> None:
    """Show formulas where a sheet's were never calculated, as programs other than Excel save them.

    A sheet with any calculated formula was calculated: its empty results are empty texts.
    """
    for sheet in sheets:
        cells = formulas.get(sheet.name, {})
        if not cells or any(_cell(sheet, row, column) for row, column in cells):
            continue
        for (row, column), formula in cells.items():
            _put(sheet, row, column, formula)
        sheet.flags.add("formula_without_value")
        sheet.warnings.append(
            f"Sheet {sheet.name!r}: {len(cells)} formulas without a stored result are shown as "
            "such. Open and save the file in Excel to store results."
        )


def _cell(sheet: Sheet, row: int, column: int) -> str:
    cells = sheet.rows[row] if row < len(sheet.rows) else []
    return cells[column] if column < len(cells) else ""


def _put(sheet: Sheet, row: int, column: int, text: str) -> None:
    while len(sheet.rows) <= row:
        sheet.rows.append([])
    cells = sheet.rows[row]
    cells.extend([""] * (column + 1 - len(cells)))
    cells[column] = text
