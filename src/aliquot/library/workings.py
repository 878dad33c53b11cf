"""How a library works on a question: how it is read and searched for, and how it was answered."""

from __future__ import annotations

from aliquot.errors import ConfigError
from aliquot.library.arguments import read_filter, readable
from aliquot.library.handles import Handles
from aliquot.types import Filter, LongEstimate, ScoredChunk, Understanding
from aliquot.types.history import Explanation

__all__ = ["Workings"]


class Workings(Handles):
    """How a library works on a question, step by step."""

    def understand(
        self, question: str, *, literal: bool = False, where: Filter | None = None
    ) -> Understanding:
        """Return how a question is read: restrictions said in it, and other names searched.

        Args:
            question: As asked.
            literal: Whether nothing said in it restricts what is searched.
            where: Of which the collections it names may be known of; all unless given.

        Raises:
            ConfigError: The question has no words.
        """
        asked = readable(question)
        return self._opened.read(
            lambda parts: parts.ask.understand(asked, where, is_literal=literal)
        )

    @property
    def legs(self) -> list[str]:
        """The ways of finding that are fused, by name: `lexical`, `dense:bge-small-en-v1.5`, ..."""
        return self._opened.parts.retriever.leg_names

    def search_leg(self, leg: str, question: str, k: int) -> list[ScoredChunk]:
        """Return what one leg alone finds, in its own order: to see what each brings.

        Args:
            leg: A name in `legs`.
            question: In words; nothing in it is an operator.
            k: How many.

        Raises:
            ConfigError: There is no such leg, or the question has no words.
            ModelError: An embedder cannot be run.
        """
        if leg not in self.legs:
            raise ConfigError(f"There is no leg {leg!r}.", hint=f"Legs: {', '.join(self.legs)}.")
        asked = readable(question)
        return self._opened.read(lambda parts: parts.ask.search_leg(leg, asked, k))

    def estimate_long(
        self, question: str, where: Filter | str | None = None, *, literal: bool = False
    ) -> LongEstimate:
        """Return what the strategy `long` would read and cost for a question; nothing is sent.

        Args:
            question: As `ask` takes it.
            where: As `ask` takes it.
            literal: As `ask` takes it.

        Raises:
            ConfigError: The question has no words, or no language model is named.
            ModelError: An embedder cannot be run.
        """
        asked, scope = readable(question), read_filter(where)
        return self._opened.read(lambda parts: parts.ask.estimate(asked, scope, is_literal=literal))

    def explain(self, answer_id: str, person: str | None = None) -> Explanation:
        """Return a stored answer with all it took to make it, and which citations still hold.

        Args:
            answer_id: `Answer.trace.id`, or how only this id begins or ends.
            person: Whose it is; anyone's unless given.

        Raises:
            UnknownDocumentError: No answer has this id.
            StoreError: Its record is damaged.
        """
        return self.history.explain(answer_id, person)
