"""Tell the parts of a page that no reader sees: how prompts are injected into saved pages.

What enters: an element. What leaves: yes or no, by its own attributes. Style sheets are not
computed: where a class may lay a colour under white text, the text counts as seen.
"""

from __future__ import annotations

import re

from selectolax.lexbor import LexborNode

__all__ = ["is_hidden"]

# Names under which style sheets everywhere keep text for screen readers only.
SCREEN_READER_CLASSES = frozenset(
    {"sr-only", "visually-hidden", "visuallyhidden", "screen-reader-text", "a11y-hidden"}
)
# Type smaller than this in points or pixels cannot be read.
SMALLEST_TYPE = 2.0
# Text moved this many pixels to the side is meant to be off the page.
FAR = 500.0
# Less opaque text is not seen.
FAINTEST = 0.1
# Lighter than this in every channel is white on white.
PALE = 0xEB
NUMBER = re.compile(r"-?\d*\.?\d+")
LENGTH = re.compile(r"(-?\d*\.?\d+)\s*(px|pt)?")
HEX = re.compile(r"#([0-9a-f]{3}|[0-9a-f]{6})([0-9a-f]{1,2})?")
NO_COLOUR = frozenset({"", "none", "transparent", "white", "inherit", "initial", "unset"})


def is_hidden(node: LexborNode) -> bool:
    """Tell whether nothing of an element is shown."""
    attributes = node.attributes
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    classes = (attributes.get("class") or "").split()
    if not SCREEN_READER_CLASSES.isdisjoint(classes):
        return True
    style = _declarations(attributes.get("style") or "")
    if not style and attributes.get("color") is None:
        return False
    return _is_off(style) or _is_tiny(style) or _is_away(style) or _is_white_on_white(node, style)


def _declarations(style: str) -> dict[str, str]:
    pairs = (part.partition(":") for part in style.casefold().split(";"))
    return {
        name.strip(): value.replace("!important", "").strip() for name, _, value in pairs if value
    }


def _is_off(style: dict[str, str]) -> bool:
    return (
        style.get("display") == "none"
        or style.get("visibility") in ("hidden", "collapse")
        or style.get("mso-hide") == "all"
        or _number(style.get("opacity", "1")) < FAINTEST
    )


def _is_tiny(style: dict[str, str]) -> bool:
    size = LENGTH.fullmatch(style.get("font-size", ""))
    if size and float(size[1]) <= (SMALLEST_TYPE if size[2] else 0.0):
        return True
    clips = style.get("overflow", "") in ("hidden", "clip")
    sides = ("height", "width", "max-height", "max-width")
    return clips and any(_pixels(style.get(side, "")) in (0.0, 1.0) for side in sides)


def _is_away(style: dict[str, str]) -> bool:
    """Tell whether an element is moved off the page or clipped to nothing."""
    if style.get("position") in ("absolute", "fixed"):
        for side in ("left", "top", "right", "bottom"):
            if _pixels(style.get(side, "")) <= -FAR:
                return True
    clip = style.get("clip", "")
    is_clipped = clip.startswith("rect") and set(map(float, NUMBER.findall(clip))) <= {0.0, 1.0}
    return (
        is_clipped
        or _pixels(style.get("text-indent", "")) <= -FAR
        or style.get("clip-path", "").replace(" ", "") in ("inset(50%)", "inset(100%)", "circle(0)")
        or style.get("transform", "").replace(" ", "") in ("scale(0)", "scale(0,0)")
    )


def _is_white_on_white(node: LexborNode, style: dict[str, str]) -> bool:
    colour = style.get("color") or (node.attributes.get("color") or "").casefold()
    if colour != "transparent" and not _is_pale(colour):
        return False
    return colour == "transparent" or not _may_have_ground(node)


def _may_have_ground(node: LexborNode) -> bool:
    """Tell whether an element, or one around it, may lay a colour under its text."""
    around: LexborNode | None = node
    while around is not None and around.tag not in ("html", "-document"):
        attributes = around.attributes
        style = _declarations(attributes.get("style") or "")
        grounds = (
            style.get("background", ""),
            style.get("background-color", ""),
            style.get("background-image", ""),
            (attributes.get("bgcolor") or "").casefold(),
        )
        if any(ground not in NO_COLOUR and not _is_pale(ground) for ground in grounds):
            return True
        # Classes stand for style sheets, which are not read; the page's own say little.
        if around.tag != "body" and (attributes.get("class") or attributes.get("id")):
            return True
        around = around.parent
    return False


def _is_pale(colour: str) -> bool:
    if colour == "white":
        return True
    found = HEX.fullmatch(colour)
    if found:
        digits = found[1] if len(found[1]) == 6 else "".join(2 * digit for digit in found[1])
        return min(int(digits[i : i + 2], 16) for i in (0, 2, 4)) >= PALE
    if not colour.startswith("rgb"):
        return False
    parts = [float(number) for number in NUMBER.findall(colour)]
    is_seen = len(parts) < 4 or parts[3] >= FAINTEST
    return not is_seen or (len(parts) >= 3 and min(parts[:3]) >= PALE)


def _number(value: str) -> float:
    found = NUMBER.fullmatch(value)
    return float(found[0]) if found else 1.0


def _pixels(value: str) -> float:
    """Return a length in pixels or points, and something harmless for any other."""
    found = LENGTH.match(value)
    return float(found[1]) * (16 if value.endswith("em") else 1) if found else 100.0
