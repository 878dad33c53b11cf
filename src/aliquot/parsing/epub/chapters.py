"""Prepare the pages of a book for the HTML reader.

What enters: the bytes of one page. What leaves: a parsed page, with the notes that pop up in a
reader taken out of the running text. Pages are XML, which an HTML parser reads wrongly: `<title/>`
opens a title that never ends, and the whole page is lost in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree
from selectolax.lexbor import LexborHTMLParser, LexborNode

from aliquot.errors import ParseError
from aliquot.parsing.files.bytes import decode
from aliquot.parsing.files.xml import local_name, parse_xml_bytes
from aliquot.parsing.html.body import text_of_html

__all__ = ["Chapter", "read_chapter"]

EPUB_TYPE = "{http://www.idpf.org/2007/ops}type"
NOTE_KINDS = frozenset({"endnote", "footnote", "rearnote", "doc-endnote", "doc-footnote"})
KIND = "data-kind"
MATHML = "http://www.w3.org/1998/Math/MathML"
# The way back from a note to where it is called: "↩", "[1]", "1.".
BACKLINK = re.compile(r"^[\s\[(]*(?P<marker>\d{1,4}|[*†‡§]+)[\])]?[.:]?\s+|\s*[↩↑⏎^]\ufe0e?\s*$")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A page of a book.

    Attributes:
        body: What is to be read, without the notes.
        headings: Texts of its own headings.
        notes: Marker and text of each footnote or endnote.
    """

    body: LexborNode | None
    headings: tuple[str, ...]
    notes: tuple[tuple[str, str], ...]


def read_chapter(data: bytes, *, source: str = "") -> Chapter:
    """Parse a page of a book.

    Raises:
        ParseError: It is neither XML nor text.
    """
    body = LexborHTMLParser(_as_html(data, source)).body
    if body is None:
        return Chapter(None, headings=(), notes=())
    notes = []
    for node in body.css(f"[{KIND}]"):
        if NOTE_KINDS.intersection((node.attributes.get(KIND) or "").split()):
            notes.append(_note(node))
            node.decompose()
    headings = (heading.text() or "" for heading in body.css("h1, h2, h3, h4, h5, h6"))
    return Chapter(body, tuple(headings), tuple(notes))


def _as_html(data: bytes, source: str) -> str:
    """Return the page as HTML; one that is not well-formed is left to the HTML parser."""
    try:
        root = parse_xml_bytes(data, source=source)
    except ParseError:
        return decode(data, source=source)
    for element in root.iter():
        kinds = f"{element.get(EPUB_TYPE, '')} {element.get('role', '')}".strip()
        if kinds:
            element.set(KIND, kinds)
        # In a namespace, the elements of a page would be written as XML again.
        if not str(element.tag).startswith(f"{{{MATHML}}}"):
            element.tag = local_name(element)
    etree.cleanup_namespaces(root)
    return str(etree.tostring(root, method="html", encoding="unicode"))


def _note(node: LexborNode) -> tuple[str, str]:
    # A note that pops up is hidden until then; only what stands inside it is asked.
    text = text_of_html(node.inner_html or "")
    opening = BACKLINK.match(text)
    marker = opening["marker"] or "" if opening else ""
    return marker, BACKLINK.sub("", text)
