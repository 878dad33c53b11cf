"""What a library can be measured on: a set of questions, or a test collection read into it.

Enters: `search(question, k)`, which gives chunks: a library's, one leg's. Leaves: its figures, and
its rankings as ids of the task.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath
from typing import Protocol

from aliquot.evaluation.beir import Collection
from aliquot.evaluation.measures import Measure, Qrels, Rankings, score
from aliquot.evaluation.questions import (
    FileNames,
    Found,
    Question,
    qrels_of,
    score_question,
)
from aliquot.evaluation.report import System, named
from aliquot.evaluation.retrieval import DEPTH, JudgedQuery, Spent, ask_all, rankings_of
from aliquot.protocols import Progress, silent
from aliquot.types import ScoredChunk

__all__ = ["CollectionTask", "QuestionTask", "Search", "Task", "depth_for", "score_rankings"]

Search = Callable[[str, int], Sequence[ScoredChunk]]


class Task(Protocol):
    """Queries with judgements, and how chunks are compared with these."""

    @property
    def queries(self) -> Sequence[JudgedQuery]:
        """What is asked."""
        ...

    @property
    def qrels(self) -> Qrels:
        """What answers it."""
        ...

    def measure(
        self, search: Search, measures: Sequence[Measure], progress: Progress = silent
    ) -> tuple[System, dict[str, list[str]]]:
        """Ask every query; return the figures, and the ids found, by query."""
        ...


def depth_for(measures: Sequence[Measure]) -> int:
    """Return how many chunks the measures look at."""
    return max([DEPTH, *(one.cutoff or 0 for one in measures)])


def score_rankings(
    measures: Sequence[Measure],
    qrels: Qrels,
    rankings: Rankings,
    spent: Mapping[str, Spent] | None = None,
) -> System:
    """Score rankings of ids, whoever made them."""
    found_nothing = sum(not rankings.get(query) for query in qrels)
    return System(named(score(measures, qrels, rankings)), spent or {}, found_nothing)


@dataclass(frozen=True)
class CollectionTask:
    """A test collection whose texts were read into a library.

    Attributes:
        collection: The collection.
        ids: The ids that each file's stem stands for.
    """

    collection: Collection
    ids: Mapping[str, tuple[str, ...]]

    @property
    def queries(self) -> Sequence[JudgedQuery]:
        """What is asked."""
        return self.collection.queries

    @property
    def qrels(self) -> Qrels:
        """What answers it."""
        return self.collection.qrels

    def measure(
        self, search: Search, measures: Sequence[Measure], progress: Progress = silent
    ) -> tuple[System, dict[str, list[str]]]:
        """Ask every query; return the figures, and the ids found, by query."""
        asked = ask_all(self.queries, search, k=depth_for(measures), progress=progress)
        rankings = rankings_of(asked.found, self._ids_of)
        return score_rankings(measures, self.qrels, rankings, asked.spent), rankings

    def _ids_of(self, one: ScoredChunk) -> Sequence[str]:
        return self.ids.get(PurePath(_source(one)).stem, ())


@dataclass(frozen=True)
class QuestionTask:
    """A lab's own questions, asked of its library.

    Attributes:
        questions: With the files that answer them.
    """

    questions: Sequence[Question]

    @property
    def queries(self) -> Sequence[JudgedQuery]:
        """What is asked."""
        return [one.query for one in self.questions]

    @property
    def qrels(self) -> Qrels:
        """What answers it."""
        return qrels_of(self.questions)

    def measure(
        self, search: Search, measures: Sequence[Measure], progress: Progress = silent
    ) -> tuple[System, dict[str, list[str]]]:
        """Ask every question; return the figures, those of chunks among them, and the files."""
        asked = ask_all(self.queries, search, k=depth_for(measures), progress=progress)
        named_files = self._names()
        found = {
            query: [Found(named_files.name(_source(one)), one.chunk.text) for one in ranking]
            for query, ranking in asked.found.items()
        }
        rankings = rankings_of(found, lambda one: (one.file,))
        system = score_rankings(measures, self.qrels, rankings, asked.spent)
        figures = self._chunk_figures(found) | dict(system.figures)
        return System(figures, asked.spent, system.found_nothing), rankings

    def files_of(self, ranking: Sequence[ScoredChunk]) -> list[str]:
        """Return the files of a ranking as the questions name them, each once."""
        names = self._names()
        return list(dict.fromkeys(names.name(_source(one)) for one in ranking))

    def _names(self) -> FileNames:
        return FileNames(file for one in self.questions for file in one.files)

    def _chunk_figures(self, found: Mapping[str, Sequence[Found]]) -> dict[str, dict[str, float]]:
        figures: dict[str, dict[str, float]] = {}
        for question in self.questions:
            for name, value in score_question(question, found[question.id]).items():
                if value is not None:
                    figures.setdefault(name, {})[question.id] = value
        return figures


def _source(one: ScoredChunk) -> str:
    return str(one.chunk.metadata.get("source", ""))
