"""Resolve the numbers of OpenDocument lists and headings, which are counted and never stored.

What enters: the roots that hold list styles. What leaves: the marker of each item, in document
order. Source: OpenDocument 1.3 part 3, sections 5.3, 16.30-16.35 and 19.880.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from lxml import etree

from aliquot.parsing.files.xml import local_name
from aliquot.parsing.opendocument.package import attribute
from aliquot.parsing.writing.items import BULLET
from aliquot.parsing.writing.numerals import letters, roman

__all__ = ["ListLevel", "ListStyles", "OpenList"]

Element = etree._Element
LEVEL_NAMES = frozenset(
    {
        *("list-level-style-number", "list-level-style-bullet", "list-level-style-image"),
        "outline-level-style",
    }
)
# Programs offer ten levels; what claims more is damaged.
LEVELS = 10


@dataclass(frozen=True, slots=True)
class ListLevel:
    """How one level of a list is numbered.

    Attributes:
        number_format: `1`, `a`, `A`, `i`, `I`; empty where it shows no number.
        shown_levels: How many levels its number shows: 2 in "2.1".
    """

    is_bullet: bool = False
    number_format: str = ""
    prefix: str = ""
    suffix: str = ""
    start: int = 1
    shown_levels: int = 1


@dataclass(slots=True)
class OpenList:
    """A list being counted.

    Attributes:
        style: Name of its list style.
        counts: Last number of each level, from 1.
    """

    style: str
    counts: dict[int, int] = field(default_factory=dict)


class ListStyles:
    """The list styles of one document, and that of its outline.

    Args:
        roots: Where styles are defined; of two with one name the last counts.
    """

    def __init__(self, roots: tuple[Element, ...]) -> None:
        self._levels = {
            attribute(style, "name"): _levels(style)
            for root in roots
            for style in root.iter("{*}list-style")
        }
        outlines = (style for root in roots for style in root.iter("{*}outline-style"))
        self.outline = next((_levels(style) for style in outlines), {})

    def marker(self, opened: OpenList, level: int, *, start: int | None = None) -> str:
        """Count one item and return its number or bullet; empty where it shows none.

        Args:
            opened: The list it belongs to; its counts go on.
            level: Depth from 1.
            start: Number the item states for itself.
        """
        return count_item(self._levels.get(opened.style, {}), opened.counts, level, start=start)


def count_item(
    levels: dict[int, ListLevel], counts: dict[int, int], level: int, *, start: int | None = None
) -> str:
    """Count one item of a list or outline and return its number or bullet.

    Args:
        levels: How each level is numbered.
        counts: Last number of each level; changed in place.
        level: Depth from 1.
        start: Number the item states for itself.
    """
    current = levels.get(level, ListLevel(is_bullet=not levels))
    counts[level] = counts.get(level, current.start - 1) + 1 if start is None else start
    for deeper in [key for key in counts if key > level]:
        del counts[deeper]
    if current.is_bullet:
        return BULLET
    if not current.number_format:
        return f"{current.prefix}{current.suffix}".strip()
    first = max(1, level - current.shown_levels + 1)
    numbers = (
        _numeral(counts.get(shown, levels[shown].start), levels[shown].number_format)
        for shown in range(first, level + 1)
        if shown in levels and levels[shown].number_format
    )
    return f"{current.prefix}{'.'.join(numbers)}{current.suffix}".strip()


def _levels(style: Element) -> dict[int, ListLevel]:
    found: dict[int, ListLevel] = {}
    for element in style:
        number = _number(attribute(element, "level"), 0)
        if local_name(element) in LEVEL_NAMES and 0 < number <= LEVELS:
            found[number] = ListLevel(
                is_bullet=local_name(element).endswith(("bullet", "image")),
                number_format=attribute(element, "num-format"),
                prefix=attribute(element, "num-prefix"),
                suffix=attribute(element, "num-suffix"),
                start=_number(attribute(element, "start-value"), 1),
                shown_levels=_number(attribute(element, "display-levels"), 1),
            )
    return found


def _numeral(count: int, number_format: str) -> str:
    if number_format in ("a", "A"):
        return letters(count) if number_format == "a" else letters(count).upper()
    if number_format in ("i", "I"):
        return roman(count) if number_format == "i" else roman(count).upper()
    return str(count)


def _number(text: str, default: int) -> int:
    return int(text) if text.isdecimal() and len(text) < 7 else default
