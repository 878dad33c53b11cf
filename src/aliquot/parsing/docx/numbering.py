"""Resolve the numbers Word computes and never stores: 1., 1.1, a), iv.

What enters: the `numbering` part. What leaves: the marker of each list paragraph, in document
order. Source: ECMA-376 part 1, section 17.9.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from lxml import etree

from aliquot.parsing.docx.numerals import numeral
from aliquot.parsing.files.ooxml import attribute
from aliquot.parsing.files.xml import local_name
from aliquot.parsing.writing.items import BULLET

__all__ = ["Numbering"]

PLACEHOLDER = re.compile(r"%(\d)")
# Word has nine levels; what claims more is damaged.
LEVELS = 9


@dataclass(slots=True)
class Level:
    """How one level of a list is numbered.

    Attributes:
        start: First number.
        number_format: Name of the format.
        pattern: Text around the numbers, `%1` for that of the first level.
        is_legal: Prints the numbers of all levels in digits.
        restarts_below: Level, from 1, whose next number starts this one anew; 0 for none, `None`
            for any level above.
        style_id: Paragraph style that belongs to the level.
    """

    start: int = 1
    number_format: str = "decimal"
    pattern: str = ""
    is_legal: bool = False
    restarts_below: int | None = None
    style_id: str = ""


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
        self._overrides: dict[str, dict[int, Level]] = {}
        self._styles: dict[str, str] = {}
        self._links: dict[str, str] = {}
        self._counts: dict[str, dict[int, int]] = {}
        self._seen: set[str] = set()
        for child in () if root is None else root:
            if local_name(child) == "abstractNum":
                self._read_abstract(child)
            elif local_name(child) == "num":
                self._read_instance(child)

    def marker(self, list_id: str, level: int) -> str | None:
        """Count one paragraph and return its number or bullet; `None` where it has none.

        Args:
            list_id: `numId` of the paragraph.
            level: `ilvl`, from 0.
        """
        abstract = self._definition(list_id)
        levels = self._levels(list_id)
        if abstract is None or level not in levels:
            return None
        counts = self._counts.setdefault(abstract, {})
        if list_id not in self._seen:
            self._seen.add(list_id)
            for restarted, start in self._restarts.get(list_id, {}).items():
                counts[restarted] = start - 1
        counts[level] = counts.get(level, levels[level].start - 1) + 1
        for deeper in [key for key in counts if key > level and _restarts(levels, key, level)]:
            del counts[deeper]
        return _format(levels, counts, level)

    def level_of(self, list_id: str, style_id: str) -> int:
        """Return the level, from 0, that a list keeps for a paragraph style."""
        levels = self._levels(list_id)
        return next((index for index, level in levels.items() if level.style_id == style_id), 0)

    def _definition(self, list_id: str) -> str | None:
        """Return the definition of a list; one that only names a style has that of the style."""
        abstract = self._instances.get(list_id)
        if abstract is None or self._abstract.get(abstract):
            return abstract
        return self._styles.get(self._links.get(abstract, ""), abstract)

    def _levels(self, list_id: str) -> dict[int, Level]:
        levels = self._abstract.get(self._definition(list_id) or "", {})
        return levels | self._overrides.get(list_id, {})

    def _read_abstract(self, element: etree._Element) -> None:
        name = attribute(element, "abstractNumId")
        self._abstract[name] = _read_levels(element)
        for child in element:
            if local_name(child) == "styleLink":
                self._styles[attribute(child, "val")] = name
            elif local_name(child) == "numStyleLink":
                self._links[name] = attribute(child, "val")

    def _read_instance(self, element: etree._Element) -> None:
        list_id = attribute(element, "numId")
        for child in element:
            if local_name(child) == "abstractNumId":
                self._instances[list_id] = attribute(child, "val")
            elif local_name(child) == "lvlOverride":
                self._overrides.setdefault(list_id, {}).update(_read_levels(child))
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
                restarts_below=_number(values["lvlRestart"], 0) if "lvlRestart" in values else None,
                style_id=values.get("pStyle", ""),
            )
    return levels


def _restarts(levels: dict[int, Level], deeper: int, level: int) -> bool:
    """Tell whether a number on a level starts a deeper level anew."""
    below = levels[deeper].restarts_below if deeper in levels else None
    return below is None or 0 < level + 1 <= below


def _format(levels: dict[int, Level], counts: dict[int, int], level: int) -> str | None:
    current = levels[level]
    if current.number_format == "bullet":
        return BULLET
    if current.number_format == "none" and not current.pattern.strip():
        return None

    def shown_number(match: re.Match[str]) -> str:
        index = int(match[1]) - 1
        shown = levels.get(index, Level())
        count = counts.get(index, shown.start)
        if not current.is_legal and shown.number_format == "none":
            return ""
        return numeral(count, "decimal" if current.is_legal else shown.number_format)

    return PLACEHOLDER.sub(shown_number, current.pattern).strip() or None


def _number(text: str, default: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 7 else default
