"""Read Word documents: protocols, manuscripts, meeting notes.

What enters: a .docx file. What leaves: one `Document` with headings, numbered steps as printed,
tables in place, text boxes, footnotes and formulas.
"""

from __future__ import annotations

import re
import zipfile
from dataclasses import replace
from pathlib import Path

from lxml import etree

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.docx.numbering import Numbering
from aliquot.parsing.docx.structure import (
    content,
    is_coloured,
    is_white_paper,
    main_part,
    notes_of,
    rows,
)
from aliquot.parsing.docx.styles import Style, Styles, list_reference
from aliquot.parsing.docx.text import ParagraphReader, ParagraphText
from aliquot.parsing.docx.visibility import Look, shaded
from aliquot.parsing.files.ooxml import attribute, read_core, read_part, relations
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.files.zips import open_zip
from aliquot.parsing.tables.grids import Cell, expand, span
from aliquot.parsing.text.plain import match_item
from aliquot.parsing.writing.hidden import HIDDEN_TEXT, hidden_warnings
from aliquot.parsing.writing.items import (
    BULLET,
    add_item,
    continue_item,
    drop_export_leftovers,
    is_number,
    last_block,
)
from aliquot.parsing.writing.prose import close_prose
from aliquot.parsing.writing.typography import collapse
from aliquot.types import BlockType, Document

__all__ = ["DocxParser"]

# A bold line of its own up to this length is a heading where the document has no heading styles.
BOLD_HEADING_CHARS = 80
# "Table 2." and "図3：" open captions in documents that have no caption style; "Table 2 shows" is
# prose.
CAPTION = re.compile(
    r"(?:suppl\w*\.? )?(?:table|fig(?:ure)?s?\.?|scheme|表|図)\s*[A-Z]?\d+[A-Za-z]?"
    r"\s*(?:[.:：．|、]|\n)",
    re.I,
)
TABLE = re.compile(r"(?:suppl\w*\.? )?(?:table|表)", re.I)


class DocxParser:
    """Parse Word documents."""

    name = "docx"
    version = "3"

    def parse(self, path: Path) -> list[Document]:
        """Return the file as one document.

        Raises:
            ParseError: The file is damaged, encrypted or holds no text.
        """
        with open_zip(path) as archive:
            reader = DocxReader(archive)
            reader.read()
            core = read_core(archive)
        document = close_prose(
            reader.out,
            path,
            title=core.title or reader.title,
            may_be_paper=True,
            authors=core.authors,
            warnings=reader.warnings(),
            parser=self.name,
            parser_version=self.version,
        )
        return [document]


