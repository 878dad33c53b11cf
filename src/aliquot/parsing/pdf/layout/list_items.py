"""Find numbered and bulleted items in the flow, with their markers as printed.

A number opens an item only where it counts on from one before it at the same edge, so that a line
that happens to begin with "2." stays prose; a list goes on over headings, figures and pages. Items
are set like the body: numbers in another type are those of headings.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from aliquot.parsing.pdf.layout.roles import SECTION_NAME, Body
from aliquot.parsing.pdf.records import Line, Role
from aliquot.parsing.writing.items import BULLET

__all__ = ["Item", "find_items", "without_bullet"]

BULLETS = re.compile(r"[•●▪■◦‣○◆☐□➢✓]\s*|[-–*·・]\s+(?=\S)")
STEP = re.compile(r"(?:step\s+|手順\s*)(?P<number>\d{1,3})\s*[.:)：]?\s+(?=\S)", re.IGNORECASE)
DECIMAL = re.compile(r"(?P<number>\d{1,2}(?:\.\d{1,2}){1,3})[.)]?\s+(?=\S)")
NUMBER = re.compile(r"\(?(?P<number>\d{1,3})[.)．]\s*(?=[^\W\d])")
# Word processors' lists without a mark behind the number: told by the gap behind it.
BARE = re.compile(r"(?P<number>\d{1,3})\s+(?=[^\W\d])")
LETTER = re.compile(r"\(?(?P<number>[a-z])[.)]\s+(?=\S)")
CIRCLED = re.compile(r"(?P<number>[①-⑳])\s*(?=\S)")
FORMS = (STEP, DECIMAL, NUMBER, CIRCLED, LETTER, BARE)
# A list of one numbered item is a sentence that begins with a number.
MINIMUM_ITEMS = 2
# One step may be lost: printed in a box or a picture.
LOST_ITEMS = 1
# Items of one list begin at one edge of their column, give or take the width of a figure.
SAME_EDGE_PT = 9.0
# A line that ends so much before the edge of its column ends a paragraph, in type sizes.
SHORT_LINE = 2.0
# White behind a bare number, in type sizes; a word space takes a quarter, a stretched one a half.
BARE_GAP = 0.8
ENDS = re.compile(r"[.:;,!?)\]。：；、]\W*$")


class Item(NamedTuple):
    """The marker of an item as printed, and its depth from 1."""

    marker: str
    level: int


@dataclass(slots=True)
class _List:
    """A list that is being counted."""

    form: re.Pattern[str]
    x0: float
    last: tuple[int, ...]
    lines: list[Line] = field(default_factory=list)
    markers: list[str] = field(default_factory=list)
    depth: int = 1


def find_items(flow: Sequence[Line], body: Body) -> dict[Line, Item]:
    """Return the lines that open an item."""
    lists: list[_List] = []
    items: dict[Line, Item] = {}
    for index, line in enumerate(flow):
        if line.role is not Role.TEXT or not body.includes(line) or _is_heading_like(line, body):
            continue
        bullet = BULLETS.match(line.text)
        if bullet and _is_listed(line.text[bullet.end() :]):
            items[line] = Item(BULLET, 1)
        elif not bullet and (index == 0 or _may_open(flow[index - 1], line)):
            _count(line, lists)
    for counted in lists:
        if len(counted.lines) >= MINIMUM_ITEMS:
            for line, marker in zip(counted.lines, counted.markers, strict=True):
                items[line] = Item(marker, counted.depth)
    return items


def without_bullet(text: str) -> str:
    """Return the text of a bulleted line."""
    return BULLETS.sub("", text, count=1)


def _is_listed(text: str) -> bool:
    """Tell what follows a bullet from a section's name: some journals print a square before it."""
    return bool(text) and not text.isupper() and not SECTION_NAME.fullmatch(text)


def _is_heading_like(line: Line, body: Body) -> bool:
    if line.italic or (line.bold and not body.is_bold):
        return True
    for form in FORMS:
        match = form.match(line.text)
        if match:
            return bool(SECTION_NAME.fullmatch(line.text[match.end() :]))
    return False


def _may_open(previous: Line, line: Line) -> bool:
    """Tell whether a paragraph may begin after the line above."""
    if previous.page != line.page or line.y0 < previous.y0 or previous.role is not Role.TEXT:
        return True
    if line.y0 - previous.y1 > 0.3 * line.size or previous.bold != line.bold:
        return True
    is_short = previous.x1 < line.x1 - SHORT_LINE * line.size
    return is_short or bool(ENDS.search(previous.text[-6:]))


def _count(line: Line, lists: list[_List]) -> None:
    for form in FORMS:
        match = form.match(line.text)
        if not match or (form is BARE and not _hangs(line)):
            continue
        number = _value(match["number"])
        counted = next((one for one in reversed(lists) if _goes_on(one, form, number, line)), None)
        if counted is None and number[-1] == 1:
            counted = _List(form, line.x0, number, depth=_depth(form, number, line, lists))
            lists.append(counted)
        if counted is not None:
            counted.last = number
            counted.lines.append(line)
            counted.markers.append(match[0].strip())
            return


def _hangs(line: Line) -> bool:
    """Tell a line whose first word stands apart from the rest, or was put before it."""
    edges = line.edges
    if edges and edges[0] > line.x0 + line.size:
        return True
    return len(edges) > 2 and edges[2] - edges[1] > BARE_GAP * line.size


def _value(text: str) -> tuple[int, ...]:
    if text.isascii() and text.isalpha():
        return (ord(text) - ord("a") + 1,)
    if "①" <= text <= "⑳":
        return (ord(text) - ord("①") + 1,)
    return tuple(map(int, text.split(".")))


def _goes_on(counted: _List, form: re.Pattern[str], number: tuple[int, ...], line: Line) -> bool:
    if counted.form is not form or len(counted.last) != len(number):
        return False
    same_page = counted.lines[-1].page == line.page
    if same_page and abs(counted.x0 - line.x0) > SAME_EDGE_PT and line.y0 > counted.lines[-1].y0:
        return False
    if number[:-1] != counted.last[:-1]:
        return number[-1] == 1 and number[:-1] > counted.last[:-1]
    return 0 < number[-1] - counted.last[-1] <= 1 + LOST_ITEMS


def _depth(
    form: re.Pattern[str], number: tuple[int, ...], line: Line, lists: Sequence[_List]
) -> int:
    """Return how deep a list stands: by its number, or below the one it is indented from."""
    if len(number) > 1:
        above = [one for one in lists if len(one.last) == 1 and one.last == number[:1]]
        return len(number) if above else max(1, len(number) - 1)
    outer = lists[-1] if lists else None
    is_inner = outer is not None and outer.form is not form and form in {LETTER, NUMBER, CIRCLED}
    if is_inner and outer is not None and line.x0 > outer.x0 + 3:
        return outer.depth + 1
    return 1
