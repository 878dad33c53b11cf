from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.metadata.titles import (
    TitleMatch,
    compare_titles,
    is_telling,
    stands_in,
    title_key,
)

LONG = "Ursolic acid rich Ocimum sanctum L leaf extract loaded nanostructured lipid carriers"


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Heat Shock in Yeast Cells", "HEAT SHOCK IN YEAST CELLS."),
        ("Anti-inflammatory effect of basil", "Antiinflammatory effect of basil"),
        ("psbA‐trnH region in Ocimum", "psbA-trnH region in Ocimum"),
        ("TNF-α and IL-1β in cells", "TNF-alpha and IL-1beta in cells"),
        ("CO<sub>2</sub> fixation by <i>E. coli</i>", "CO₂ fixation by E. coli"),
        (r"{\textit{Ocimum}} and $\alpha$-pinene", "Ocimum and α-pinene"),
        ("Caf&eacute; au lait spots &amp; skin", "Café au lait spots & skin"),
        ("Oestrogen in tumours of leukaemia", "Estrogen in tumors of leukemia"),
        ("Bacteriophage λ lysis", "Bacteriophage lambda lysis"),
        ("Unravelling the genome of Holy basil", "Unravelling the genome of Holy basil: an elixir"),
        (f"{LONG} ameliorate arth", f"{LONG} ameliorate arthritis in rats"),
        (f"{LONG} …", f"{LONG} ameliorate arthritis in rats"),
        ("RETRACTED ARTICLE: Heat shock in yeast", "Heat shock in yeast"),
        ("[Retracted] Heat shock in yeast", "Heat shock in yeast"),
        ("ヒト培養細胞における熱ショック応答", "ヒト培養細胞における 熱ショック応答"),
    ],
)
def test_ways_of_typing_a_title_make_no_difference(first: str, second: str) -> None:
    assert compare_titles(first, second) is TitleMatch.SAME
    assert compare_titles(second, first) is TitleMatch.SAME


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("A study of the liver. Part I", "A study of the liver. Part II"),
        ("A study of the liver: part 1", "A study of the liver"),
        ("I. Structure of the ribosome", "II. Structure of the ribosome"),
        ("Environmental DNA 12S metabarcoding", "Environmental DNA 16S metabarcoding"),
        ("Cancer statistics, 2019", "Cancer statistics, 2020"),
        ("Correction: Heat shock in yeast", "Heat shock in yeast"),
        ("Erratum to: Heat shock in yeast", "Heat shock in yeast"),
        ("Comment on “Heat shock in yeast”", "Heat shock in yeast"),
        ("Reply to: Heat shock in yeast", "Comment on: Heat shock in yeast"),
        ("Supplementary Information for: Heat shock in yeast", "Heat shock in yeast"),
        (
            "Acupuncture for depression in primary care",
            "Acupuncture for depression in primary care: study protocol",
        ),
        ("Heat shock in yeast", "Cold shock response of bacteria"),
    ],
)
def test_near_identical_titles_of_other_works_are_different(first: str, second: str) -> None:
    assert compare_titles(first, second) is TitleMatch.DIFFERENT
    assert compare_titles(second, first) is TitleMatch.DIFFERENT


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Role of p53 in apoptosis", "Role of p53 in apoptosis of neurons"),
        ("Effects of hypertension on the kidney", "Effects of hypotension on the kidney"),
    ],
)
def test_what_is_only_alike_is_never_the_same(first: str, second: str) -> None:
    assert compare_titles(first, second) is TitleMatch.CLOSE


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("", "Heat shock in yeast"),
        ("熱ショック応答の解析", "Analysis of the heat shock response"),
        ("[Heat shock in yeasts of the Alps.]", "Hitzeschock bei Hefen der Alpen"),
    ],
)
def test_a_translation_is_not_taken_for_another_paper(first: str, second: str) -> None:
    assert compare_titles(first, second) is TitleMatch.INCOMPARABLE


def test_a_title_is_found_across_the_lines_of_a_page() -> None:
    page = (
        "Research Article\nEffects of heat shock on the pro-\nliferation of yeast cells\nA. Smith"
    )
    assert stands_in("Effects of heat shock on the proliferation of yeast cells", page)
    assert not stands_in("Effects of heat shock on the proliferation of cells", page)


@pytest.mark.parametrize(
    ("title", "expected"),
    [("Western Blot", False), ("", False), ("熱ショック応答の解析", True), (LONG, True)],
)
def test_short_titles_name_no_paper(title: str, expected: bool) -> None:
    assert is_telling(title) is expected


@given(st.text(max_size=120), st.text(max_size=120))
def test_comparing_is_symmetric_for_any_text(first: str, second: str) -> None:
    assert compare_titles(first, second) is compare_titles(second, first)


@given(st.text(max_size=200))
def test_a_title_is_never_different_from_itself(title: str) -> None:
    assert compare_titles(title, title) in (TitleMatch.SAME, TitleMatch.INCOMPARABLE)
    assert " " not in title_key(title)
