"""Write the blocks of a TEI text: sections, paragraphs, lists, tables, figures, formulas, notes.

What enters: the `front`, `body` and `back` of a text. What leaves: blocks in a `DocumentBuilder`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from lxml import etree

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.files.xml_fields import find_all, find_first, raw_text
from aliquot.parsing.tei.header import reference_text
from aliquot.parsing.tei.inline import formula_text, grid_of, inline_text, is_apart, note_text
from aliquot.parsing.writing.items import BULLET, add_item
from aliquot.parsing.writing.typography import join_text
from aliquot.types import BlockType, SectionClass

__all__ = ["TeiWriter"]

Element = etree._Element
# "2", "2.1.", "IV": the number GROBID takes off a heading.
DOTTED = re.compile(r"\d+(?:\.\d+)*\.?")
# Headings of the parts of a back matter that have none of their own.
PART_TITLES = {
    "acknowledgement": "Acknowledgements",
    "acknowledgements": "Acknowledgements",
    "acknowledgment": "Acknowledgements",
    "annex": "Appendix",
    "appendix": "Appendix",
    "availability": "Data availability",
    "bibliography": "References",
    "conflict": "Conflicts of interest",
    "contribution": "Author contributions",
    "funding": "Funding",
    "references": "References",
}
# Read by whom they belong to, or of the page.
IGNORED = frozenset(
    {"head", "label", "figDesc", "graphic", "pb", "cb", "lb", "fw", "note", "docTitle"}
)
NUMBERED_LISTS = frozenset({"ordered", "numbered"})


class TeiWriter:
    """Write the parts of one text into a builder.

    Args:
        out: Where the blocks go.
    """

    def __init__(self, out: DocumentBuilder) -> None:
        self._out = out
        self._writers: dict[str, Callable[[Element, int], None]] = {
            "ab": self._paragraph,
            "bibl": self._reference,
            "biblStruct": self._reference,
            "code": self._code,
            "eg": self._code,
            "figure": self._figure,
            "formula": self._formula,
            "list": self._list,
            "listBibl": self._references,
            "note": self._note,
            "p": self._paragraph,
            "table": self._table,
        }

    def section(
        self,
        element: Element,
        level: int,
        *,
        default: str = "",
        section_class: SectionClass | None = None,
    ) -> None:
        """Write a division under its heading, what stands in it one level deeper.

        Args:
            element: A `div`, or a part of the text.
            level: Level of its heading.
            default: Heading where it has none.
            section_class: The part it plays, where that is known.
        """
        head = find_first(element, "head")
        number = "" if head is None else head.get("n", "")
        title = inline_text(head) or default or _part_title(element)
        if DOTTED.fullmatch(number):
            # GROBID writes all its sections side by side; only the number tells how deep each is.
            level += number.rstrip(".").count(".")
        heading = title if title.startswith(number) else join_text(number, title)
        if title:
            self._out.heading(heading, level, section_class=section_class)
        self.blocks(element, level + bool(title))

    def blocks(self, element: Element, level: int) -> None:
        """Write the block children of an element; `level` is that of the next heading."""
        for child in element:
            name = local_name(child)
            if name in self._writers and (name != "note" or is_apart(child)):
                self._writers[name](child, level)
            elif name == "div" or re.fullmatch(r"div\d", name):
                self.section(child, level)
            elif name and name not in IGNORED:
                self._unknown(child, level)

    def _unknown(self, element: Element, level: int) -> None:
        """Read wrappers through; what holds text of its own is a paragraph."""
        inner = (local_name(child) for child in element)
        if any(name in self._writers or name.startswith("div") for name in inner):
            self.blocks(element, level)
        else:
            self._out.paragraph(inline_text(element))

    def _paragraph(self, element: Element, level: int) -> None:
        """Write a paragraph, cut around tables, lists and formulas, then the notes it refers to."""
        notes = [note for note in element.iter("{*}note") if is_apart(note)]
        for part in _parts(element, INTERRUPTING):
            if isinstance(part, str):
                self._out.paragraph(part)
            else:
                self._writers[local_name(part)](part, level)
        for note in notes:
            self._note(note, level)

    def _list(self, element: Element, level: int, depth: int = 1) -> None:
        kind = f"{element.get('type', '')} {element.get('rend', '')}".casefold().split()
        is_numbered = bool(NUMBERED_LISTS & set(kind))
        label = ""
        number = 0
        for child in element:
            name = local_name(child)
            if name == "label":
                label = inline_text(child)
            elif name == "item":
                number += 1
                default = f"{number}." if is_numbered else BULLET
                self._item(child, label, child.get("n", "") or default, depth)
                label = ""

    def _item(self, element: Element, label: str, marker: str, depth: int) -> None:
        is_term = bool(label) and not re.fullmatch(r"\W?\w{1,4}\W?", label)
        texts = [part for part in _parts(element, frozenset({"list"})) if isinstance(part, str)]
        text = join_text(label if is_term else "", " ".join(texts), separator=": ")
        add_item(self._out, text, marker=label if label and not is_term else marker, level=depth)
        for nested in find_all(element, "list"):
            self._list(nested, 0, depth + 1)

    def _formula(self, element: Element, level: int) -> None:
        marker = inline_text(find_first(element, "label"))
        self._out.add(BlockType.FORMULA, formula_text(element), marker=marker)

    def _code(self, element: Element, level: int) -> None:
        self._out.add(BlockType.CODE, raw_text(element))

    def _note(self, element: Element, level: int) -> None:
        if element.get("type") != "raw_reference":
            marker = element.get("n", "")
            self._out.add(BlockType.FOOTNOTE, note_text(element), marker=marker)

    def _figure(self, element: Element, level: int) -> None:
        """Write the caption, then the table or what else stands in a figure."""
        head, label = inline_text(find_first(element, "head")), find_first(element, "label")
        description = inline_text(find_first(element, "figDesc"))
        tables = list(find_all(element, "table"))
        # GROBID repeats the label at the head ("Figure 1"), or gives the number alone.
        head = head or _named(inline_text(label), "Table" if tables else "Figure")
        head = f"{head.rstrip(' .:')}." if head else ""
        repeats = description.startswith(head.rstrip("."))
        caption = description if head and repeats else join_text(head, description)
        self._out.add(BlockType.CAPTION, caption)
        for table in tables:
            self._out.table(grid_of(table), caption=caption)
        for note in find_all(element, "note"):
            self._out.add(BlockType.FOOTNOTE, note_text(note))
        for child in element:
            if local_name(child) in ("p", "list", "figure", "formula"):
                self._writers[local_name(child)](child, level)

    def _table(self, element: Element, level: int) -> None:
        caption = inline_text(find_first(element, "head"))
        self._out.add(BlockType.CAPTION, caption)
        self._out.table(grid_of(element), caption=caption)

    def _references(self, element: Element, level: int) -> None:
        head = inline_text(find_first(element, "head"))
        self._out.heading(head, level, section_class=SectionClass.REFERENCES)
        for child in element:
            if local_name(child) in ("bibl", "biblStruct"):
                self._reference(child, level)
            elif local_name(child) == "listBibl":
                self._references(child, level + bool(head))

    def _reference(self, element: Element, level: int) -> None:
        marker = element.get("n", "") or inline_text(find_first(element, "label"))
        place = SectionClass.REFERENCES
        self._out.add(
            BlockType.REFERENCE, reference_text(element), marker=marker, section_class=place
        )


INTERRUPTING = frozenset({"figure", "list", "table", "eg", "listBibl"})


def _parts(element: Element, interrupting: frozenset[str]) -> Iterator[str | Element]:
    """Yield the text between the children that interrupt it, and these in their places."""
    line = etree.Element("p")
    line.text = element.text
    for child in list(element):
        is_display = local_name(child) == "formula" and child.get("rend") == "display"
        if local_name(child) in interrupting or is_display:
            yield inline_text(line)
            line = etree.Element("p")
            line.text = child.tail
            child.tail = None
            yield child
        else:
            line.append(child)
    yield inline_text(line)


def _part_title(element: Element) -> str:
    """Return a heading for a part that has none, unless the divisions in it have their own."""
    if any(find_first(inner, "head") is not None for inner in find_all(element, "div")):
        return ""
    return PART_TITLES.get(element.get("type", "").casefold(), "")


def _named(label: str, name: str) -> str:
    return f"{name} {label}" if label.rstrip(".").isdigit() else label
