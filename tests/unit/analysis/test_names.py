"""Names in questions: what is looked up exactly."""

from __future__ import annotations

import pytest

from aliquot.analysis.names import is_lookup, names_of


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What is the catalogue number NW-6106?", ["nw6106"]),
        ("IL-6, IL6 and il 6 in HEK293T", ["il6", "hek293t"]),
        ("Is p.R175H in TP53 pathogenic?", ["r175h", "tp53"]),
        ("How long was it heated?", []),
        ("Sterivex抽出の溶出条件は？", ["sterivex"]),
        ("DNA抽出の条件は？", []),
    ],
)
def test_names_are_identifiers_and_latin_words_in_japanese(question: str, names: list[str]) -> None:
    assert names_of(question) == names


@pytest.mark.parametrize(
    "question",
    ["NW-6106", "What is NW-6106?", "TP53", "10.1186/s12864-015-1640-z", "IL-6 and IL-10"],
)
def test_a_question_of_names_alone_is_a_lookup(question: str) -> None:
    assert is_lookup(question)


@pytest.mark.parametrize(
    "question", ["Where is TP53 expressed?", "heat shock", "TP53とは何ですか？", "5 µM", "?"]
)
def test_a_question_about_something_is_not_a_lookup(question: str) -> None:
    assert not is_lookup(question)
