"""Read tables in text files: comma, tab, semicolon or pipe between the cells.

What enters: a text file in any encoding, gzip or not. What leaves: one `Document` of kind table.
"""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.tables.cells import cell_text
from aliquot.parsing.tables.sheets import MAX_ROWS, Sheet, evident_title, trimmed
from aliquot.parsing.tables.writing import write_sheets
from aliquot.parsing.writing.prose import stem
from aliquot.types import Document, DocumentKind, DocumentStatus

__all__ = ["CsvParser", "read_delimited"]

# In order of preference where they fit equally well.
DELIMITERS = ("\t", ",", ";", "|")
# How Excel is told the delimiter in a first line of its own.
DECLARED = re.compile(r"^sep=(?P<delimiter>.)\n", re.I)
# Enough to see past the lines an instrument writes above its table.
SAMPLE_LINES = 200
SAMPLE_CHARS = 2**20
# One cell may hold a whole abstract; the module's default of 128 KiB is too small for sequences.
csv.field_size_limit(16 * 2**20)


class CsvParser:
    """Read delimited text."""

    name = "csv"
    version = "2"

    def parse(self, path: Path) -> list[Document]:
        """Read the file as one table.

        Raises:
            ParseError: The file holds no cells, or cannot be split into cells.
        """
        text = read_text(path).lstrip("\ufeff")
        sheet = trimmed(read_delimited(text, source=str(path)))
        if not sheet.rows:
            raise ParseError(
                "The table is empty.",
                source=str(path),
                status="empty",
                hint="Check that the export was complete.",
            )
        title = evident_title(sheet.rows) or stem(path)
        builder = DocumentBuilder()
        write_sheets(builder, [sheet], title=title)
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


def read_delimited(text: str, *, source: str) -> Sheet:
    """Return the first rows of a text, and how many there are.

    Args:
        text: The table.
        source: Named in the error.

    Raises:
        ParseError: It cannot be split into cells.
    """
    declared = DECLARED.match(text)
    if declared:
        text = text[declared.end() :]
        delimiter = declared["delimiter"]
    else:
        delimiter = _delimiter(text[:SAMPLE_CHARS].splitlines()[:SAMPLE_LINES])
    # A quotation mark that is never closed would swallow the rest of the file into one cell;
    # then marks are inches or seconds, not quotations.
    lines = _lines(text)
    if text.count('"') % 2:
        reader = csv.reader(lines, delimiter=delimiter, quoting=csv.QUOTE_NONE)
    else:
        reader = csv.reader(lines, delimiter=delimiter)
    try:
        rows = [[cell_text(cell) for cell in row] for row in islice(reader, MAX_ROWS)]
        # What is beyond is counted, not kept: a million rows of cells would take gigabytes.
        return Sheet("", 0, rows, row_count=len(rows) + sum(1 for row in reader if row))
    except csv.Error as exc:
        raise ParseError(
            f"The table cannot be split into cells: {exc}.",
            source=source,
            hint="Export the table again as UTF-8 text with one row a line.",
        ) from exc


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


def _lines(text: str) -> Iterator[str]:
    """Yield lines with their ends; `StringIO` would copy the text at four bytes a character."""
    start = 0
    while start < len(text):
        end = text.find("\n", start) + 1 or len(text)
        yield text[start:end]
        start = end
