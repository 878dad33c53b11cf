"""The characters a file prints on the lines of a block.

The boxes of the lines were stored when the file was read; a character is on the line whose middle
it is nearest to, as long as it is within its box or sticks out of it a little.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from aliquot.parsing.paged.records import PageCharacters
from aliquot.types import Block, Box, Location

__all__ = ["Corners", "Printed", "clear_of_others", "is_upright", "narrowed", "printed_lines"]

Floats = np.ndarray[Any, np.dtype[np.floating[Any]]]
Corners = tuple[float, float, float, float]

# A character sticks out of its line by up to this share of the line's height: superscripts,
# accents, Greek letters from another font.
OUT_OF_LINE = 0.35
# Boxes are stored to a tenth of a point.
ROUNDING_PT = 0.6
# Lines that share more of their height are one line in two parts.
MOST_SHARED = 0.5
# So many lines tell by their sizes how they run, unless both sides vary less than this share.
ENOUGH_LINES = 3
MOST_EVEN = 0.1
# Lines of so few characters, as cells with a number, may be higher than wide.
SHORT_LINE = 3


@dataclass(frozen=True, slots=True)
class Printed:
    """A character printed on one of a block's lines.

    Attributes:
        line: Index of the line among the block's.
        text: The character, or two where the file says so.
        box: Left, top, right and bottom in points.
    """

    line: int
    text: str
    box: Corners


def is_upright(block: Block) -> bool:
    """Tell whether a block's lines run from left to right on the page, not up or down.

    Lines are as high as their type and as long as their words, so that the side that varies most
    is the one along which they are read.
    """
    boxes = [one.box for one in block.locations if one.box is not None]
    wide, high = [box.x1 - box.x0 for box in boxes], [box.y1 - box.y0 for box in boxes]
    if len(boxes) >= ENOUGH_LINES:
        along, across = _variation(wide), _variation(high)
        if max(along, across) > MOST_EVEN:
            return along >= across
    return sum(wide) >= sum(high) or len(block.text) <= SHORT_LINE * len(boxes)


def _variation(sizes: Sequence[float]) -> float:
    return float(np.std(sizes)) / max(float(np.mean(sizes)), ROUNDING_PT)


def printed_lines(block: Block, pages: Mapping[int, PageCharacters]) -> list[list[Printed]]:
    """Return what is printed on each of a block's lines, in the order of the file.

    Args:
        block: With the boxes of its lines.
        pages: Characters of the pages it stands on.
    """
    by_page: dict[int, list[tuple[int, Box]]] = {}
    for line, one in enumerate(block.locations):
        if one.box is not None and one.page in pages:
            by_page.setdefault(one.page, []).append((line, one.box))
    found: list[list[Printed]] = [[] for _ in block.locations]
    upright = is_upright(block)
    for number, lines in by_page.items():
        page = pages[number]
        for index, line in _on_lines(page, lines, upright=upright):
            x0, y0, x1, y1 = page.boxes[index].tolist()
            found[line].append(Printed(line, page.text[index], (x0, y0, x1, y1)))
    return found


def _on_lines(
    page: PageCharacters, lines: Sequence[tuple[int, Box]], *, upright: bool
) -> Iterator[tuple[int, int]]:
    """Yield characters with the line each stands on, in the order of the file."""
    boxes = page.boxes
    if not len(boxes):
        return
    middle_x, middle_y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    is_printed = (boxes[:, 2] > boxes[:, 0]) | (boxes[:, 3] > boxes[:, 1])
    nearest = np.full(len(boxes), np.inf)
    owner = np.full(len(boxes), -1)
    for line, box in lines:
        if upright:
            away = _distance(middle_x, middle_y, (box.x0, box.x1), (box.y0, box.y1))
        else:
            away = _distance(middle_y, middle_x, (box.y0, box.y1), (box.x0, box.x1))
        is_nearer = is_printed & (away < nearest)
        owner[is_nearer], nearest[is_nearer] = line, away[is_nearer]
    for index in np.flatnonzero(owner >= 0).tolist():
        yield index, int(owner[index])


def _distance(
    along: Floats, across: Floats, ends: tuple[float, float], sides: tuple[float, float]
) -> Floats:
    """Return how far points are from the middle of a line across it; infinite off the line."""
    size, middle = sides[1] - sides[0], (sides[0] + sides[1]) / 2
    away = np.abs(across - middle)
    is_on = (away <= size * (0.5 + OUT_OF_LINE)) & (along >= ends[0] - ROUNDING_PT)
    return np.where(is_on & (along <= ends[1] + ROUNDING_PT), away, np.inf)


def narrowed(line: Location, characters: Iterable[Printed], *, upright: bool) -> Location:
    """Return the part of a line that some of its characters take up, as high as the line."""
    corners = [one.box for one in characters]
    box = line.box
    if box is None or not corners:
        return line
    x0, y0 = min(one[0] for one in corners), min(one[1] for one in corners)
    x1, y1 = max(one[2] for one in corners), max(one[3] for one in corners)
    if upright:
        return Location(line.page, Box(max(x0, box.x0), box.y0, min(x1, box.x1), box.y1))
    return Location(line.page, Box(box.x0, max(y0, box.y0), box.x1, min(y1, box.y1)))


def clear_of_others(place: Location, others: Iterable[Location], *, upright: bool) -> Location:
    """Return a part of a line without what it shares with the lines above and below.

    Boxes are those of the font, which in narrow type overlap: each gets half of that.

    Args:
        place: On a page.
        others: Lines, of which those of the same page count.
        upright: Whether lines run from left to right.
    """
    if place.box is None:
        return place
    start, end = _across(place.box, upright=upright)
    middle = (start + end) / 2
    for low, high in _beside(place, others, upright=upright):
        if high < end and (low + high) / 2 < middle:
            start = max(start, (start + high) / 2)
        elif low > start and (low + high) / 2 > middle:
            end = min(end, (low + end) / 2)
    box = place.box
    if upright:
        return Location(place.page, Box(box.x0, start, box.x1, end))
    return Location(place.page, Box(start, box.y0, end, box.y1))


def _beside(
    place: Location, others: Iterable[Location], *, upright: bool
) -> Iterator[tuple[float, float]]:
    """Yield the sides of the lines that overlap a part of one, but not by more than half."""
    if place.box is None:
        return
    start, end = _across(place.box, upright=upright)
    begins, ends = _along(place.box, upright=upright)
    for other in others:
        if other.page != place.page or other.box is None:
            continue
        first, last = _along(other.box, upright=upright)
        low, high = _across(other.box, upright=upright)
        shared = min(high, end) - max(low, start)
        is_beside = 0 < shared <= MOST_SHARED * min(end - start, high - low)
        if is_beside and min(last, ends) > max(first, begins):
            yield low, high


def _across(box: Box, *, upright: bool) -> tuple[float, float]:
    return (box.y0, box.y1) if upright else (box.x0, box.x1)


def _along(box: Box, *, upright: bool) -> tuple[float, float]:
    return (box.x0, box.x1) if upright else (box.y0, box.y1)
