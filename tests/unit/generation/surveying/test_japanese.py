"""A Japanese question's words in English."""

from __future__ import annotations

import pytest

from aliquot.generation.surveying.japanese import content_of, in_english, known_in_english


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


@pytest.mark.parametrize(
    ("text", "content"),
    [
        ("現在 始まった", ""),
        ("ファイザーが実施した", "ファイザー"),
        ("プラセボ対照の二重盲検", "プラセボ対照 二重盲検"),
        ("開始コドンの", "開始コドン"),
        ("エタノールが出てきますか", "エタノール"),
    ],
)
def test_what_only_asks_is_no_content_but_within_a_compound(text: str, content: str) -> None:
    assert content_of(text) == content


def test_the_known_words_of_a_text_are_said_in_english_and_the_others_stay() -> None:
    assert known_in_english("アニーリングの輝度").split() == ["annealing", "の輝度"]
