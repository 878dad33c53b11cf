"""Answers as a page shows them: fresh ones with all their evidence, stored ones checked again.

Enters: an `Answer`, or an `Explanation` of a stored one. Leaves: one record that templates fill in.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from aliquot.errors import StoreError, UnknownDocumentError
from aliquot.filters import parse_filter
from aliquot.library.viewing import View
from aliquot.types import Answer, Comparison, Filter, Operator, ScoredChunk, SpokenFilter
from aliquot.types.history import (
    AskedWith,
    CheckedCitation,
    CitationState,
    EvidenceKept,
    Explanation,
)
from aliquot.types.jobs import Feedback
from aliquot.web.pages.questions import QuestionForm, Restriction
from aliquot.web.pages.wording import conditions

__all__ = ["Evidence", "ShownAnswer", "ShownTurn", "shown_now", "shown_stored", "shown_turns"]

# Of a chunk in the list of evidence: enough to see what it is about.
SNIPPET_CHARACTERS = 320


@dataclass(frozen=True, slots=True)
class Evidence:
    """A chunk an answer was drawn from.

    Attributes:
        rank: 1-based place.
        chunk_id: Its id.
        header: Title and section, to recognise it by.
        score: Fused score.
        legs: Rank in each leg that found it, and the score where it is known.
        text: Its beginning; empty where it was not kept.
        is_outdated: Whether it is gone, or says something else today.
    """

    rank: int
    chunk_id: str
    header: str
    score: float
    legs: Mapping[str, tuple[int, float | None]]
    text: str = ""
    is_outdated: bool = False

    @property
    def document_id(self) -> str:
        """The document it is of."""
        return self.chunk_id.partition("#")[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownAnswer:
    """An answer, and what is known of it where it is shown.

    Attributes:
        answer: The answer.
        typed: The question as it was typed; another than was asked where it was a follow-up.
        conversation_id: Where it was asked; empty outside conversations.
        evidence: Best first.
        changed: What became of citations that do not hold any more, by their ids.
        spoken: Restrictions said in the question, with the words that say them.
        given: Restrictions beside the question.
        dropped: Words of the question that were not to restrict it.
        feedback: What the reader said of it.
        created_at: ISO 8601, UTC; empty for one just made.
        is_stored: Whether it can be opened again.
        is_trace_only: Whether no more is kept than how it came about.
    """

    answer: Answer
    typed: str
    conversation_id: str = ""
    evidence: Sequence[Evidence] = ()
    changed: Mapping[str, CitationState] = field(default_factory=dict)
    spoken: Sequence[SpokenFilter] = ()
    given: Sequence[Filter] = ()
    dropped: Sequence[str] = ()
    feedback: Feedback | None = None
    created_at: str = ""
    is_stored: bool = True
    is_trace_only: bool = False

    @property
    def id(self) -> str:
        """The id it is opened by."""
        return self.answer.trace.id


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """One question of a conversation with its answer.

    Attributes:
        typed: The question as it was typed.
        shown: Its answer; `None` where it is not kept any more.
    """

    typed: str
    shown: ShownAnswer | None


def shown_now(
    answer: Answer, form: QuestionForm, conversation_id: str, restriction: Restriction
) -> ShownAnswer:
    """Return an answer just made.

    Args:
        answer: The answer.
        form: What was asked.
        conversation_id: Where it was asked; empty where that is not kept.
        restriction: What it was restricted to.
    """
    return ShownAnswer(
        answer=answer,
        typed=form.question.strip(),
        conversation_id=conversation_id,
        evidence=[_found(one) for one in answer.evidence],
        spoken=restriction.kept or _spoken(answer),
        given=conditions(form.given()),
        dropped=form.dropped,
        is_stored=bool(conversation_id),
    )


def shown_stored(
    explanation: Explanation, typed: str, feedback: Feedback | None = None
) -> ShownAnswer:
    """Return a stored answer, as it was given, with what became of its citations.

    Args:
        explanation: The answer held against today's library.
        typed: The question as it was typed.
        feedback: What the reader said of it.
    """
    stored, outdated = explanation.stored, frozenset(explanation.outdated)
    return ShownAnswer(
        answer=stored.answer,
        typed=typed,
        conversation_id=stored.conversation_id,
        evidence=[
            _kept(rank, one, one.chunk_id in outdated)
            for rank, one in enumerate(stored.evidence, start=1)
        ],
        changed=_changed(explanation.citations),
        spoken=_spoken(stored.answer),
        given=_given(stored.asked_with),
        feedback=feedback,
        created_at=stored.created_at,
        is_trace_only=stored.is_trace_only,
    )


def shown_turns(view: View, conversation_id: str) -> Iterator[ShownTurn]:
    """Yield the turns of a conversation, oldest first, each with its stored answer.

    Args:
        view: The library as the reader sees it.
        conversation_id: Which.

    Raises:
        UnknownDocumentError: The person has no conversation of this id.
    """
    for turn in view.conversation(conversation_id).conversation.turns:
        try:
            explanation = view.explain(turn.answer_id)
        except (UnknownDocumentError, StoreError):
            yield ShownTurn(turn.question, None)
        else:
            said = view.feedback(turn.answer_id)
            yield ShownTurn(turn.question, shown_stored(explanation, turn.question, said))


def _spoken(answer: Answer) -> Sequence[SpokenFilter]:
    return answer.understanding.spoken if answer.understanding else ()


def _given(asked: AskedWith) -> list[Filter]:
    """Return what was restricted by hand; what a person may see at all is no choice of theirs."""
    where = parse_filter(asked.where) if asked.where else None
    return [one for one in conditions(where) if not _is_scope(one)]


def _is_scope(where: Filter) -> bool:
    return (
        isinstance(where, Comparison)
        and where.operator is Operator.IN
        and where.field == "collection"
    )


def _found(one: ScoredChunk) -> Evidence:
    text = " ".join(one.chunk.text.split())
    short = text if len(text) <= SNIPPET_CHARACTERS else f"{text[:SNIPPET_CHARACTERS]}…"
    legs = {name: (leg.rank, leg.score) for name, leg in one.legs.items()}
    return Evidence(one.rank, one.chunk.id, one.chunk.header, one.score, legs, short)


def _kept(rank: int, one: EvidenceKept, is_outdated: bool) -> Evidence:
    legs = {name: (place, None) for name, place in one.ranks.items()}
    return Evidence(rank, one.chunk_id, one.header, one.score, legs, is_outdated=is_outdated)


def _changed(citations: Sequence[CheckedCitation]) -> Mapping[str, CitationState]:
    return {one.id: one.state for one in citations if one.state is not CitationState.HOLDS}
