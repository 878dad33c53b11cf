"""Fusion of rankings: by ranks, or by scores brought to one scale.

Enters: rankings by name. Leaves: keys with fused scores, best first, ties by key. A chunk that a
ranking does not hold gets nothing from it. The order in which rankings come never decides between
two chunks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

import numpy as np
import numpy.typing as npt

from aliquot.protocols import Hit

__all__ = [
    "FUSIONS", "RRF_K", "Fuse", "fusion_named", "min_max", "reciprocal_rank_fusion", "score_fusion",
    "z_scores",
]  # fmt: skip

Floats = npt.NDArray[np.float64]
Weights = Mapping[str, float] | None
Counts = Mapping[str, int] | None


class Fuse(Protocol):
    """One way of fusing."""

    def __call__(
        self, rankings: Mapping[str, Sequence[Hit]], weights: Weights, unfound: Counts = None
    ) -> list[tuple[int, float]]:
        """Return (key, score), best first, ties by key.

        Args:
            rankings: Hits by the ranking's name; each key at most once in a ranking.
            weights: Weight of each ranking by name; 1 where it is not named.
            unfound: How many chunks beside its hits score 0 in a ranking, by its name: those
                without a word of the question. None where it is not named.
        """
        ...


# Source: Cormack, Clarke and Buettcher, SIGIR 2009, found 60 near the best on four collections.
RRF_K = 60
# What is added to a score of mean 0 and variance 1: all but outliers at the lower end then count
# for more than absence, which counts 0. Source: Chebyshev and the normal distribution, of which
# .023 lies below -2.
Z_SHIFT = 2.0
# Digits of a fused score that mean something.
SCORE_DIGITS = 12


def reciprocal_rank_fusion(
    rankings: Mapping[str, Sequence[int]],
    *,
    k: int = RRF_K,
    weights: Weights = None,
) -> list[tuple[int, float]]:
    """Fuse rankings of keys into (key, score), best first, ties by key.

    Source: Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms Condorcet and
    individual rank learning methods", SIGIR 2009: score(d) = sum over rankings of
    1 / (k + rank(d)), ranks from 1.

    Args:
        rankings: Keys best first, by the ranking's name; each key at most once in a ranking.
        k: The constant that damps the first ranks.
        weights: Weight of each ranking by name; 1 where it is not named.
    """
    credits = {
        name: (keys, 1.0 / np.arange(k + 1, k + 1 + len(keys))) for name, keys in rankings.items()
    }
    return _summed(credits, weights)


def score_fusion(
    rankings: Mapping[str, Sequence[Hit]],
    normalise: Callable[[Sequence[float]], list[float]],
    *,
    weights: Weights = None,
    unfound: Counts = None,
) -> list[tuple[int, float]]:
    """Fuse rankings by the weighted sum of their scores on one scale; ties by key.

    What scores 0 in a ranking is part of its scale: a word one chunk alone holds sets it apart.

    Source: Fox and Shaw, "Combination of Multiple Searches", TREC-2, 1994 (CombSUM).

    Args:
        rankings: Hits by the ranking's name; each key at most once in a ranking.
        normalise: Scores of one ranking to the same number of scores of at least 0.
        weights: Weight of each ranking by name; 1 where it is not named.
        unfound: How many chunks beside its hits score 0 in a ranking, by its name.
    """
    zeros = unfound or {}
    credits = {}
    for name, hits in rankings.items():
        scores = [hit.score for hit in hits] + [0.0] * zeros.get(name, 0)
        credits[name] = ([hit.key for hit in hits], normalise(scores)[: len(hits)])
    return _summed(credits, weights)


def min_max(scores: Sequence[float]) -> list[float]:
    """Spread scores over 0 to 1; scores that are all the same become 1.

    Source: Lee, "Analyses of Multiple Evidence Combination", SIGIR 1997.
    """
    if not scores:
        return []
    low, high = min(scores), max(scores)
    if low == high:
        return [1.0] * len(scores)
    return [(score - low) / (high - low) for score in scores]


def z_scores(scores: Sequence[float]) -> list[float]:
    """Bring scores to variance 1 and mean 2, and none below 0; the same ones become 2.

    Source: Montague and Aslam, "Relevance Score Normalization for Metasearch", CIKM 2001.
    """
    if not scores:
        return []
    values = np.asarray(scores, dtype=np.float64)
    deviation = float(values.std())
    if min(scores) == max(scores) or deviation == 0.0:
        return [Z_SHIFT] * len(scores)
    normal: list[float] = np.maximum(0.0, Z_SHIFT + (values - values.mean()) / deviation).tolist()
    return normal


def _by_rank(
    k: int, rankings: Mapping[str, Sequence[Hit]], weights: Weights, unfound: Counts = None
) -> list[tuple[int, float]]:
    keys = {name: [hit.key for hit in hits] for name, hits in rankings.items()}
    return reciprocal_rank_fusion(keys, k=k, weights=weights)


def _by_score(
    normalise: Callable[[Sequence[float]], list[float]],
    rankings: Mapping[str, Sequence[Hit]],
    weights: Weights,
    unfound: Counts = None,
) -> list[tuple[int, float]]:
    return score_fusion(rankings, normalise, weights=weights, unfound=unfound)


FUSIONS: Mapping[str, Fuse] = {
    "rrf": partial(_by_rank, RRF_K),
    "min-max": partial(_by_score, min_max),
    "z-score": partial(_by_score, z_scores),
}


def fusion_named(name: str, *, rrf_k: int = RRF_K) -> Fuse:
    """Return one of `FUSIONS`.

    Args:
        name: Its name there.
        rrf_k: The constant of reciprocal rank fusion.
    """
    return partial(_by_rank, rrf_k) if name == "rrf" else FUSIONS[name]


def _summed(
    credits: Mapping[str, tuple[Sequence[int], Sequence[float] | Floats]], weights: Weights
) -> list[tuple[int, float]]:
    """Add up what each ranking credits its keys with, by the rankings' names."""
    given = [(name, *credits[name]) for name in sorted(credits) if len(credits[name][0])]
    if not given:
        return []
    weighed = [
        np.asarray(values, dtype=np.float64) * (1.0 if weights is None else weights.get(name, 1.0))
        for name, _, values in given
    ]
    keys, places = np.unique(
        np.concatenate([np.asarray(one, dtype=np.int64) for _, one, _ in given]),
        return_inverse=True,
    )
    # A sum of three depends on their order in the last bit, which would part equal scores.
    sums = np.round(np.bincount(places, weights=np.concatenate(weighed)), SCORE_DIGITS)
    order = np.lexsort((keys, -sums))
    return list(zip(keys[order].tolist(), sums[order].tolist(), strict=True))
