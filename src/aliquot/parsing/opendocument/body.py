"""Write the blocks of an OpenDocument text: headings, lists, tables, captions, notes.

What enters: an opened package. What leaves: blocks in a `DocumentBuilder`.
"""

from __future__ import annotations

import re

from lxml import etree

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.files.xml_fields import text as plain_text
from aliquot.parsing.opendocument.lists import ListStyles, OpenList, count_item
from aliquot.parsing.opendocument.package import Package, attribute
from aliquot.parsing.opendocument.styles import Style, Styles
from aliquot.parsing.opendocument.tables import TableReader, table_cells, table_rows
from aliquot.parsing.opendocument.text import ParagraphReader, ParagraphText
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
from aliquot.parsing.writing.typography import collapse
from aliquot.types import BlockType, SectionClass

__all__ = ["TextWriter"]

Element = etree._Element
# What removed text, forms and declarations of fields and styles stand in; tables of contents and
# of figures say again what the text says.
SKIPPED = frozenset(
    {
        *("tracked-changes", "forms", "sequence-decls", "variable-decls", "user-field-decls"),
        *("table-of-content", "illustration-index", "table-index", "alphabetical-index"),
        *("object-index", "user-index", "dde-connection-decls", "calculation-settings"),
        *("named-expressions", "automatic-styles", "index-title", "bibliography-source"),
    }
)
# A bold line of its own up to this length is a heading where the document has no heading styles.
BOLD_HEADING_CHARS = 80
# Sections, lists and tables nest a few levels; damaged files go on for ever.
MAXIMUM_DEPTH = 40


