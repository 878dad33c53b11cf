"""Tell text of a Word document that nobody sees: hidden, white on white, too small to read.

What enters: properties of runs, resolved styles. What leaves: yes or no; where a colour lies under
text that we do not know, the text counts as seen.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from aliquot.parsing.files.ooxml import attribute
from aliquot.parsing.files.xml import local_name

__all__ = ["NOTHING_STATED", "Look", "is_unseen", "look_of", "shaded"]

# Half points: text of two points and less is there for machines.
TINY = 4
# Lighter than this in every channel is white on white.
PALE = 0xEB
HEX = re.compile(r"[0-9A-Fa-f]{6}")
CLEAR = frozenset({"", "auto", "FFFFFF", "ffffff"})
OFF = frozenset({"0", "false", "off"})


@dataclass(frozen=True, slots=True)
class Look:
    """What properties state of a text's look; `None` for what they leave open.

    Attributes:
        is_hidden: Set as hidden text.
        is_tiny: Too small to read.
        is_pale: White, or nearly.
        is_shaded: On a ground of its own.
    """

    is_hidden: bool | None = None
    is_tiny: bool | None = None
    is_pale: bool | None = None
    is_shaded: bool | None = None

    def over(self, below: Look) -> Look:
        """Return this look where it is stated, and another elsewhere."""
        return Look(
            below.is_hidden if self.is_hidden is None else self.is_hidden,
            below.is_tiny if self.is_tiny is None else self.is_tiny,
            below.is_pale if self.is_pale is None else self.is_pale,
            below.is_shaded if self.is_shaded is None else self.is_shaded,
        )


NOTHING_STATED = Look()


def look_of(properties: etree._Element | None) -> Look:
    """Return what run or paragraph properties state of the look of text."""
    found = {local_name(child): child for child in (() if properties is None else properties)}
    size, colour = found.get("sz"), found.get("color")
    half_points = "" if size is None else attribute(size, "val")
    value = "" if colour is None else attribute(colour, "val")
    is_marked = "highlight" in found and attribute(found["highlight"], "val") not in (
        "none",
        "white",
    )
    return Look(
        is_hidden=None if "vanish" not in found else attribute(found["vanish"], "val") not in OFF,
        is_tiny=int(half_points) <= TINY if half_points.isdecimal() else None,
        is_pale=None if colour is None else _is_pale(value),
        is_shaded=True if is_marked or shaded(properties) else None,
    )


def is_unseen(look: Look, *, on_white: bool) -> bool:
    """Tell whether text of this look is not seen.

    Args:
        look: Everything stated, run over style.
        on_white: Whether nothing but paper lies under the paragraph.
    """
    is_white_on_white = bool(look.is_pale) and on_white and not look.is_shaded
    return bool(look.is_hidden or look.is_tiny) or is_white_on_white


def shaded(properties: etree._Element | None) -> bool:
    """Tell whether properties of a run, paragraph, row or cell give it a ground of its own."""
    for child in () if properties is None else properties:
        if local_name(child) == "shd":
            return attribute(child, "fill") not in CLEAR or bool(attribute(child, "themeFill"))
    return False


def _is_pale(value: str) -> bool:
    if not HEX.fullmatch(value):
        return False
    return min(int(value[i : i + 2], 16) for i in (0, 2, 4)) >= PALE
