"""Runs of kanji, kana and hangul are found by their character pairs."""

from __future__ import annotations

import pytest

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.japanese import cjk_terms

ANALYSER = StandardAnalyser()


@pytest.mark.parametrize(
    ("part", "whole"),
    [
        ("遺伝子編集", "遺伝子編集の効率"),
        ("プロテイナーゼ", "プロテイナーゼＫで処理"),
        ("ﾌﾟﾛﾃｲﾅｰｾﾞ", "プロテイナーゼ"),
        ("がん", "肺がん患者"),
        ("細胞", "幹細胞"),
        ("유전자", "유전자편집"),
        ("クローディン1", "ヒトのクローディン1（Claudin-1）の"),
    ],
)
def test_every_term_of_a_part_is_in_the_whole(part: str, whole: str) -> None:
    assert set(ANALYSER.terms(part)) <= set(ANALYSER.terms(whole))
    assert ANALYSER.terms(part)


def test_pairs_overlap_in_order() -> None:
    assert cjk_terms("遺伝子") == ["遺伝", "伝子"]


def test_single_kanji_is_a_term_and_single_hiragana_is_not() -> None:
    assert cjk_terms("量") == ["量"]
    assert cjk_terms("を") == []
    assert cjk_terms("の量は") == ["量"]


def test_phrases_of_asking_leave_nothing_that_is_rare_in_an_english_library() -> None:
    assert ANALYSER.terms("ですか") == []
    assert not {"くだ", "ださ", "さい", "てく", "です"} & set(
        ANALYSER.terms("教えてくださいですか")
    )


def test_particles_do_not_join_the_words_beside_them() -> None:
    assert cjk_terms("編集の効率") == ["編集", "効率"]


def test_middle_dot_parts_words() -> None:
    assert ANALYSER.terms("カンジダ・アルビカンス") == ANALYSER.terms("カンジダ アルビカンス")
