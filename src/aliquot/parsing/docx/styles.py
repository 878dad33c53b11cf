"""Look up what Word styles mean: heading level, list, hidden text.

What enters: the `styles` part. What leaves: a `Style` by its id, with what it inherits.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from aliquot.parsing.docx.visibility import NOTHING_STATED, Look, look_of, shaded
from aliquot.parsing.files.ooxml import attribute
from aliquot.parsing.files.xml import local_name

__all__ = ["Style", "Styles", "list_reference", "switched_on"]

# Names are English in the file whatever the language of Word; these are the exceptions met.
HEADING_NAME = re.compile(r"(?:heading|überschrift|titre|見出し)\s*([1-9])", re.I)
TITLE_NAME = re.compile(r"(?:title|titel|表題)", re.I)
CAPTION_NAME = re.compile(r"(?:caption|table title|figure legend|beschriftung|図表番号)", re.I)
CONTENTS_NAME = re.compile(r"(?:toc|目次)(?: heading| \d)|table of figures|図表目次", re.I)
# Chains of inheritance longer than this are circles.
MAXIMUM_CHAIN = 20


@dataclass(frozen=True, slots=True)
class Style:
    """What a paragraph style means.

    Attributes:
        name: As shown in Word.
        style_id: Its id in the file.
        heading: Heading level from 1, 0 for other styles.
        list_id: `numId` the style carries, empty for none.
        list_level: `ilvl` that goes with it, from 0.
        look: What it states of the look of text.
    """

    name: str = ""
    style_id: str = ""
    heading: int = 0
    list_id: str = ""
    list_level: int = 0
    look: Look = NOTHING_STATED

    @property
    def is_title(self) -> bool:
        """Whether it is the title of the document."""
        return bool(TITLE_NAME.fullmatch(self.name))

    @property
    def is_contents(self) -> bool:
        """Whether it is a line of a table of contents, which repeats the headings."""
        return bool(CONTENTS_NAME.fullmatch(self.name))

    @property
    def is_caption(self) -> bool:
        """Whether it is the caption of a figure or table."""
        return bool(CAPTION_NAME.fullmatch(self.name))


class Styles:
    """The styles of one document.

    Args:
        root: Root of the styles part, or `None` where the document has none.
    """

    def __init__(self, root: etree._Element | None) -> None:
        self._elements = {
            attribute(element, "styleId"): element
            for element in (() if root is None else root)
            if local_name(element) == "style"
        }
        self._cache: dict[str, Style] = {}

    def get(self, style_id: str) -> Style:
        """Return a style, resolved; an unknown id means plain text."""
        if style_id not in self._cache:
            self._cache[style_id] = self._resolve(style_id)
        return self._cache[style_id]

    def _resolve(self, style_id: str) -> Style:
        chain = self._chain(style_id)
        name = _child_value(chain[0], "name") if chain else ""
        heading = next(filter(None, map(_heading_level, chain)), 0)
        reference = next(filter(None, map(_list_of, chain)), ("", 0))
        return Style(
            name=name,
            style_id=style_id,
            heading=heading,
            list_id=reference[0],
            list_level=reference[1],
            look=_look(chain),
        )

    def _chain(self, style_id: str) -> list[etree._Element]:
        chain: list[etree._Element] = []
        while style_id in self._elements and len(chain) < MAXIMUM_CHAIN:
            chain.append(self._elements[style_id])
            style_id = _child_value(chain[-1], "basedOn")
        return chain


def list_reference(properties: etree._Element | None) -> tuple[str, int] | None:
    """Return `numId` and `ilvl` of paragraph properties; `None` where they say nothing."""
    for element in () if properties is None else properties.iter("{*}numPr"):
        level = _child_value(element, "ilvl")
        list_id = _child_value(element, "numId")
        if list_id or level:
            return list_id, int(level) if level.isdecimal() and len(level) < 3 else 0
    return None


def switched_on(element: etree._Element, name: str) -> bool:
    """Tell whether a toggle such as `vanish` or `b` stands below an element and is on."""
    for toggle in element.iter(f"{{*}}{name}"):
        return attribute(toggle, "val") not in ("0", "false", "off")
    return False


def _look(chain: list[etree._Element]) -> Look:
    """Return the look of a chain of styles, each over the one it is based on."""
    look = NOTHING_STATED
    for style in reversed(chain):
        for child in style:
            if local_name(child) == "rPr":
                look = look_of(child).over(look)
            elif local_name(child) == "pPr" and shaded(child):
                look = Look(is_shaded=True).over(look)
    return look


def _list_of(style: etree._Element) -> tuple[str, int] | None:
    return list_reference(style)


def _heading_level(style: etree._Element) -> int:
    for element in style.iter("{*}outlineLvl"):
        level = attribute(element, "val")
        # Level 10 (index 9) is Word's "body text".
        if level.isdecimal() and int(level) < 9:
            return int(level) + 1
    found = HEADING_NAME.match(_child_value(style, "name"))
    return int(found[1]) if found else 0


def _child_value(element: etree._Element, name: str) -> str:
    return next((attribute(child, "val") for child in element if local_name(child) == name), "")
