"""Read RTF documents: notes, manuscripts and protocols saved by word processors and ELNs.

What enters: an .rtf file. What leaves: one `Document` with headings, numbered items as printed,
tables and footnotes. Pictures, comments and deleted text are left out; hidden text is left out and
counted.
"""

from __future__ import annotations

from pathlib import Path

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import open_bytes
from aliquot.parsing.rtf.reader import RtfReader
from aliquot.parsing.rtf.state import Paragraph
from aliquot.parsing.rtf.tables import Row, grid_of
from aliquot.parsing.text.plain import match_item
from aliquot.parsing.writing.hidden import HIDDEN_TEXT, hidden_warnings
from aliquot.parsing.writing.items import (
    BULLET,
    add_item,
    drop_export_leftovers,
    is_number,
    last_block,
)
from aliquot.parsing.writing.names import cited_names, split_names
from aliquot.parsing.writing.prose import close_prose
from aliquot.parsing.writing.provenance import found_in
from aliquot.parsing.writing.typography import collapse
from aliquot.types import BlockType, Document

__all__ = ["RtfParser"]

MAGIC = b"{\\rtf"
# A bold line of its own up to this length is a heading where the document has no heading styles.
BOLD_HEADING_CHARS = 80


class RtfParser:
    """Parse Rich Text Format."""

    name = "rtf"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Return the file as one document.

        Raises:
            ParseError: The file is no RTF or holds no text.
        """
        data = open_bytes(path)
        if MAGIC not in data[:64]:
            raise ParseError(
                "The file is not RTF.",
                source=str(path),
                hint="Open it in a word processor and save it again as .rtf.",
            )
        writer = RtfWriter(data)
        writer.read()
        document = close_prose(
            writer.out,
            path,
            may_be_paper=True,
            warnings=writer.warnings(),
            parser=self.name,
            parser_version=self.version,
            **found_in("document properties", **writer.stated()),
        )
        return [document]


class RtfWriter:
    """Write what is read of one file as blocks.

    Args:
        data: Its bytes.
    """

    def __init__(self, data: bytes) -> None:
        self._reader = RtfReader(data, self)
        self._has_headings = self._has_title = False
        self._flagged = 0
        self.out = DocumentBuilder()

    def read(self) -> None:
        """Read the file to its end."""
        self._reader.read()

    def stated(self) -> dict[str, object]:
        """Return title and authors from the file's properties."""
        authors = cited_names(split_names(self._reader.author))
        return {"title": self._reader.title, "authors": authors}

    def warnings(self) -> list[str]:
        """Return what was left out."""
        return hidden_warnings(self._reader.hidden)

    def paragraph(self, text: str, paragraph: Paragraph, *, marker: str, is_bold: bool) -> None:
        """Take a paragraph."""
        if text:
            self._write(text, paragraph, marker=marker, is_bold=is_bold)
        self._flag_hidden()

    def _flag_hidden(self) -> None:
        if len(self._reader.hidden) > self._flagged:
            self._flagged = len(self._reader.hidden)
            self.out.mark_last(HIDDEN_TEXT)

    def _write(self, text: str, paragraph: Paragraph, *, marker: str, is_bold: bool) -> None:
        """Write a paragraph as what its style, list or look says it is."""
        style = self._reader.styles.get(paragraph.style)
        level = paragraph.outline or style.outline
        if style.is_title:
            self.out.heading(text, 1)
            self._has_title = True
        elif level and level < 10:
            number = f"{marker} " if is_number(marker) else ""
            heading = drop_export_leftovers(f"{number}{collapse(text)}")
            self.out.heading(heading, level + self._has_title)
            self._has_headings = True
        elif style.is_caption:
            self.out.add(BlockType.CAPTION, text)
        elif marker or paragraph.list_id:
            shown = marker if is_number(marker) else BULLET
            add_item(self.out, text, marker=shown, level=paragraph.list_level + 1)
        elif is_bold and self._may_be_heading(text):
            self.out.heading(text, 2)
        else:
            self._typed(text)

    def table(self, rows: list[Row]) -> None:
        """Write a table; rows of one cell are a box drawn around text."""
        grid = grid_of(rows)
        if max(map(len, grid), default=0) == 1:
            for row in grid:
                self._typed(row[0])
            return
        above = last_block(self.out)
        has_caption = above is not None and above.type is BlockType.CAPTION
        self.out.table(grid, caption=above.text if above and has_caption else "")
        self._flag_hidden()

    def note(self, text: str, number: str) -> None:
        """Write a footnote."""
        self.out.add(BlockType.FOOTNOTE, text, marker=number)

    def _may_be_heading(self, text: str) -> bool:
        is_short = len(text) <= BOLD_HEADING_CHARS and "\n" not in text
        return is_short and text[-1] not in ".;,。" and not self._has_headings

    def _typed(self, text: str) -> None:
        """Write a paragraph whose number, if any, was typed by hand."""
        item = match_item(text.split("\n", 1)[0])
        if item:
            marker = item["marker"] if is_number(item["marker"]) else BULLET
            add_item(self.out, text[item.start("text") :], marker=marker, level=1)
        else:
            self.out.paragraph(drop_export_leftovers(text))
