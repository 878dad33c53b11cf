"""What looked-up chunks and documents look like to the model that asked: fenced as data."""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.generation.writing.fencing import Fence
from aliquot.generation.writing.pieces import Piece, rendered
from aliquot.types import Document, ScoredChunk

__all__ = ["shown_chunks", "shown_documents"]

# Enough to judge what to look up next; the answer is written from all of each.
MAX_CHUNKS = 10
MAX_CHARACTERS = 1_500
MAX_DOCUMENTS = 50
MAX_TITLE = 150


def shown_chunks(ranking: Sequence[ScoredChunk]) -> str:
    """Return chunks by id with who says it and what, long ones shortened."""
    shown = "\n\n".join(_chunk(one) for one in ranking[:MAX_CHUNKS])
    return _with_rest(Fence().around("chunks", shown), len(ranking) - MAX_CHUNKS, "chunks")


def shown_documents(documents: Sequence[Document]) -> str:
    """Return documents by id with title, year and kind."""
    lines = (_document(one) for one in documents[:MAX_DOCUMENTS])
    shown = Fence().around("documents", "\n".join(lines))
    counted = f"{len(documents)} documents.\n{shown}"
    return _with_rest(counted, len(documents) - MAX_DOCUMENTS, "documents")


def _chunk(scored: ScoredChunk) -> str:
    text = rendered(Piece.of(scored.chunk, rank=scored.rank))
    if len(text) > MAX_CHARACTERS:
        text = f"{text[:MAX_CHARACTERS]} … (shortened)"
    return f"chunk_id {scored.chunk.id}\n{text}"


def _document(document: Document) -> str:
    title = " ".join(document.title.split())[:MAX_TITLE]
    parts = (document.id, title, str(document.year or ""), str(document.kind))
    return " | ".join(part for part in parts if part)


def _with_rest(text: str, rest: int, what: str) -> str:
    return text if rest <= 0 else f"{text}\n{rest} more {what} are not shown; restrict the call."
