"""Mark a quote on the pages of a file: one rectangle for each of its lines.

The boxes of the lines, stored when the file was read, say where to look; the file's own characters
within them say where on the line the quote begins and ends. Nothing outside a block's lines is
looked at, so that the same words elsewhere on the page are never marked.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from aliquot.library.places.aligning import align
from aliquot.library.places.cells import mark_cells
from aliquot.library.places.grids import cells_of
from aliquot.library.places.lines import (
    Printed,
    clear_of_others,
    is_upright,
    narrowed,
    printed_lines,
)
from aliquot.library.places.shares import share_of
from aliquot.library.places.unboxed import mark_unboxed
from aliquot.parsing.paged.records import PageCharacters
from aliquot.types import Block, Box, Location, PagePlace, Rectangle, Span

__all__ = ["Marked", "mark_quote", "touched_pages"]


class Marked(NamedTuple):
    """What is marked, and whether it follows the characters everywhere."""

    pages: tuple[PagePlace, ...]
    is_exact: bool


def touched_pages(blocks: Iterable[Block]) -> tuple[int, ...]:
    """Return the pages of blocks whose lines have boxes, ascending."""
    return tuple(
        sorted({one.page for block in blocks for one in block.locations if one.box is not None})
    )


def mark_quote(
    blocks: Sequence[Block],
    quote: Span,
    pages: Mapping[int, PageCharacters],
    all_lines: Sequence[Location] = (),
) -> Marked:
    """Mark a quote.

    Args:
        blocks: Those that hold a part of it.
        quote: In the document's text.
        pages: Characters of the pages they stand on; without characters, whole lines are marked.
        all_lines: Lines of the document, of which those beside the quote's are left clear.
    """
    boxes: dict[int, list[Box]] = {number: [] for number in pages}
    others = [one for one in all_lines if one.page in pages]
    is_exact = True
    for block in blocks:
        part = _part(block, quote)
        found = _by_characters(block, part, pages)
        is_exact = is_exact and bool(found)
        upright = is_upright(block)
        for one in found or _whole_lines(block, part):
            clear = clear_of_others(one, others, upright=upright)
            if clear.page in boxes and clear.box is not None:
                boxes[clear.page].append(clear.box)
    placed = tuple(_page(pages[number], found) for number, found in boxes.items() if found)
    return Marked(placed, is_exact and bool(placed))


def _part(block: Block, quote: Span) -> Span:
    """Return the quote's part of a block, counted from the block's start."""
    start, end = max(quote.start, block.span.start), min(quote.end, block.span.end)
    return Span(start, max(start, end)).shifted(-block.span.start)


def _by_characters(block: Block, part: Span, pages: Mapping[int, PageCharacters]) -> list[Location]:
    """Return the box of the quote's characters on each line it touches."""
    if all(one.box is None for one in block.locations):
        return mark_unboxed(block, part, pages)
    lines = printed_lines(block, pages)
    if block.grid is not None:
        return mark_cells(block, cells_of(block), part, lines)
    printed = [one for line in lines for one in line]
    by_line: dict[int, list[Printed]] = {}
    for index in align(block.text, "".join(one.text for one in printed), part):
        by_line.setdefault(printed[index].line, []).append(printed[index])
    upright = is_upright(block)
    return [
        narrowed(block.locations[line], characters, upright=upright)
        for line, characters in sorted(by_line.items())
    ]


# ------------------------------------------------------------------------------ whole lines


def _whole_lines(block: Block, part: Span) -> Iterator[Location]:
    """Yield the lines a part of a block stands on, as far as their lengths tell."""
    lines = [one for one in block.locations if one.box is not None]
    total = sum(map(_length, lines))
    if not total:
        return
    end = 0.0
    for one in lines:
        start, end = end, end + _length(one) / total * len(block.text)
        if start < part.end and part.start < end:
            yield one


def _length(line: Location) -> float:
    box = line.box
    return 0.0 if box is None else max(box.x1 - box.x0, box.y1 - box.y0)


# ------------------------------------------------------------------------------ shares of a page


def _page(page: PageCharacters, boxes: Sequence[Box]) -> PagePlace:
    rectangles = tuple(_rectangle(box, page.width, page.height) for box in boxes)
    return PagePlace(page.number, page.width, page.height, rectangles)


def _rectangle(box: Box, width: float, height: float) -> Rectangle:
    x0, x1 = share_of(box.x0, width), share_of(box.x1, width)
    y0, y1 = share_of(box.y0, height), share_of(box.y1, height)
    return Rectangle(x0, y0, max(0.0, x1 - x0), max(0.0, y1 - y0))
