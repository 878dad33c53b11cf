"""What stands around a quote: blocks, and its slide."""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.library.places.shares import share_of
from aliquot.types import (
    Block,
    BlockType,
    PlacedBlock,
    PlacedShape,
    Rectangle,
    SlidePlace,
    Span,
)

__all__ = ["blocks_around", "slide_place", "touched_blocks"]

# Blocks shown on each side of the quote's: a screen of text.
BLOCKS_AROUND = 6


def touched_blocks(blocks: Sequence[Block], quote: Span) -> list[int]:
    """Return the indices of the blocks that hold a part of a quote."""
    return [
        index
        for index, block in enumerate(blocks)
        if block.span.start < quote.end and quote.start < block.span.end
    ]


def blocks_around(blocks: Sequence[Block], quote: Span | None) -> tuple[PlacedBlock, ...]:
    """Return the quote's blocks with those around them; the first of a document without one.

    Args:
        blocks: Of the document.
        quote: In its text.
    """
    touched = touched_blocks(blocks, quote) if quote else []
    first, last = (touched[0], touched[-1]) if touched else (0, 0)
    shown = blocks[max(0, first - BLOCKS_AROUND) : last + BLOCKS_AROUND + 1]
    return tuple(_placed(block, quote) for block in shown)


def _placed(block: Block, quote: Span | None) -> PlacedBlock:
    return PlacedBlock(
        type=block.type,
        text=block.text,
        span=block.span,
        level=block.level,
        marker=block.marker,
        section_path=block.section_path,
        mark=_mark(block, quote),
    )


def _mark(block: Block, quote: Span | None) -> Span | None:
    if quote is None:
        return None
    start, end = max(quote.start, block.span.start), min(quote.end, block.span.end)
    return Span(start, end).shifted(-block.span.start) if start < end else None


# ------------------------------------------------------------------------------ slides


def slide_place(
    blocks: Sequence[Block], number: int, quote: Span | None, size: tuple[float, float] | None
) -> SlidePlace:
    """Return a slide with the quote on it or in its notes.

    Args:
        blocks: Of the document.
        number: Of the slide, from 1.
        quote: In the document's text.
        size: Width and height of the slides in points, where known.
    """
    own = [block for block in blocks if number in block.pages]
    headings = [block for block in own if block.type is BlockType.HEADING]
    title = headings[-1] if headings else None
    shapes = [block for block in own if block.type is not BlockType.NOTE]
    return SlidePlace(
        number=number,
        title=title.text if title else "",
        shapes=tuple(
            PlacedShape(
                block=_placed(block, quote),
                rectangle=_rectangle(block, size),
                is_title=block is title,
            )
            for block in shapes
        ),
        width=size[0] if size else 0.0,
        height=size[1] if size else 0.0,
        notes=tuple(_placed(block, quote) for block in own if block.type is BlockType.NOTE),
    )


def _rectangle(block: Block, size: tuple[float, float] | None) -> Rectangle | None:
    boxes = [one.box for one in block.locations if one.box is not None]
    if not boxes or size is None:
        return None
    x0 = share_of(min(one.x0 for one in boxes), size[0])
    y0 = share_of(min(one.y0 for one in boxes), size[1])
    x1 = share_of(max(one.x1 for one in boxes), size[0])
    y1 = share_of(max(one.y1 for one in boxes), size[1])
    return Rectangle(x0, y0, x1 - x0, y1 - y0) if x1 > x0 and y1 > y0 else None
