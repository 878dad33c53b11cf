"""Mark what is printed on a page without a stored place, such as the title a document begins with.

Only words that are printed exactly once on the page are marked: of two, neither is known to be it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from aliquot.library.places.aligning import folded, origins
from aliquot.parsing.paged.records import PageCharacters
from aliquot.types import Block, Box, Location, Span

__all__ = ["mark_unboxed"]

# Fewer characters stand on a page by chance.
ENOUGH = 12
# Characters whose boxes share this part of their height are on one line.
SAME_LINE = 0.5

_Corners = tuple[float, float, float, float]


def mark_unboxed(block: Block, part: Span, pages: Mapping[int, PageCharacters]) -> list[Location]:
    """Return where a part of a block is printed; nothing where it is not, or more than once.

    Args:
        block: Without boxes, but with a page.
        part: Of its text.
        pages: Characters of pages.
    """
    wanted = folded(part.of(block.text))
    if len(wanted) < ENOUGH:
        return []
    return [
        Location(number, Box(*corners))
        for number in block.pages
        if number in pages
        for corners in _lines(_once(pages[number], wanted))
    ]


def _once(page: PageCharacters, wanted: str) -> list[_Corners]:
    """Return the boxes of characters that are printed once on a page, in their order."""
    printed = folded(page.text)
    start = printed.find(wanted)
    if start < 0 or printed.find(wanted, start + 1) >= 0:
        return []
    places = origins(page.text)[start : start + len(wanted)]
    found: list[_Corners] = []
    for index in dict.fromkeys(places):
        x0, y0, x1, y1 = page.boxes[index].tolist()
        found.append((x0, y0, x1, y1))
    return found


def _lines(corners: list[_Corners]) -> Iterator[_Corners]:
    """Yield one box for each line of characters."""
    line: _Corners | None = None
    for one in corners:
        if line is not None and _is_beside(line, one):
            line = (
                min(line[0], one[0]),
                min(line[1], one[1]),
                max(line[2], one[2]),
                max(line[3], one[3]),
            )
            continue
        if line is not None:
            yield line
        line = one
    if line is not None:
        yield line


def _is_beside(line: _Corners, one: _Corners) -> bool:
    shared = min(line[3], one[3]) - max(line[1], one[1])
    return shared >= SAME_LINE * min(line[3] - line[1], one[3] - one[1])
