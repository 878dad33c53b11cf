"""Resolve the numbers Word computes and never stores: 1., 1.1, a), iv.

What enters: the `numbering` part. What leaves: the marker of each list paragraph, in document
order. Source: ECMA-376 part 1, section 17.9.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from aliquot.parsing.files.ooxml import attribute
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.writing.items import BULLET

__all__ = ["Numbering"]

PLACEHOLDER = re.compile(r"%(\d)")
ROMAN = (
    *((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l")),
    *((40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i")),
)
# Word has nine levels; what claims more is damaged.
LEVELS = 9


@dataclass(slots=True)
class Level:
    """How one level of a list is numbered."""

    start: int = 1
    number_format: str = "decimal"
    pattern: str = ""
    is_legal: bool = False


class Numbering:
    """Count the list paragraphs of one document.

    Lists that share a definition go on counting where another one stopped, unless they say that
    they start anew; that is how Word resumes a list after a picture or a heading.

    Args:
        root: Root of the numbering part, or `None` where the document has none.
    """

    def __init__(self, root: etree._Element | None) -> None:
        self._abstract: dict[str, dict[int, Level]] = {}
        self._instances: dict[str, str] = {}
        self._restarts: dict[str, dict[int, int]] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._seen: set[str] = set()
        for child in () if root is None else root:
            if local_name(child) == "abstractNum":
                self._abstract[attribute(child, "abstractNumId")] = _read_levels(child)
            elif local_name(child) == "num":
                self._read_instance(child)

    def marker(self, list_id: str, level: int) -> str | None:
        """Count one paragraph and return its number or bullet; `None` where it has none.

        Args:
            list_id: `numId` of the paragraph.
            level: `ilvl`, from 0.
        """
        abstract = self._instances.get(list_id)
        levels = self._abstract.get(abstract or "", {})
        if abstract is None or level not in levels:
            return None
        counts = self._counts.setdefault(abstract, {})
        if list_id not in self._seen:
            self._seen.add(list_id)
            for restarted, start in self._restarts.get(list_id, {}).items():
                counts[restarted] = start - 1
        counts[level] = counts.get(level, levels[level].start - 1) + 1
        for deeper in [key for key in counts if key > level]:
            del counts[deeper]
        return _format(levels, counts, level)

    def _read_instance(self, element: etree._Element) -> None:
        list_id = attribute(element, "numId")
        for child in element:
            if local_name(child) == "abstractNumId":
                self._instances[list_id] = attribute(child, "val")
            elif local_name(child) == "lvlOverride":
                starts = [attribute(start, "val") for start in child.iter("{*}startOverride")]
                if starts:
                    level = _number(attribute(child, "ilvl"), 0)
                    self._restarts.setdefault(list_id, {})[level] = _number(starts[0], 1)


def _read_levels(abstract: etree._Element) -> dict[int, Level]:
    levels: dict[int, Level] = {}
    for element in abstract.iter("{*}lvl"):
        values = {local_name(child): attribute(child, "val") for child in element}
        index = _number(attribute(element, "ilvl"), 0)
        if index < LEVELS:
            levels[index] = Level(
                start=_number(values.get("start", ""), 1),
                number_format=values.get("numFmt", "decimal"),
                pattern=values.get("lvlText", ""),
                is_legal="isLgl" in values,
            )
    return levels


def _format(levels: dict[int, Level], counts: dict[int, int], level: int) -> str | None:
    current = levels[level]
    if current.number_format == "bullet":
        return BULLET
    if current.number_format == "none" and not current.pattern.strip():
        return None

    def numeral(match: re.Match[str]) -> str:
        index = int(match[1]) - 1
        shown = levels.get(index, Level())
        count = counts.get(index, shown.start)
        return _numeral(count, "decimal" if current.is_legal else shown.number_format)

    return PLACEHOLDER.sub(numeral, current.pattern).strip() or None


def _numeral(count: int, number_format: str) -> str:
    if number_format in ("lowerLetter", "upperLetter"):
        letter = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)
        return letter if number_format == "lowerLetter" else letter.upper()
    if number_format in ("lowerRoman", "upperRoman"):
        roman = _roman(count)
        return roman if number_format == "lowerRoman" else roman.upper()
    if number_format == "decimalZero":
        return f"{count:02d}"
    if number_format == "decimalEnclosedCircle" and 1 <= count <= 20:
        return chr(ord("①") + count - 1)
    if number_format == "none":
        return ""
    return str(count)


def _roman(count: int) -> str:
    if not 0 < count < 4000:
        return str(count)
    written = ""
    for value, letters in ROMAN:
        times, count = divmod(count, value)
        written += letters * times
    return written


def _number(text: str, default: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 7 else default
