"""Read tables in text files: comma, tab, semicolon or pipe between the cells.

What enters: a text file in any encoding, gzip or not. What leaves: one `Document` of kind table.
"""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.tables.sheets import Sheet, cell_text, evident_title, trimmed, write_sheet
from aliquot.parsing.writing.prose import stem
from aliquot.types import Document, DocumentKind, DocumentStatus

__all__ = ["CsvParser"]

# In order of preference where they fit equally well.
DELIMITERS = ("\t", ",", ";", "|")
# Enough to see past the lines an instrument writes above its table.
SAMPLE_LINES = 200
# One cell may hold a whole abstract; the module's default of 128 KiB is too small for sequences.
csv.field_size_limit(16 * 2**20)


class CsvParser:
    """Read delimited text."""

    name = "csv"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read the file as one table.

        Raises:
            ParseError: The file holds no cells, or cannot be split into cells.
        """
        text = read_text(path).lstrip("\ufeff")
        rows = _rows(text, _delimiter(text.splitlines()[:SAMPLE_LINES]), source=str(path))
        sheet = trimmed(Sheet("", 0, rows))
        if not sheet.rows:
            raise ParseError(
                "The table is empty.",
                source=str(path),
                status="empty",
                hint="Check that the export was complete.",
            )
        title = evident_title(sheet.rows) or stem(path)
        builder = DocumentBuilder()
        write_sheet(builder, sheet, caption=title)
        document = builder.build(
            kind=DocumentKind.TABLE,
            title=title,
            language=detect_language(text),
            parser=self.name,
            parser_version=self.version,
            status=DocumentStatus.PARTIAL if sheet.is_cut else DocumentStatus.OK,
            warnings=tuple(sheet.warnings),
        )
        return [document]


def _delimiter(lines: Sequence[str]) -> str:
    """Return the delimiter that splits most lines into the same number of cells.

    `csv.Sniffer` takes letters for delimiters in short files, so we count instead.
    """

    def consistency(delimiter: str) -> int:
        widths = Counter(len(row) for row in csv.reader(lines, delimiter=delimiter) if row)
        return max((count for width, count in widths.items() if width > 1), default=0)

    scores = {delimiter: consistency(delimiter) for delimiter in DELIMITERS}
    best = max(DELIMITERS, key=lambda delimiter: scores[delimiter])
    return best if scores[best] else ","


def _rows(text: str, delimiter: str, *, source: str) -> list[list[str]]:
    # A quotation mark that is never closed would swallow the rest of the file into one cell;
    # then marks are inches or seconds, not quotations.
    lines = io.StringIO(text, newline="")
    try:
        if text.count('"') % 2:
            reader = csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)
        else:
            reader = csv.reader(lines, delimiter=delimiter)
        return [[cell_text(cell) for cell in row] for row in reader]
    except csv.Error as exc:
        raise ParseError(
            f"The table cannot be split into cells: {exc}.",
            source=source,
            hint="Export the table again as UTF-8 text with one row a line.",
        ) from exc