class DocxReader:
    """Walk the body of one document and write its blocks."""

    def __init__(self, archive: zipfile.ZipFile) -> None:
        part = main_part(archive)
        folder = part.rpartition("/")[0]
        root = read_part(archive, part)
        if root is None:
            raise ParseError(
                "The file holds no Word document.",
                source=archive.filename or "",
                hint="Open it in Word and save it again as .docx.",
            )
        self._body = next(root.iter("{*}body"), root)
        self._styles = Styles(read_part(archive, f"{folder}/styles.xml"))
        self._numbering = Numbering(read_part(archive, f"{folder}/numbering.xml"))
        self._notes = {
            kind: notes_of(read_part(archive, f"{folder}/{kind}.xml"))
            for kind in ("footnotes", "endnotes")
        }
        self._comments = len(notes_of(read_part(archive, f"{folder}/comments.xml"), skipped=()))
        self._reader = ParagraphReader(relations(archive, part), self._styles)
        self._ground = is_white_paper(root)
        self._parts_left = 0
        self._has_headings = self._uses_headings()
        self.out = DocumentBuilder()
        self.title = ""

    def read(self) -> None:
        """Write every block of the body."""
        self._blocks(self._body)

    def warnings(self) -> list[str]:
        """Return what was left out."""
        reader = self._reader
        counted = (
            (reader.deleted, "text(s) deleted by tracked changes"),
            (self._comments, "comment(s)"),
            (reader.embedded, "embedded object(s)"),
            (self._parts_left, "imported part(s), which Word shows and does not convert"),
        )
        left = [f"{count} {what}" for count, what in counted if count]
        told = [f"Left out {', '.join(left)}."] if left else []
        return hidden_warnings(reader.hidden) + told

    def _uses_headings(self) -> bool:
        return any(self._style(paragraph)[0].heading for paragraph in self._body.iter("{*}p"))

    def _blocks(self, element: etree._Element, *, on_white: bool = True) -> None:
        for child in content(element):
            name = local_name(child)
            if name == "p":
                self._paragraph(child, on_white=on_white and self._ground)
            elif name == "tbl":
                self._table(child)
            else:
                self._parts_left += 1

    def _style(self, paragraph: etree._Element) -> tuple[Style, etree._Element | None]:
        properties = next((child for child in paragraph if local_name(child) == "pPr"), None)
        style_id = ""
        for child in () if properties is None else properties:
            if local_name(child) == "pStyle":
                style_id = attribute(child, "val")
        style = self._styles.get(style_id)
        for child in () if properties is None else properties:
            if local_name(child) == "outlineLvl" and attribute(child, "val") in "012345678":
                style = replace(style, heading=int(attribute(child, "val")) + 1)
        return style, properties

    def _paragraph(self, paragraph: etree._Element, *, on_white: bool) -> None:
        style, properties = self._style(paragraph)
        if style.is_contents:
            return
        look = Look(is_shaded=True).over(style.look) if shaded(properties) else style.look
        content = self._reader.read(paragraph, look=look, on_white=on_white)
        marker, depth = self._marker(style, properties)
        if content.text:
            self._write(content, style, marker, depth)
        if content.hides:
            self.out.mark_last(HIDDEN_TEXT)
        for line in content.pictures:
            self.out.paragraph(line)
        for box in content.boxes:
            # What colour a text box has is not looked up.
            self._blocks(box, on_white=False)
        for kind, number, printed in content.notes:
            self.out.add(BlockType.FOOTNOTE, self._note(kind, number), marker=printed)

    def _marker(self, style: Style, properties: etree._Element | None) -> tuple[str, int]:
        """Return the number or bullet Word prints before a paragraph, and its depth from 1."""
        direct = list_reference(properties)
        list_id, level = direct or (style.list_id, style.list_level)
        list_id = list_id or style.list_id
        if not list_id or list_id == "0":
            return "", 0
        if direct is None and not level:
            level = self._numbering.level_of(list_id, style.style_id)
        return self._numbering.marker(list_id, level) or "", level + 1

    def _write(self, content: ParagraphText, style: Style, marker: str, depth: int) -> None:
        text = content.text
        if style.is_title and not self.title:
            self.title = collapse(text)
            self.out.heading(text, 1)
        elif style.heading:
            number = f"{marker} " if marker and marker != BULLET else ""
            level = style.heading + bool(self.title)
            self.out.heading(drop_export_leftovers(f"{number}{text}"), level)
        elif style.is_caption or (not marker and CAPTION.match(text)):
            self._caption(text)
        elif marker:
            add_item(self.out, text, marker=marker, level=depth)
        elif content.is_formula:
            self.out.add(BlockType.FORMULA, text)
        elif self._is_bold_heading(content):
            self.out.heading(text, 2)
        else:
            self._typed(text, style)

    def _caption(self, text: str) -> None:
        """Write a caption; one below its table goes to the table as well."""
        last = last_block(self.out)
        if last and last.type is BlockType.TABLE and not last.caption and TABLE.match(text):
            self.out.drop_last()
            self.out.table(last.grid or (), caption=text, flags=last.flags)
        self.out.add(BlockType.CAPTION, text)

    def _is_bold_heading(self, content: ParagraphText) -> bool:
        text = content.text
        is_short = len(text) <= BOLD_HEADING_CHARS and "\n" not in text and text[-1] not in ".;,。"
        return content.is_bold and is_short and not self._has_headings

    def _typed(self, text: str, style: Style) -> None:
        """Write a paragraph whose number, if any, was typed by hand."""
        item = match_item(text.replace("\n", "\x0b"))
        continues = style.name.casefold().startswith("list continue")
        if item:
            marker = item["marker"] if is_number(item["marker"]) else BULLET
            body = item["text"].replace("\x0b", "\n")
            add_item(self.out, body, marker=marker, level=2 if continues else 1)
        elif not (continues and continue_item(self.out, text)):
            self.out.paragraph(drop_export_leftovers(text))

    def _note(self, kind: str, number: str) -> str:
        note = self._notes[kind].get(number)
        if note is None:
            return ""
        texts = [self._plain(paragraph) for paragraph in note.iter("{*}p")]
        return "\n".join(filter(None, texts))

    def _plain(self, paragraph: etree._Element, *, on_white: bool = True) -> str:
        """Return the text of a paragraph that is no block of its own."""
        style, properties = self._style(paragraph)
        look = Look(is_shaded=True).over(style.look) if shaded(properties) else style.look
        return self._reader.read(paragraph, look=look, on_white=on_white and self._ground).text

    def _table(self, table: etree._Element) -> None:
        written = list(rows(table))
        cells = [cell for row in written for cell in row]
        if len(cells) == 1:
            # A box drawn with a table of one cell.
            self._blocks(cells[0], on_white=not is_coloured(table))
            return
        on_white = not is_coloured(table)
        grid = expand([[self._cell(cell, on_white=on_white) for cell in row] for row in written])
        above = last_block(self.out)
        has_caption = above is not None and above.type is BlockType.CAPTION
        self.out.table(grid, caption=above.text if above and has_caption else "")
        for cell in cells:
            for inner in content(cell):
                if local_name(inner) == "tbl":
                    self._table(inner)

    def _cell(self, cell: etree._Element, *, on_white: bool) -> Cell:
        """Return a cell's text; a cell that goes on from the row above is empty."""
        properties = next((child for child in cell if local_name(child) == "tcPr"), None)
        across = 1
        for child in () if properties is None else properties:
            if local_name(child) == "gridSpan":
                across = span(attribute(child, "val"))
            elif local_name(child) == "vMerge" and attribute(child, "val") != "restart":
                return Cell("", across)
        paragraphs = (child for child in content(cell) if local_name(child) == "p")
        texts = [self._plain(paragraph, on_white=on_white) for paragraph in paragraphs]
        return Cell(" ".join(filter(None, map(collapse, texts))), across)
