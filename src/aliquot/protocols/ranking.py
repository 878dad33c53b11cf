"""From a question to a ranking, and to a better one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from aliquot.protocols.indexes import Hit, Scope
from aliquot.types import Query, ScoredChunk

__all__ = ["Leg", "Reranker"]


class Leg(Protocol):
    """One way of finding chunks; legs are fused.

    Attributes:
        name: Shown in traces: `lexical`, `dense:bge-small-en-v1.5`, ...
        languages: Question languages it serves; `None` for all.
        matches_words: Whether it finds words as they are written, rather than meaning.
    """

    name: str
    languages: frozenset[str] | None
    matches_words: bool

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits, best first."""
        ...


class Reranker(Protocol):
    """Reorder a ranking by reading question and chunk together.

    Attributes:
        id: Name and weights or version.
        languages: ISO 639-1 codes of questions it serves; `None` for all.
    """

    id: str
    languages: frozenset[str] | None

    def rerank(self, question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        """Return at most `k` of the given chunks with new scores and ranks; never others."""
        ...
