"""Read the text of PowerPoint shapes: runs, raised text, links, formulas, automatic numbers.

What enters: a `txBody`. What leaves: its paragraphs as lines, without the text nobody sees.
"""

from __future__ import annotations

from collections.abc import Callable

from lxml import etree

from aliquot.parsing.files.ooxml import attribute, formula_text
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.pptx.colours import Colour, Palette, is_transparent, looks_alike
from aliquot.parsing.writing.numerals import letters, roman
from aliquot.parsing.writing.typography import link_suffix, subscript, superscript

__all__ = ["TextReader"]

# Hundredths of a point. Smaller text cannot be read on any wall.
TINY = 200
# Deeper levels than nine do not exist.
LEVELS = 9


class TextReader:
    """Read the text bodies of one slide.

    Args:
        links: Addresses by relation id.
        palette: Colours of the deck.
    """

    def __init__(self, links: dict[str, str], palette: Palette) -> None:
        self._links = links
        self._palette = palette
        self._ground: Colour | None = None
        self.hidden: list[str] = []

    def read(self, body: etree._Element, ground: Colour | None = None) -> str:
        """Return the paragraphs of a text body as lines, automatic numbers included.

        Args:
            body: The `txBody`.
            ground: Colour of what lies under it, where that is known.
        """
        self._ground = ground
        lines: list[str] = []
        counts: dict[int, int] = {}
        for paragraph in body:
            if local_name(paragraph) != "p":
                continue
            text = "".join(map(self._run, paragraph)).strip()
            if text:
                number = _automatic_number(paragraph, counts)
                lines.append(f"{number} {text}" if number else text)
        return "\n".join(lines)

    def _run(self, element: etree._Element) -> str:
        name = local_name(element)
        if name == "br":
            return "\n"
        if name == "fld" and attribute(element, "type").startswith(("slidenum", "datetime")):
            return ""
        if name in ("r", "fld"):
            return self._run_text(element)
        if name == "AlternateContent":
            # The first branch holds the formula, the last a picture of it.
            return "".join(map(self._run, element[0])) if len(element) else ""
        formulas = element.iter("{*}oMath") if name == "m" else ()
        return " ".join(map(formula_text, formulas))

    def _run_text(self, run: etree._Element) -> str:
        text = "".join(child.text or "" for child in run if local_name(child) == "t")
        properties = next((child for child in run if local_name(child) == "rPr"), None)
        if properties is None or not text.strip():
            return text
        if self._is_unseen(properties):
            self.hidden.append(text)
            return ""
        baseline = attribute(properties, "baseline")
        if baseline.lstrip("-").isdigit() and int(baseline):
            text = superscript(text) if int(baseline) > 0 else subscript(text)
        for link in properties.iter("{*}hlinkClick"):
            text += link_suffix(text, self._links.get(attribute(link, "id"), ""))
        return text

    def _is_unseen(self, properties: etree._Element) -> bool:
        size = properties.get("sz", "")
        if (size.isdecimal() and int(size) <= TINY) or is_transparent(properties):
            return True
        colour = self._palette.solid(properties)
        return colour is not None and self._ground is not None and looks_alike(colour, self._ground)


def _automatic_number(paragraph: etree._Element, counts: dict[int, int]) -> str:
    """Return the number PowerPoint prints before a paragraph, and count it."""
    properties = next((child for child in paragraph if local_name(child) == "pPr"), None)
    level_text = "0" if properties is None else properties.get("lvl", "0")
    level = int(level_text) if level_text.isdecimal() and int(level_text) < LEVELS else 0
    numbers = [] if properties is None else list(properties.iter("{*}buAutoNum"))
    for deeper in [key for key in counts if key > level or (key == level and not numbers)]:
        del counts[deeper]
    if not numbers:
        return ""
    start = numbers[0].get("startAt", "1")
    first = int(start) if start.isdecimal() and len(start) < 6 else 1
    counts[level] = counts.get(level, first - 1) + 1
    return _numeral(counts[level], numbers[0].get("type", "arabicPeriod"))


def _circled(count: int) -> str:
    return chr(ord("①") + count - 1) if 1 <= count <= 20 else f"({count})"


# By the beginning of the scheme's name. Source: ECMA-376 part 1, 20.1.10.61.
NUMERALS: dict[str, Callable[[int], str]] = {
    "alphaLc": letters,
    "alphaUc": lambda count: letters(count).upper(),
    "romanLc": roman,
    "romanUc": lambda count: roman(count).upper(),
    "circle": _circled,
}


def _numeral(count: int, scheme: str) -> str:
    write = next((write for name, write in NUMERALS.items() if scheme.startswith(name)), str)
    if write is _circled:
        return _circled(count)
    if scheme.endswith("ParenBoth"):
        return f"({write(count)})"
    return write(count) + (")" if scheme.endswith("ParenR") else ".")
