"""Write the blocks of JATS sections: paragraphs, lists, tables, figures, formulas.

What enters: lxml elements that hold block content. What leaves: blocks in a `DocumentBuilder`.
"""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.jats.inline import children, first, grid_of, inline_text
from aliquot.parsing.jats.references import citation_text
from aliquot.parsing.writing.items import BULLET, add_item
from aliquot.parsing.writing.numerals import letters, roman
from aliquot.parsing.writing.typography import join_text
from aliquot.types import BlockType, SectionClass

__all__ = ["BodyWriter"]

# How the items of a list are numbered where they have no label of their own.
NUMERALS: dict[str, Callable[[int], str]] = {
    "alpha-lower": letters,
    "alpha-upper": lambda count: letters(count).upper(),
    "order": str,
    "roman-lower": roman,
    "roman-upper": lambda count: roman(count).upper(),
}
# Headings are read by `section`, references by the article, pictures by nobody.
IGNORED = frozenset(
    {
        *("label", "title", "caption", "ref-list", "sec-meta", "object-id", "graphic"),
        *("alternatives", "attrib", "permissions", "alt-text", "long-desc"),
    }
)


class BodyWriter:
    """Write block content into a builder, section by section.

    Args:
        out: Where the blocks go.
    """

    def __init__(self, out: DocumentBuilder) -> None:
        self._out = out
        self.pictured_tables = 0
        self._writers: dict[str, Callable[[etree._Element, int], None]] = {
            "array": self._table_alone,
            "boxed-text": self.section,
            "code": self._code,
            "def-list": self._definitions,
            "disp-formula": self._formula,
            "disp-quote": self.blocks,
            "element-citation": self._citation,
            "fig": self._figure,
            "fig-group": self.blocks,
            "fn": self._footnote,
            "fn-group": self.section,
            "glossary": self.section,
            "list": self._list,
            "media": self._figure,
            "notes": self.section,
            "ack": self.section,
            "app": self.section,
            "p": self._paragraph,
            "preformat": self._code,
            "sec": self.section,
            "speech": self.blocks,
            "statement": self._statement,
            "supplementary-material": self._figure,
            "table": self._table_alone,
            "table-wrap": self._table,
            "table-wrap-group": self.blocks,
        }

    def section(
        self,
        element: etree._Element,
        level: int,
        *,
        default: str = "",
        section_class: SectionClass | None = None,
    ) -> None:
        """Write an element that may have a title of its own, one level deeper where it has.

        Args:
            element: A section, or anything with a title and block content.
            level: Level of its heading.
            default: Heading where it has none.
            section_class: The part it plays, where that is known.
        """
        title = inline_text(first(element, "title"))
        heading = join_text(inline_text(first(element, "label")), title) if title else default
        if heading:
            self._out.heading(heading, level, section_class=section_class)
        inner = level + 1 if heading else level
        self.blocks(element, inner, section_class=section_class)

    def blocks(
        self,
        element: etree._Element,
        level: int,
        *,
        section_class: SectionClass | None = None,
    ) -> None:
        """Write the block children of an element; `level` is that of the next heading."""
        for child in element:
            name = local_name(child)
            if name == "sec":
                self.section(child, level, section_class=section_class)
            elif name in self._writers:
                self._writers[name](child, level)
            elif name and name not in IGNORED:
                self._unknown(child, level)

    def _unknown(self, element: etree._Element, level: int) -> None:
        """Read wrappers through; what holds text of its own is a paragraph."""
        if any(local_name(child) in self._writers for child in element):
            self.blocks(element, level)
        else:
            self._out.paragraph(inline_text(element))

    def _paragraph(self, element: etree._Element, level: int) -> None:
        """Write a paragraph, interrupted by the tables, lists and formulas that stand inside it."""
        line = etree.Element("p")
        line.text = element.text
        for child in list(element):
            if local_name(child) not in self._writers or local_name(child) == "fn":
                line.append(child)
                continue
            self._out.paragraph(inline_text(line))
            line = etree.Element("p")
            line.text = child.tail
            self._writers[local_name(child)](child, level)
        self._out.paragraph(inline_text(line))

    def _list(self, element: etree._Element, level: int, depth: int = 1) -> None:
        numeral = NUMERALS.get(element.get("list-type", "bullet"))
        for number, item in enumerate(children(element, "list-item"), start=1):
            label = inline_text(first(item, "label"))
            marker = label or (f"{numeral(number)}." if numeral else BULLET)
            nested = [child for child in item.iter("{*}list") if _owner(child) is item]
            for child in nested:
                parent = child.getparent()
                if parent is not None:
                    parent.remove(child)
            texts = (inline_text(child) for child in item if local_name(child) != "label")
            add_item(self._out, join_text(*texts), marker=marker, level=depth)
            for child in nested:
                self._list(child, level, depth + 1)

    def _definitions(self, element: etree._Element, level: int) -> None:
        for item in children(element, "def-item"):
            term, meaning = inline_text(first(item, "term")), inline_text(first(item, "def"))
            text = join_text(term, meaning, separator=": ")
            self._out.add(BlockType.LIST_ITEM, text, level=1, marker=BULLET)

    def _formula(self, element: etree._Element, level: int) -> None:
        marker = inline_text(first(element, "label"))
        line = etree.Element("p")
        line.text = element.text
        line.extend(child for child in list(element) if local_name(child) != "label")
        self._out.add(BlockType.FORMULA, inline_text(line), marker=marker)

    def _code(self, element: etree._Element, level: int) -> None:
        self._out.add(BlockType.CODE, "".join(map(str, element.itertext())))

    def _footnote(self, element: etree._Element, level: int) -> None:
        self._out.add(BlockType.FOOTNOTE, inline_text(element))

    def _citation(self, element: etree._Element, level: int) -> None:
        """Write what is cited where it stands, such as a dataset under "Data availability"."""
        self._out.paragraph(citation_text(element))

    def _statement(self, element: etree._Element, level: int) -> None:
        self._out.paragraph(join_text(_caption(element)))
        self.blocks(element, level)

    def _figure(self, element: etree._Element, level: int) -> None:
        """Write the caption, then what stands inside: supplements of the figure, media."""
        self._out.add(BlockType.CAPTION, _caption(element))
        self.blocks(element, level)

    def _table(self, element: etree._Element, level: int) -> None:
        caption = _caption(element)
        self._out.add(BlockType.CAPTION, caption)
        self.pictured_tables += next(element.iter("{*}table"), None) is None
        for table in element.iter("{*}table"):
            self._out.table(grid_of(table), caption=caption)
        for foot in children(element, "table-wrap-foot"):
            for note in children(foot, "fn", "p", "fn-group", "attrib"):
                self._out.add(BlockType.FOOTNOTE, inline_text(note))

    def _table_alone(self, element: etree._Element, level: int) -> None:
        self._out.table(grid_of(element))


def _owner(element: etree._Element) -> etree._Element | None:
    """Return the list item a nested list belongs to."""
    return next(element.iterancestors("{*}list-item"), None)


def _caption(element: etree._Element) -> str:
    """Return "Figure 1. Title. Text" of anything with a label and a caption."""
    label = inline_text(first(element, "label"))
    if label and not label.endswith((".", ":", "|")):
        label += "."
    caption = first(element, "caption")
    title = inline_text(first(element, "title"))
    return join_text(label, title, inline_text(caption))
