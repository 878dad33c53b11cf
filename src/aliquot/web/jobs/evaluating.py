"""Evaluations as jobs: the questions go with the job, so that they can be asked again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from aliquot.evaluation.questions import Question
from aliquot.library.evaluating import evaluate as measure
from aliquot.library.library import Library
from aliquot.protocols import Progress
from aliquot.types import EvaluationKind

__all__ = ["evaluation_given", "evaluation_of", "questions_of"]


def evaluation_given(
    name: str, questions: Sequence[Question], kind: EvaluationKind, by: str
) -> dict[str, Any]:
    """Return an evaluation to be made as plain data.

    Args:
        name: Of the question set.
        questions: What is asked.
        kind: What is measured.
        by: Who asks for it.
    """
    asked = [asdict(one) for one in questions]
    return {"name": name, "questions": asked, "kind": str(kind), "by": by}


def questions_of(given: Mapping[str, Any]) -> list[Question]:
    """Return the questions of an evaluation that `evaluation_given` made plain data of."""
    return [
        Question(**{**one, "files": tuple(one["files"]), "evidence": tuple(one["evidence"])})
        for one in given["questions"]
    ]


def evaluation_of(
    library: Library, given: Mapping[str, Any], progress: Progress
) -> Mapping[str, Any]:
    """Make an evaluation, keep it, and return its id and how it went.

    Args:
        library: What is asked.
        given: From `evaluation_given`.
        progress: Told after each question.
    """
    made = measure(
        library,
        questions_of(given),
        progress,
        kind=EvaluationKind(given["kind"]),
        name=given["name"],
        by=given["by"],
    )
    return {
        "evaluation_id": made.id,
        "questions": made.question_count,
        "failures": made.failure_count,
    }
