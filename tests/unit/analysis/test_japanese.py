"""Runs of kanji, kana and hangul are found by their character pairs."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.japanese import cjk_terms
from aliquot.analysis.weighting import question_weights
from aliquot.errors import MissingExtraError

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


# ------------------------------------------------------------------------------ words beside pairs


@pytest.fixture(scope="module")
def with_words() -> StandardAnalyser:
    pytest.importorskip("sudachipy", reason="the extra japanese is not installed")
    pytest.importorskip("sudachidict_small", reason="the extra japanese is not installed")
    return StandardAnalyser(japanese="sudachi")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("肺がん", "肺癌の患者"),
        ("サーバ", "サーバーの設定"),
        ("ウィルス", "ウイルスの培養"),
        ("タンパク質", "蛋白質の精製"),
        ("取扱い", "試薬の取り扱い"),
    ],
)
def test_words_join_spellings_that_pairs_do_not(
    with_words: StandardAnalyser, one: str, other: str
) -> None:
    shared = set(with_words.terms(one)) & set(with_words.terms(other))
    assert shared > set(ANALYSER.terms(one)) & set(ANALYSER.terms(other))


@pytest.mark.parametrize("text", ["遺伝子編集の効率", "プロテイナーゼＫで処理", "IL-6を測定"])
def test_words_stand_beside_the_pairs(with_words: StandardAnalyser, text: str) -> None:
    assert set(ANALYSER.terms(text)) <= set(with_words.terms(text))


def test_words_change_no_order_of_a_phrase(with_words: StandardAnalyser) -> None:
    text = "サーバの肺がん患者をTP53で"
    ordered, beside = with_words.parted(text)
    assert ordered == ANALYSER.parted(text)[0]
    assert sorted([*ordered, *beside]) == sorted(with_words.terms(text))


def test_words_are_told_by_the_analysers_name(with_words: StandardAnalyser) -> None:
    assert with_words.id != ANALYSER.id
    assert "sudachi" in with_words.id


def test_words_of_a_question_are_weighed(with_words: StandardAnalyser) -> None:
    assert question_weights("サーバの設定は？", with_words)["サーバー"] == 1.0
    assert "サーバー" not in question_weights("サーバの設定は？")


def test_words_are_found_by_several_threads_at_once(with_words: StandardAnalyser) -> None:
    texts = [f"遺伝子編集の効率を{number}回測定した肺がん" for number in range(40)]
    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(with_words.terms, texts)) == list(map(with_words.terms, texts))


def test_a_run_longer_than_the_dictionary_takes_is_cut(with_words: StandardAnalyser) -> None:
    assert "肺癌" in with_words.terms("肺がん" * 20_000)


def test_words_without_their_extra_are_refused_with_the_command(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("aliquot.backends.find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match="sudachi"):
        StandardAnalyser(japanese="sudachi")
    assert StandardAnalyser(japanese="auto").id == ANALYSER.id
