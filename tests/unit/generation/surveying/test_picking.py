"""What a survey's question says of the records it is put to."""

from __future__ import annotations

import pytest

from aliquot.filters import describe
from aliquot.generation.surveying.picking import picked
from aliquot.types import Comparison, Operator

YEAR = 2026


def where(question: str) -> str:
    return describe(picked(question, None, YEAR).where)


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("List accessions in our spreadsheets", "table"),
        ("every gene entry with a paralogue", "gene"),
        ("anything in any protocol about agar", "protocol"),
        ("vortexに触れていないprotocolはどれ", "protocol"),
        ("妊婦を対象とした試験", "trial"),
    ],
)
def test_the_kind_of_documents_a_question_names_is_meant(question: str, kind: str) -> None:
    assert where(question) == f'kind = "{kind}"'


@pytest.mark.parametrize("question", ["What cites these trials?", "files about protocols"])
def test_a_kind_that_is_looked_for_is_no_filter(question: str) -> None:
    assert where(question.replace("these ", "")) == ""


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("started in 2018 or 2019", "year in [2018, 2019]"),
        ("of 2014", "year = 2014"),
        ("between 2015 and 2018", "year >= 2015 and year <= 2018"),
        ("since 2017", "year >= 2017"),
        ("after 2017", "year >= 2018"),
        ("before 2017", "year <= 2016"),
        ("last year", "year = 2025"),
        ("2020年以降に発表された", "year >= 2020"),
        ("2020年以前の", "year <= 2020"),
        ("2018年から2020年までの", "year >= 2018 and year <= 2020"),
        ("昨年の", "year = 2025"),
    ],
)
def test_years_act_however_they_are_said(words: str, expected: str) -> None:
    assert where(f"files {words}") == expected


def test_the_words_of_a_year_are_not_looked_for() -> None:
    assert picked("2020年に発表された文書", None, YEAR).text.split() == ["文書"]


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("trials with more than 1,000 participants", "enrollment > 1000"),
        ("trials enrolling at least 50 patients", "enrollment >= 50"),
        ("参加者が10,000人を超える試験", "enrollment > 10000"),
        ("100人未満の試験", "enrollment < 100"),
    ],
)
def test_the_size_of_a_trial_acts(question: str, expected: str) -> None:
    assert where(question) == f'kind = "trial" and {expected}'


@pytest.mark.parametrize(
    ("question", "statuses"),
    [
        ("statusがWithdrawnの試験", '["withdrawn"]'),
        ("中止された試験", '["terminated", "withdrawn"]'),
        ("trials that are suspended", '["suspended"]'),
    ],
)
def test_the_state_of_a_trial_acts(question: str, statuses: str) -> None:
    assert where(question) == f'kind = "trial" and trial_status in {statuses}'


def test_what_patients_completed_is_no_state_of_the_trial() -> None:
    assert where("trials in patients who completed chemotherapy") == 'kind = "trial"'


def test_a_field_that_is_understood_already_is_left() -> None:
    known = Comparison("year", Operator.EQ, 2015)
    assert picked("files of 2014", known, YEAR).where is None
