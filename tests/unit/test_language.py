"""The language of a question or a document is told by its script."""

from __future__ import annotations

import pytest

from aliquot.language import detect_language


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


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Add 5 µL of proteinase K and incubate at 56 °C.", "en"),
        ("大腸菌を37度で16時間培養し、遠心分離する。", "ja"),
        ("RNase AとProteinase Kを加え、56 °Cで1時間incubateする。", "ja"),
        ("细胞在三十七度培养十六小时", "zh"),
        ("세포를 37도에서 16시간 배양한다", "ko"),
        ("12345 --- 6789", "en"),
    ],
)
def test_language_of_a_document(text: str, language: str) -> None:
    assert detect_language(text) == language


def test_few_japanese_names_do_not_make_an_english_text_japanese() -> None:
    assert detect_language("The method of Suzuki (鈴木) was applied. " * 20) == "en"


def test_name_or_affiliation_does_not_make_an_english_text_japanese() -> None:
    text = "The mice were kept at 22 degrees and fed twice a day by the staff. " * 5
    assert detect_language(text + "木下聖子, 東京大学") == "en"


def test_a_product_name_with_kana_does_not_make_a_chinese_text_japanese() -> None:
    assert detect_language("细胞在三十七度的培养箱中培养十六小时，使用优の良品培养基。") == "zh"


def test_very_long_text_is_judged_by_its_beginning() -> None:
    assert detect_language("遺伝子の編集。" * 5_000 + "word " * 500_000) == "ja"


def test_only_a_prefix_is_read() -> None:
    assert detect_language("word " * 10_000 + "日本語" * 100_000) == "en"
