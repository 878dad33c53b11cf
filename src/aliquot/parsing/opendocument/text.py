"""Read the text of OpenDocument paragraphs: spans, links, notes, formulas, text boxes.

What enters: a `text:p` or `text:h` element. What leaves: its text, and the notes, boxes and tables
that hang on it. Text removed by tracked changes and comments are left out; hidden text is left out
and counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import ClassVar

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.parsing.files.xml_fields import text as plain_text
from aliquot.parsing.jats.mathml import math_text
from aliquot.parsing.opendocument.package import Package, attribute
from aliquot.parsing.opendocument.styles import Styles
from aliquot.parsing.writing.typography import collapse, link_suffix, subscript, superscript

__all__ = ["ParagraphReader", "ParagraphText"]

Element = etree._Element
# Removed, said about the text, or said by the page and not by the author.
SKIPPED = frozenset(
    {
        *("tracked-changes", "annotation", "annotation-end", "ruby-text", "note-citation", "desc"),
        *("title", "image", "event-listeners", "glue-point", "binary-data", "page-number"),
        *("page-count", "soft-page-break", "alphabetical-index-mark", "toc-mark", "plugin"),
    }
)
# Spans, links and fields nest a few levels; damaged files go on for ever.
MAXIMUM_DEPTH = 60
# A run of spaces is written as a count; nobody indents by more.
MAXIMUM_SPACES = 200


@dataclass(slots=True)
class ParagraphText:
    """Text of a paragraph and what hangs on it.

    Attributes:
        boxes: Elements with paragraphs of their own.
        notes: Number and element of each footnote or endnote.
        has_sequence: Whether it counts something, as captions do: "Table 3".
    """

    text: str = ""
    is_formula: bool = False
    is_bold: bool = False
    has_sequence: bool = False
    boxes: list[Element] = field(default_factory=list)
    notes: list[tuple[str, Element]] = field(default_factory=list)


class ParagraphReader:
    """Read the paragraphs of one document.

    Args:
        package: Where embedded formulas are found.
        styles: What the styles of spans and paragraphs mean.
    """

    def __init__(self, package: Package, styles: Styles) -> None:
        self._package = package
        self._styles = styles
        self._result = ParagraphText()
        self._bold: list[bool] = []
        self._formulas = 0
        self._is_hidden = False
        self._depth = 0
        self.hidden: list[str] = []

    def read(self, paragraph: Element) -> ParagraphText:
        """Return a paragraph's text; nothing of it if its style hides it."""
        self._result, self._bold, self._formulas = ParagraphText(), [], 0
        self._is_hidden = False
        style = self._styles.get("paragraph", attribute(paragraph, "style-name"))
        text = self._children(paragraph, is_bold=style.is_bold)
        if not style.is_code:
            text = "\n".join(map(collapse, text.split("\n"))).strip()
        if text.strip() and (self._is_hidden or not style.is_visible):
            self.hidden.append(text)
            text = ""
        self._result.text = text
        self._result.is_formula = bool(self._formulas) and not self._bold
        self._result.is_bold = bool(self._bold) and all(self._bold)
        return self._result

    def _children(self, element: Element, *, is_bold: bool) -> str:
        if self._depth >= MAXIMUM_DEPTH:
            return plain_text(element)
        self._depth += 1
        parts = [self._plain(element.text, is_bold=is_bold)]
        for child in element:
            parts.append(self._write(child, before=parts[-1], is_bold=is_bold))
            parts.append(self._plain(child.tail, is_bold=is_bold))
        self._depth -= 1
        return "".join(parts)

    def _plain(self, text: str | None, *, is_bold: bool) -> str:
        if text and text.strip():
            self._bold.append(is_bold)
        return (text or "").replace("\n", " ")

    def _write(self, element: Element, *, before: str, is_bold: bool) -> str:
        name = local_name(element)
        if not name or name in SKIPPED:
            return ""
        if name == "span":
            return self._span(element, before, is_bold=is_bold)
        writer = self._writers.get(name)
        return writer(self, element) if writer else self._children(element, is_bold=is_bold)

    def _span(self, element: Element, before: str, *, is_bold: bool) -> str:
        style = self._styles.get("text", attribute(element, "style-name"))
        text = self._children(element, is_bold=is_bold or style.is_bold)
        if not style.is_visible:
            self.hidden += [text] if text.strip() else []
            return ""
        if style.position == "raised":
            return superscript(text, before=before)
        return subscript(text) if style.position == "lowered" else text

    def _spaces(self, element: Element) -> str:
        count = attribute(element, "c", "1")
        return " " * min(int(count) if count.isdecimal() and len(count) < 6 else 1, MAXIMUM_SPACES)

    def _link(self, element: Element) -> str:
        text = self._children(element, is_bold=False)
        return text + link_suffix(text, attribute(element, "href"))

    def _note(self, element: Element) -> str:
        number = plain_text(element, "note-citation")
        body = next(element.iterchildren("{*}note-body"), None)
        if body is not None:
            self._result.notes.append((number, body))
        return superscript(number)

    def _hidden_text(self, element: Element) -> str:
        """Leave out text under a condition; as a field it holds one string."""
        text = plain_text(element) or attribute(element, "string-value")
        self.hidden += [text] if text else []
        return ""

    def _hidden_paragraph(self, element: Element) -> str:
        """Note that the whole paragraph is hidden while a condition holds."""
        self._is_hidden = attribute(element, "is-hidden") == "true"
        return ""

    def _sequence(self, element: Element) -> str:
        self._result.has_sequence = True
        return plain_text(element)

    def _box(self, element: Element) -> str:
        self._result.boxes.append(element)
        return ""

    def _object(self, element: Element) -> str:
        """Read a formula; charts and sheets have their own file and are left out."""
        root = next(element.iter("{*}math"), None)
        if root is None:
            root = self._package.read_object(attribute(element, "href"))
        if root is None or local_name(root) != "math":
            return ""
        self._formulas += 1
        return f" {math_text(root)} "

    _writers: ClassVar[dict[str, Callable[[ParagraphReader, Element], str]]] = {
        "a": _link,
        "hidden-paragraph": _hidden_paragraph,
        "hidden-text": _hidden_text,
        "line-break": lambda _, __: "\n",
        "note": _note,
        "object": _object,
        "s": _spaces,
        "sequence": _sequence,
        "tab": lambda _, __: "\t",
        "table": _box,
        "text-box": _box,
    }
