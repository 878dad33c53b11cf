"""Tiny evidence for tests of writing."""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.types import Chunk, FieldValue, ScoredChunk, Span


def chunk(
    text: str,
    *,
    document: str = "d",
    start: int = 0,
    name: str = "",
    header: str = "",
    section: str = "Results",
    pages: tuple[int, ...] = (),
    **metadata: FieldValue,
) -> Chunk:
    return Chunk(
        id=f"{document}#{name or start}",
        document_id=document,
        text=text,
        header=header,
        span=Span(start, start + len(text)),
        pages=pages,
        section_path=(section,) if section else (),
        metadata={"title": document, "source": f"/lab/{document}.txt", **metadata},
    )


def ranking(chunks: Sequence[Chunk]) -> list[ScoredChunk]:
    return [ScoredChunk(one, 1 / n, n) for n, one in enumerate(chunks, start=1)]


def of_texts(*texts: str) -> list[ScoredChunk]:
    """One document a text."""
    return ranking([chunk(text, document=f"d{n}") for n, text in enumerate(texts, start=1)])


def quarter(text: str) -> int:
    """Count tokens as `ScriptedModel` does."""
    return -(-len(text) // 4)
