from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.analysis.follow_ups import entities_of, made_standalone
from aliquot.language import detect_language

HALF_LIFE = "What is the half-life of p53 in rats?"


def made(question: str, before: str) -> str:
    return made_standalone(question, detect_language(question), before)


@pytest.mark.parametrize(
    ("before", "question", "expected"),
    [
        (HALF_LIFE, "and in mice?", "What is the half-life of p53 in mice?"),
        (HALF_LIFE, "What about at 37 °C?", "What is the half-life of p53 in rats at 37 °C?"),
        (HALF_LIFE, "And what is its function?", "What is p53's function?"),
        (HALF_LIFE, "how about MDM2?", "What is the half-life of MDM2 in rats?"),
        (HALF_LIFE, "Why?", f"Why: {HALF_LIFE}"),
        ("What is the role of mTOR?", "Is it inhibited by rapamycin?",
         "Is mTOR inhibited by rapamycin?"),
        ("How long is the tube heated at 42 °C?", "And at 37 °C?",
         "How long is the tube heated at 37 °C?"),
        ("Which trials test NW-6106 in adults?", "and in children under 12?",
         "Which trials test NW-6106 in children under 12?"),
    ],
)  # fmt: skip
def test_what_a_follow_up_leaves_out_comes_from_the_question_before(
    before: str, question: str, expected: str
) -> None:
    assert made(question, before) == expected


@pytest.mark.parametrize(
    ("before", "question", "expected"),
    [
        ("p53の半減期は？", "それはマウスでも同じですか？", "p53はマウスでも同じですか？"),
        ("p53の半減期は？", "その機能は何ですか？", "p53の機能は何ですか？"),
        ("p53の半減期は？", "マウスでは？", "マウスでは、p53の半減期は？"),
        ("ビレリンの投与量は？", "女性の場合は？", "女性では、ビレリンの投与量は？"),
    ],
)
def test_japanese_follow_ups(before: str, question: str, expected: str) -> None:
    assert made(question, before) == expected


@pytest.mark.parametrize(
    "question",
    [
        "Which cell line is used for lentivirus production?",
        "Does MDM2 lose its function when phosphorylated?",
        "How long does it take to run a gel?",
        "Is it possible to freeze the lysate?",
        "HEK293T細胞は何度で培養しますか？",
        "固定後の洗浄は何回ですか？",
        "その後の洗浄は何回ですか？",
        "それぞれの濃度は何ですか？",
        "What is the dose of semaglutide in adults?",
    ],
)
def test_a_question_that_is_understood_alone_is_left_as_it_is(question: str) -> None:
    assert made(question, HALF_LIFE) == question
    assert made(question, "p53の半減期は？") == question


@pytest.mark.parametrize(
    ("before", "question", "names"),
    [
        ("Does MDM2 bind p53?", "What about its half-life?", ("MDM2", "p53")),
        ("Which trials test NW-6106?", "How many patients did this trial enrol?", ("NW-6106",)),
        ("What is the dose of semaglutide?", "What are its side effects?", ("semaglutide",)),
        ("MDM2はp53に結合しますか？", "その半減期は？", ("MDM2", "p53")),
    ],
)
def test_where_several_things_may_be_meant_all_are_named_and_none_is_put_in(
    before: str, question: str, names: tuple[str, ...]
) -> None:
    asked = made(question, before)
    assert all(name in asked for name in names)
    assert "its" in asked.lower() or "this trial" in asked or "その" in asked


def test_nothing_is_made_of_a_first_question() -> None:
    assert made("and in mice?", "") == "and in mice?"


def test_units_and_methods_are_no_names() -> None:
    assert entities_of("What is the IC50 of virellin at 37 °C by PCR?", "en") == []


@pytest.mark.parametrize("question", ["Then", "THEN?", "and", "What about"])
def test_words_that_only_go_on_stay_as_they_are(question: str) -> None:
    assert made(question, "What is the half-life of p53?") == question


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_two_texts_make_a_question_of_their_words(question: str, before: str) -> None:
    asked = made(question, before)
    assert bool(asked.strip()) == bool(question.strip())
