"""Records as plain data: the JSON every face shows and other programs depend on.

The keys here are stable: additions are free, changes need a major version.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from aliquot.filters import describe
from aliquot.survey_shapes import citation_shape, survey_shape
from aliquot.types import (
    Answer,
    Block,
    Chunk,
    ContextEstimate,
    ContextReport,
    Document,
    FailedSource,
    Finding,
    IngestReport,
    NearDocument,
    Quantity,
    Receipt,
    Relation,
    RemovedStatement,
    ScoredChunk,
    Statement,
    StepChange,
    Understanding,
    Verdict,
    VersionComparison,
)
from aliquot.types.conversations import Conversation
from aliquot.types.history import (
    AuditEntry,
    CheckedCitation,
    Explanation,
    StoredAnswer,
)

__all__ = [
    "answer_shape",
    "audit_entry_shape",
    "block_shape",
    "chunk_shape",
    "context_estimate_shape",
    "context_report_shape",
    "conversation_shape",
    "document_shape",
    "explanation_shape",
    "finding_shape",
    "ranking_shape",
    "receipt_shape",
    "relation_shape",
    "report_shape",
    "statement_shape",
    "stored_answer_shape",
    "survey_shape",
    "understanding_shape",
    "verdict_shape",
    "version_comparison_shape",
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


def version_comparison_shape(found: VersionComparison) -> dict[str, Any]:
    """Return what differs between two versions: counts, then each change with its quotes."""
    return {
        "old_id": found.old_id,
        "new_id": found.new_id,
        "old_name": found.old_name,
        "new_name": found.new_name,
        "values_changed": found.changed_values,
        "counts": {str(kind): count for kind, count in found.counts.items()},
        "unchanged": found.unchanged,
        "fields": [
            {"name": one.name, "before": one.before, "after": one.after} for one in found.fields
        ],
        "changes": [_step_change(one) for one in found.changes],
        "notes": list(found.notes),
    }


def _step_change(change: StepChange) -> dict[str, Any]:
    return {
        "kind": str(change.kind),
        "section": change.section,
        "old_label": change.old_label,
        "new_label": change.new_label,
        "moved": change.is_moved,
        "minor": change.is_minor,
        "head": change.is_head,
        "values": [
            {"name": one.name, "before": one.before, "after": one.after} for one in change.values
        ],
        "words": [{"before": one.before, "after": one.after} for one in change.words],
        "before": [citation_shape(one) for one in change.before],
        "after": [citation_shape(one) for one in change.after],
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


def stored_answer_shape(stored: StoredAnswer) -> dict[str, Any]:
    """Return a stored answer in brief, as it is listed."""
    return {
        "id": stored.id,
        "question": stored.answer.question,
        "created_at": stored.created_at,
        "conversation_id": stored.conversation_id,
        "abstained": stored.answer.abstained,
        "statements": len(stored.answer.statements),
        "strategy": stored.answer.strategy,
        "trace_only": stored.is_trace_only,
    }


def explanation_shape(explanation: Explanation) -> dict[str, Any]:
    """Return a stored answer with all it took to make it, held against the library of today."""
    stored, trace = explanation.stored, explanation.stored.answer.trace
    return {
        "id": stored.id,
        "question": stored.answer.question,
        "created_at": stored.created_at,
        "conversation_id": stored.conversation_id,
        "asked_with": {
            "where": stored.asked_with.where,
            "strategy": stored.asked_with.strategy,
            "literal": stored.asked_with.is_literal,
        },
        "queries": list(trace.queries),
        "where": trace.where,
        "evidence": [
            {
                "chunk_id": one.chunk_id,
                "text_sha256": one.text_hash,
                "score": one.score,
                "ranks": dict(one.ranks),
                "header": one.header,
                "outdated": one.chunk_id in explanation.outdated,
            }
            for one in stored.evidence
        ],
        "messages": [{"role": role, "text": text} for role, text in trace.messages],
        "steps": list(trace.steps),
        "notes": list(trace.notes),
        "answer": None if stored.is_trace_only else answer_shape(stored.answer),
        "gates": [
            {
                "text": statement.text,
                "gates": [
                    {"gate": str(one.gate), "passed": one.passed, "reason": one.reason}
                    for one in statement.gates
                ],
            }
            for statement in stored.answer.statements
        ],
        "citations": [_checked(one) for one in explanation.citations],
        "timings_s": dict(trace.timings_s),
        "versions": {
            "aliquot": stored.versions.aliquot,
            "parsers": dict(stored.versions.parsers),
            "embedders": list(stored.versions.embedders),
            "model": stored.versions.model,
            "config_sha256": stored.versions.config_hash,
            "settings": dict(stored.versions.settings),
        },
        "shortened": stored.shortened,
    }


def _checked(one: CheckedCitation) -> dict[str, Any]:
    return {
        "id": one.id,
        "label": one.citation.label,
        "quote": one.citation.quote,
        "state": str(one.state),
        "reason": one.reason,
    }


def conversation_shape(conversation: Conversation) -> dict[str, Any]:
    """Return a conversation: what was asked, and what was cited."""
    return {
        "id": conversation.id,
        "title": conversation.title,
        "started_at": conversation.started_at,
        "turn_count": conversation.turn_count,
        "turns": [
            {
                "question": one.question,
                "asked_as": one.standalone,
                "answer_id": one.answer_id,
                "documents": list(one.documents),
                "labels": list(one.labels),
                "asked_at": one.asked_at,
            }
            for one in conversation.turns
        ],
    }


def audit_entry_shape(entry: AuditEntry) -> dict[str, Any]:
    """Return an entry of the audit log, as it is exported."""
    return {
        "sequence": entry.sequence,
        "at": entry.at,
        "who": entry.who,
        "kind": entry.kind,
        "detail": dict(entry.detail),
        "previous": entry.previous,
        "hash": entry.hash,
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


def finding_shape(finding: Finding, text: str) -> dict[str, Any]:
    """Return what a document names at one place.

    Args:
        finding: Of this document.
        text: The document's text, which is quoted.
    """
    return {
        "kind": str(finding.kind),
        "value": finding.value,
        "normalised": finding.normalised,
        "role": str(finding.role),
        "details": dict(finding.details),
        "document_id": finding.document_id,
        "chunk_id": finding.chunk_id,
        "section_class": str(finding.section_class),
        "quote": finding.span.of(text),
        "span": [finding.span.start, finding.span.end],
        "place": [finding.place.start, finding.place.end],
        "extractor": finding.extractor,
        "confidence": finding.confidence,
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
