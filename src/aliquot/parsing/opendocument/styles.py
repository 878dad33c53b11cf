"""Look up what OpenDocument styles mean: heading, caption, hidden, raised, list.

What enters: the roots that hold styles. What leaves: a `Style` by family and name, with what it
inherits. Source: OpenDocument 1.3 part 3, sections 16 and 20.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.parsing.opendocument.package import attribute

__all__ = ["Style", "Styles"]

Element = etree._Element
# Chains of inheritance longer than this are circles.
MAXIMUM_CHAIN = 20
# Names are English in the file whatever the language of the program; `_20_` is a space.
CAPTION_NAMES = frozenset({"caption", "illustration", "figure", "table", "drawing", "listing"})
# "super 58%", "sub", or a share of the line: "33% 58%", "-33% 58%".
RAISED = re.compile(r"super\b|(?!0)\d")
LOWERED = re.compile(r"sub\b|-\d")


@dataclass(frozen=True, slots=True)
class Style:
    """What a style means.

    Attributes:
        outline: Heading level from 1, 0 for other styles.
        list_style: Name of the list style it carries.
        position: `raised`, `lowered` or empty.
        is_visible: Whether its text is shown.
    """

    outline: int = 0
    list_style: str = ""
    position: str = ""
    is_bold: bool = False
    is_visible: bool = True
    is_title: bool = False
    is_caption: bool = False
    is_code: bool = False


class Styles:
    """The styles of one document.

    Args:
        roots: Where styles are defined; of two with one name the last counts.
    """

    def __init__(self, roots: tuple[Element, ...]) -> None:
        self._elements = {
            (attribute(style, "family"), attribute(style, "name")): style
            for root in roots
            for style in root.iter("{*}style")
        }
        self._cache: dict[tuple[str, str], Style] = {}

    def get(self, family: str, name: str) -> Style:
        """Return a style, resolved; an unknown name means plain text."""
        key = (family, name)
        if key not in self._cache:
            self._cache[key] = self._resolve(key)
        return self._cache[key]

    def type_size(self, family: str, name: str) -> str:
        """Return the size of type a style states or inherits, as the file writes it."""
        return _property(self._chain((family, name)), "font-size")

    def _resolve(self, key: tuple[str, str]) -> Style:
        chain = self._chain(key)
        # The style a chain ends in may be one of those every program knows and no file defines.
        last = attribute(chain[-1], "parent-style-name") if chain else key[1]
        names = [_readable(name) for name in (*(attribute(s, "name") for s in chain), last)]
        outline = next(filter(None, (attribute(s, "default-outline-level") for s in chain)), "")
        position = _property(chain, "text-position")
        return Style(
            outline=int(outline) if outline.isdecimal() and len(outline) < 3 else 0,
            list_style=next(filter(None, (attribute(s, "list-style-name") for s in chain)), ""),
            position=_position(position),
            is_bold=_property(chain, "font-weight") in ("bold", "600", "700", "800", "900"),
            is_visible=_property(chain, "display") != "none",
            is_title="title" in names,
            is_caption=not CAPTION_NAMES.isdisjoint(names),
            is_code="preformatted text" in names,
        )

    def _chain(self, key: tuple[str, str]) -> list[Element]:
        """Return the style and those it inherits from, nearest first."""
        chain: list[Element] = []
        while key in self._elements and len(chain) < MAXIMUM_CHAIN:
            chain.append(self._elements[key])
            key = (key[0], attribute(chain[-1], "parent-style-name"))
        return chain


def _readable(name: str) -> str:
    return name.replace("_20_", " ").casefold()


def _property(chain: list[Element], name: str) -> str:
    """Return the nearest setting of a property of text."""
    for style in chain:
        for properties in style:
            value = attribute(properties, name)
            if value and local_name(properties) == "text-properties":
                return value
    return ""


def _position(value: str) -> str:
    if RAISED.match(value):
        return "raised"
    return "lowered" if LOWERED.match(value) else ""
