"""Measures as values: reading them, and what they say at the edges."""

from __future__ import annotations

import pytest

from aliquot.errors import ConfigError
from aliquot.evaluation.measures import Measure, mean, parse_measure, parse_measures, score


@pytest.mark.parametrize(
    "text", ["nDCG@10", "R@100", "P@5", "RR@10", "RR", "AP", "hit@5", "P(rel=2)@5", "nDCG"]
)
def test_a_measure_is_written_as_it_is_read(text: str) -> None:
    assert str(parse_measure(text)) == text


@pytest.mark.parametrize(
    ("text", "name"),
    [("ndcg@10", "nDCG@10"), ("MRR@10", "RR@10"), ("Success@5", "hit@5"), ("MAP", "AP")],
)
def test_other_names_of_the_field_are_understood(text: str, name: str) -> None:
    assert str(parse_measure(text)) == name


@pytest.mark.parametrize(
    "text", ["", "nDGC@10", "R", "P", "hit", "R@0", "nDCG@-1", "nDCG(rel=2)@5", "P(rel=0)@5", "@5"]
)
def test_what_is_no_measure_is_refused_with_a_hint(text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_measure(text)
    assert caught.value.hint


def test_a_slip_is_answered_with_the_nearest_name() -> None:
    with pytest.raises(ConfigError) as caught:
        parse_measure("nDGC")
    assert "nDCG" in caught.value.hint


def test_a_list_may_have_commas_and_blanks_and_repeats() -> None:
    assert parse_measures("nDCG@10, R@5  nDCG@10") == (Measure("nDCG", 10), Measure("R", 5))


def test_an_empty_list_is_refused() -> None:
    with pytest.raises(ConfigError):
        parse_measures(" , ")


def test_ndcg_of_a_hand_worked_ranking() -> None:
    # Gains 0, 2, 1 at ranks 1 to 3: 2 / log2(3) + 1 / log2(4); best order 2, 1: 2 + 1 / log2(3).
    found = Measure("nDCG", 3).of(["x", "a", "b"], {"a": 2, "b": 1})
    assert found == pytest.approx((2 / 1.5849625 + 1 / 2) / (2 + 1 / 1.5849625))


def test_average_precision_divides_by_relevant_ones_that_were_not_found() -> None:
    found = Measure("AP").of(["a", "x", "b"], {"a": 1, "b": 1, "c": 1, "d": 1})
    assert found == pytest.approx((1 / 1 + 2 / 3) / 4)


def test_precision_divides_by_the_cutoff_however_short_the_ranking() -> None:
    assert Measure("P", 5).of(["a"], {"a": 1}) == pytest.approx(0.2)


def test_a_judged_query_without_results_counts_as_0() -> None:
    measure = Measure("RR")
    scores = score([measure], {"q1": {"a": 1}, "q2": {"b": 1}}, {"q1": ["a"]})
    assert mean(scores[measure].values()) == 0.5


def test_a_query_without_judgements_does_not_count() -> None:
    measure = Measure("RR")
    assert score([measure], {"q1": {"a": 1}}, {"q1": ["a"], "q2": ["b"]})[measure] == {"q1": 1.0}


@pytest.mark.parametrize("name", ["nDCG@5", "R@5", "P@5", "RR", "AP", "hit@5"])
def test_a_query_with_nothing_relevant_is_0_and_no_error(name: str) -> None:
    assert parse_measure(name).of(["a", "b"], {"a": 0, "b": -1}) == 0


@pytest.mark.parametrize("name", ["nDCG@5", "R@5", "RR", "AP", "hit@5"])
def test_a_perfect_ranking_is_1(name: str) -> None:
    assert parse_measure(name).of(["a", "b", "x"], {"a": 3, "b": 1, "x": 0}) == pytest.approx(1)
