"""What is quoted instead of a few sentences: a procedure, a digest."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from aliquot.generation.extractive.terms import QuestionTerms
from aliquot.generation.labels import cite
from aliquot.types import Chunk, ScoredChunk, Span, Statement

__all__ = ["Drafted", "Quoted", "drafted_of", "without"]

# A stretch of a document, and the chunk that holds it.
Quoted = tuple[Chunk, Span]


@dataclass(frozen=True, slots=True)
class Drafted:
    """An answer still to be verified.

    Attributes:
        statements: With unverified citations.
        evidence: What they are quoted from foremost, then what else was found.
        notes: What a reader should know beside them.
    """

    statements: tuple[Statement, ...]
    evidence: tuple[ScoredChunk, ...]
    notes: tuple[str, ...] = ()


def drafted_of(
    quoted: Sequence[Quoted], texts: Sequence[str], evidence: Sequence[ScoredChunk]
) -> Drafted:
    """Return an answer of quotes from one of the documents found.

    Args:
        quoted: What is quoted, at least one.
        texts: What each says, as it is read.
        evidence: What was found, best first; at least one.
    """
    found = {one.chunk.id: one for one in evidence}
    cited = {chunk.id: chunk for chunk, _ in quoted}
    best = evidence[0].score
    whole = [found.get(one) or ScoredChunk(cited[one], best, 0, {}) for one in cited]
    others = [one for one in evidence if one.chunk.id not in cited]
    ranking = [replace(one, rank=rank) for rank, one in enumerate([*whole, *others], start=1)]
    statements = (
        Statement(text, (cite(chunk, span),))
        for text, (chunk, span) in zip(texts, quoted, strict=True)
    )
    return Drafted(tuple(statements), tuple(ranking))


def without(terms: QuestionTerms, words: frozenset[str]) -> QuestionTerms:
    """Return the terms of a question but for some."""
    kept = {term: weight for term, weight in terms.weights.items() if term not in words}
    return replace(terms, weights=kept)
