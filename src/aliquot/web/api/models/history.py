"""What was asked, as it leaves: stored answers, conversations, feedback, the audit log."""

from __future__ import annotations

from typing import Any

from aliquot.types import Opinion
from aliquot.web.api.models.answers import Answer
from aliquot.web.api.models.shape import Shape

__all__ = [
    "AskedWith",
    "AuditEntry",
    "AuditPage",
    "AuditProof",
    "CheckedCitation",
    "Conversation",
    "ConversationTurn",
    "EvidenceKept",
    "Explanation",
    "Feedback",
    "GateResult",
    "GatedStatement",
    "Message",
    "StoredAnswer",
    "Versions",
]


class StoredAnswer(Shape):
    """A stored answer in brief."""

    id: str
    question: str
    created_at: str
    conversation_id: str
    abstained: bool
    statements: int
    strategy: str
    trace_only: bool


class AskedWith(Shape):
    """How a question was asked."""

    where: str
    strategy: str
    literal: bool


class EvidenceKept(Shape):
    """A chunk an answer was drawn from; outdated where it is gone or says something else today."""

    chunk_id: str
    text_sha256: str
    score: float
    ranks: dict[str, int]
    header: str
    outdated: bool


class Message(Shape):
    """What a language model was sent, or wrote."""

    role: str
    text: str


class GateResult(Shape):
    """How a statement fared at one gate."""

    gate: str
    passed: bool
    reason: str


class GatedStatement(Shape):
    """A statement, and how it fared at each gate."""

    text: str
    gates: list[GateResult]


class CheckedCitation(Shape):
    """A citation held against the library of today."""

    id: str
    label: str
    quote: str
    state: str
    reason: str


class Versions(Shape):
    """What an answer was made with."""

    aliquot: str
    parsers: dict[str, str]
    embedders: list[str]
    model: str
    config_sha256: str
    settings: dict[str, Any]


class Explanation(Shape):
    """A stored answer with all it took to make it; `answer` is null where only a trace is kept."""

    id: str
    question: str
    created_at: str
    conversation_id: str
    asked_with: AskedWith
    queries: list[str]
    where: str
    evidence: list[EvidenceKept]
    messages: list[Message]
    steps: list[str]
    notes: list[str]
    answer: Answer | None
    gates: list[GatedStatement]
    citations: list[CheckedCitation]
    timings_s: dict[str, float]
    versions: Versions
    shortened: str


class ConversationTurn(Shape):
    """A question in a conversation, and what was cited."""

    question: str
    asked_as: str
    answer_id: str
    documents: list[str]
    labels: list[str]
    asked_at: str


class Conversation(Shape):
    """Questions asked in a row; a list of conversations leaves out their turns."""

    id: str
    title: str
    started_at: str
    turn_count: int
    turns: list[ConversationTurn]


class Feedback(Shape):
    """What a reader said of an answer."""

    answer_id: str
    person: str
    opinion: Opinion
    note: str
    at: str


class AuditEntry(Shape):
    """An entry of the audit log, chained to the one before it."""

    sequence: int
    at: str
    who: str
    kind: str
    detail: dict[str, Any]
    previous: str
    hash: str


class AuditPage(Shape):
    """Entries, newest first; `next` asks for older ones, and is null behind the first."""

    entries: list[AuditEntry]
    next: int | None


class AuditProof(Shape):
    """Whether the audit log is one unbroken chain, and stored answers are as they were given."""

    sound: bool
    entries: int
    head: str
    broken_at: int | None
    reason: str
    altered_answers: list[str]
