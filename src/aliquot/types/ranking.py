"""What is searched and what it finds: queries, and chunks with scores and ranks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from aliquot.types.documents import Chunk
from aliquot.types.questions import Expansion

__all__ = ["LegScore", "Query", "ScoredChunk"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What is searched: one question becomes one or more of these.

    Attributes:
        text: The words searched.
        language: ISO 639-1 code of the text.
        weight: Weight of its rankings when they are fused.
        expansions: Other names searched beside those in the text, for less.
        phrases: Words to be found next to each other, as they are written; never expanded.
        is_passage: Whether the text is like what is sought, as a model wrote it, and no question:
            it is compared by meaning alone, as a document's text is.
    """

    text: str
    language: str = "en"
    weight: float = 1.0
    expansions: tuple[Expansion, ...] = ()
    phrases: tuple[str, ...] = ()
    is_passage: bool = False


@dataclass(frozen=True, slots=True)
class LegScore:
    """Where one leg ranked a chunk, and with what score."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class ScoredChunk:
    """A chunk with its fused score and rank; a list of them, best first, is a ranking.

    Attributes:
        chunk: The chunk.
        score: Fused score.
        rank: 1-based place in the ranking.
        legs: Rank and score in each leg that found it, by the leg's name.
        duplicates: Ids of chunks further down that say nearly the same and were left out for it.
    """

    chunk: Chunk
    score: float
    rank: int
    legs: Mapping[str, LegScore] = field(default_factory=dict)
    duplicates: tuple[str, ...] = ()
