"""What was measured, as rows to be read and as JSON: means, intervals, groups, legs, time."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from aliquot.evaluation.intervals import Interval, difference_interval, mean_interval
from aliquot.evaluation.measures import Scores, mean
from aliquot.evaluation.retrieval import JudgedQuery, Spent

__all__ = ["Figures", "Report", "System", "named"]

# Measure to query to figure; a query a measure says nothing of is left out.
Figures = Mapping[str, Mapping[str, float]]

# A third decimal is already noise for a thousand queries; a fourth lets tables be compared.
DECIMALS = 4


@dataclass(frozen=True, slots=True)
class System:
    """One way of finding, measured.

    Attributes:
        figures: By measure and query.
        spent: What each query took; empty where a file of results was scored.
        found_nothing: Judged queries without a single result.
    """

    figures: Figures
    spent: Mapping[str, Spent] = field(default_factory=dict)
    found_nothing: int = 0

    def means(self) -> dict[str, float]:
        """Return the mean of every measure."""
        return {name: mean(values.values()) for name, values in self._filled()}

    def intervals(self) -> dict[str, Interval]:
        """Return the mean of every measure with its bootstrap interval."""
        return {name: mean_interval(_sorted_values(values)) for name, values in self._filled()}

    def gains_over(self, other: System) -> dict[str, Interval]:
        """Return by how much this one is better, for every measure both have."""
        return {
            name: difference_interval(values, other.figures[name])
            for name, values in self._filled()
            if name in other.figures
        }

    def _filled(self) -> list[tuple[str, Mapping[str, float]]]:
        return [(name, values) for name, values in self.figures.items() if values]


@dataclass(frozen=True, slots=True)
class Report:
    """Everything one evaluation found.

    Attributes:
        name: What was evaluated: a collection, a file of questions.
        queries: Those that were judged.
        whole: The system.
        legs: Its legs, each alone.
        warnings: What was left out.
    """

    name: str
    queries: Sequence[JudgedQuery]
    whole: System
    legs: Mapping[str, System] = field(default_factory=dict)
    warnings: Sequence[str] = ()

    def kinds(self) -> dict[str, dict[str, float]]:
        """Return number of queries and means for each kind of question."""
        return self._groups(lambda query: query.kind)

    def languages(self) -> dict[str, dict[str, float]]:
        """Return number of queries and means for each language."""
        return self._groups(lambda query: query.language)

    def _groups(self, group_of: Callable[[JudgedQuery], str]) -> dict[str, dict[str, float]]:
        members: defaultdict[str, list[str]] = defaultdict(list)
        for query in self.queries:
            if group_of(query):
                members[group_of(query)].append(query.id)
        return {name: self._summary(members[name]) for name in sorted(members)}

    def _summary(self, queries: Sequence[str]) -> dict[str, float]:
        row: dict[str, float] = {"queries": len(queries)}
        for name, values in self.whole.figures.items():
            known = [values[query] for query in queries if query in values]
            if known:
                row[name] = mean(known)
        return row

    def shape(self) -> dict[str, Any]:
        """Return the report as JSON holds it."""
        spent = list(self.whole.spent.values())
        gains = {leg: self.whole.gains_over(system) for leg, system in self.legs.items()}
        return {
            "name": self.name,
            "queries": len(self.queries),
            "without_results": self.whole.found_nothing,
            "measures": _rounded(self.whole.means()),
            "intervals": {
                name: _bounds(interval) for name, interval in self.whole.intervals().items()
            },
            "legs": {leg: _rounded(system.means()) for leg, system in self.legs.items()},
            "gains": {
                leg: {name: _gain(interval) for name, interval in found.items()}
                for leg, found in gains.items()
            },
            "kinds": {kind: _rounded(row) for kind, row in self.kinds().items()},
            "languages": {name: _rounded(row) for name, row in self.languages().items()},
            "latency_ms": _percentiles([one.wall_ms for one in spent]),
            "cpu_ms": _percentiles([one.cpu_ms for one in spent]),
            "warnings": list(self.warnings),
        }


def named(scores: Scores) -> dict[str, dict[str, float]]:
    """Return scores by the measures' names."""
    return {str(measure): values for measure, values in scores.items()}


def _rounded(figures: Mapping[str, float]) -> dict[str, float]:
    """Round for JSON only: a figure rounded twice may differ in the third decimal."""
    return {name: round(value, DECIMALS) for name, value in figures.items()}


def _sorted_values(values: Mapping[str, float]) -> list[float]:
    """Return figures in the order of their queries: the same bounds however they were asked."""
    return [values[query] for query in sorted(values)]


def _bounds(interval: Interval) -> list[float]:
    return [round(interval.low, DECIMALS), round(interval.high, DECIMALS)]


def _gain(interval: Interval) -> dict[str, Any]:
    return {"gain": round(interval.figure, DECIMALS), "interval": _bounds(interval)}


def _percentiles(milliseconds: Sequence[float]) -> dict[str, float]:
    """Return median, 95th percentile and mean; nothing where nothing was timed."""
    if not milliseconds:
        return {}
    middle, high = np.percentile(milliseconds, [50, 95])
    found = {"p50": middle, "p95": high, "mean": mean(milliseconds)}
    return {name: round(float(value), 2) for name, value in found.items()}
