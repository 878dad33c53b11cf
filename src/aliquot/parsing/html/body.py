"""Write the blocks of HTML: headings, paragraphs, lists with their numbers, tables, code.

What enters: HTML of a page or a fragment. What leaves: blocks in a `DocumentBuilder`, and a warning
for text that was hidden. The walk keeps its own stack, so that no depth of nesting stops it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from selectolax.lexbor import LexborHTMLParser, LexborNode

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.html.visibility import is_hidden
from aliquot.parsing.jats.mathml import math_markup_text
from aliquot.parsing.tables.grids import Cell, expand, span
from aliquot.parsing.writing.hidden import hidden_warnings
from aliquot.parsing.writing.items import BULLET, add_item, continue_item, drop_export_leftovers
from aliquot.parsing.writing.numerals import letters, roman
from aliquot.parsing.writing.typography import collapse, link_suffix, subscript, superscript
from aliquot.types import BlockType, DocumentKind

__all__ = ["text_of_html", "write_html", "write_node"]

# Not text, or the same on every page of a site.
SKIPPED = frozenset(
    {
        *("button", "canvas", "embed", "footer", "form", "head", "iframe", "input", "map", "nav"),
        *("noscript", "object", "script", "select", "style", "svg", "template", "textarea"),
        *("audio", "video", "-comment"),
    }
)
BLOCKS = frozenset(
    {
        *(
            "address",
            "article",
            "aside",
            "blockquote",
            "body",
            "caption",
            "center",
            "dd",
            "details",
        ),
        *(
            "div",
            "dl",
            "dt",
            "fieldset",
            "figcaption",
            "figure",
            "h1",
            "h2",
            "h3",
            "h4",
            "h5",
            "h6",
        ),
        *("header", "hr", "html", "legend", "li", "main", "ol", "p", "section", "summary", "table"),
        *("tbody", "td", "th", "thead", "tr", "ul"),
    }
)
HEADINGS = {f"h{level}": level for level in range(1, 7)}
CAPTIONS = frozenset({"figcaption", "caption"})
MARKED = frozenset({"a", "sub", "sup"})
# Tags that were escaped once too often show up as text: "<p>Gel Prep</p>".
ESCAPED_TAG = re.compile(r"^<(p|b|i|strong|em|span)>|</(p|b|i|strong|em|span)>$", re.I)
# On a page with more links the addresses bury the text: saved web pages have hundreds.
LINKS_SHOWN_BELOW = 40
# Raised text inside raised text, deeper than anything printed, is left as it is.
MAXIMUM_MARKS = 10
# Deeper lists than this come from layout, not from an outline.
MAXIMUM_DEPTH = 9


@dataclass(slots=True)
class OpenList:
    """A list being read."""

    is_ordered: bool
    kind: str = "1"
    next_number: int = 1
    marker: str = BULLET
    is_written: bool = field(default=True)


def write_html(out: DocumentBuilder, html: str, *, below: int = 0) -> list[str]:
    """Write HTML into a builder; return warnings.

    Args:
        out: Where the blocks go.
        html: A page or a fragment.
        below: Level of the heading it stands under; its own headings go deeper.
    """
    root = LexborHTMLParser(html).body
    return [] if root is None else write_node(out, root, below=below)


def write_node(out: DocumentBuilder, root: LexborNode, *, below: int = 0) -> list[str]:
    """Write an element of a parsed page; otherwise as `write_html`."""
    shows_links = len(root.css("a[href]")) < LINKS_SHOWN_BELOW
    writer = HtmlWriter(out, below=below, shows_links=shows_links)
    writer.write(root)
    return hidden_warnings(writer.hidden)


def text_of_html(html: str) -> str:
    """Return the visible text of a fragment on one line."""
    root = LexborHTMLParser(html).body
    if root is None:
        return ""
    out = DocumentBuilder()
    HtmlWriter(out, below=0, shows_links=False).write(root)
    return collapse(out.build(kind=DocumentKind.OTHER, title="").text)


class HtmlWriter:
    """Walk the nodes in reading order and write a block wherever a block element ends."""

    def __init__(self, out: DocumentBuilder, *, below: int, shows_links: bool) -> None:
        self._out = out
        self._below = below
        self._shows_links = shows_links
        self._line: list[str] = []
        self._marks: list[tuple[str, int, str]] = []
        self._blocks: list[str] = []
        self._lists: list[OpenList] = []
        self.hidden: list[str] = []

    def write(self, root: LexborNode) -> None:
        """Write everything below `root`."""
        stack: list[tuple[LexborNode, bool]] = [(root, False)]
        while stack:
            node, is_leaving = stack.pop()
            if is_leaving:
                self._leave(node)
            elif node.tag == "-text":
                self._line.append(re.sub(r"\s+", " ", node.text_content or ""))
            elif self._enter(node):
                stack.append((node, True))
                stack.extend((child, False) for child in reversed(list(_children(node))))
        self._flush()

    def _enter(self, node: LexborNode) -> bool:
        """Open an element; tell whether its children are to be read."""
        tag = node.tag or ""
        if tag in SKIPPED:
            return False
        if self._hides(node):
            return False
        if tag == "br":
            self._line.append("\n")
        elif tag == "math":
            self._line.append(math_markup_text(node.html or ""))
            return False
        elif tag in MARKED:
            self._marks.append((tag, len(self._line), node.attributes.get("href") or ""))
        elif tag == "pre":
            self._flush()
            self._out.add(BlockType.CODE, "".join(self._visible(node)))
            return False
        elif tag in BLOCKS:
            return self._enter_block(node, tag)
        return True

    def _hides(self, node: LexborNode) -> bool:
        """Tell whether an element is hidden, and keep what it says."""
        if not is_hidden(node):
            return False
        self.hidden += filter(None, [collapse(node.text() or "")])
        return True

    def _visible(self, node: LexborNode) -> Iterator[str]:
        """Yield the text of preformatted lines as it is, without what is hidden."""
        stack = [node]
        while stack:
            part = stack.pop()
            if part.tag == "-text":
                yield part.text_content or ""
            elif part.tag == "br":
                yield "\n"
            elif part.tag not in SKIPPED and not self._hides(part):
                stack.extend(reversed(list(_children(part))))

    def _plain(self, root: LexborNode) -> str:
        """Return the text of a cell or caption on one line."""
        out = DocumentBuilder()
        writer = HtmlWriter(out, below=0, shows_links=False)
        writer.write(root)
        self.hidden += writer.hidden
        return collapse(out.build(kind=DocumentKind.OTHER, title="").text)

    def _cells(self, row: LexborNode) -> Iterator[Cell]:
        for child in _children(row):
            if child.tag in ("td", "th"):
                attributes = child.attributes
                spans = span(attributes.get("colspan")), span(attributes.get("rowspan"))
                yield Cell(self._plain(child), *spans)

    def _enter_block(self, node: LexborNode, tag: str) -> bool:
        self._flush()
        if tag == "table" and _is_data_table(node):
            self._table(node)
            return False
        if tag in ("ol", "ul"):
            attributes = node.attributes
            start = attributes.get("start") or "1"
            first = int(start) if start.isdecimal() and len(start) < 6 else 1
            self._lists.append(OpenList(tag == "ol", attributes.get("type") or "1", first))
        elif tag == "li" and self._lists:
            self._open_item(node)
        self._blocks.append(tag)
        return True

    def _open_item(self, node: LexborNode) -> None:
        current = self._lists[-1]
        current.is_written = False
        if not current.is_ordered:
            current.marker = BULLET
            return
        value = node.attributes.get("value") or ""
        number = int(value) if value.isdecimal() and len(value) < 6 else current.next_number
        current.next_number = number + 1
        current.marker = f"{_numeral(number, current.kind)}."

    def _leave(self, node: LexborNode) -> None:
        tag = node.tag or ""
        if tag in MARKED:
            self._close_mark()
        elif tag in BLOCKS:
            self._flush()
            self._blocks.pop()
            if tag in ("ol", "ul"):
                self._lists.pop()

    def _close_mark(self) -> None:
        tag, start, address = self._marks.pop()
        if len(self._marks) >= MAXIMUM_MARKS:
            return
        text = "".join(self._line[start:])
        if tag == "sup":
            text = superscript(text, before="".join(self._line[max(0, start - 1) : start]))
        elif tag == "sub":
            text = subscript(text)
        elif self._shows_links:
            text += link_suffix(text, address)
        self._line[start:] = [text]

    def _flush(self) -> None:
        """Write the collected line as the block it stands in."""
        lines = (collapse(line) for line in "".join(self._line).split("\n"))
        text = "\n".join(line for line in lines if line)
        self._line.clear()
        self._marks = [(tag, 0, address) for tag, _, address in self._marks]
        if text:
            self._emit(text)

    def _emit(self, text: str) -> None:
        block = self._blocks[-1] if self._blocks else ""
        if block in HEADINGS:
            heading = drop_export_leftovers(ESCAPED_TAG.sub("", ESCAPED_TAG.sub("", text)))
            self._out.heading(heading, HEADINGS[block] + self._below)
        elif block in CAPTIONS:
            self._out.add(BlockType.CAPTION, text)
        elif self._lists:
            self._item(text)
        else:
            self._out.paragraph(drop_export_leftovers(text))

    def _item(self, text: str) -> None:
        current = self._lists[-1]
        if current.is_written:
            if not continue_item(self._out, text):
                self._out.paragraph(text)
            return
        current.is_written = True
        depth = min(len(self._lists), MAXIMUM_DEPTH)
        add_item(self._out, text, marker=current.marker, level=depth)

    def _table(self, table: LexborNode) -> None:
        caption_node = table.css_first("caption")
        caption = "" if caption_node is None else self._plain(caption_node)
        rows = [list(self._cells(row)) for row in table.css("tr") if not self._hides(row)]
        header_rows = len(table.css("thead tr"))
        self._out.add(BlockType.CAPTION, caption)
        self._out.table(expand(rows, header_rows=header_rows), caption=caption)


def _children(node: LexborNode) -> Iterator[LexborNode]:
    child = node.child
    while child is not None:
        yield child
        child = child.next


def _is_data_table(table: LexborNode) -> bool:
    """Tell a table of data from one that places parts of a page."""
    if table.attributes.get("role") in ("presentation", "none") or len(table.css("table")) > 1:
        return False
    return len(table.css("td, th")) > 1 and not table.css_first("h1, h2, h3, li, pre")


def _numeral(number: int, kind: str) -> str:
    """Return a list number in the style an `ol` asks for."""
    shown = {"a": letters, "i": roman}.get(kind.casefold(), str)(number)
    return shown.upper() if kind.isupper() else shown
