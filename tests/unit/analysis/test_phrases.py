"""The order of words: one form a word, the same for every spelling."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.analysis.analyser import StandardAnalyser

ANALYSER = StandardAnalyser()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("IL-6 receptor", "IL6 receptor"),
        ("IL 6 receptor", "IL6 receptor"),
        ("TNF-α levels", "TNF alpha levels"),
        ("T-cell receptor", "T cell receptor"),
        ("10ml of water", "10 ml of water"),
        ("RESULTS AND METHODS", "results and methods"),
        ("double-strand breaks", "double strand break"),
    ],
)
def test_spellings_share_their_order(one: str, other: str) -> None:
    assert ANALYSER.parted(one)[0] == ANALYSER.parted(other)[0]


@given(st.text(max_size=80) | st.from_regex(r"([A-Za-z]{1,5}[-' .0-9αβ]{0,2}){1,8}"))
def test_two_lists_together_are_the_terms(text: str) -> None:
    ordered, beside = ANALYSER.parted(text)
    assert Counter(ordered) + Counter(beside) == Counter(ANALYSER.terms(text))
