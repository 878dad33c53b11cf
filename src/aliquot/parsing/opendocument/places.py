"""Where shapes stand on an OpenDocument slide, and how large slides are.

What enters: shape elements. What leaves: boxes and sizes in points. Source: OpenDocument 1.3 part
3, sections 18.3.18 (lengths), 19.228 (transformations) and 20.313 (pages).
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

from lxml import etree

from aliquot.parsing.opendocument.package import attribute
from aliquot.types import Box

__all__ = ["box_of", "page_size", "points", "turn_of"]

Element = etree._Element
LENGTH = re.compile(r"(-?\d{1,6}(?:\.\d{0,12})?)(cm|mm|in|pt|pc|px)")
POINTS = {"cm": 72 / 2.54, "mm": 72 / 25.4, "in": 72.0, "pt": 1.0, "pc": 12.0, "px": 0.75}
MOVED = re.compile(r"translate\s*\(\s*(\S+?)[\s,]+(\S+?)\s*\)")
TURNED = re.compile(r"rotate\s*\(\s*(-?\d{0,4}(?:\.\d{0,18})?)\s*\)")


def points(length: str) -> float | None:
    """Return a length in points; `None` for what is none."""
    found = LENGTH.fullmatch(length.strip())
    return float(found[1]) * POINTS[found[2]] if found else None


def turn_of(shape: Element) -> float:
    """Return by how many radians a shape is turned, against the clock."""
    turned = TURNED.search(attribute(shape, "transform"))
    try:
        return float(turned[1]) if turned else 0.0
    except ValueError:
        return 0.0


def box_of(shape: Element) -> Box | None:
    """Return where a shape stands, before it is turned; `None` where the file does not say.

    A shape that is turned says where its upper left corner ends up; boxes turn about the middle.
    """
    moved = MOVED.search(attribute(shape, "transform"))
    x = points(moved[1] if moved else attribute(shape, "x"))
    y = points(moved[2] if moved else attribute(shape, "y"))
    wide, high = points(attribute(shape, "width")), points(attribute(shape, "height"))
    if x is None or y is None or wide is None or high is None:
        return None
    turn = turn_of(shape)
    middle_x = x + (wide * math.cos(turn) + high * math.sin(turn)) / 2
    middle_y = y + (high * math.cos(turn) - wide * math.sin(turn)) / 2
    return Box(middle_x - wide / 2, middle_y - high / 2, middle_x + wide / 2, middle_y + high / 2)


def page_size(page: Element, roots: Sequence[Element]) -> tuple[float, float] | None:
    """Return width and height of a slide, as the layout of its master page states them.

    Args:
        page: The slide.
        roots: Where styles are defined.
    """
    layout = attribute(
        _named(roots, "master-page", attribute(page, "master-page-name")), "page-layout-name"
    )
    style = _named(roots, "page-layout", layout)
    for properties in () if style is None else style.iter("{*}page-layout-properties"):
        wide = points(attribute(properties, "page-width"))
        high = points(attribute(properties, "page-height"))
        return (wide, high) if wide and high else None
    return None


def _named(roots: Sequence[Element], kind: str, name: str) -> Element | None:
    elements = (one for root in roots for one in root.iter(f"{{*}}{kind}"))
    return next((one for one in elements if name and attribute(one, "name") == name), None)
