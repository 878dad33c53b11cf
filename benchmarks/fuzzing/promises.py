"""What must hold of everything that was read, whoever read it and however damaged it was.

What enters: a document, and its chunks. What leaves: the promises broken, in words; none is right.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import pairwise
from pathlib import Path

import pypdfium2 as pdfium

from aliquot.backends import load
from aliquot.parsing.builder import SEPARATOR
from aliquot.types import FIELDS, Block, BlockType, Box, Chunk, Document

__all__ = ["broken_promises", "cut", "page_sizes"]

# Boxes are made of floats read from a file; a hundredth of a point is no distance on paper.
TOLERANCE_PT = 0.01


def broken_promises(
    document: Document, sizes: Sequence[tuple[float, float]] | None = None
) -> list[str]:
    """Return what is wrong with a document and the chunks cut from it.

    Args:
        document: As a parser gave it.
        sizes: Width and height of each page in points, where the file has pages.
    """
    return [
        *_spans(document),
        *_sections(document),
        *_fields(document),
        *_places(document, sizes),
        *_chunks(document),
    ]


def _spans(document: Document) -> Iterator[str]:
    if document.text != SEPARATOR.join(block.text for block in document.blocks):
        yield "the blocks' texts do not make up the document's"
    for block in document.blocks:
        if block.span.of(document.text) != block.text:
            yield f"the span {block.span} is not the text {block.text[:40]!r}"
        if block.text != block.text.strip() or not block.text:
            yield f"a {block.type} block has blank ends"
        for quantity in block.quantities:
            inside = block.span.start <= quantity.span.start < quantity.span.end <= block.span.end
            # "At least an hour" has no upper end.
            if not (inside and quantity.low <= quantity.high):
                yield f"a quantity is none, or not of its block: {quantity}"
    for left, right in pairwise(document.blocks):
        if left.span.end + len(SEPARATOR) != right.span.start:
            yield f"the spans {left.span} and {right.span} do not follow each other"


def _sections(document: Document) -> Iterator[str]:
    """A path is made of headings that stand before, from the outermost to the nearest."""
    above: list[Block] = []
    for block in document.blocks:
        if block.type is BlockType.HEADING:
            above = [heading for heading in above if heading.level < block.level]
            above.append(block)
        if block.section_path != tuple(heading.text for heading in above):
            yield f"{block.section_path} is not the path of {block.text[:40]!r}"


def _fields(document: Document) -> Iterator[str]:
    if not document.blocks:
        yield "it has no block"
    if unknown := set(document.extra) - set(FIELDS):
        yield f"unknown fields: {unknown}"
    try:
        json.dumps(asdict(document), ensure_ascii=False, default=sorted).encode("utf-8")
    except (TypeError, ValueError) as exc:
        yield f"it cannot be stored: {exc}"
    if any(len(warning) > 400 or "\n" in warning for warning in document.warnings):
        yield "a warning is no single line"


def _places(document: Document, sizes: Sequence[tuple[float, float]] | None) -> Iterator[str]:
    for block in document.blocks:
        for location in block.locations:
            if location.page < 1 or (sizes is not None and location.page > len(sizes)):
                yield f"there is no page {location.page}"
            elif location.box is not None:
                size = sizes[location.page - 1] if sizes else (math.inf, math.inf)
                if not _lies_on(location.box, size):
                    yield f"{location.box} of {block.text[:30]!r} is not on a page of {size}"


def _lies_on(box: Box, size: tuple[float, float]) -> bool:
    slack = TOLERANCE_PT
    in_width = -slack <= box.x0 <= box.x1 <= size[0] + slack
    return in_width and -slack <= box.y0 <= box.y1 <= size[1] + slack


def cut(document: Document) -> list[Chunk]:
    """Return the chunks that its kind's chunker makes."""
    chunks: list[Chunk] = load("chunkers", str(document.kind))()(document)
    return chunks


def _chunks(document: Document) -> Iterator[str]:
    covered = bytearray(len(document.text))
    chunks = cut(document)
    for chunk in chunks:
        covered[chunk.span.start : chunk.span.end] = b"\1" * len(chunk.span)
        if chunk.span.of(document.text) != chunk.text:
            yield f"the chunk {chunk.id} is not its span {chunk.span}"
    if len({chunk.id for chunk in chunks}) < len(chunks):
        yield "two chunks have one id"
    for block in document.blocks:
        place = range(block.span.start, block.span.end)
        if not _is_left_out(block) and any(
            not covered[at] and not document.text[at].isspace() for at in place
        ):
            yield f"no chunk holds all of the {block.type} {block.text[:60]!r}"


def _is_left_out(block: Block) -> bool:
    """Headings stand in the chunks' headers; references are no evidence."""
    return block.type in (BlockType.HEADING, BlockType.REFERENCE)


def page_sizes(path: Path) -> list[tuple[float, float]] | None:
    """Return the sizes of a PDF's pages as shown, cropped and turned; `None` where it is broken."""
    try:
        with pdfium.PdfDocument(path) as pdf:
            return [pdf.get_page_size(number) for number in range(len(pdf))]
    except pdfium.PdfiumError:
        return None
