"""Records as plain data: the JSON every face shows and other programs depend on.

The keys here are stable: additions are free, changes need a major version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from aliquot.filters import describe
from aliquot.types import (
    Answer,
    Block,
    Chunk,
    Citation,
    ContextEstimate,
    ContextReport,
    Document,
    FailedSource,
    IngestReport,
    Quantity,
    Receipt,
    Relation,
    ScoredChunk,
    Statement,
    Understanding,
)

__all__ = [
    "answer_shape",
    "block_shape",
    "chunk_shape",
    "context_estimate_shape",
    "context_report_shape",
    "document_shape",
    "ranking_shape",
    "receipt_shape",
    "relation_shape",
    "report_shape",
]


def report_shape(report: IngestReport) -> dict[str, Any]:
    """Return what `add` and `sync` did."""
    return {
        "files": report.files,
        "added": report.added,
        "updated": report.updated,
        "unchanged": report.unchanged,
        "removed": report.removed,
        "duplicates": report.duplicates,
        "failed": [_failed(one) for one in report.failed],
        "partial": [_failed(one) for one in report.partial],
        "outdated": report.outdated,
        "notes": list(report.notes),
        "chunks": report.chunks,
        "embedded": report.embedded,
        "seconds": report.seconds,
    }


def context_estimate_shape(estimate: ContextEstimate) -> dict[str, Any]:
    """Return what `contextualise` would take; `cost` is null where a price is unknown."""
    return {
        "model": estimate.model,
        "documents": estimate.documents,
        "chunks": estimate.chunks,
        "known": estimate.known,
        "input_tokens": estimate.input_tokens,
        "output_tokens": estimate.output_tokens,
        "cost": estimate.cost,
    }


def context_report_shape(report: ContextReport) -> dict[str, Any]:
    """Return what `contextualise` did."""
    return {
        "written": report.written,
        "silent": report.silent,
        "placed": report.placed,
        "embedded": report.embedded,
        "stopped": report.stopped,
        "seconds": report.seconds,
    }


def _failed(one: FailedSource) -> dict[str, str]:
    return {"source": one.source, "status": one.status, "reason": one.reason}


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
        "statements": [_statement(one) for one in answer.statements],
        "removed": [
            {"text": one.text, "failed_gates": list(one.failed_gates)} for one in answer.removed
        ],
        "hints": list(answer.hints),
        "understanding": _understanding(answer.understanding),
        "trace_id": answer.trace.id,
        "usage": {
            "input_tokens": answer.usage.input_tokens,
            "output_tokens": answer.usage.output_tokens,
            "cost_usd": answer.usage.cost_usd,
            "seconds": answer.usage.seconds,
        },
    }


def _understanding(asked: Understanding | None) -> dict[str, Any] | None:
    if asked is None:
        return None
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


def _statement(statement: Statement) -> dict[str, Any]:
    citations = [_citation(citation) for citation in statement.citations]
    return {"text": statement.text, "citations": citations}


def _citation(citation: Citation) -> dict[str, Any]:
    return {
        "label": citation.label,
        "quote": citation.quote,
        "chunk_id": citation.chunk_id,
        "document_id": citation.document_id,
        "source": citation.source,
        "section": citation.section,
        "page": citation.page,
        "verified": citation.verified,
        "span": [citation.span.start, citation.span.end],
        "flags": sorted(citation.flags),
    }


def document_shape(document: Document) -> dict[str, Any]:
    """Return a document's identity, without its text."""
    source = document.source
    return {
        "document_id": document.id,
        "kind": str(document.kind),
        "title": document.title,
        "authors": list(document.authors),
        "year": document.year,
        "source": source.path if source else "",
        "status": str(document.status),
        "warnings": list(document.warnings),
        "fields": _plain(document.fields),
        "provenance": dict(document.provenance),
    }


def receipt_shape(receipt: Receipt) -> dict[str, Any]:
    """Return what became of one source."""
    return {
        "source": receipt.source,
        "state": str(receipt.state),
        "status": receipt.status,
        "reason": receipt.reason,
        "parser": receipt.parser,
        "outdated": receipt.is_outdated,
        "seconds": receipt.seconds,
        "documents": [
            {
                "document_id": one.id,
                "kind": one.kind,
                "title": one.title,
                "verdict": one.verdict,
                "reason": one.reason,
                "identity": {
                    field.name: {"value": _listed(field.value), "found_in": field.found_in}
                    for field in one.identity
                },
            }
            for one in receipt.documents
        ],
        "counts": dict(receipt.counts),
        "warnings": list(receipt.warnings),
        "duplicate_of": receipt.duplicate_of,
        "copies": list(receipt.copies),
    }


def relation_shape(relation: Relation) -> dict[str, Any]:
    """Return how one document belongs to another."""
    return {
        "kind": str(relation.kind),
        "document_id": relation.document_id,
        "other_id": relation.other_id,
        "reason": relation.reason,
        "order": relation.order,
        "notice": relation.notice,
    }


def block_shape(block: Block) -> dict[str, Any]:
    """Return a block with its place and the amounts it states."""
    return {
        "type": str(block.type),
        "section": list(block.section_path),
        "pages": list(block.pages),
        "flags": sorted(block.flags),
        "marker": block.marker,
        "text": block.text,
        "quantities": [_quantity(one) for one in block.quantities],
    }


def _quantity(quantity: Quantity) -> dict[str, Any]:
    # JSON knows no infinity: "at least 5 min" has no upper end.
    low, high = (value if isfinite(value) else None for value in (quantity.low, quantity.high))
    return {"kind": str(quantity.kind), "low": low, "high": high, "unit": quantity.unit}


def chunk_shape(chunk: Chunk) -> dict[str, Any]:
    """Return a chunk with its place."""
    return {
        "chunk_id": chunk.id,
        "document_id": chunk.document_id,
        "section": chunk.section,
        "header": chunk.header,
        "text": chunk.text,
        "span": [chunk.span.start, chunk.span.end],
        "pages": list(chunk.pages),
        "flags": sorted(chunk.flags),
    }


def _plain(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _listed(value) for name, value in fields.items()}


def _listed(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
