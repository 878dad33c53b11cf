"""Bootstrap intervals of means and of paired differences."""

from __future__ import annotations

import math

import pytest

from aliquot.errors import ConfigError
from aliquot.evaluation.intervals import difference_interval, mean_interval

VALUES = [n / 200 for n in range(200)]


def test_an_interval_agrees_with_the_normal_one_where_that_holds() -> None:
    interval = mean_interval(VALUES)
    spread = math.sqrt(sum((one - interval.figure) ** 2 for one in VALUES)) / len(VALUES)
    assert interval.figure == pytest.approx(0.4975)
    assert interval.low == pytest.approx(interval.figure - 1.96 * spread, abs=0.003)
    assert interval.high == pytest.approx(interval.figure + 1.96 * spread, abs=0.003)


def test_the_same_seed_gives_the_same_bounds_and_another_others() -> None:
    assert mean_interval(VALUES, seed=3) == mean_interval(VALUES, seed=3)
    assert mean_interval(VALUES, seed=3) != mean_interval(VALUES, seed=4)


def test_more_confidence_is_wider() -> None:
    narrow, wide = mean_interval(VALUES, confidence=0.9), mean_interval(VALUES, confidence=0.99)
    assert wide.low < narrow.low < narrow.high < wide.high


def test_a_steady_gain_is_proved_though_means_vary_widely() -> None:
    second = {str(n): value for n, value in enumerate(VALUES)}
    first = {query: value + 0.01 + (int(query) % 2) * 0.001 for query, value in second.items()}
    assert difference_interval(first, second).is_gain
    assert not difference_interval(second, first).is_gain


def test_equal_systems_differ_by_nothing() -> None:
    figures = {"a": 0.5, "b": 0.7}
    interval = difference_interval(figures, figures)
    assert (interval.low, interval.figure, interval.high) == (0, 0, 0)
    assert not interval.is_gain


def test_the_order_in_which_queries_were_asked_does_not_matter() -> None:
    first, second = {"a": 0.1, "b": 0.9, "c": 0.4}, {"c": 0.2, "a": 0.1, "b": 0.3}
    turned = dict(reversed(first.items()))
    assert difference_interval(first, second) == difference_interval(turned, second)


def test_systems_measured_on_unlike_queries_are_not_compared() -> None:
    with pytest.raises(ConfigError, match="1 queries"):
        difference_interval({"a": 1.0}, {"a": 1.0, "b": 0.0})


@pytest.mark.parametrize("confidence", [0.0, 1.0, 95.0])
def test_a_confidence_that_is_none_is_refused(confidence: float) -> None:
    with pytest.raises(ConfigError):
        mean_interval([1.0], confidence=confidence)


def test_nothing_to_average_is_an_error() -> None:
    with pytest.raises(ConfigError):
        mean_interval([])
