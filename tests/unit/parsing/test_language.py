"""What `detect_language` tells apart."""

from __future__ import annotations

import pytest

from aliquot.parsing.language import detect_language


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Add 5 µL of proteinase K and incubate at 56 °C.", "en"),
        ("大腸菌を37度で16時間培養し、遠心分離する。", "ja"),
        ("RNase AとProteinase Kを加え、56 °Cで1時間incubateする。", "ja"),
        ("细胞在三十七度培养十六小时", "zh"),
        ("세포를 37도에서 16시간 배양한다", "ko"),
        ("", "en"),
        ("12345 --- 6789", "en"),
    ],
)
def test_language_is_told_by_script(text: str, language: str) -> None:
    assert detect_language(text) == language


def test_few_japanese_names_do_not_make_an_english_text_japanese() -> None:
    assert detect_language("The method of Suzuki (鈴木) was applied. " * 20) == "en"


def test_only_a_prefix_is_read() -> None:
    assert detect_language("word " * 10_000 + "日本語" * 100_000) == "en"
