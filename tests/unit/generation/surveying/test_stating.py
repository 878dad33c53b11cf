"""Amounts a document has to state, and other names of what it has to say."""

from __future__ import annotations

import pytest

from aliquot.generation.surveying.stating import amounts_in, is_kept_at, states
from aliquot.generation.surveying.subjects import subject_of
from aliquot.generation.surveying.synonyms import japanese_synonyms, synonyms_of


@pytest.mark.parametrize(
    ("asked", "sentence", "is_stated"),
    [
        ("at -80 °C", "Keep the tubes in the -80C freezer.", True),
        ("at -80 °C", "Store at −80 °C until use.", True),
        ("at -80 °C", "Add 80 µL of buffer.", False),
        ("at 13,000 g", "Spin for 2 min at 13000 x g.", True),
        ("at 13,000 g", "Spin for 2 min at 13,000 rpm.", False),
        ("500 µM EDTA", "Add EDTA to 0.5 mM.", True),
        ("56℃で", "Incubate at 56 °C overnight.", True),
    ],
)
def test_an_amount_is_the_same_in_any_unit_and_no_other(
    asked: str, sentence: str, *, is_stated: bool
) -> None:
    amounts, _ = amounts_in(asked)
    assert amounts
    assert states(sentence, amounts) is is_stated


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [
        ("stored at -80 °C", True),
        ("56 °C インキュベート", True),
        ("trypsin at 0.25 %", False),
        ("stored in the dark", False),
    ],
)
def test_what_is_only_kept_at_an_amount_needs_no_other_word(text: str, *, is_kept: bool) -> None:
    assert is_kept_at(text) is is_kept


def test_the_unit_of_a_japanese_amount_is_no_word() -> None:
    assert subject_of("−20℃で保存されている文書") == "−20℃ 保存"


@pytest.mark.parametrize(
    ("text", "name", "other"),
    [
        ("liquid nitrogen", "liquid nitrogen", "LN2"),
        ("nucleic acids on a chip", "nucleic acids", "RNA"),
        ("centrifugation", "centrifugation", "spin"),
    ],
)
def test_what_is_called_otherwise_is_searched_too(text: str, name: str, other: str) -> None:
    found = {one.name: one.others for one in synonyms_of(text)}
    assert other in found[name]


def test_a_kind_of_thing_never_stands_for_another() -> None:
    assert not list(synonyms_of("RNA"))


def test_japanese_words_are_searched_by_every_english_name() -> None:
    (found,) = japanese_synonyms("遠心")
    assert {"centrifugation", "spin"} <= set(found.others)
