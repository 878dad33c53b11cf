"""Scores over time as points with intervals on a plane: where each stands, not how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from aliquot.types import Evaluation, Score

__all__ = ["Plot", "Point", "measures_of", "plot_of"]

# Of the drawing, in units of its own; it is scaled to the page.
WIDTH, HEIGHT = 720.0, 260.0
LEFT, RIGHT, TOP, BOTTOM = 44.0, 20.0, 14.0, 34.0
TICKS = (0.0, 0.25, 0.5, 0.75, 1.0)
# Points whose days are written below: more would run into each other.
LABELLED = 8


@dataclass(frozen=True, slots=True)
class Point:
    """One evaluation in the plot.

    Attributes:
        x: From the left.
        y: Of the figure, from the top.
        y_low: Of the interval's lower bound.
        y_high: Of its upper bound.
        score: What it stands for.
        at: When it was measured.
        has_label: Whether its day is written below.
    """

    x: float
    y: float
    y_low: float
    y_high: float
    score: Score
    at: str
    has_label: bool


@dataclass(frozen=True, slots=True)
class Plot:
    """One measure over time.

    Attributes:
        measure: Its name.
        points: In the order of time.
        ticks: Heights of the lines drawn across, with their figures.
    """

    measure: str
    points: tuple[Point, ...]
    ticks: tuple[tuple[float, str], ...]
    width: float = WIDTH
    height: float = HEIGHT
    left: float = LEFT
    right: float = WIDTH - RIGHT
    foot: float = HEIGHT - BOTTOM

    @property
    def line(self) -> str:
        """The points as an SVG line is told of them."""
        return " ".join(f"{one.x:.1f},{one.y:.1f}" for one in self.points)


def measures_of(evaluations: Sequence[Evaluation]) -> list[str]:
    """Return the names of all measures, in the order the last evaluation has them first."""
    names = (score.measure for one in evaluations for score in one.scores)
    return list(dict.fromkeys(names))


def plot_of(evaluations: Sequence[Evaluation], measure: str) -> Plot:
    """Return a measure over time.

    Args:
        evaluations: Of one question set, the last first.
        measure: One of its measures.
    """
    measured = [
        (one.at, score)
        for one in reversed(evaluations)
        for score in one.scores
        if score.measure == measure
    ]
    every = max(1, -(-len(measured) // LABELLED))
    points = tuple(
        Point(
            x=_x(number, len(measured)),
            y=_y(score.figure),
            y_low=_y(score.low),
            y_high=_y(score.high),
            score=score,
            at=at,
            has_label=(len(measured) - 1 - number) % every == 0,
        )
        for number, (at, score) in enumerate(measured)
    )
    return Plot(measure, points, tuple((_y(tick), f"{tick:.2f}") for tick in TICKS))


def _x(number: int, count: int) -> float:
    """Evaluations stand at equal steps: what matters is which came after which."""
    room = WIDTH - LEFT - RIGHT
    return round(LEFT + room * (number + 0.5) / max(count, 1), 1)


def _y(figure: float) -> float:
    share = min(max(figure, 0.0), 1.0)
    return round(TOP + (HEIGHT - TOP - BOTTOM) * (1 - share), 1)
