"""Slides: what stands where on one, and which part of it is quoted.

Texts and their places were stored when the file was read; pictures, and how large type is, are
looked up in the file itself, where it is still the same.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence

from aliquot.errors import SourceError
from aliquot.library.places.nearby import placed_block
from aliquot.library.places.originals import is_as_read, original_of
from aliquot.library.places.shares import share_of
from aliquot.library.places.sight import PageSight
from aliquot.parsing.paged.records import SlideSketch, SlideText
from aliquot.types import (
    Block,
    BlockType,
    Box,
    Document,
    PlacedPicture,
    PlacedShape,
    Rectangle,
    SlidePlace,
    Span,
)

__all__ = ["DECKS", "find_slide", "slide_place"]

logger = logging.getLogger(__name__)

# Parsers whose slides are drawn from what stands on them.
DECKS = frozenset({"pptx", "odp"})

# Boxes are stored to a tenth of a point.
ROUNDING_PT = 0.2


def find_slide(document: Document, number: int, quote: Span | None, sight: PageSight) -> SlidePlace:
    """Return a slide of a deck, with its pictures where its file is still the same.

    Args:
        document: A deck whose slides have no pages to look at.
        number: Of the slide, from 1.
        quote: In the document's text.
        sight: What looks at the file.
    """
    path, sketch = original_of(document), None
    if path is not None and document.parser in DECKS and is_as_read(document):
        try:
            sketch = sight.sketch(path, number)
        except SourceError as exc:
            logger.warning("slides of %s cannot be looked at: %s", document.id, exc.message)
    return slide_place(document, number, quote, sketch)


def slide_place(
    document: Document, number: int, quote: Span | None, sketch: SlideSketch | None
) -> SlidePlace:
    """Return a slide with the quote on it or in its notes.

    Args:
        document: A deck.
        number: Of the slide, from 1.
        quote: In the document's text.
        sketch: What the slide looks like; `None` where the file cannot tell.
    """
    size = document.page_size
    own = [block for block in document.blocks if number in block.pages]
    headings = [block for block in own if block.type is BlockType.HEADING]
    title = headings[-1] if headings else None
    texts = () if sketch is None else sketch.texts
    return SlidePlace(
        number=number,
        title=title.text if title else "",
        shapes=tuple(
            _shape(block, quote, size, texts, is_title=block is title)
            for block in own
            if block.type is not BlockType.NOTE
        ),
        width=size[0] if size else 0.0,
        height=size[1] if size else 0.0,
        notes=tuple(placed_block(one, quote) for one in own if one.type is BlockType.NOTE),
        pictures=tuple(_pictures(sketch, size)),
        count=document.page_count,
    )


def _shape(
    block: Block,
    quote: Span | None,
    size: tuple[float, float] | None,
    texts: Sequence[SlideText],
    *,
    is_title: bool,
) -> PlacedShape:
    box = _box(block)
    set_as = next((one for one in texts if box is not None and _is_same(one.box, box)), None)
    turn = set_as.turn if set_as else 0.0
    return PlacedShape(
        block=placed_block(block, quote),
        rectangle=None if box is None or size is None else _within(box, size, is_turned=turn > 0),
        is_title=is_title,
        size=set_as.size if set_as else 0.0,
        is_framed=set_as is not None and set_as.is_framed,
        turn=turn,
    )


def _box(block: Block) -> Box | None:
    """Return the box around all of a block; a title may be in several parts."""
    boxes = [one.box for one in block.locations if one.box is not None]
    if not boxes:
        return None
    return Box(
        min(one.x0 for one in boxes),
        min(one.y0 for one in boxes),
        max(one.x1 for one in boxes),
        max(one.y1 for one in boxes),
    )


def _within(box: Box, size: tuple[float, float], *, is_turned: bool) -> Rectangle | None:
    """Return the part of a box that is on the slide; all of one that is turned."""
    if is_turned:
        return _whole(box, size)
    x0, y0 = share_of(box.x0, size[0]), share_of(box.y0, size[1])
    x1, y1 = share_of(box.x1, size[0]), share_of(box.y1, size[1])
    return Rectangle(x0, y0, x1 - x0, y1 - y0) if x1 > x0 and y1 > y0 else None


def _is_same(one: Box, other: Box) -> bool:
    edges = zip(
        (one.x0, one.y0, one.x1, one.y1), (other.x0, other.y0, other.x1, other.y1), strict=True
    )
    return all(abs(a - b) <= ROUNDING_PT for a, b in edges)


def _pictures(
    sketch: SlideSketch | None, size: tuple[float, float] | None
) -> Iterator[PlacedPicture]:
    if sketch is None or size is None or not all(size):
        return
    for number, one in enumerate(sketch.pictures, 1):
        yield PlacedPicture(
            rectangle=_whole(one.box, size),
            number=number if one.part else None,
            crop=one.crop,
            turn=one.turn,
            description=one.description,
        )


def _whole(box: Box, size: tuple[float, float]) -> Rectangle:
    width, height = size
    return Rectangle(
        box.x0 / width, box.y0 / height, (box.x1 - box.x0) / width, (box.y1 - box.y0) / height
    )
