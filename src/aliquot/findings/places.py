"""Where a finding stands: the chunk that holds it and the words around it that state it.

What enters: a document with its chunks and the place of a value in its text. What leaves: a
`Finding`, or nothing where the place is in no chunk or in a list of references, which names what
others studied.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import lru_cache

from aliquot.sentences import sentence_spans
from aliquot.types import (
    Block,
    BlockType,
    Chunk,
    Document,
    DocumentKind,
    Finding,
    FindingKind,
    SectionClass,
    Span,
)

__all__ = ["block_at", "chunk_at", "found", "is_of_references", "stating_span"]

# Blocks whose lines each state something of their own: rows, fields, records.
LINED = frozenset({BlockType.TABLE, BlockType.FIELD, BlockType.CODE})
# A quote longer than this is no proof a person reads: text without stops, such as a scan's.
REACH = 400
# Chunks overlap their neighbours by little: a place is in the last few that begin before it.
OVERLAPPING = 4
NOTHING: Mapping[str, str] = {}


def found(
    document: Document,
    chunks: Sequence[Chunk],
    kind: FindingKind,
    start: int,
    end: int,
    *,
    value: str | None = None,
    normalised: str,
    details: Mapping[str, str] = NOTHING,
    extractor: str,
    confidence: float = 1.0,
) -> Finding | None:
    """Make a finding of a place; `None` where no chunk holds it or references do.

    Args:
        document: Whose text the place is in.
        chunks: Its chunks, in reading order.
        kind: What is named.
        start: Where the value begins in `Document.text`.
        end: Where it ends.
        value: As written; the text of the place where not given, its white space made single.
        normalised: One form for all spellings.
        details: What belongs to it, by name.
        extractor: Name and version of what found it.
        confidence: 0 to 1.
    """
    place = Span(start, end)
    chunk = chunk_at(chunks, place)
    block = block_at(document, start)
    if chunk is None or is_of_references(document, chunk, block):
        return None
    section = block.section_class if block else chunk.section_class
    return Finding(
        kind=kind,
        value=" ".join(place.of(document.text).split()) if value is None else value,
        normalised=normalised,
        document_id=document.id,
        chunk_id=chunk.id,
        span=stating_span(document, chunk, place, block),
        place=place,
        section_class=section,
        details=dict(details),
        extractor=extractor,
        confidence=confidence,
    )


def chunk_at(chunks: Sequence[Chunk], place: Span) -> Chunk | None:
    """Return the first chunk that holds a whole place."""
    after = bisect_right(chunks, place.start, key=lambda chunk: chunk.span.start)
    for chunk in chunks[max(0, after - OVERLAPPING) : after]:
        if place.end <= chunk.span.end:
            return chunk
    return None


def block_at(document: Document, position: int) -> Block | None:
    """Return the block a position stands in."""
    after = bisect_right(document.blocks, position, key=lambda block: block.span.start)
    if not after:
        return None
    block = document.blocks[after - 1]
    return block if position < block.span.end else None


def is_of_references(document: Document, chunk: Chunk, block: Block | None) -> bool:
    """Tell whether a place is in a paper's list of references.

    A bibliography file is nothing but references, and says what the lab reads.
    """
    if document.kind is not DocumentKind.PAPER:
        return False
    if block is None:
        return chunk.section_class is SectionClass.REFERENCES
    return block.type is BlockType.REFERENCE or block.section_class is SectionClass.REFERENCES


def stating_span(document: Document, chunk: Chunk, place: Span, block: Block | None) -> Span:
    """Return the sentence, row or field around a place, within its chunk."""
    unit = block.span if block else chunk.span
    if block and block.type in LINED:
        span = _line(document.text, unit, place)
    elif block and block.type is BlockType.HEADING:
        span = unit
    else:
        span = _sentence(document.text, unit, place)
    inside = Span(
        max(min(span.start, place.start), chunk.span.start),
        min(max(span.end, place.end), chunk.span.end),
    )
    return _shortened(document.text, inside, place)


def _line(text: str, unit: Span, place: Span) -> Span:
    start = text.rfind("\n", unit.start, place.start) + 1 or unit.start
    end = text.find("\n", place.end, unit.end)
    return Span(start, unit.end if end < 0 else end)


def _sentence(text: str, unit: Span, place: Span) -> Span:
    """Return the sentences a place begins and ends in, as one span."""
    sentences = _sentences(unit.of(text))
    first = _holding(sentences, place.start - unit.start)
    last = _holding(sentences, place.end - 1 - unit.start)
    if first is None or last is None:
        return place
    return Span(first.start + unit.start, last.end + unit.start)


@lru_cache(maxsize=16)
def _sentences(text: str) -> tuple[Span, ...]:
    """Return the sentences of a block, which many findings ask for one after the other."""
    return tuple(sentence_spans(text))


def _holding(spans: Sequence[Span], position: int) -> Span | None:
    after = bisect_right(spans, position, key=lambda span: span.start)
    return spans[after - 1] if after else None


def _shortened(text: str, span: Span, place: Span) -> Span:
    """Cut a span to `REACH` characters on either side of its place, at spaces."""
    start, end = span.start, span.end
    if place.start - start > REACH:
        space = text.find(" ", place.start - REACH, place.start)
        start = space + 1 if space >= 0 else place.start
    if end - place.end > REACH:
        space = text.rfind(" ", place.end, place.end + REACH)
        end = space if space >= 0 else place.end
    return Span(start, end)
