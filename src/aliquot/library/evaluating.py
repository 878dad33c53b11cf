"""Measure a library on questions whose answers are known, and keep how it did."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from aliquot.analysis.content_words import content_terms
from aliquot.evaluation.answers import AnswerReport, ask_questions
from aliquot.evaluation.kept import kept_answers, kept_retrieval
from aliquot.evaluation.measures import DEFAULT_MEASURES, Measure
from aliquot.evaluation.questions import Question
from aliquot.evaluation.report import Report, System
from aliquot.evaluation.tasks import QuestionTask, Task
from aliquot.library.library import Library
from aliquot.protocols import Progress, silent
from aliquot.types import Evaluation, EvaluationKind

__all__ = ["evaluate", "measure_answers", "measure_retrieval"]


def evaluate(
    library: Library,
    questions: Sequence[Question],
    progress: Progress = silent,
    *,
    kind: EvaluationKind = EvaluationKind.ANSWERS,
    name: str = "questions",
    strategy: str = "auto",
    by: str = "",
) -> Evaluation:
    """Ask a library questions whose answers are known, and keep how it did.

    Args:
        library: What is asked; nothing of it enters its history.
        questions: With answers, files and evidence, as far as they are known.
        progress: Told after each question; what it raises ends the evaluation.
        kind: Whether answers are measured, or only what is found.
        name: Of the question set, under which runs are compared over time.
        strategy: How to answer; see `Library.ask`.
        by: Name of who runs it.

    Returns:
        As it is kept, with its rows.

    Raises:
        ConfigError: There is no question, or the strategy is unknown.
        ModelError: An embedder or the language model failed.
        StoreError: The catalog cannot be written.
    """
    if kind is EvaluationKind.RETRIEVAL:
        task = QuestionTask(questions)
        report, rankings = measure_retrieval(library, task, name, progress=progress)
        measured = kept_retrieval(report, rankings, questions)
    else:
        measured = kept_answers(measure_answers(library, questions, name, strategy, progress))
    return library.evaluations.put(measured, by=by)


# ------------------------------------------------------------------------------ measuring


def measure_answers(
    library: Library,
    questions: Sequence[Question],
    name: str,
    strategy: str = "auto",
    progress: Progress = silent,
) -> AnswerReport:
    """Ask every question, and hold the answers against what they should say.

    Args:
        library: What is asked; nothing of it enters its history.
        questions: With answers, files and evidence, as far as they are known.
        name: Of the question set.
        strategy: How to answer; see `Library.ask`.
        progress: Told after each question.
    """
    return ask_questions(
        name,
        questions,
        lambda question: library.ask(question, strategy=strategy, keep=False),
        terms_of=content_terms,
        progress=progress,
    )


def measure_retrieval(
    library: Library,
    task: Task,
    name: str,
    measures: Sequence[Measure] = DEFAULT_MEASURES,
    *,
    with_legs: bool = False,
    notes: Sequence[str] = (),
    progress: Progress = silent,
) -> tuple[Report, dict[str, list[str]]]:
    """Search for every query, then with each leg alone; return the figures and what was found.

    Args:
        library: What is searched.
        task: Queries with judgements.
        name: Of the task.
        measures: What is computed.
        with_legs: Whether each leg is measured too.
        notes: What was left out before.
        progress: Told after each query.
    """
    whole, rankings = task.measure(library.search, measures, progress)
    legs: dict[str, System] = {}
    for leg in library.legs if with_legs else ():
        legs[leg], _ = task.measure(partial(library.search_leg, leg), measures, progress)
    return Report(name, task.queries, whole, legs, notes), rankings
