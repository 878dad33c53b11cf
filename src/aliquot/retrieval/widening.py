"""Show more of a document around a chunk: its neighbours, or its whole section.

Enters: a chunk, and its document's chunks in reading order. Leaves: stretches of the document, each
an exact slice of its text, so that a quote in them can be found again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from aliquot.types import Chunk, Span

__all__ = ["Stretch", "neighbours", "stretches", "whole_section"]

ChunksOf = Callable[[str], Sequence[Chunk]]


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a document without a gap.

    Attributes:
        document_id: The document.
        text: Exact slice `span` of its text.
        span: Where it stands.
        chunk_ids: The chunks it is joined from, in reading order.
        pages: 1-based pages it touches.
    """

    document_id: str
    text: str
    span: Span
    chunk_ids: tuple[str, ...]
    pages: tuple[int, ...] = ()


def neighbours(
    chunk: Chunk, chunks_of: ChunksOf, *, before: int = 1, after: int = 1
) -> list[Stretch]:
    """Return a chunk with those around it, in reading order.

    Args:
        chunk: The chunk in the middle.
        chunks_of: Document id to the document's chunks in reading order.
        before: Chunks before it.
        after: Chunks after it.
    """
    chunks = list(chunks_of(chunk.document_id))
    place = _place(chunk, chunks)
    if place is None:
        return stretches([chunk])
    return stretches(chunks[max(0, place - max(0, before)) : place + 1 + max(0, after)])


def whole_section(chunk: Chunk, chunks_of: ChunksOf) -> list[Stretch]:
    """Return the section a chunk stands in, with what is below its heading.

    Sections with one heading ("Results" of two trials in a file) stay apart: only chunks that
    follow one another are joined.

    Args:
        chunk: A chunk of the section.
        chunks_of: Document id to the document's chunks in reading order.
    """
    chunks = list(chunks_of(chunk.document_id))
    place = _place(chunk, chunks)
    if place is None:
        return stretches([chunk])
    start, end = place, place + 1
    while start > 0 and _is_below(chunks[start - 1], chunk.section_path):
        start -= 1
    while end < len(chunks) and _is_below(chunks[end], chunk.section_path):
        end += 1
    return stretches(chunks[start:end])


def stretches(chunks: Iterable[Chunk]) -> list[Stretch]:
    """Join chunks in reading order, each character once; a gap begins a new stretch."""
    joined: list[Stretch] = []
    for chunk in sorted(chunks, key=lambda one: (one.document_id, one.span.start, one.span.end)):
        last = joined[-1] if joined else None
        is_next = last is not None and last.document_id == chunk.document_id
        if last is not None and is_next and chunk.span.start <= last.span.end:
            joined[-1] = _extended(last, chunk)
        else:
            joined.append(
                Stretch(chunk.document_id, chunk.text, chunk.span, (chunk.id,), chunk.pages)
            )
    return joined


def _extended(stretch: Stretch, chunk: Chunk) -> Stretch:
    text = stretch.text + chunk.text[stretch.span.end - chunk.span.start :]
    return Stretch(
        stretch.document_id,
        text,
        Span(stretch.span.start, max(stretch.span.end, chunk.span.end)),
        tuple(dict.fromkeys((*stretch.chunk_ids, chunk.id))),
        tuple(sorted({*stretch.pages, *chunk.pages})),
    )


def _place(chunk: Chunk, chunks: Sequence[Chunk]) -> int | None:
    """Return where a chunk stands among its document's; `None` where it has gone since."""
    return next((place for place, one in enumerate(chunks) if one.id == chunk.id), None)


def _is_below(chunk: Chunk, path: tuple[str, ...]) -> bool:
    return chunk.section_path[: len(path)] == path
