"""What was asked and answered, as plain data."""

from __future__ import annotations

from typing import Any

from aliquot.shapes.answers import answer_shape
from aliquot.types.conversations import Conversation
from aliquot.types.history import (
    AuditEntry,
    CheckedCitation,
    Explanation,
    StoredAnswer,
)

__all__ = [
    "audit_entry_shape",
    "conversation_shape",
    "explanation_shape",
    "stored_answer_shape",
]


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
