"""Conversations: what was asked in a row, and what was cited for it."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Conversation", "ConversationTurn"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ConversationTurn:
    """One question of a conversation.

    Attributes:
        question: As it was typed.
        standalone: As it was asked of the library: understood without what came before.
        answer_id: The stored answer; empty where none could be kept.
        documents: Ids of the documents cited, each once, in order.
        labels: The citations as they were shown, each once, in order.
        asked_at: ISO 8601, UTC, by the clock of the machine that asked.
    """

    question: str
    standalone: str
    answer_id: str = ""
    documents: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    asked_at: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """Questions in a row; its memory is what was asked and cited, and nothing else.

    Attributes:
        id: Short, unique in its library.
        title: The first question, unless it was renamed.
        started_at: ISO 8601, UTC.
        turns: Oldest first; empty in a list of conversations.
        turn_count: How many there are.
        person: Whose it is; empty for whoever sits at the machine.
    """

    id: str
    title: str
    started_at: str
    turns: tuple[ConversationTurn, ...] = ()
    turn_count: int = 0
    person: str = ""
