"""Questions for values, and values that are the same in other units."""

from __future__ import annotations

import pytest

from aliquot.generation.surveying.disagreeing import Stated, disagreements_of
from aliquot.generation.surveying.steps import is_own_step, names_step, step_names
from aliquot.generation.surveying.value_questions import (
    ValueQuestion,
    is_comparison,
    read_values,
)
from aliquot.generation.surveying.valuing import from_last, masses_beside, segments, values_of
from aliquot.types import Finding, FindingKind, Span, SurveyRow


def asked(question: str) -> ValueQuestion:
    found = read_values(question, question)
    assert found is not None
    return found


def finding(document: str, amount: str, name: str = "NaCl") -> Finding:
    return Finding(
        kind=FindingKind.REAGENT,
        value=name,
        normalised=name.casefold(),
        document_id=document,
        chunk_id=f"{document}#1",
        span=Span(0, 20),
        place=Span(0, len(name)),
        details={"amount": amount},
    )


def stated(*findings: Finding, question: str = "Which concentrations of NaCl?") -> list[Stated]:
    values = values_of(findings, asked(question))
    return [
        Stated(one, SurveyRow({"concentration": one.shown}, (), tuple(one.by_document)))
        for one in values
    ]


@pytest.mark.parametrize(
    ("question", "kind", "about"),
    [
        ("Which annealing temperatures did we use?", "temperature", "annealing"),
        ("At which temperatures do we autoclave?", "temperature", "autoclave"),
        ("How long were larvae heat shocked?", "duration", "larvae heat shocked?"),
        ("Which versions of SPSS were used?", "version", "SPSS"),
        ("Which doses of primaquine were given?", "dose", "primaquine"),
        ("Do our protocols disagree on the concentration of SDS?", "reagent", "SDS"),
        ("Which protocols disagree on the concentration of SDS?", "reagent", "SDS"),
        ("アニーリング温度は何度ですか？", "temperature", "annealing"),
        ("SDSの濃度は文書によって違いますか？", "reagent", "SDS"),
        ("遠心の時間は？", "duration", "centrifugation"),
        ("Which temperatures do our protocols use for lysis?", "temperature", "lysis"),
        ("At what temperature and for how long is DNA stored?", "temperature", "DNA stored"),
    ],
)
def test_a_question_for_values_is_read_with_what_they_are_of(
    question: str, kind: str, about: str
) -> None:
    found = asked(question)
    assert found.kind == kind
    assert about.rstrip("?") in found.text


@pytest.mark.parametrize(
    "question",
    [
        "Which protocols use a temperature of 4 °C?",
        "How many versions of SPSS were used?",
        "Which cell lines did we use three times?",
        "Has anyone used room temperature?",
        "Which Phase 3 trial compares two doses of doxorubicin?",
        "どのプロトコルが37度の温度を使いますか",
    ],
)
def test_a_question_for_something_else_is_none_for_values(question: str) -> None:
    assert read_values(question, question) is None


def test_one_value_in_two_units_is_one() -> None:
    (one,) = stated(finding("a", "0.5 mM"), finding("b", "500 µM"))
    assert one.row.documents == ("a", "b")
    assert disagreements_of([one], "NaCl", "concentration") == ()


def test_values_that_differ_stand_side_by_side() -> None:
    found = stated(finding("a", "20 mg/ml"), finding("b", "100 µg/ml"), finding("c", "20 mg/mL"))
    (one,) = disagreements_of(found, "", "concentration")
    assert one.about == "NaCl: concentration"
    assert [row.documents for row in one.rows] == [("a", "c"), ("b",)]


def test_how_much_is_taken_of_a_solution_is_no_concentration() -> None:
    found = stated(finding("a", "40 µl; 20 mg/ml"), finding("b", "10 µl"))
    assert [one.value.shown for one in found] == ["20 mg/ml"]


def test_amounts_of_other_dimensions_do_not_disagree() -> None:
    found = stated(finding("a", "5 M"), finding("b", "2 %"))
    assert disagreements_of(found, "", "concentration") == ()


def test_a_value_within_a_range_does_not_disagree_with_it() -> None:
    found = stated(finding("a", "5-10 mM"), finding("b", "7 mM"))
    assert disagreements_of(found, "", "concentration") == ()


def test_documents_with_the_same_several_values_agree() -> None:
    found = stated(*(finding(key, amount) for key in "ab" for amount in ("2 %", "4 %")))
    assert disagreements_of(found, "", "concentration") == ()


def test_one_document_with_two_values_does_not_disagree_with_itself() -> None:
    found = stated(finding("a", "2 %"), finding("a", "4 %"))
    assert disagreements_of(found, "", "concentration") == ()


def test_what_a_sentence_says_of_each_value_is_what_stands_by_it() -> None:
    text = "Denaturation at 94 °C for 1 min, annealing at 55 °C, 72 °C for extension, then 4 °C"
    places = [
        (text.index(one), text.index(one) + 5) for one in ("94 °C", "55 °C", "72 °C", " 4 °C")
    ]
    first, second, third, fourth = segments(text, places)
    assert "Denaturation" in first
    assert "annealing" in second
    assert "Denaturation" not in second
    assert "extension" in third
    assert "annealing" not in third
    assert "extension" not in fourth


def test_masses_beside_a_dose_are_told_apart_from_it() -> None:
    text = "Drug A 500 mg and drug B 0.5 mg/kg"
    dose = (text.index("0.5"), len(text))
    assert [text[start:end] for start, end in masses_beside(text, [dose])] == ["500 mg"]


def test_values_in_a_row_have_the_words_of_the_first() -> None:
    text = "Annealing at 50 °C and 55 °C"
    found = segments(text, [(13, 18), (23, 28)])
    assert all("Annealing" in one for one in found)


def test_a_step_named_together_with_another_is_kept() -> None:
    assert from_last("elongation", "and annealing/elongation for") == "annealing/elongation for"
    assert from_last("dried", "autoclaved and dried at") == "dried at"


def test_steps_are_known_by_their_other_names_in_both_languages() -> None:
    assert "spin" in next(step_names("centrifugation")).others
    assert [names_step(one) for one in ("Annealing", "proteinase K")] == [True, False]
    assert [is_own_step(one) for one in ("dried", "incubate", "pellet")] == [True, False, False]


@pytest.mark.parametrize(
    ("question", "compares"),
    [
        ("Do our protocols disagree on SDS?", True),
        ("How does lysis differ between protocols?", True),
        ("エタノールの濃度の違いは？", True),
        ("How many different cell lines did we use?", False),
        ("Which gels did we use?", False),
    ],
)
def test_comparisons_are_told_from_counts_of_different_things(
    question: str, *, compares: bool
) -> None:
    assert is_comparison(question) is compares
