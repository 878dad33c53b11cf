"""Rankings, answers and verdicts as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from aliquot.filters import describe
from aliquot.shapes.surveys import citation_shape, survey_shape
from aliquot.types import (
    Answer,
    NearDocument,
    RemovedStatement,
    ScoredChunk,
    Statement,
    Understanding,
    Verdict,
)

__all__ = [
    "answer_shape",
    "ranking_shape",
    "statement_shape",
    "understanding_shape",
    "verdict_shape",
]


def ranking_shape(ranking: Sequence[ScoredChunk]) -> list[dict[str, Any]]:
    """Return a ranking, best first."""
    return [_scored(one) for one in ranking]


def _scored(one: ScoredChunk) -> dict[str, Any]:
    chunk = one.chunk
    return {
        "rank": one.rank,
        "score": one.score,
        "chunk_id": chunk.id,
        "document_id": chunk.document_id,
        "source": chunk.metadata.get("source", ""),
        "title": chunk.metadata.get("title", ""),
        "section": chunk.section,
        "page": chunk.pages[0] if chunk.pages else None,
        "text": chunk.text,
        "header": chunk.header,
        "kind": chunk.metadata.get("kind", ""),
        "year": chunk.metadata.get("year"),
        "legs": {name: {"rank": leg.rank, "score": leg.score} for name, leg in one.legs.items()},
    }


def answer_shape(answer: Answer) -> dict[str, Any]:
    """Return an answer with its proofs."""
    return {
        "answer": answer.text,
        "abstained": answer.abstained,
        "reason": answer.reason,
        "language": answer.language,
        "statements": [statement_shape(one) for one in answer.statements],
        "removed": [_removed(one) for one in answer.removed],
        "contradictions": [
            {"about": one.about, "statements": [statement_shape(said) for said in one.statements]}
            for one in answer.contradictions
        ],
        "strategy": answer.strategy,
        "confidence": answer.confidence,
        "refusal_kind": answer.refusal_kind and str(answer.refusal_kind),
        "near": [_near(one) for one in answer.near],
        "rephrasings": list(answer.rephrasings),
        "hints": list(answer.hints),
        "understanding": answer.understanding and understanding_shape(answer.understanding),
        "survey": None if answer.survey is None else survey_shape(answer.survey),
        "trace_id": answer.trace.id,
        "usage": {
            "input_tokens": answer.usage.input_tokens,
            "output_tokens": answer.usage.output_tokens,
            "cost_usd": answer.usage.cost_usd,
            "seconds": answer.usage.seconds,
            "requests": answer.usage.requests,
            "models": list(answer.usage.models),
        },
    }


def verdict_shape(verdict: Verdict) -> dict[str, Any]:
    """Return what the library says of a statement."""
    return {
        "statement": verdict.statement,
        "verdict": str(verdict.kind),
        "failed_gates": list(verdict.failed_gates),
        "reasons": list(verdict.reasons),
        "citations": [citation_shape(one) for one in verdict.citations],
        "against": [citation_shape(one) for one in verdict.against],
        "differences": [
            {"said": said, "source_says": source} for said, source in verdict.differences
        ],
        "parts": [verdict_shape(one) for one in verdict.parts],
    }


def understanding_shape(asked: Understanding) -> dict[str, Any]:
    """Return how a question is read."""
    return {
        "intent": str(asked.intent),
        "subject": asked.subject,
        "filters": [{"words": one.words, "where": describe(one.where)} for one in asked.spoken],
        "phrases": list(asked.phrases),
        "also_searched": [
            {"name": one.name, "others": list(one.others), "reason": one.reason}
            for one in asked.expansions
        ],
    }


def statement_shape(statement: Statement) -> dict[str, Any]:
    """Return a statement with what proves it."""
    return {
        "text": statement.text,
        "citations": [citation_shape(citation) for citation in statement.citations],
        "gates": {str(one.gate): one.passed for one in statement.gates},
    }


def _removed(statement: RemovedStatement) -> dict[str, Any]:
    return {
        "text": statement.text,
        "failed_gates": list(statement.failed_gates),
        "reasons": list(statement.reasons),
        "quotes": list(statement.quotes),
    }


def _near(document: NearDocument) -> dict[str, Any]:
    return {
        "document_id": document.document_id,
        "title": document.title,
        "source": document.source,
        "section": document.section,
    }
