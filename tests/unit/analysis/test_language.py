"""The language of a question is told by its script."""

from __future__ import annotations

import pytest

from aliquot.analysis.language import detect_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("What dose of Curcuma longa was given?", "en"),
        ("", "en"),
        ("12345 !?", "en"),
        ("TNF-α", "en"),
        ("αβ", "en"),
        ("Was ist die Dosis für Zambézia?", "en"),
        ("UCSC Genome Browserのアジアのミラーの URL は何ですか？", "ja"),
        ("遺伝子編集 効率", "ja"),
        ("IL-6とは", "ja"),
        ("ﾌﾟﾛﾃｲﾅｰｾﾞK", "ja"),
        ("这种药物的剂量是多少？", "zh"),
        ("이 약의 용량은 얼마입니까?", "ko"),
        ("Какова доза препарата?", "ru"),
    ],
)
def test_language_of_a_question(text: str, language: str) -> None:
    assert detect_language(text) == language


def test_name_or_affiliation_does_not_make_an_english_text_japanese() -> None:
    text = "The mice were kept at 22 degrees and fed twice a day by the staff. " * 5
    assert detect_language(text + "木下聖子, 東京大学") == "en"


def test_very_long_text_is_judged_by_its_beginning() -> None:
    assert detect_language("遺伝子の編集。" * 5_000 + "word " * 500_000) == "ja"
