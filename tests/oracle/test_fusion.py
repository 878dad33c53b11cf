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

from collections.abc import Callable, Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.protocols import Hit
from aliquot.retrieval.fusion import FUSIONS, min_max, reciprocal_rank_fusion, z_scores

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


# ------------------------------------------------------------------------------ by scores


def hits(*pairs: tuple[int, float]) -> list[Hit]:
    return [Hit(key, score) for key, score in pairs]


def test_min_max_spreads_each_ranking_over_0_to_1() -> None:
    fused = FUSIONS["min-max"](
        {"lexical": hits((7, 12.0), (3, 9.0), (9, 2.0)), "dense": hits((3, 0.9), (7, 0.8))}, None
    )
    assert [key for key, _ in fused] == [3, 7, 9]
    assert [score for _, score in fused] == pytest.approx([0.7 + 1, 1.0, 0.0])


def test_z_scores_have_mean_2_and_variance_1() -> None:
    # Mean 3, population deviation sqrt(2).
    assert z_scores([5, 4, 3, 2, 1]) == pytest.approx(
        [2 + 2**0.5, 2 + 0.5**0.5, 2, 2 - 0.5**0.5, 2 - 2**0.5]
    )


@pytest.mark.parametrize("normalise", [min_max, z_scores])
def test_scores_that_are_all_the_same_count_the_same_and_not_for_nothing(
    normalise: Callable[[Sequence[float]], list[float]],
) -> None:
    low, high = normalise([4.0, 4.0])
    assert low == high > 0
    assert normalise([]) == []


def test_rrf_by_the_table_is_reciprocal_rank_fusion() -> None:
    scored = {name: hits(*((key, 1 / key) for key in keys)) for name, keys in RANKINGS.items()}
    assert FUSIONS["rrf"](scored, None) == reciprocal_rank_fusion(RANKINGS)


scored_rankings = st.dictionaries(
    st.sampled_from("abcd"),
    st.dictionaries(st.integers(0, 9), st.floats(-5, 50), max_size=8).map(
        lambda scores: [
            Hit(key, score) for key, score in sorted(scores.items(), key=lambda kv: (-kv[1], kv[0]))
        ]
    ),
    max_size=4,
)
every_fusion = pytest.mark.parametrize("fusion", sorted(FUSIONS))


@every_fusion
@given(made=scored_rankings)
def test_fusion_holds_each_ranked_key_once_best_first_ties_by_key(
    fusion: str, made: dict[str, list[Hit]]
) -> None:
    fused = FUSIONS[fusion](made, None)
    assert {key for key, _ in fused} == {hit.key for ranking in made.values() for hit in ranking}
    assert fused == sorted(fused, key=lambda item: (-item[1], item[0]))
    assert len(dict(fused)) == len(fused)


@every_fusion
@given(made=scored_rankings, other=scored_rankings)
def test_a_chunk_gets_nothing_from_a_ranking_that_does_not_hold_it(
    fusion: str, made: dict[str, list[Hit]], other: dict[str, list[Hit]]
) -> None:
    added = {
        f"other {name}": [Hit(hit.key + 100, hit.score) for hit in hits]
        for name, hits in other.items()
    }
    alone, beside = FUSIONS[fusion](made, None), dict(FUSIONS[fusion](made | added, None))
    assert all(beside[key] == score for key, score in alone)


@every_fusion
@given(made=scored_rankings, weight=st.sampled_from([0.25, 0.5, 2.0, 8.0]))
def test_a_weight_multiplies_what_a_ranking_gives(
    fusion: str, made: dict[str, list[Hit]], weight: float
) -> None:
    one = {name: ranking for name, ranking in made.items() if name == "a"}
    plain, weighed = (FUSIONS[fusion](one, weights) for weights in (None, {"a": weight}))
    assert dict(weighed) == pytest.approx({key: score * weight for key, score in plain})
    assert [key for key, _ in weighed] == [key for key, _ in plain]


@every_fusion
@given(made=scored_rankings)
def test_a_ranking_without_weight_changes_no_score(fusion: str, made: dict[str, list[Hit]]) -> None:
    others = {name: ranking for name, ranking in made.items() if name != "a"}
    muted = dict(FUSIONS[fusion](made, {"a": 0.0}))
    assert all(muted[key] == score for key, score in FUSIONS[fusion](others, None))


@every_fusion
@given(made=scored_rankings)
def test_the_order_in_which_rankings_come_is_of_no_account(
    fusion: str, made: dict[str, list[Hit]]
) -> None:
    turned = dict(reversed(made.items()))
    assert FUSIONS[fusion](made, None) == FUSIONS[fusion](turned, None)


@every_fusion
@given(made=scored_rankings)
def test_no_ranking_takes_credit_away(fusion: str, made: dict[str, list[Hit]]) -> None:
    assert all(score >= 0 for _, score in FUSIONS[fusion](made, None))
