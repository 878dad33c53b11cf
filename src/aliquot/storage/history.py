"""What is kept of what was asked and done: answers, conversations and the audit log, as one.

A question is in the log before it is answered. What belongs together is one transaction: an answer
is never kept without its entry, and the log never tells of an answer that was not kept. Each entry
on what became of a question names the sequence of the entry that it was asked with: questions that
are asked at once stand between each other.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Connection, Engine, select

from aliquot.storage.answers import Answers
from aliquot.storage.audit import AuditLog, canonical
from aliquot.storage.connection import writing
from aliquot.storage.conversations import Conversations
from aliquot.storage.records import hash_text
from aliquot.storage.schema import audit
from aliquot.types import Citation
from aliquot.types.conversations import Conversation, ConversationTurn
from aliquot.types.history import AuditKind, StoredAnswer, citation_id

__all__ = ["History", "Keeping", "settings_hash"]

# Old answers are looked for once in so many: each time costs a scan of their ages.
PRUNED_EVERY = 50
# A question in the log, which is never pruned; its hash is of the whole.
QUESTION_CHARACTERS = 2000
# Looked up for each question.
_LAST_SETTINGS = (
    select(audit.c.detail)
    .where(audit.c.kind == AuditKind.SETTINGS.value)
    .order_by(audit.c.sequence.desc())
    .limit(1)
)


@dataclass(frozen=True, slots=True)
class Keeping:
    """What is kept, and how long.

    Attributes:
        answers: Newest answers that stay, those of conversations aside; 0 for all.
        days: Age above which an answer goes; 0 for any.
        questions: How the audit log, which is never pruned, names a question: by its `text`, or by
            its `hash` alone.
    """

    answers: int = 10_000
    days: int = 0
    questions: Literal["text", "hash"] = "text"


def settings_hash(settings: Mapping[str, Any]) -> str:
    """Return the SHA-256 of settings, in hex, whatever the order of their keys."""
    return hashlib.sha256(canonical(settings).encode()).hexdigest()


class History:
    """Answers, conversations and the audit log of one catalog.

    Attributes:
        answers: Stored answers.
        conversations: Questions in a row.
        audit: The log.
    """

    def __init__(self, engine: Engine) -> None:
        """Take the catalog's engine."""
        self._engine = engine
        self.answers = Answers(engine)
        self.conversations = Conversations(engine)
        self.audit = AuditLog(engine)

    def ask(
        self, question: str, settings: Mapping[str, Any], keeping: Keeping, person: str = ""
    ) -> int:
        """Note in the log that a question is asked; return its entry's sequence.

        Args:
            question: As it is asked.
            settings: Every setting in force.
            keeping: How the log names a question.
            person: Who asks; empty for whoever sits at the machine.

        Raises:
            StoreError: The catalog cannot be written.
        """
        with writing(self._engine) as connection:
            self._note_settings(connection, settings)
            detail = _asked(question, keeping) | ({"person": person} if person else {})
            return self.audit.append_within(connection, AuditKind.ASKED, detail).sequence

    def keep(self, stored: StoredAnswer, asked: int, keeping: Keeping) -> None:
        """Keep an answer and its entry in the log, all or nothing.

        Args:
            stored: The answer.
            asked: Sequence of the entry that its question was noted with.
            keeping: What is kept, and how long.

        Raises:
            StoreError: The catalog cannot be written.
        """
        with writing(self._engine) as connection:
            detail = {"asked": asked} | _answered(
                stored, self.answers.put_within(connection, stored)
            )
            self.audit.append_within(connection, AuditKind.ANSWERED, detail)
            if self.answers.last_within(connection) % PRUNED_EVERY == 0:
                self._prune(connection, keeping)

    def add_turn(self, conversation: Conversation, turn: ConversationTurn) -> None:
        """Keep a turn of a conversation, and with its first turn the conversation.

        Raises:
            StoreError: The catalog cannot be written.
        """
        with writing(self._engine) as connection:
            self.conversations.add_turn_within(connection, conversation, turn)
            self.answers.place_within(connection, turn.answer_id, conversation.id)

    def note(self, kind: AuditKind, detail: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
        """Write into the log what was done, and before it the settings where they have changed.

        Args:
            kind: What was done.
            detail: What is to be known of it.
            settings: Every setting in force.

        Raises:
            StoreError: The catalog cannot be written.
        """
        with writing(self._engine) as connection:
            self._note_settings(connection, settings)
            self.audit.append_within(connection, kind, detail)

    def delete_conversation(self, conversation_id: str) -> None:
        """Drop a conversation with its answers; the log keeps that they were there.

        Raises:
            UnknownDocumentError: There is none with this id.
            StoreError: The catalog cannot be written.
        """
        with writing(self._engine) as connection:
            self.conversations.delete_within(connection, conversation_id)
            detail = {"conversation": conversation_id}
            self.audit.append_within(connection, AuditKind.REMOVED, detail)

    def prune(self, keeping: Keeping) -> int:
        """Drop answers that are too many or too old; return how many went.

        Raises:
            StoreError: The catalog cannot be written.
        """
        with writing(self._engine) as connection:
            return self._prune(connection, keeping)

    def altered(self) -> list[str]:
        """Return ids of stored answers that are not what the log says was answered."""
        said = {
            entry["detail"].get("answer"): entry["detail"].get("record_sha256")
            for entry in self.audit.lines()
            if entry.get("kind") == AuditKind.ANSWERED and isinstance(entry.get("detail"), dict)
        }
        found = self.answers.hashes()
        return sorted(one for one, value in found.items() if said.get(one, value) != value)

    def _prune(self, connection: Connection, keeping: Keeping) -> int:
        gone = self.answers.prune_within(connection, keep=keeping.answers, days=keeping.days)
        if gone:
            self.audit.append_within(connection, AuditKind.PRUNED, {"answers": gone})
        return gone

    def _note_settings(self, connection: Connection, settings: Mapping[str, Any]) -> None:
        """Write the settings into the log unless it has them already."""
        now = settings_hash(settings)
        last = connection.execute(_LAST_SETTINGS).scalar()
        if last is None or now not in last:
            detail = {"sha256": now, "settings": _without_fractions(settings)}
            self.audit.append_within(connection, AuditKind.SETTINGS, detail)


def _asked(question: str, keeping: Keeping) -> dict[str, Any]:
    detail: dict[str, Any] = {"question_sha256": hash_text(question)}
    if keeping.questions == "text":
        detail["question"] = question[:QUESTION_CHARACTERS]
    return detail


def _answered(stored: StoredAnswer, record_hash: str) -> dict[str, Any]:
    answer = stored.answer
    cited: tuple[Citation, ...] = tuple(answer.citations())
    return {
        "answer": stored.id,
        "record_sha256": record_hash,
        "refused": answer.abstained,
        "strategy": answer.strategy,
        "models": list(answer.usage.models),
        "cited": list(dict.fromkeys(map(citation_id, cited))),
        "removed": len(answer.removed),
    }


def _without_fractions(value: Any) -> Any:
    """Return settings with fractions as text, which every language writes and hashes alike."""
    if isinstance(value, Mapping):
        return {str(key): _without_fractions(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return [_without_fractions(one) for one in value]
    return str(value) if isinstance(value, float) else value
