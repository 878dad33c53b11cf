"""Read spreadsheets: every sheet with content, hidden ones too.

What enters: an XLSX or XLSM workbook. What leaves: one `Document` of kind table with a section per
sheet. Values come from calamine, which is fast; what stands beside them from the XML itself;
formulas that were never calculated, and sheets too sparse for a dense reader, from openpyxl.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from aliquot.parsing.files.bytes import open_bytes
from aliquot.parsing.files.zips import open_zip
from aliquot.parsing.tables.calamine import DENSE_CELLS, read_sheets
from aliquot.parsing.tables.sheets import Sheet
from aliquot.parsing.tables.workbooks import workbook_document
from aliquot.parsing.tables.xlsx_markup import SheetMarkup, read_markup
from aliquot.parsing.tables.xlsx_openpyxl import read_formulas, read_sparse
from aliquot.types import Document

__all__ = ["XlsxParser"]

# Errors named in a warning; a broken link may spoil a whole column.
ERRORS_SHOWN = 3


class XlsxParser:
    """Read Excel workbooks of 2007 and later."""

    name = "xlsx"
    version = "2"

    def parse(self, path: Path) -> list[Document]:
        """Read the workbook as one document.

        Raises:
            ParseError: The file is damaged, protected by a password, or without any cell.
        """
        return [workbook_document(_read(path), path, parser=self.name, version=self.version)]


def _read(path: Path) -> list[Sheet]:
    source = str(path)
    with open_zip(path) as archive:
        markup = read_markup(archive)
    data = open_bytes(path)
    is_sparse = any(sheet.area > DENSE_CELLS for sheet in markup.values())
    if is_sparse:
        sheets = read_sparse(data, source=source)
    else:
        formats = {name: sheet.formats for name, sheet in markup.items()}
        sheets = read_sheets(data, source=source, formats=formats)
    pending = any(sheet.without_result for sheet in markup.values())
    formulas = read_formulas(data, source=source) if pending else {}
    for sheet in sheets:
        _add_markup(sheet, markup.get(sheet.name, SheetMarkup()), formulas.get(sheet.name, {}))
    return sheets


def _add_markup(sheet: Sheet, markup: SheetMarkup, formulas: Mapping[tuple[int, int], str]) -> None:
    sheet.hidden_rows = markup.hidden_rows
    sheet.hidden_columns = markup.hidden_columns
    sheet.comments = markup.comments
    _drop_invisible(sheet, markup.invisible)
    _show_errors(sheet, markup.errors)
    _show_formulas(sheet, {at: formulas[at] for at in markup.without_result if at in formulas})


def _drop_invisible(sheet: Sheet, cells: Iterable[tuple[int, int]]) -> None:
    """Drop text that nobody sees, which is how prompts are slipped into a library."""
    hidden = [(row, column) for row, column in cells if _cell(sheet, row, column)]
    for row, column in hidden:
        sheet.rows[row][column] = ""
    if hidden:
        sheet.flags.add("hidden_text")
        sheet.warnings.append(
            f"Sheet {sheet.name!r}: invisible text in {len(hidden)} cells was dropped."
        )


def _show_errors(sheet: Sheet, errors: Mapping[tuple[int, int], str]) -> None:
    """Show errors as such: an empty cell would look as if nothing had been measured."""
    for (row, column), error in errors.items():
        _put(sheet, row, column, error)
    if errors:
        kinds = ", ".join(list(dict.fromkeys(errors.values()))[:ERRORS_SHOWN])
        sheet.flags.add("cell_error")
        sheet.warnings.append(
            f"Sheet {sheet.name!r}: {len(errors)} cells hold an error ({kinds}). "
            "Correct their formulas in Excel and save the file."
        )


def _show_formulas(sheet: Sheet, formulas: Mapping[tuple[int, int], str]) -> None:
    """Show formulas that were never calculated, as programs other than Excel save them."""
    for (row, column), formula in formulas.items():
        _put(sheet, row, column, formula)
    if formulas:
        sheet.flags.add("formula_without_value")
        sheet.warnings.append(
            f"Sheet {sheet.name!r}: {len(formulas)} formulas without a stored result are shown as "
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