class TextWriter:
    """Walk the body of one document and write its blocks.

    Args:
        out: Where the blocks go.
        package: The opened document.
    """

    def __init__(self, out: DocumentBuilder, package: Package) -> None:
        self._out = out
        self._styles = Styles(package.roots)
        self._lists = ListStyles(package.roots)
        self._reader = ParagraphReader(package, self._styles)
        self._has_headings = next(package.body.iter("{*}h"), None) is not None
        self._outline: dict[int, int] = {}
        self._by_style: dict[str, OpenList] = {}
        self._by_id: dict[str, OpenList] = {}
        self._depth = 0
        self.title = ""

    def write(self, body: Element) -> None:
        """Write every block of the body."""
        self._blocks(body)

    def warnings(self) -> list[str]:
        """Return what was left out."""
        return hidden_warnings(self._reader.hidden)

    def _blocks(self, element: Element) -> None:
        if self._depth >= MAXIMUM_DEPTH:
            self._out.paragraph(plain_text(element))
            return
        self._depth += 1
        for child in element:
            hidden = len(self._reader.hidden)
            self._block(child, local_name(child))
            if len(self._reader.hidden) > hidden:
                self._out.mark_last(HIDDEN_TEXT)
        self._depth -= 1

    def _block(self, element: Element, name: str) -> None:
        if not name or name in SKIPPED:
            return
        if name == "h":
            self._heading(element)
        elif name == "p":
            self._paragraph(element)
        elif name == "list":
            self._list(element, None, 1)
        elif name == "table":
            self._table(element)
        elif name == "section" and _is_hidden(element):
            self._reader.hidden += [text] if (text := plain_text(element)) else []
        elif name == "bibliography":
            self._references(element)
        else:
            self._blocks(element)

    def _heading(self, element: Element) -> None:
        content = self._reader.read(element)
        level = _whole(attribute(element, "outline-level"), 1)
        number = ""
        if attribute(element, "is-list-header") != "true":
            number = count_item(self._lists.outline, self._outline, level)
        number = number if is_number(number) or re.match(r"\S*\d", number) else ""
        self._emit_heading(f"{number} {content.text}" if content.text else "", level)
        self._hanging(content)

    def _emit_heading(self, text: str, level: int) -> None:
        self._out.heading(drop_export_leftovers(text), level + bool(self.title))

    def _paragraph(self, element: Element) -> None:
        style = self._styles.get("paragraph", attribute(element, "style-name"))
        content = self._reader.read(element)
        if content.text:
            self._write(content, style)
        self._hanging(content)

    def _hanging(self, content: ParagraphText) -> None:
        """Write the boxes and notes that hang on a paragraph."""
        for box in content.boxes:
            if local_name(box) == "table":
                self._table(box)
            else:
                self._blocks(box)
        self._write_notes(content.notes)

    def _write(self, content: ParagraphText, style: Style) -> None:
        text = content.text
        if style.is_title and not self.title:
            self.title = collapse(text)
            self._out.heading(text, 1)
        elif style.outline:
            self._emit_heading(text, style.outline)
        elif style.is_caption or content.has_sequence:
            self._out.add(BlockType.CAPTION, text)
        elif style.is_code:
            self._code(text)
        elif content.is_formula:
            self._out.add(BlockType.FORMULA, text)
        elif self._is_bold_heading(content):
            self._out.heading(text, 2)
        else:
            self._typed(text)

    def _code(self, text: str) -> None:
        """Add a line of code to those above it: each is a paragraph of its own."""
        above = last_block(self._out)
        if above is not None and above.type is BlockType.CODE:
            self._out.drop_last()
            text = f"{above.text}\n{text}"
        self._out.add(BlockType.CODE, text)

    def _is_bold_heading(self, content: ParagraphText) -> bool:
        text = content.text
        is_short = len(text) <= BOLD_HEADING_CHARS and "\n" not in text and text[-1] not in ".;,。"
        return content.is_bold and is_short and not self._has_headings

    def _typed(self, text: str) -> None:
        """Write a paragraph whose number, if any, was typed by hand."""
        item = match_item(text.split("\n", 1)[0])
        if item:
            marker = item["marker"] if is_number(item["marker"]) else BULLET
            rest = text[item.start("text") :]
            add_item(self._out, rest, marker=marker, level=1)
        else:
            self._out.paragraph(drop_export_leftovers(text))

    # -------------------------------------------------------------------------- lists

    def _list(self, element: Element, opened: OpenList | None, level: int) -> None:
        current = opened if opened is not None else self._open(element)
        if level > MAXIMUM_DEPTH:
            self._out.paragraph(plain_text(element))
            return
        style = attribute(element, "style-name")
        if opened is not None and style and style != opened.style:
            # A list inside a list may be numbered in its own way.
            current = OpenList(style)
        for item in element:
            if local_name(item) in ("list-item", "list-header"):
                self._item(item, current, level)

    def _open(self, element: Element) -> OpenList:
        """Begin a list, or go on with the one it continues."""
        style = attribute(element, "style-name")
        continued = self._by_id.get(attribute(element, "continue-list"))
        if continued is None and attribute(element, "continue-numbering") == "true":
            continued = self._by_style.get(style)
        opened = continued or OpenList(style)
        self._by_style[style] = opened
        if identifier := attribute(element, "id"):
            self._by_id[identifier] = opened
        return opened

    def _item(self, item: Element, opened: OpenList, level: int) -> None:
        is_counted = local_name(item) == "list-item"
        start = attribute(item, "start-value")
        is_first = True
        for child in item:
            name = local_name(child)
            if name == "list":
                self._list(child, opened, level + 1)
            elif name == "h":
                self._numbered_heading(child, opened, level)
            elif name == "p":
                content = self._reader.read(child)
                if is_first and is_counted:
                    number = int(start) if start.isdecimal() and len(start) < 7 else None
                    marker = self._lists.marker(opened, level, start=number)
                    add_item(self._out, content.text, marker=marker, level=level)
                elif not continue_item(self._out, content.text):
                    self._out.paragraph(content.text)
                self._hanging(content)
                is_first = False
            else:
                self._block(child, name)

    def _numbered_heading(self, element: Element, opened: OpenList, level: int) -> None:
        """Write a heading that stands in a list only to be numbered."""
        content = self._reader.read(element)
        marker = self._lists.marker(opened, level)
        number = "" if marker == BULLET else marker
        outline = _whole(attribute(element, "outline-level"), level)
        self._emit_heading(f"{number} {content.text}" if content.text else "", outline)
        self._hanging(content)

    # -------------------------------------------------------------------------- tables

    def _table(self, element: Element) -> None:
        rows = list(table_rows(element))
        if len(rows) == 1 and len(list(table_cells(rows[0]))) == 1:
            # A box drawn with a table of one cell.
            self._blocks(next(table_cells(rows[0])))
            return
        reader = TableReader(self._reader)
        grid = reader.grid(element)
        above = last_block(self._out)
        has_caption = above is not None and above.type is BlockType.CAPTION
        self._out.table(grid, caption=above.text if above and has_caption else "")
        self._write_notes(reader.notes)

    def _write_notes(self, notes: list[tuple[str, Element]]) -> None:
        for number, body in notes:
            text = TableReader(self._reader).texts(body, "\n")
            self._out.add(BlockType.FOOTNOTE, text, marker=number)

    def _references(self, element: Element) -> None:
        for body in element.iter("{*}index-body"):
            title = next(body.iter("{*}index-title"), None)
            heading = plain_text(title) or "References"
            self._out.heading(heading, 1 + bool(self.title), section_class=SectionClass.REFERENCES)
            for paragraph in body.iterchildren("{*}p"):
                self._out.add(BlockType.REFERENCE, self._reader.read(paragraph).text)


def _is_hidden(section: Element) -> bool:
    display = attribute(section, "display")
    under_condition = display == "condition" and attribute(section, "is-hidden") == "true"
    return display == "none" or under_condition


def _whole(text: str, default: int) -> int:
    return int(text) if text.isdecimal() and 0 < len(text) < 7 else default
