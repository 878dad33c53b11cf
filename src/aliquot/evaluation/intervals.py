"""What a mean or a difference of means is worth: paired bootstrap intervals by percentiles.

Source: Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13; for measures of
retrieval, paired by query: Sakai, "Evaluating Evaluation Metrics based on the Bootstrap", SIGIR
2006.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
import numpy.typing as npt

from aliquot.errors import ConfigError

__all__ = ["Interval", "difference_interval", "mean_interval", "rate_interval"]

# Enough for percentiles out to 0.5 %: 50 samples lie beyond.
SAMPLES = 10_000
# Numbers drawn at once: 8 MB of indexes, however many queries there are.
BATCH = 1_000_000


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure and where it would lie for other questions of this kind.

    Attributes:
        figure: Mean, or difference of means.
        low: Lower bound.
        high: Upper bound.
        confidence: Share of samples between the bounds, 0 to 1.
    """

    figure: float
    low: float
    high: float
    confidence: float = 0.95

    @property
    def is_gain(self) -> bool:
        """Whether all of it lies above 0."""
        return self.low > 0


def mean_interval(
    values: Sequence[float], *, confidence: float = 0.95, samples: int = SAMPLES, seed: int = 0
) -> Interval:
    """Return the mean with its interval.

    Args:
        values: One for each query, at least one.
        confidence: Share of samples between the bounds, above 0 and below 1.
        samples: How often as many queries are drawn again.
        seed: Of the random numbers; the same seed gives the same bounds.

    Raises:
        ConfigError: There is no value, or the confidence is out of bounds.
    """
    if not values:
        raise ConfigError("There is no query to average over.", hint="Check the judgements.")
    if not 0 < confidence < 1:
        raise ConfigError(f"A confidence of {confidence} is none.", hint="Use one such as 0.95.")
    array = np.asarray(values, dtype=np.float64)
    tail = (1 - confidence) / 2
    low, high = np.quantile(_means(array, samples, seed), [tail, 1 - tail])
    return Interval(float(array.mean()), float(low), float(high), confidence)


def rate_interval(hits: int, count: int, *, confidence: float = 0.95) -> Interval:
    """Return a rate with its Wilson score interval, which holds near 0 and 1 too.

    Source: Wilson, "Probable Inference, the Law of Succession, and Statistical Inference", JASA 22
    (1927) 209.

    Args:
        hits: How many were so.
        count: Of how many, at least one.
        confidence: Above 0 and below 1.

    Raises:
        ConfigError: There are none, or the confidence is out of bounds.
    """
    if count < 1:
        raise ConfigError("There is no question to take a rate of.", hint="Check the questions.")
    if not 0 < confidence < 1:
        raise ConfigError(f"A confidence of {confidence} is none.", hint="Use one such as 0.95.")
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, spread = hits / count, z * z / count
    middle = (rate + spread / 2) / (1 + spread)
    half = z * math.sqrt(rate * (1 - rate) / count + spread / (4 * count)) / (1 + spread)
    return Interval(rate, max(0.0, middle - half), min(1.0, middle + half), confidence)


def _means(values: npt.NDArray[np.float64], samples: int, seed: int) -> npt.NDArray[np.float64]:
    """Return the means of `samples` draws with replacement, float64 (samples,)."""
    random = np.random.default_rng(seed)
    rows = max(1, BATCH // len(values))
    means = np.empty(samples, dtype=np.float64)
    for start in range(0, samples, rows):
        count = min(rows, samples - start)
        drawn = random.integers(0, len(values), size=(count, len(values)), dtype=np.int32)
        means[start : start + count] = values[drawn].mean(axis=1)
    return means


def difference_interval(
    first: Mapping[str, float],
    second: Mapping[str, float],
    *,
    confidence: float = 0.95,
    samples: int = SAMPLES,
    seed: int = 0,
) -> Interval:
    """Return by how much the first system is better than the second, paired by query.

    Args:
        first: Its figure for each query.
        second: The other's, for the same queries.
        confidence: Share of samples between the bounds, above 0 and below 1.
        samples: How often as many queries are drawn again.
        seed: Of the random numbers.

    Raises:
        ConfigError: The two were not measured on the same queries, or on none.
    """
    if first.keys() != second.keys():
        unlike = len(first.keys() ^ second.keys())
        raise ConfigError(
            f"{unlike} queries were measured for one system only.",
            hint="Compare both on the same judgements.",
        )
    # Sorted, so that the order in which queries were asked does not move the bounds.
    differences = [first[query] - second[query] for query in sorted(first)]
    return mean_interval(differences, confidence=confidence, samples=samples, seed=seed)
