"""A Japanese question's words in English."""

from __future__ import annotations

import pytest

from aliquot.generation.surveying.japanese import in_english


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("大腸菌の形質転換", "E. coli transformation"),
        ("大腸がん", "colorectal cancer"),
        ("RNA抽出", "RNA extraction"),
        ("HIV感染症", "HIV infection"),
    ],
)
def test_known_words_are_said_in_english_the_longest_first(text: str, english: str) -> None:
    assert in_english(text) == english


def test_a_text_with_an_unknown_word_is_not_said_in_part() -> None:
    assert in_english("大腸菌の輝度勾配") == ""
