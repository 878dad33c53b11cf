from __future__ import annotations

import pytest

from aliquot.generation.checking import parts_of


@pytest.mark.parametrize(
    ("sentence", "parts"),
    [
        (
            "Plates were stored at 4 °C, and the lysates were frozen at -80 °C.",
            ["Plates were stored at 4 °C", "the lysates were frozen at -80 °C."],
        ),
        (
            "Separate models were used for sheep; serum samples were stored frozen.",
            ["Separate models were used for sheep", "serum samples were stored frozen."],
        ),
        (
            "抗体は-80 °Cに保存し、緩衝液は4 °Cに保存する。",
            ["抗体は-80 °Cに保存し", "緩衝液は4 °Cに保存する。"],
        ),
    ],
)
def test_each_claim_of_a_sentence_is_a_part(sentence: str, parts: list[str]) -> None:
    assert parts_of(sentence) == parts


@pytest.mark.parametrize(
    "sentence",
    [
        "Sheep and goats were bled in Zambézia.",
        "Plates were stored at 4 °C and sealed with film.",
        "Lumen buffer was stored at 4 °C, and it was never frozen again.",
        "RS of E-RG and M-RG rosettes was -0.8 and -0.68, respectively.",
        "Rotate for 2 h at 4 °C, centrifuge at 14,000 rpm and save the supernatant.",
        "",
    ],
)
def test_what_has_no_subject_or_verb_of_its_own_is_no_part(sentence: str) -> None:
    assert parts_of(sentence) == [sentence]


def test_a_list_without_end_is_one_claim() -> None:
    sentence = "; ".join(["Plate cells were washed twice"] * 500)
    assert parts_of(sentence) == [sentence]
