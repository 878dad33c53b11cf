"""Read Word documents: protocols, manuscripts, meeting notes.

What enters: a .docx file. What leaves: one `Document` with headings, numbered steps as printed,
tables in place, text boxes, footnotes and formulas.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from lxml import etree

from aliquot.errors import ParseError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.docx.numbering import Numbering
from aliquot.parsing.docx.styles import Style, Styles, list_reference
from aliquot.parsing.docx.text import ParagraphReader, ParagraphText
from aliquot.parsing.files.ooxml import attribute, read_core, read_part, relations
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.files.zips import open_zip
from aliquot.parsing.tables.grids import Cell, expand, span
from aliquot.parsing.text.plain import match_item
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

# Elements that only wrap paragraphs and tables.
WRAPPERS = frozenset({"sdt", "sdtContent", "customXml", "ins", "moveTo", "smartTag"})
# A bold line of its own up to this length is a heading where the document has no heading styles.
BOLD_HEADING_CHARS = 80
# Notes with these ids are the separator lines of the page.
SEPARATOR_NOTES = frozenset({"-1", "0"})


class DocxParser:
    """Parse Word documents."""

    name = "docx"
    version = "2"

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
        part = _main_part(archive)
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
            kind: _notes(read_part(archive, f"{folder}/{kind}.xml"))
            for kind in ("footnotes", "endnotes")
        }
        self._reader = ParagraphReader(relations(archive, part))
        self._has_headings = self._uses_headings()
        self.out = DocumentBuilder()
        self.title = ""

    def read(self) -> None:
        """Write every block of the body."""
        self._blocks(self._body)

    def warnings(self) -> list[str]:
        """Return what was left out."""
        hidden = self._reader.hidden
        return [f"Left out hidden text in {hidden} place(s)."] if hidden else []

    def _uses_headings(self) -> bool:
        return any(self._style(paragraph)[0].heading for paragraph in self._body.iter("{*}p"))

    def _blocks(self, element: etree._Element) -> None:
        for child in _content(element):
            if local_name(child) == "p":
                self._paragraph(child)
            else:
                self._table(child)

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

    def _paragraph(self, paragraph: etree._Element) -> None:
        style, properties = self._style(paragraph)
        content = self._reader.read(paragraph, is_hidden=style.is_hidden)
        marker, depth = self._marker(style, properties)
        if content.text:
            self._write(content, style, marker, depth)
        for box in content.boxes:
            self._blocks(box)
        for kind, number in content.notes:
            self.out.add(BlockType.FOOTNOTE, self._note(kind, number), marker=number)

    def _marker(self, style: Style, properties: etree._Element | None) -> tuple[str, int]:
        """Return the number or bullet Word prints before a paragraph, and its depth from 1."""
        direct = list_reference(properties)
        list_id, level = direct or (style.list_id, style.list_level)
        list_id = list_id or style.list_id
        if not list_id or list_id == "0":
            return "", 0
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
        elif style.is_caption:
            self.out.add(BlockType.CAPTION, text)
        elif marker:
            add_item(self.out, text, marker=marker, level=depth)
        elif content.is_formula:
            self.out.add(BlockType.FORMULA, text)
        elif self._is_bold_heading(content):
            self.out.heading(text, 2)
        else:
            self._typed(text, style)

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
        texts = [self._reader.read(paragraph).text for paragraph in note.iter("{*}p")]
        return "\n".join(filter(None, texts))

    def _table(self, table: etree._Element) -> None:
        rows = list(_rows(table))
        cells = [cell for row in rows for cell in row]
        if len(cells) == 1:
            self._blocks(cells[0])  # a box drawn with a table of one cell
            return
        grid = expand([[self._cell(cell) for cell in row] for row in rows])
        above = last_block(self.out)
        has_caption = above is not None and above.type is BlockType.CAPTION
        self.out.table(grid, caption=above.text if above and has_caption else "")

    def _cell(self, cell: etree._Element) -> Cell:
        """Return a cell's text; a cell that goes on from the row above is empty."""
        properties = next((child for child in cell if local_name(child) == "tcPr"), None)
        across = 1
        for child in () if properties is None else properties:
            if local_name(child) == "gridSpan":
                across = span(attribute(child, "val"))
            elif local_name(child) == "vMerge" and attribute(child, "val") != "restart":
                return Cell("", across)
        texts = [self._reader.read(paragraph).text for paragraph in cell.iter("{*}p")]
        return Cell(" ".join(filter(None, map(collapse, texts))), across)


def _main_part(archive: zipfile.ZipFile) -> str:
    """Return the name of the document part, which is not always `word/document.xml`."""
    root = read_part(archive, "_rels/.rels")
    for relation in () if root is None else root:
        if relation.get("Type", "").endswith("/officeDocument"):
            return relation.get("Target", "").lstrip("/")
    return "word/document.xml"


def _content(element: etree._Element) -> Iterator[etree._Element]:
    """Yield the paragraphs and tables of an element, in order, through wrappers."""
    stack = list(reversed(element))
    while stack:
        child = stack.pop()
        name = local_name(child)
        if name in ("p", "tbl"):
            yield child
        elif name in WRAPPERS:
            stack.extend(reversed(child))


def _rows(table: etree._Element) -> Iterator[list[etree._Element]]:
    for row in _descend(table, "tr"):
        properties = [child for child in row if local_name(child) == "trPr"]
        if not any(local_name(child) == "del" for item in properties for child in item):
            yield list(_descend(row, "tc"))


def _descend(element: etree._Element, name: str) -> Iterator[etree._Element]:
    """Yield the nearest elements of a name, through wrappers."""
    stack = list(reversed(element))
    while stack:
        child = stack.pop()
        if local_name(child) == name:
            yield child
        elif local_name(child) in WRAPPERS:
            stack.extend(reversed(child))


def _notes(root: etree._Element | None) -> dict[str, etree._Element]:
    notes = {attribute(note, "id"): note for note in (() if root is None else root)}
    return {number: note for number, note in notes.items() if number not in SEPARATOR_NOTES}
