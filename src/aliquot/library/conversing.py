"""A conversation that goes on: follow-ups made standalone, turns kept with what was cited.

What was asked and cited before is all that is remembered. A language model that makes a follow-up
standalone is given the questions and the labels of what was cited, never what was answered.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Protocol

from aliquot.analysis.follow_ups import made_standalone
from aliquot.errors import StoreError
from aliquot.language import detect_language
from aliquot.library.arguments import readable
from aliquot.retrieval.rewriting import StandaloneRewriter, Turn
from aliquot.storage.audit import now
from aliquot.storage.conversations import conversation_title
from aliquot.storage.history import History
from aliquot.types import Answer, Filter, Statement
from aliquot.types.conversations import Conversation, ConversationTurn
from aliquot.types.history import StoredAnswer

__all__ = [
    "Answering",
    "ConversationSession",
    "StandaloneQuestion",
    "as_it_is",
    "standalone_question",
]

_log = logging.getLogger(__name__)

# Follow-ups seldom refer further back than the question before; a chain of them ("and in rats?")
# is resolved link by link, each from the standalone question before it.
NOT_KEPT = "This conversation is not kept: {reason}"


class Answering(Protocol):
    """What answers the questions of a conversation: a library, or one as a person may see it."""

    def ask(
        self,
        question: str,
        where: Filter | str | None = None,
        strategy: str = "auto",
        *,
        literal: bool = False,
        keep: bool = True,
    ) -> Answer:
        """Answer a question; see `Library.ask`."""

    def stream(
        self,
        question: str,
        where: Filter | str | None = None,
        strategy: str = "auto",
        *,
        literal: bool = False,
        keep: bool = True,
    ) -> Iterator[Statement | Answer]:
        """Yield statements and last the answer; see `Library.stream`."""


def as_it_is(stored: StoredAnswer) -> StoredAnswer:
    """Return a stored answer whole."""
    return stored


@dataclass(frozen=True, slots=True)
class StandaloneQuestion:
    """A question as it is asked of the library.

    Attributes:
        text: Understood without what came before.
        note: What did not work on the way; empty for nothing.
    """

    text: str
    note: str = ""


def standalone_question(
    question: str, conversation: Conversation, rewriter: StandaloneRewriter | None
) -> StandaloneQuestion:
    """Make a follow-up standalone: by a language model where there is one, else by rules.

    Args:
        question: As it was typed.
        conversation: What was asked and cited before.
        rewriter: Asks the model; `None` where none is configured.
    """
    if not conversation.turns:
        return StandaloneQuestion(question)
    language = detect_language(question)
    by_rules = made_standalone(question, language, conversation.turns[-1].standalone)
    if rewriter is None:
        return StandaloneQuestion(by_rules)
    earlier = [Turn(one.standalone, "; ".join(one.labels)) for one in conversation.turns]
    rewriting = rewriter.rewriting(question, language, earlier)
    if rewriting.warnings:
        return StandaloneQuestion(by_rules, rewriting.warnings[0])
    return StandaloneQuestion(rewriting.queries[-1].text)


class ConversationSession:
    """Ask in a row; each question may go on with the one before.

    Each turn is kept as soon as it is answered. One session is used by one thread.

    Example:
        >>> session = library.conversation()  # doctest: +SKIP
        >>> session.ask("What is the dose of virellin in rats?").text
        >>> session.ask("And in mice?").question
        'What is the dose of virellin in mice?'
    """

    def __init__(
        self,
        answering: Answering,
        conversation: Conversation,
        history: History,
        rewriter: Callable[[], StandaloneRewriter | None],
        seen: Callable[[StoredAnswer], StoredAnswer] = as_it_is,
    ) -> None:
        """Go on with a conversation; see `Library.conversation`.

        Args:
            answering: Answers.
            conversation: What was asked before.
            history: Keeps what is asked.
            rewriter: Gives what makes follow-ups standalone, when one is first asked.
            seen: Stored answers to what may be seen of them.
        """
        self._answering = answering
        self._conversation = conversation
        self._history = history
        self._rewriter = rewriter
        self._seen = seen

    @property
    def conversation(self) -> Conversation:
        """What was asked so far, and cited."""
        return self._conversation

    @property
    def id(self) -> str:
        """The id it is continued by."""
        return self._conversation.id

    def ask(
        self, question: str, where: Filter | str | None = None, *, keep: bool = True, **how: Any
    ) -> Answer:
        """Answer a question that may refer to those before; its `question` says what was asked.

        Args:
            question: As typed.
            where: A filter, or one in words.
            keep: Whether the turn and its answer are stored; the session remembers it either way.
            **how: Further arguments of `Library.ask`.

        Raises:
            ConfigError: As `Library.ask` raises it.
            ModelError: As `Library.ask` raises it.
        """
        typed = readable(question)
        asked = self.standalone(typed)
        answer = self._answering.ask(asked.text, where, keep=keep, **how)
        return self._remembered(typed, asked, answer, is_kept=keep)

    def stream(
        self,
        question: str,
        where: Filter | str | None = None,
        *,
        asked: StandaloneQuestion | None = None,
        keep: bool = True,
        **how: Any,
    ) -> Iterator[Statement | Answer]:
        """Yield each statement once it is verified, and last the whole answer.

        Args:
            question: As `ask` takes it.
            where: As `ask` takes it.
            asked: What `standalone` gave for it, where that was shown before.
            keep: As `ask` takes it.
            **how: Further arguments of `Library.stream`.
        """
        typed = readable(question)
        asked = asked or self.standalone(typed)
        for one in self._answering.stream(asked.text, where, keep=keep, **how):
            if isinstance(one, Answer):
                yield self._remembered(typed, asked, one, is_kept=keep)
            else:
                yield one

    def standalone(self, question: str) -> StandaloneQuestion:
        """Return how a question would be asked now; nothing is searched or kept."""
        rewriter = self._rewriter() if self._conversation.turns else None
        return standalone_question(question, self._conversation, rewriter)

    def answers(self) -> Iterator[Answer | None]:
        """Yield the stored answer of each turn, oldest first; `None` where it cannot be read."""
        for turn in self._conversation.turns:
            try:
                yield self._seen(self._history.answers.get(turn.answer_id)).answer
            except StoreError:
                yield None

    def _remembered(
        self, typed: str, asked: StandaloneQuestion, answer: Answer, *, is_kept: bool
    ) -> Answer:
        turn = ConversationTurn(
            question=typed,
            standalone=asked.text,
            answer_id=answer.trace.id,
            documents=tuple(dict.fromkeys(one.document_id for one in answer.citations())),
            labels=tuple(dict.fromkeys(one.label for one in answer.citations())),
            asked_at=now(),
        )
        before = self._conversation
        self._conversation = replace(
            before,
            title=before.title or conversation_title(typed),
            turns=(*before.turns, turn),
            turn_count=before.turn_count + 1,
        )
        notes = [asked.note, self._stored(before, turn) if is_kept else ""]
        return replace(answer, hints=(*answer.hints, *filter(None, notes)))

    def _stored(self, before: Conversation, turn: ConversationTurn) -> str:
        """Store a turn; return why that was not possible, as the reader is told."""
        try:
            self._history.add_turn(before, turn)
        except StoreError as exc:
            _log.warning("a turn of a conversation was not kept: %s", exc.message)
            return NOT_KEPT.format(reason=exc.message)
        return ""
