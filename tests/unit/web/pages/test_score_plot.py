"""Scores over time: where points and intervals stand."""

from __future__ import annotations

from aliquot.types import Evaluation, EvaluationKind, Score
from aliquot.web.pages.score_plot import HEIGHT, LABELLED, WIDTH, measures_of, plot_of


def _run(day: int, figure: float, measure: str = "right") -> Evaluation:
    score = Score(measure, figure, max(0.0, figure - 0.1), min(1.0, figure + 0.1), 20)
    at = f"2026-01-{day:02}T00:00:00Z"
    return Evaluation(
        kind=EvaluationKind.ANSWERS, name="lab", scores=(score,), question_count=20, at=at
    )


def test_time_goes_to_the_right_and_better_is_higher() -> None:
    plot = plot_of([_run(2, 0.9), _run(1, 0.5)], "right")
    first, second = plot.points
    assert (first.at[:10], second.at[:10]) == ("2026-01-01", "2026-01-02")
    assert first.x < second.x
    assert second.y < first.y


def test_every_interval_holds_its_point_and_lies_in_the_drawing() -> None:
    plot = plot_of([_run(day, day / 30) for day in range(30, 0, -1)], "right")
    for one in plot.points:
        assert 0 <= one.y_high <= one.y <= one.y_low <= HEIGHT
        assert 0 <= one.x <= WIDTH


def test_few_points_are_labelled_and_the_last_always() -> None:
    plot = plot_of([_run(day, 0.5) for day in range(30, 0, -1)], "right")
    labelled = [one for one in plot.points if one.has_label]
    assert len(labelled) <= LABELLED
    assert plot.points[-1].has_label


def test_evaluations_without_the_measure_are_left_out() -> None:
    runs = [_run(2, 0.5, "refused"), _run(1, 0.5)]
    assert measures_of(runs) == ["refused", "right"]
    assert len(plot_of(runs, "right").points) == 1
    assert plot_of([], "").points == ()
