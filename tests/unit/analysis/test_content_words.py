"""The content terms of a question are its subject."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.analysis.content_words import content_terms


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("What was the dose of IL-6?", ["dose", "il6", "il", "6"]),
        ("Which cell lines did we use?", ["cell", "line"]),
        ("What is it?", []),
        ("Did the drug not work?", ["drug", "not", "work"]),
        ("Is WAS mutated?", ["was", "mutat"]),
        ("What is Parkinson's disease?", ["parkinson", "diseas"]),
        ("効率について教えてください。", ["効率"]),
        ("遠心条件は何ですか？", ["遠心", "心条", "条件"]),
        ("量はいくらですか？", ["量"]),
        ("", []),
    ],
)
def test_content_terms(question: str, terms: list[str]) -> None:
    assert content_terms(question) == terms


@given(st.text())
def test_content_terms_are_terms_of_the_question_each_once(question: str) -> None:
    terms = content_terms(question)
    assert len(terms) == len(set(terms))


@given(st.lists(st.sampled_from(["what", "IL-6", "dose", "of", "mice", "TP53", "not"])))
def test_content_terms_are_searched_terms(words: list[str]) -> None:
    question = " ".join(words)
    assert set(content_terms(question)) <= set(StandardAnalyser().terms(question))


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("固定は何度で何時間行いますか？", ["固定"]),
        ("何回洗浄しますか？", ["洗浄"]),
        ("幾何学", ["幾何", "何学"]),
    ],
)
def test_what_is_counted_is_asked_for_not_the_subject(question: str, terms: list[str]) -> None:
    assert content_terms(question) == terms
