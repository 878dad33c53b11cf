"""What stands around a quote."""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.library.places.grids import grid_window
from aliquot.types import Block, PlacedBlock, Span

__all__ = ["blocks_around", "placed_block", "touched_blocks"]

# Blocks shown on each side of the quote's: a screen of text.
BLOCKS_AROUND = 6
NOWHERE = Span(0, 0)


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
    return tuple(placed_block(block, quote) for block in shown)


def placed_block(block: Block, quote: Span | None) -> PlacedBlock:
    """Return a block with the quote's part of it.

    Args:
        block: Of the document.
        quote: In its text.
    """
    return PlacedBlock(
        type=block.type,
        text=block.text,
        span=block.span,
        level=block.level,
        marker=block.marker,
        section_path=block.section_path,
        mark=_mark(block, quote),
        grid=grid_window(block, quote or NOWHERE),
    )


def _mark(block: Block, quote: Span | None) -> Span | None:
    if quote is None:
        return None
    start, end = max(quote.start, block.span.start), min(quote.end, block.span.end)
    return Span(start, end).shifted(-block.span.start) if start < end else None
