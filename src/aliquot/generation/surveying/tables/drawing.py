"""Parts of a drawing in SVG: words that fit, shapes, colours for light and dark."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from xml.sax.saxutils import escape, quoteattr

__all__ = ["columns_of", "element", "plain", "rectangle", "style", "width_of", "words", "wrapped"]

# Fills by what they are for, on light and on dark paper. Text on paper has a contrast of 4.5 or
# more, bars on paper and on pale bars of 3 or more. Source: WCAG 2.2, 1.4.3 and 1.4.11.
PALETTE: Mapping[str, tuple[str, str]] = {
    "paper": ("#ffffff", "#14181f"),
    "ink": ("#1d2733", "#e8ecf2"),
    "dim": ("#586575", "#a3b0c0"),
    "grid": ("#e4e9ef", "#28303b"),
    "whole": ("#d3deec", "#2f3c4e"),
    "part": ("#2a66ad", "#78b3f5"),
}
# The mean letter of English text in a wide sans-serif font, in parts of the font's size; East Asian
# letters are square. Source: advance widths of DejaVu Sans; those of Arial are a tenth less.
LETTER = 0.58
# Fonts of Windows, macOS and Linux, with those for Japanese that each has.
FONTS = (
    "system-ui, -apple-system, 'Segoe UI', 'Hiragino Sans', 'Yu Gothic UI', 'Noto Sans', "
    "'Noto Sans CJK JP', sans-serif"
)


def style() -> str:
    """Return the style sheet: names begin with ours, as drawings may stand inside a page."""
    dark = "".join(f".aliquot-{name}{{fill:{fill}}}" for name, (_, fill) in PALETTE.items())
    fonts = f".aliquot-text{{font-family:{FONTS};font-variant-numeric:tabular-nums}}"
    return element("style", f"{fonts}@media(prefers-color-scheme:dark){{{dark}}}")


def element(name: str, content: str = "", **attributes: str | float) -> str:
    """Return an element.

    Args:
        name: Of the element.
        content: Markup inside it.
        attributes: Written as they are named, `_` as `-`; numbers with at most one decimal.
    """
    shown = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(_shown(value))}"
        for key, value in attributes.items()
    )
    return f"<{name}{shown}>{content}</{name}>" if content else f"<{name}{shown}/>"


def plain(text: str) -> str:
    """Return words as markup that shows them: no tags, nothing that XML cannot hold."""
    one_line = " ".join(text.split())
    return escape("".join(one for one in one_line if unicodedata.category(one)[0] != "C"))


def words(
    text: str,
    x: float,
    y: float,
    fill: str,
    *,
    size: float = 12,
    anchor: str = "start",
    **more: str,
) -> str:
    """Return a line of words.

    Args:
        text: What it says.
        x: Where it begins, has its middle or ends, by `anchor`.
        y: Of its base line.
        fill: Name of a colour.
        size: Of the font.
        anchor: `start`, `middle` or `end`.
        more: Attributes beside these.
    """
    return element(
        "text",
        plain(text),
        x=x,
        y=y,
        class_=f"aliquot-text aliquot-{fill}",
        fill=PALETTE[fill][0],
        font_size=size,
        text_anchor=anchor,
        font_family="sans-serif",
        **more,
    )


def rectangle(
    x: float, y: float, width: float, height: float, fill: str, *, radius: float = 0
) -> str:
    """Return a filled rectangle."""
    return element(
        "rect",
        x=x,
        y=y,
        width=width,
        height=height,
        class_=f"aliquot-{fill}",
        fill=PALETTE[fill][0],
        rx=radius,
    )


def columns_of(text: str) -> int:
    """Return how many columns of a terminal or sheet a text takes: East Asian letters take two."""
    return sum(2 if unicodedata.east_asian_width(one) in "WF" else 1 for one in text)


def width_of(text: str, size: float) -> float:
    """Return about how wide a line of words is drawn."""
    wide = sum(unicodedata.east_asian_width(one) in "WF" for one in text)
    return size * (wide + (len(text) - wide) * LETTER)


def wrapped(text: str, room: float, size: float, most: int = 3) -> list[str]:
    """Return a text in lines that fit, the last cut short where there would be more than `most`."""
    lines = [""]
    for piece in _pieces(" ".join(text.split())):
        if lines[-1] and width_of(lines[-1] + piece.rstrip(), size) > room:
            lines.append("")
        lines[-1] += piece if lines[-1] else piece.lstrip()
    if len(lines) > most:
        lines = [*lines[: most - 1], _cut("".join(lines[most - 1 :]), room, size)]
    return [one.rstrip() for one in lines]


def _pieces(text: str) -> list[str]:
    """Return words with the blank behind them; a letter that is wide may end a line."""
    pieces, begun = [], 0
    for end, letter in enumerate(text, start=1):
        if letter == " " or unicodedata.east_asian_width(letter) in "WF":
            pieces.append(text[begun:end])
            begun = end
    return [*pieces, text[begun:]]


def _cut(line: str, room: float, size: float) -> str:
    while line and width_of(line + "…", size) > room:
        line = line[:-1]
    return line.rstrip() + "…"


def _shown(value: str | float) -> str:
    return value if isinstance(value, str) else f"{value:.1f}".removesuffix(".0")
