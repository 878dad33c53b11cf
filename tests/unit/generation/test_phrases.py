from __future__ import annotations

import pytest

from aliquot.generation.phrases import refusal
from aliquot.library import Library


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("en", "Not found in our lab's materials."),
        ("ja", "当研究室の資料には記載されていません。"),
        ("fi", "Not found in our lab's materials."),
    ],
)
def test_refusals_are_the_promised_sentences(language: str, expected: str) -> None:
    assert refusal(language) == expected


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("Which telescope observed the quasar in 1998?", "Not found in our lab's materials."),
        (
            "火星探査機の打ち上げ日はいつですか？",
            "当研究室の資料には記載されていません。",
        ),
    ],
)
def test_the_question_decides_the_language_of_a_refusal(
    filled: Library, question: str, expected: str
) -> None:
    answer = filled.ask(question)
    assert answer.abstained
    assert answer.text == expected
    assert answer.reason
    assert answer.statements == ()


def test_a_filter_that_admits_nothing_is_a_refusal_that_says_so(filled: Library) -> None:
    answer = filled.ask("How long is the tube heated?", where="kind = trial")
    assert answer.abstained
    assert "filter" in answer.reason


def test_an_empty_library_says_how_to_fill_it(library: Library) -> None:
    answer = library.ask("How long is the tube heated?")
    assert answer.abstained
    assert "aliquot add" in answer.reason
