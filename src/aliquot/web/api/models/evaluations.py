"""Evaluations as they leave."""

from __future__ import annotations

from aliquot.types import EvaluationKind
from aliquot.web.api.models.shape import Shape

__all__ = ["EvaluatedQuestion", "Evaluation", "Score"]


class Score(Shape):
    """A mean or rate over questions, with its 95 % interval."""

    measure: str
    figure: float
    low: float
    high: float
    count: int


class EvaluatedQuestion(Shape):
    """How one question went."""

    id: str
    question: str
    kind: str
    language: str
    figures: dict[str, float]
    expected: str
    given: str
    found: list[str]
    remark: str
    seconds: float
    is_failure: bool


class Evaluation(Shape):
    """How the library did on a set of questions; a list leaves out the questions."""

    id: str
    kind: EvaluationKind
    name: str
    at: str
    by: str
    question_count: int
    failure_count: int
    scores: list[Score]
    rows: list[EvaluatedQuestion]
    settings: dict[str, str]
