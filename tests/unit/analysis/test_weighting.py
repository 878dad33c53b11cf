"""A question's subject weighs more than the words that ask for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.weighting import question_weights


def test_subject_weighs_more_than_function_words() -> None:
    weights = question_weights("What was the dose of IL-6?")
    assert weights["dose"] == weights["il6"] == 1
    assert max(weights["what"], weights["the"], weights["of"]) < 0.5


def test_pairs_of_a_japanese_word_weigh_what_a_word_does() -> None:
    weights = question_weights("BRAF 遺伝子群")
    assert weights["遺伝"] + weights["伝子"] + weights["子群"] == pytest.approx(weights["braf"])


@given(st.text())
def test_every_term_is_weighed(question: str) -> None:
    weights = question_weights(question)
    assert set(weights) == set(StandardAnalyser().terms(question))
    assert all(0 < weight <= 1 for weight in weights.values())
