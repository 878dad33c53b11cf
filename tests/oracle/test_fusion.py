"""Reciprocal rank fusion against a table worked by hand.

With k = 60 and the rankings  lexical: 7, 3, 9  and  dense: 3, 5, 7, 1

| key | lexical | dense | score                 |
|-----|---------|-------|-----------------------|
| 3   | 1/62    | 1/61  | .0161290 + .0163934   |
| 7   | 1/61    | 1/63  | .0163934 + .0158730   |
| 5   |         | 1/62  | .0161290              |
| 9   | 1/63    |       | .0158730              |
| 1   |         | 1/64  | .0156250              |
"""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.retrieval.fusion import reciprocal_rank_fusion

RANKINGS = {"lexical": [7, 3, 9], "dense": [3, 5, 7, 1]}


def test_scores_and_order_are_those_of_the_table() -> None:
    fused = reciprocal_rank_fusion(RANKINGS)
    assert [key for key, _ in fused] == [3, 7, 5, 9, 1]
    expected = [0.0325225, 0.0322665, 0.0161290, 0.0158730, 0.0156250]
    assert [score for _, score in fused] == pytest.approx(expected, abs=5e-8)


def test_ties_go_to_the_smaller_key() -> None:
    assert [key for key, _ in reciprocal_rank_fusion({"a": [8, 2], "b": [2, 8]})] == [2, 8]


def test_weights_scale_a_ranking() -> None:
    fused = dict(reciprocal_rank_fusion({"a": [1], "b": [2]}, k=1, weights={"a": 3.0}))
    assert fused == {1: 1.5, 2: 0.5}


def test_nothing_ranked_is_nothing_fused() -> None:
    assert reciprocal_rank_fusion({}) == []
    assert reciprocal_rank_fusion({"a": []}) == []


rankings = st.dictionaries(
    st.sampled_from("abc"), st.lists(st.integers(0, 9), unique=True, max_size=8), max_size=3
)


@given(rankings, st.integers(1, 100))
def test_scores_are_the_formulas(made: dict[str, list[int]], k: int) -> None:
    fused = dict(reciprocal_rank_fusion(made, k=k))
    for key in {key for ranking in made.values() for key in ranking}:
        exact = sum(
            Fraction(1, k + ranking.index(key) + 1) for ranking in made.values() if key in ranking
        )
        assert fused[key] == pytest.approx(float(exact))
    assert list(fused.values()) == sorted(fused.values(), reverse=True)
