"""Evaluations that are kept: how a library did on a set of questions, question by question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

__all__ = [
    "ChangedQuestion",
    "EvaluatedQuestion",
    "Evaluation",
    "EvaluationComparison",
    "EvaluationKind",
    "Score",
]


class EvaluationKind(StrEnum):
    """What was measured."""

    RETRIEVAL = "retrieval"
    ANSWERS = "answers"
    REFUSAL = "refusal"


@dataclass(frozen=True, slots=True)
class Score:
    """A mean or rate over questions, and where it would lie for others of this kind.

    Attributes:
        measure: Its name, such as `right` or `nDCG@10`.
        figure: 0 to 1; of a comparison, the difference.
        low: Lower bound of the 95 % interval.
        high: Upper bound.
        count: Questions it is taken over.
    """

    measure: str
    figure: float
    low: float
    high: float
    count: int

    @property
    def is_change(self) -> bool:
        """Of a difference: whether it is more than chance would give."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluatedQuestion:
    """One question of an evaluation.

    Attributes:
        id: As the question set names it.
        question: As it was asked.
        kind: What kind of question it is; empty where not known.
        language: ISO 639-1 code; empty where not known.
        figures: By name, 0 to 1; those that say nothing of this question are left out.
        expected: What should have been answered, or the files that answer it.
        given: What was answered; empty where the question was refused, or files alone were sought.
        found: Files found or cited, best first.
        remark: Why it was refused, or what the answer lacks.
        seconds: It took.
        is_failure: Whether it failed by what decides in its kind of evaluation.
    """

    id: str
    question: str
    kind: str = ""
    language: str = ""
    figures: Mapping[str, float] = field(default_factory=dict)
    expected: str = ""
    given: str = ""
    found: tuple[str, ...] = ()
    remark: str = ""
    seconds: float = 0.0
    is_failure: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Evaluation:
    """How a library did on a set of questions at some time.

    Attributes:
        id: Unique in its library; empty until it is kept.
        kind: What was measured.
        name: Of the question set.
        at: ISO 8601, UTC.
        by: Name of who ran it; empty for whoever sat at the machine.
        settings: What decides about finding and answering, by name.
        question_count: How many were asked.
        failure_count: How many of them failed.
        scores: Means with intervals.
        rows: One for each question; empty in lists.
    """

    kind: EvaluationKind
    name: str
    scores: tuple[Score, ...]
    question_count: int
    failure_count: int = 0
    rows: tuple[EvaluatedQuestion, ...] = ()
    settings: Mapping[str, str] = field(default_factory=dict)
    id: str = ""
    at: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class ChangedQuestion:
    """A question that failed in one of two evaluations alone.

    Attributes:
        before: In the earlier one.
        after: In the later one.
    """

    before: EvaluatedQuestion
    after: EvaluatedQuestion

    @property
    def is_mended(self) -> bool:
        """Whether it failed before and does no more."""
        return self.before.is_failure


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationComparison:
    """Two evaluations side by side, over the questions both asked.

    Attributes:
        before: The earlier one, without rows.
        after: The later one, without rows.
        gains: By how much each score is better in the later, paired by question.
        changed: Questions that fail in one alone.
        still_failing: Questions that fail in both, as the later has them.
        settings: Those that differ: before and after, by name.
        shared: How many questions both asked.
    """

    before: Evaluation
    after: Evaluation
    gains: tuple[Score, ...]
    changed: tuple[ChangedQuestion, ...]
    still_failing: tuple[EvaluatedQuestion, ...]
    settings: Mapping[str, tuple[str, str]]
    shared: int
