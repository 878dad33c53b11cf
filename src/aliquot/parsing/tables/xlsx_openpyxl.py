"""Read from a workbook what calamine cannot: formulas, and sheets that are mostly empty.

Both stream through the file and stop at the bounds of `sheets.py`.
"""

from __future__ import annotations

import io
import warnings
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from xml.etree.ElementTree import ParseError as XmlParseError

from lxml.etree import LxmlError
from openpyxl import Workbook, load_workbook
from openpyxl.utils.exceptions import InvalidFileException
from openpyxl.worksheet.formula import ArrayFormula

from aliquot.errors import ParseError
from aliquot.parsing.tables.cells import cell_text
from aliquot.parsing.tables.sheets import MAX_COLUMNS, MAX_ROWS, Sheet

__all__ = ["read_formulas", "read_sparse"]

# What openpyxl raises on damaged files, learnt from its tests and from truncated workbooks.
VENDOR_ERRORS = (
    InvalidFileException,
    LxmlError,
    XmlParseError,
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    KeyError,
    TypeError,
    ValueError,
)


def read_formulas(data: bytes, *, source: str) -> dict[str, dict[tuple[int, int], str]]:
    """Return the formulas of each sheet by 0-based row and column.

    Raises:
        ParseError: The workbook is damaged.
    """
    formulas: dict[str, dict[tuple[int, int], str]] = {}
    with _workbook(data, source, values=False) as workbook:
        for sheet in workbook.worksheets:
            rows = sheet.iter_rows(max_row=MAX_ROWS, max_col=MAX_COLUMNS)
            formulas[sheet.title] = {
                (row, column): _formula(cell.value)
                for row, cells in enumerate(rows)
                for column, cell in enumerate(cells)
                if cell.data_type == "f"
            }
    return formulas


def read_sparse(data: bytes, *, source: str) -> list[Sheet]:
    """Return the first `MAX_ROWS` rows and `MAX_COLUMNS` columns of every sheet.

    Raises:
        ParseError: The workbook is damaged.
    """
    sheets = []
    with _workbook(data, source, values=True) as workbook:
        for number, sheet in enumerate(workbook.worksheets, start=1):
            rows = sheet.iter_rows(max_row=MAX_ROWS, max_col=MAX_COLUMNS, values_only=True)
            sheets.append(
                Sheet(
                    name=sheet.title,
                    number=number,
                    rows=list(map(_texts, rows)),
                    flags=set() if sheet.sheet_state == "visible" else {"hidden_sheet"},
                    warnings=[
                        f"Sheet {sheet.title!r} is very sparse; cells beyond row {MAX_ROWS:,} and "
                        f"column {MAX_COLUMNS} were not looked at."
                    ],
                )
            )
    return sheets


def _texts(row: Sequence[object]) -> list[str]:
    """Return the cells up to the last with a value: openpyxl fills every row to the full width."""
    # Most rows of a sparse sheet are empty, and millions of cells take seconds one by one.
    cells = [] if row.count(None) == len(row) else list(map(cell_text, row))
    while cells and not cells[-1]:
        cells.pop()
    return cells


@contextmanager
def _workbook(data: bytes, source: str, *, values: bool) -> Iterator[Workbook]:
    try:
        with warnings.catch_warnings():
            # About styles and extensions that it will not write back.
            warnings.simplefilter("ignore")
            workbook = load_workbook(io.BytesIO(data), read_only=True, data_only=values)
            yield workbook
            workbook.close()
    except VENDOR_ERRORS as exc:
        raise ParseError(
            "The workbook is damaged.",
            source=source,
            hint="Open it in Excel or LibreOffice, let it repair the file, and save it again.",
        ) from exc


def _formula(value: object) -> str:
    return str(value.text) if isinstance(value, ArrayFormula) else str(value)
