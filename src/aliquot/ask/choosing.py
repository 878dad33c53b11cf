"""How a question is answered: the strategies there are, and which of them suits what was asked."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from aliquot.errors import ConfigError
from aliquot.generation.comparing.recognising import asks_for_changes
from aliquot.generation.extractive import asks_for_digest
from aliquot.generation.strategies.strategy import Choice, Strategy
from aliquot.generation.surveying.recognising import is_survey
from aliquot.generation.writing.written import Turn
from aliquot.types import Filter, LongEstimate, ScoredChunk, Understanding

__all__ = ["AUTO", "EXTRACT", "LONG", "SURVEY", "Strategies", "WrittenAnswers", "no_strategy"]

AUTO = "auto"
EXTRACT = "extract"
# Reads as much as the model takes; what costs so much is only taken where it is asked for.
LONG = "long"
SURVEY = "survey"
STRATEGIES = (AUTO, EXTRACT, SURVEY, "stuff", "map", "agent", LONG)


@dataclass(frozen=True, slots=True)
class WrittenAnswers:
    """What answers with a language model.

    Attributes:
        evidence_chunks: Chunks found to begin with, by strategy.
        make: A strategy's name, and the filter it may not search beyond, to the strategy.
        choose: A question as it was read, its evidence, and whether it follows others, to how it is
            answered.
        estimate: A question and its evidence to what the strategy `long` takes; sends nothing.
        searching: Strategies that search themselves, and need no evidence to begin with.
    """

    evidence_chunks: Mapping[str, int]
    make: Callable[[str, Filter | None], Strategy]
    choose: Callable[[Understanding, Sequence[ScoredChunk], bool], Choice]
    estimate: Callable[[str, Sequence[ScoredChunk]], LongEstimate]
    searching: frozenset[str] = frozenset()


class Strategies:
    """The ways of answering one library has, and the choice among them.

    Attributes:
        extracted_chunks: Chunks read for an extracted answer.
    """

    def __init__(
        self,
        extracted_chunks: int,
        make_written: Callable[[], WrittenAnswers] | None,
        *,
        has_surveys: bool,
    ) -> None:
        """Take what there is; nothing is built yet.

        Args:
            extracted_chunks: Chunks read for an extracted answer.
            make_written: Builds what answers with a language model, once and only when it is
                needed; `None` where no model is named.
            has_surveys: Whether every document can be asked.
        """
        self.extracted_chunks = extracted_chunks
        self._make_written = make_written
        self._has_surveys = has_surveys
        self._written: WrittenAnswers | None = None
        self._building = threading.Lock()

    @property
    def written(self) -> WrittenAnswers | None:
        """What answers with a language model; `None` where no model is named."""
        if self._make_written is None:
            return None
        with self._building:
            if self._written is None:
                self._written = self._make_written()
            return self._written

    def chunks_to_find(self, strategy: str) -> int:
        """Return how many chunks any strategy reads that may be taken.

        Raises:
            ConfigError: There is no such strategy, or it needs a language model.
        """
        counts = {EXTRACT: self.extracted_chunks}
        if self._has_surveys:
            counts[SURVEY] = self.extracted_chunks
        if strategy != EXTRACT and (written := self.written):
            counts |= written.evidence_chunks
        if strategy != AUTO and strategy not in counts:
            raise no_strategy(strategy)
        return counts.get(strategy, max(count for name, count in counts.items() if name != LONG))

    def chosen(
        self,
        strategy: str,
        asked: Understanding,
        evidence: Sequence[ScoredChunk],
        turns: Sequence[Turn],
        *,
        may_survey: bool,
    ) -> Choice:
        """Return the strategy asked for; for `auto` the one that suits the question.

        Args:
            strategy: As it was asked for.
            asked: The question, as it was read.
            evidence: What was found for it.
            turns: What was asked and answered before.
            may_survey: Whether it may be put to every document.
        """
        if strategy != AUTO:
            return Choice(strategy, "it was asked for")
        if may_survey and self._has_surveys:
            if is_survey(asked) and not asks_for_digest(asked.question):
                return Choice(SURVEY, "only every document answers it")
            if asks_for_changes(asked) is not None:
                return Choice(SURVEY, "two versions side by side answer it")
        return self.chosen_reading(asked, evidence, turns)

    def chosen_reading(
        self, asked: Understanding, evidence: Sequence[ScoredChunk], turns: Sequence[Turn]
    ) -> Choice:
        """Return how a question is answered by what was found."""
        written = self.written
        if written is None:
            return Choice(EXTRACT, "no language model is configured")
        return written.choose(asked, evidence, bool(turns))


def no_strategy(strategy: str) -> ConfigError:
    """Return the error for a strategy that is unknown, or that nothing here can carry out."""
    if strategy not in STRATEGIES:
        known = ", ".join(STRATEGIES)
        return ConfigError(f"Unknown strategy {strategy!r}.", hint=f"Use one of: {known}.")
    return ConfigError(
        f"The strategy {strategy!r} needs a language model, and none is named.",
        hint="Name one under [model] in aliquot.toml, or use auto or extract.",
    )
