"""Evaluations as they are kept: a row for each question, and two of them side by side.

Enters: reports of answers, retrieval or refusal. Leaves: an `Evaluation`, and what became better or
worse between two, over the questions both asked.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import PurePath

from aliquot.errors import ConfigError
from aliquot.evaluation.answers import AnsweredQuestion, AnswerReport
from aliquot.evaluation.intervals import Interval, difference_interval, mean_interval
from aliquot.evaluation.questions import Question
from aliquot.evaluation.refusal import Decision, RefusalReport
from aliquot.evaluation.report import Report, System
from aliquot.types import (
    ChangedQuestion,
    EvaluatedQuestion,
    Evaluation,
    EvaluationComparison,
    EvaluationKind,
    Score,
)

__all__ = ["compare", "kept_answers", "kept_refusal", "kept_retrieval"]

# Files shown of what was found: more are not looked at.
FILES_SHOWN = 10
DECIDED_RIGHT = "decided right"
# By which figures a question counts as failed, whichever of them it has.
DECISIVE: Mapping[EvaluationKind, frozenset[str]] = {
    EvaluationKind.RETRIEVAL: frozenset({"file@10", "hit@10"}),
    EvaluationKind.ANSWERS: frozenset({"right", "list right", "refused"}),
    EvaluationKind.REFUSAL: frozenset({DECIDED_RIGHT}),
}


def kept_answers(report: AnswerReport) -> Evaluation:
    """Return an evaluation of answers as it is kept."""
    rows = [_answered(one) for one in report.rows]
    return _evaluation(EvaluationKind.ANSWERS, report.name, rows)


def kept_retrieval(
    report: Report, rankings: Mapping[str, Sequence[str]], questions: Iterable[Question] = ()
) -> Evaluation:
    """Return an evaluation of retrieval as it is kept.

    Args:
        report: What was measured.
        rankings: Ids or files found, by query, best first.
        questions: Those that were asked, where they are known.
    """
    wanted = {one.id: ", ".join(one.files) for one in questions}
    rows = [
        EvaluatedQuestion(
            id=query.id,
            question=query.text,
            kind=query.kind,
            language=query.language,
            figures=_figures_of(report.whole, query.id),
            expected=wanted.get(query.id, ""),
            found=tuple(rankings.get(query.id, ()))[:FILES_SHOWN],
            seconds=_seconds(report.whole, query.id),
        )
        for query in report.queries
    ]
    return _evaluation(EvaluationKind.RETRIEVAL, report.name, rows)


def kept_refusal(report: RefusalReport, name: str) -> Evaluation:
    """Return an evaluation of refusal as it is kept; each set of questions has a score.

    Args:
        report: What was decided.
        name: Under which it is compared over time.
    """
    return _evaluation(EvaluationKind.REFUSAL, name, [_decided(one) for one in report.decisions])


def _answered(one: AnsweredQuestion) -> EvaluatedQuestion:
    held = one.correctness
    lacks = [part.expected for part in held.parts if part.share < 1] if held else []
    sources = dict.fromkeys(PurePath(cited.source).name for cited in one.answer.citations())
    return EvaluatedQuestion(
        id=one.question.id,
        question=one.question.text,
        kind=one.question.kind,
        language=one.question.language,
        figures=dict(one.figures),
        expected=one.question.answer,
        given="" if one.answer.abstained else one.answer.text,
        found=tuple(sources)[:FILES_SHOWN],
        remark=one.answer.reason if one.answer.abstained else "; ".join(lacks),
        seconds=one.spent.wall_ms / 1000,
    )


def _decided(one: Decision) -> EvaluatedQuestion:
    is_right = float(one.is_right)
    return EvaluatedQuestion(
        id=one.item.id,
        question=one.item.question,
        kind=one.item.kind,
        language=one.item.language,
        figures={DECIDED_RIGHT: is_right, str(one.item.set): is_right},
        expected=one.item.answer,
        given=one.text,
        remark=one.reason,
        seconds=one.seconds,
    )


def _evaluation(kind: EvaluationKind, name: str, rows: Sequence[EvaluatedQuestion]) -> Evaluation:
    decided = tuple(replace(row, is_failure=_has_failed(kind, row)) for row in rows)
    return Evaluation(
        kind=kind,
        name=name,
        scores=_scores(decided),
        question_count=len(decided),
        failure_count=sum(row.is_failure for row in decided),
        rows=decided,
    )


def _has_failed(kind: EvaluationKind, row: EvaluatedQuestion) -> bool:
    return any(row.figures[name] < 1 for name in DECISIVE[kind] & row.figures.keys())


def _scores(rows: Iterable[EvaluatedQuestion]) -> tuple[Score, ...]:
    by_measure: defaultdict[str, dict[str, float]] = defaultdict(dict)
    for row in rows:
        for name, figure in row.figures.items():
            by_measure[name][row.id] = figure
    return tuple(
        # In the order of their ids: the same bounds however they were asked.
        _score(name, mean_interval([figures[one] for one in sorted(figures)]), len(figures))
        for name, figures in by_measure.items()
    )


def _score(measure: str, found: Interval, count: int) -> Score:
    return Score(measure, found.figure, found.low, found.high, count)


def _figures_of(system: System, query: str) -> dict[str, float]:
    return {name: values[query] for name, values in system.figures.items() if query in values}


def _seconds(system: System, query: str) -> float:
    spent = system.spent.get(query)
    return spent.wall_ms / 1000 if spent else 0.0


# ------------------------------------------------------------------------------ side by side


def compare(before: Evaluation, after: Evaluation) -> EvaluationComparison:
    """Return what became better or worse between two evaluations.

    Args:
        before: The earlier one, with its rows.
        after: The later one, with its rows.

    Raises:
        ConfigError: They measure different things, or have no question in common.
    """
    if before.kind is not after.kind:
        raise ConfigError(
            f"One evaluation is of {before.kind}, the other of {after.kind}.",
            hint="Compare two of the same kind.",
        )
    pairs = list(_pairs(before, after))
    if not pairs:
        raise ConfigError(
            "The two evaluations have no question in common.",
            hint="Compare two runs of the same questions.",
        )
    return EvaluationComparison(
        before=replace(before, rows=()),
        after=replace(after, rows=()),
        gains=tuple(_gains(pairs)),
        changed=tuple(
            ChangedQuestion(old, new) for old, new in pairs if old.is_failure is not new.is_failure
        ),
        still_failing=tuple(new for old, new in pairs if old.is_failure and new.is_failure),
        settings=_differing(before.settings, after.settings),
        shared=len(pairs),
    )


def _pairs(
    before: Evaluation, after: Evaluation
) -> Iterator[tuple[EvaluatedQuestion, EvaluatedQuestion]]:
    """Yield the questions both asked: the same id and the same words."""
    earlier = {(row.id, row.question): row for row in before.rows}
    for row in after.rows:
        if (row.id, row.question) in earlier:
            yield earlier[row.id, row.question], row


def _gains(pairs: Sequence[tuple[EvaluatedQuestion, EvaluatedQuestion]]) -> Iterator[Score]:
    names = dict.fromkeys(name for _, new in pairs for name in new.figures)
    for name in names:
        both = [(old, new) for old, new in pairs if name in old.figures and name in new.figures]
        if both:
            now = {new.id: new.figures[name] for _, new in both}
            then = {old.id: old.figures[name] for old, _ in both}
            yield _score(name, difference_interval(now, then), len(both))


def _differing(before: Mapping[str, str], after: Mapping[str, str]) -> dict[str, tuple[str, str]]:
    names = sorted(before.keys() | after.keys())
    pairs = {name: (before.get(name, ""), after.get(name, "")) for name in names}
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}
