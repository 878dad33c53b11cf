"""What colour text and ground have, where the file says so plainly.

What enters: fills of shapes, the master's colour map and the theme. What leaves: RGB, or `None`
where a gradient, a picture or an inherited style decides: what is not known is taken to be seen.
Source: ECMA-376 part 1, sections 20.1.2.3 and 20.1.8.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from lxml import etree

from aliquot.parsing.files.xml import local_name

__all__ = ["Colour", "Palette", "background", "is_transparent", "looks_alike"]

Colour = tuple[int, int, int]

WHITE: Colour = (255, 255, 255)
HEX = re.compile(r"[0-9A-Fa-f]{6}")
# Colours that differ by no more than this in any channel cannot be told apart in print.
SAME_COLOUR = 20
# Below this opacity, in thousandths of a percent, text is not seen on anything.
TRANSPARENT = 10_000
USUAL_MAP = {"bg1": "lt1", "tx1": "dk1", "bg2": "lt2", "tx2": "dk2"}


class Palette:
    """The colours a deck calls by name.

    Args:
        theme: Root of the theme part, or `None`.
        master: Root of the slide master, or `None`.
    """

    def __init__(self, theme: etree._Element | None, master: etree._Element | None) -> None:
        self._named: dict[str, Colour] = {}
        for scheme in () if theme is None else theme.iter("{*}clrScheme"):
            for entry in scheme:
                colour = next(filter(None, map(_stated, entry)), None)
                if colour is not None:
                    self._named.setdefault(local_name(entry), colour)
        self._map: Mapping[str, str] = USUAL_MAP
        for mapping in () if master is None else master.iter("{*}clrMap"):
            self._map = {str(key): str(value) for key, value in mapping.attrib.items()}

    def solid(self, properties: etree._Element) -> Colour | None:
        """Return the colour of a solid fill that stands right below an element."""
        for fill in properties:
            if local_name(fill) == "solidFill":
                return next(filter(None, map(self._colour, fill)), None)
        return None

    def named(self, name: str) -> Colour | None:
        """Return a colour of the scheme, such as `bg1`."""
        return self._named.get(self._map.get(name, name))

    def _colour(self, element: etree._Element) -> Colour | None:
        # Tints and shades would have to be computed as PowerPoint does.
        if any(local_name(child) != "alpha" for child in element):
            return None
        if local_name(element) == "schemeClr":
            return self.named(element.get("val", ""))
        return _stated(element)


def background(roots: tuple[etree._Element | None, ...], palette: Palette) -> Colour | None:
    """Return the ground of a slide; the first of slide, layout and master to state one wins."""
    for root in roots:
        for ground in () if root is None else root.iter("{*}bg"):
            for way in ground:
                if local_name(way) == "bgPr":
                    return palette.solid(way)
                names = [item.get("val", "") for item in way.iter("{*}schemeClr")]
                # Fills of the theme from the second on are gradients and pictures.
                is_plain = way.get("idx") in ("0", "1000", "1001")
                return palette.named(names[0]) if names and is_plain else None
    return WHITE


def is_transparent(properties: etree._Element) -> bool:
    """Tell whether a fill lets everything through."""
    for fill in properties:
        for alpha in fill.iter("{*}alpha") if local_name(fill) == "solidFill" else ():
            value = alpha.get("val", "")
            return value.isdecimal() and int(value) < TRANSPARENT
    return False


def looks_alike(one: Colour, other: Colour) -> bool:
    """Tell whether two colours cannot be told apart."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= SAME_COLOUR


def _stated(element: etree._Element) -> Colour | None:
    value = element.get("lastClr" if local_name(element) == "sysClr" else "val", "")
    if local_name(element) not in ("srgbClr", "sysClr") or not HEX.fullmatch(value):
        return None
    return int(value[:2], 16), int(value[2:4], 16), int(value[4:], 16)
