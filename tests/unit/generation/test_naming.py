from __future__ import annotations

import pytest

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.generation.extractive import QuestionTerms
from aliquot.generation.naming import named_in, unmet

ANALYSER = StandardAnalyser()


def names(question: str) -> list[str]:
    return [one.text for one in named_in(question, terms(question), ANALYSER)]


def terms(question: str) -> QuestionTerms:
    return QuestionTerms(dict.fromkeys(ANALYSER.terms(question), 1.0))


def lacking(question: str, *documents: str) -> list[str]:
    weighed = terms(question)
    held = [set(ANALYSER.terms(one)) for one in documents]
    return [one.text for one in unmet(named_in(question, weighed, ANALYSER), weighed, held)]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What dose of Virellin was given for Lung Disease?", ["Virellin", "Lung Disease"]),
        ("Is virellin found in Ocimum sanctum leaves?", ["Ocimum sanctum"]),
        ("Which GL-2217 mutant grew?", ["GL-2217"]),
        ("肺におけるvirellinの濃度は？", ["virellin"]),
        ("Virellin soaked for 10 mM how long?", []),
        ("How long is it kept? Tubes are where?", []),
    ],
)
def test_a_name_is_what_is_written_like_one(question: str, expected: list[str]) -> None:
    assert names(question) == expected


@pytest.mark.parametrize(
    "question",
    ["What is the DOI of the paper?", "When in March was it?", "グリセロールは何mL加えますか"],
)
def test_registers_months_and_units_are_no_names(question: str) -> None:
    assert names(question) == []


def test_names_have_to_meet_in_one_document() -> None:
    question = "What dose of Virellin was given for Psoriasis?"
    apart = ("Virellin for asthma.", "Psoriasis and light.")
    assert len(lacking(question, *apart)) == 1
    assert not lacking(question, *apart, "Virellin in psoriasis.")


def test_most_of_a_long_name_is_enough() -> None:
    question = "Which dose had Recurrent Pancreatic Carcinoma?"
    assert not lacking(question, "Pancreatic carcinoma: 5 mg.")
    assert lacking(question, "Carcinoma of the lung: 5 mg.")


def test_a_hyphenated_name_is_held_by_its_parts() -> None:
    assert not lacking("Which HMMR-related ratio is it?", "HMMR was related to risk.")


def test_without_names_nothing_is_unmet() -> None:
    assert not lacking("how long is it kept?", "Something else.")
