"""Stored answers, conversations and surveys that rest on what their reader may no longer see.

An answer is drawn from several documents at once, and what a model wrote of it holds words of all:
it is withheld whole as soon as one of them is out of sight, or no longer there. A refusal and the
figures of a survey speak of every file that was in sight when they were made: they are withheld as
soon as fewer collections are. The question is the reader's own and stays.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from dataclasses import replace
from typing import Any

from aliquot.errors import ConfigError
from aliquot.filters import parse_filter, placement
from aliquot.types import Answer, Job, Operator, Trace
from aliquot.types.conversations import Conversation, ConversationTurn
from aliquot.types.history import StoredAnswer

__all__ = ["WITHHELD", "documents_of_answer", "seen_conversation", "seen_stored", "seen_surveys"]

WITHHELD = "It rests on documents that are not there for you any more; ask again."

SURVEY = "survey"
# What no collection is called: see storage/collections.py.
ALL = frozenset({"*"})

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


def seen_stored(
    stored: StoredAnswer, visible: Visible, collections: Collection[str]
) -> StoredAnswer:
    """Return a stored answer as its reader may see it today.

    Args:
        stored: As it was kept.
        visible: Of ids of documents, tells which may be seen.
        collections: Names of those that may be read.
    """
    held, answer = documents_of_answer(stored), stored.answer
    if held <= visible(held):
        if _is_within(stored.asked_with.where, collections):
            return stored
        if not answer.abstained and answer.survey is None:
            asked_with = replace(stored.asked_with, where="")
            return replace(stored, answer=_bare_answer(answer), asked_with=asked_with)
    return replace(
        stored,
        answer=_withheld(answer),
        evidence=(),
        asked_with=replace(stored.asked_with, where=""),
        versions=replace(stored.versions, parsers={}),
    )


def _is_within(where: str, collections: Collection[str]) -> bool:
    """Tell whether what was asked of these collections at most, as its filter says."""
    try:
        demands = placement(parse_filter(where)) if where else ()
    except ConfigError:
        # Of a version whose fields had other names: nobody can tell of what it was asked.
        return False
    readable = {one.casefold() for one in collections}
    return any(_named(one.operator, one.value) <= readable for one in demands)


def _named(operator: Operator, value: Any) -> Set[str]:
    """Return the names of the only collections a comparison admits; any name stands for all."""
    if operator is Operator.IN:
        return {one.casefold() for one in value}
    return {value.casefold()} - {""} if operator is Operator.EQ else ALL


def seen_surveys(
    jobs: Iterable[Job], visible: Visible, collections: Collection[str]
) -> Iterator[Job]:
    """Yield jobs without the tables of those surveys that may not be seen today.

    Args:
        jobs: Of any kind.
        visible: Of ids of documents, tells which may be seen.
        collections: Names of those that may be read.
    """
    every = list(jobs)
    made = {one.id: one.result for one in every if one.kind == SURVEY and one.result}
    held = {name: documents_of_survey(found) for name, found in made.items()}
    seen = visible(frozenset().union(*held.values()))
    whole = {
        name
        for name, found in made.items()
        if held[name] <= seen and _is_within(found["where"], collections)
    }
    for one in every:
        is_withheld = one.id in made.keys() - whole
        yield replace(one, result={}, reason=WITHHELD) if is_withheld else one


def documents_of_survey(found: Mapping[str, Any]) -> frozenset[str]:
    """Return the ids of all documents that a survey, as plain data, has rows of."""
    return frozenset(one for row in found["rows"] for one in row["document_ids"])


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


def _bare_answer(answer: Answer) -> Answer:
    """Return an answer without what was said beside its statements: names of others' files, say."""
    return replace(
        answer,
        understanding=None,
        removed=(),
        hints=(),
        trace=replace(answer.trace, queries=(), where=""),
    )


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
