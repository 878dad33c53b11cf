from __future__ import annotations

import pytest

from aliquot.generation.checking.bounds import differs_in_bound


@pytest.mark.parametrize(
    ("claim", "source", "is_opposite"),
    [
        ("Heat for at most 30 min.", "Heat for a minimum of 30 minutes.", True),
        ("20アミノ酸以下の配列", "20アミノ酸以上の長さ", True),
        ("Heat for at least 20 minutes.", "Let it cool for 20-40 minutes.", False),
    ],
)
def test_another_bound_is_told(claim: str, source: str, is_opposite: bool) -> None:
    reason, opposite = differs_in_bound(claim, source)
    assert reason
    assert opposite is is_opposite


@pytest.mark.parametrize(
    ("claim", "source"),
    [
        ("Heat for at least 30 min.", "Heat for a minimum of 30 minutes."),
        ("Sheep older than 12 months", "animals (>12 months)"),
        ("Heat for 30 min.", "Heat for at least 30 min."),
        ("80%以上の類似性", "80 %以上の類似度"),
        ("Heat it.", "Cool it."),
    ],
)
def test_the_same_bound_in_other_words_is_no_difference(claim: str, source: str) -> None:
    assert differs_in_bound(claim, source) == ("", False)
