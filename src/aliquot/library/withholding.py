"""Stored answers and conversations that rest on what their reader may no longer see.

An answer is drawn from several documents at once, and what a model wrote of it holds words of all:
it is withheld whole as soon as one of them is out of sight, or no longer there. The question is the
reader's own and stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Set
from dataclasses import replace

from aliquot.types import Answer, Trace
from aliquot.types.conversations import Conversation, ConversationTurn
from aliquot.types.history import StoredAnswer

__all__ = ["WITHHELD", "documents_of_answer", "seen_conversation", "seen_stored"]

WITHHELD = "It rests on documents that are not there for you any more; ask again."

# Ids of documents to those among them that may be seen.
Visible = Callable[[Set[str]], Set[str]]


def documents_of_answer(stored: StoredAnswer) -> frozenset[str]:
    """Return the ids of all documents an answer says something of."""
    return frozenset(_documents(stored))


def _documents(stored: StoredAnswer) -> Iterator[str]:
    answer = stored.answer
    statements = [*answer.statements, *(s for one in answer.contradictions for s in one.statements)]
    yield from (cited.document_id for one in statements for cited in one.citations)
    # A document's id stands before the mark; see chunking/identifiers.py.
    yield from (one.chunk_id.partition("#")[0] for one in stored.evidence)
    yield from (one.document_id for one in answer.near)
    if answer.survey is not None:
        yield from (one for row in answer.survey.rows for one in row.documents)
        yield from (one.document_id for row in answer.survey.rows for one in row.citations)


def seen_stored(stored: StoredAnswer, visible: Visible) -> StoredAnswer:
    """Return a stored answer as its reader may see it today.

    Args:
        stored: As it was kept.
        visible: Of ids of documents, tells which may be seen.
    """
    held = documents_of_answer(stored)
    if held <= visible(held):
        return stored
    versions = replace(stored.versions, parsers={})
    return replace(stored, answer=_withheld(stored.answer), evidence=(), versions=versions)


def seen_conversation(conversation: Conversation, visible: Visible) -> Conversation:
    """Return a conversation without what was cited of documents its reader may not see today.

    Args:
        conversation: As it was kept.
        visible: Of ids of documents, tells which may be seen.
    """
    held = frozenset(one for turn in conversation.turns for one in turn.documents)
    seen = visible(held)
    turns = tuple(
        turn if seen >= set(turn.documents) else _bare(turn) for turn in conversation.turns
    )
    return replace(conversation, turns=turns)


def _bare(turn: ConversationTurn) -> ConversationTurn:
    """Return a turn as it was typed: a model may have put into words what was cited before."""
    return replace(turn, standalone=turn.question, documents=(), labels=())


def _withheld(answer: Answer) -> Answer:
    trace = Trace(
        id=answer.trace.id,
        question=answer.question,
        queries=(),
        where="",
        evidence=(),
        strategy=answer.strategy,
        timings_s={},
    )
    return Answer(
        question=answer.question,
        language=answer.language,
        statements=(),
        abstained=True,
        reason=WITHHELD,
        refusal=WITHHELD,
        evidence=(),
        trace=trace,
        strategy=answer.strategy,
    )
