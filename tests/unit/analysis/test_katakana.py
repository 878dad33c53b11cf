"""Names of proteins spelled by ear are those of the library's entries, and of no others."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.analysis.katakana import KATAKANA_NAME, sounds_of_katakana, sounds_of_latin
from aliquot.analysis.synonyms import NameGroup, SynonymBook

PAIRS = """
インスリン insulin, ロドプシン rhodopsin, クローディン1 claudin-1, アクアポリン-1 Aquaporin-1,
パキシリン paxillin, グラニュリン granulin, ヘモグロビン hemoglobin, アルブミン albumin,
コラーゲン collagen, カドヘリン cadherin, ケラチン keratin, フィブロネクチン fibronectin,
プレセニリン presenilin, デンドロトキシン dendrotoxin, チューブリン tubulin, アクチン actin,
ミオシン myosin, ビンキュリン vinculin, インテグリン integrin, ルシフェラーゼ luciferase,
カスパーゼ caspase, ペルオキシダーゼ peroxidase, ジストロフィン dystrophin, ユビキチン ubiquitin,
エリスロポエチン erythropoietin, オステオポンチン osteopontin, カルモジュリン calmodulin,
オキシトシン oxytocin, ヒアルロニダーゼ hyaluronidase, キモトリプシン chymotrypsin,
プラスミノーゲン plasminogen, シトクロム cytochrome, ゲルゾリン gelsolin, レプチン leptin
"""


@pytest.mark.parametrize("pair", PAIRS.replace("\n", " ").split(", "))
def test_a_name_is_heard_the_same_in_both_scripts(pair: str) -> None:
    japanese, english = pair.split()
    assert sounds_of_katakana(japanese) in sounds_of_latin(english)


@pytest.mark.parametrize("pair", PAIRS.replace("\n", " ").split(", "))
def test_a_name_is_heard_as_no_other_of_a_library(pair: str) -> None:
    japanese, english = pair.split()
    others = [one.split()[1] for one in PAIRS.replace("\n", " ").split(", ")]
    heard = [one for one in others if sounds_of_katakana(japanese) in sounds_of_latin(one)]
    assert heard == [english]


@pytest.mark.parametrize("text", ["", "ア", "タンパク質", "ノート", "アア", "actin", "ーーーー"])
def test_what_is_no_name_of_some_length_is_not_heard(text: str) -> None:
    assert sounds_of_katakana(text) is None


@given(st.text(alphabet="アカサタナハマヤラワンッャュョァィゥェォー-1aZ ", max_size=30))
def test_any_text_of_kana_is_read(text: str) -> None:
    for found in KATAKANA_NAME.finditer(text):
        sounds_of_katakana(found[0])


@given(st.text(max_size=30))
def test_any_name_of_an_entry_is_read(name: str) -> None:
    assert all(consonants for consonants, _ in sounds_of_latin(name))


def _book(*names: str) -> SynonymBook:
    return SynonymBook(
        NameGroup((name, f"P0000{n}"), f"UniProt P0000{n}", (f"P0000{n}",))
        for n, name in enumerate(names)
    )


def test_a_question_in_katakana_is_searched_by_the_entry_s_names() -> None:
    (found,) = _book("Rhodopsin", "Claudin-1").expansions("ロドプシンの働きは？")
    assert found.name == "ロドプシン"
    assert found.others == ("Rhodopsin", "P00000")
    assert found.reason == "UniProt P00000"


def test_the_number_behind_a_name_tells_its_kin_apart() -> None:
    book = _book("Claudin-1", "Claudin-2")
    assert [one.reason for one in book.expansions("クローディン2の局在は？")] == ["UniProt P00001"]
    assert book.expansions("クローディンの局在は？") == ()
    assert book.expansions("クローディン7の局在は？") == ()


def test_one_of_its_kind_is_meant_without_its_number() -> None:
    assert _book("Claudin-1", "Actin").expansions("クローディンの局在は？")


def test_names_inside_longer_words_are_not_heard() -> None:
    assert _book("Insulin").expansions("プロインスリンの配列は？") == ()


def test_what_stands_in_quotation_marks_is_not_heard() -> None:
    assert _book("Insulin").expansions("「インスリン」を含む文書は？") == ()
