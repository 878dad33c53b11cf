"""Reciprocal rank fusion.

Source: Cormack, Clarke and Buettcher, "Reciprocal Rank Fusion outperforms Condorcet and individual
rank learning methods", SIGIR 2009: score(d) = sum over rankings of 1 / (k + rank(d)), ranks from 1,
k = 60. A chunk a ranking does not hold gets nothing from it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

__all__ = ["reciprocal_rank_fusion"]


def reciprocal_rank_fusion(
    rankings: Mapping[str, Sequence[int]],
    *,
    k: int = 60,
    weights: Mapping[str, float] | None = None,
) -> list[tuple[int, float]]:
    """Fuse rankings of keys into (key, score), best first, ties by key.

    Args:
        rankings: Keys best first, by the ranking's name; each key at most once in a ranking.
        k: The constant that damps the first ranks.
        weights: Weight of each ranking by name; 1 where it is not named.
    """
    scores: defaultdict[int, float] = defaultdict(float)
    for name, ranking in rankings.items():
        weight = 1.0 if weights is None else weights.get(name, 1.0)
        for rank, key in enumerate(ranking, start=1):
            scores[key] += weight / (k + rank)
    return sorted(scores.items(), key=lambda item: (-item[1], item[0]))
