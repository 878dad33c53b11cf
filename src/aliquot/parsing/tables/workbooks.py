"""Turn the sheets of a workbook of any format into a document; read those other than XLSX.

What enters: a path to an XLS, XLSB or ODS workbook, or sheets that were read. What leaves: one
`Document` of kind table with a section per sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import open_bytes
from aliquot.parsing.files.zips import open_zip
from aliquot.parsing.tables.calamine import DENSE_CELLS, read_sheets
from aliquot.parsing.tables.sheets import Sheet, evident_title, trimmed
from aliquot.parsing.tables.writing import write_sheets
from aliquot.parsing.tables.xlsb_area import largest_area
from aliquot.types import Document, DocumentKind, DocumentStatus

__all__ = ["OdsParser", "XlsParser", "XlsbParser", "workbook_document"]

SAMPLE_ROWS = 50
# A sheet with one of these misses something that its makers saw.
PARTIAL_FLAGS = frozenset({"formula_without_value"})


class XlsParser:
    """Read Excel workbooks of 1997 to 2003."""

    name = "xls"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read the workbook as one document.

        Raises:
            ParseError: The file is damaged, protected by a password, or without any cell.
        """
        sheets = read_sheets(open_bytes(path), source=str(path))
        return [workbook_document(sheets, path, parser=self.name, version=self.version)]


class XlsbParser:
    """Read binary Excel workbooks."""

    name = "xlsb"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read the workbook as one document.

        Raises:
            ParseError: The file is damaged, protected by a password, or without any cell.
        """
        with open_zip(path) as archive:
            if largest_area(archive) > DENSE_CELLS:
                raise _too_sparse(path)
        return [_packed_document(path, parser=self.name, version=self.version)]


class OdsParser:
    """Read OpenDocument spreadsheets."""

    name = "ods"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read the workbook as one document.

        Raises:
            ParseError: The file is damaged, protected by a password, or without any cell.
        """
        return [_packed_document(path, parser=self.name, version=self.version)]


def _packed_document(path: Path, *, parser: str, version: str) -> Document:
    with open_zip(path):  # refuses archives that unpack to more than they should
        data = open_bytes(path)
    return workbook_document(
        read_sheets(data, source=str(path)), path, parser=parser, version=version
    )


def _too_sparse(path: Path) -> ParseError:
    return ParseError(
        "A sheet has values so far apart that it does not fit in memory.",
        source=str(path),
        hint="Save the workbook as XLSX, or delete the stray value far from the others.",
    )


def workbook_document(
    sheets: Sequence[Sheet], path: Path, *, parser: str, version: str
) -> Document:
    """Return the document of a workbook.

    Args:
        sheets: As read, uncut.
        path: Names the workbook where no title stands in it.
        parser: Name of the parser.
        version: Its version.

    Raises:
        ParseError: No sheet has a cell with a value.
    """
    filled = [sheet for sheet in map(trimmed, sheets) if sheet.rows]
    if not filled:
        raise ParseError(
            "The workbook has no cell with a value.",
            source=str(path),
            status="empty",
            hint="Check whether its content is an image or a chart, and export that instead.",
        )
    builder = DocumentBuilder()
    write_sheets(builder, filled, title=path.stem)
    return builder.build(
        kind=DocumentKind.TABLE,
        title=evident_title(filled[0].rows) or path.stem,
        language=detect_language(" ".join(_sample(filled))),
        parser=parser,
        parser_version=version,
        status=_status(filled),
        warnings=tuple(warning for sheet in filled for warning in _warnings(sheet)),
    )


def _sample(sheets: Sequence[Sheet]) -> Iterator[str]:
    for sheet in sheets:
        yield sheet.name
        for row in sheet.rows[:SAMPLE_ROWS]:
            yield " ".join(row)


def _warnings(sheet: Sheet) -> Iterator[str]:
    yield from sheet.warnings
    height, width = len(sheet.rows), max(map(len, sheet.rows))
    rows = sum(1 for row in sheet.hidden_rows if 0 <= row < height)
    columns = sum(1 for column in sheet.hidden_columns if 0 <= column < width)
    if rows or columns:
        counted = f"{rows} hidden rows and {columns} hidden columns"
        yield f"Sheet {sheet.name!r}: {counted} were read and flagged."


def _status(sheets: Sequence[Sheet]) -> DocumentStatus:
    is_partial = any(sheet.is_cut or sheet.flags & PARTIAL_FLAGS for sheet in sheets)
    return DocumentStatus.PARTIAL if is_partial else DocumentStatus.OK
