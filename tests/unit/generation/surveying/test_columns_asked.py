"""Which columns a question names itself, and what is left of it."""

from __future__ import annotations

import pytest

from aliquot.generation.surveying.columns_asked import columns_asked


@pytest.mark.parametrize(
    ("question", "left", "columns"),
    [
        (
            "Tabulate the PCR protocols with their annealing temperature and number of cycles",
            "Tabulate the PCR protocols",
            ("annealing temperature", "number of cycles"),
        ),
        ("List trials with phase and enrollment", "List trials", ("phase", "enrollment")),
        (
            "Give me a table of cancer trials: phase, status",
            "Give me a table of cancer trials",
            ("phase", "status"),
        ),
        (
            "For each protocol list the temperature and time",
            "For each protocol list the",
            ("temperature", "time"),
        ),
        (
            "What are the sample sizes of the vaccine trials?",
            "of the vaccine trials?",
            ("sample sizes",),
        ),
        (
            "マラリアの試験を、投与量と相とともに表にして",
            "マラリアの試験 表にして",
            ("投与量", "相"),
        ),
        (
            "COVID-19ワクチンの試験の相と参加者数を表にまとめて",
            "COVID-19ワクチンの試験 表にまとめて",
            ("相", "参加者数"),
        ),
    ],
)
def test_what_is_only_shown_of_documents_is_a_column(
    question: str, left: str, columns: tuple[str, ...]
) -> None:
    found_left, found = columns_asked(question)
    assert found == columns
    assert " ".join(found_left.split()) == left


@pytest.mark.parametrize(
    "question",
    [
        "Which trials use a placebo with a dose of 5 mg?",
        "Trials with nivolumab in them",
        "List the GEO series accessions that appear in our papers.",
        "論文に出てくるSRAのアクセッション番号を一覧にして",
        "抗体の一覧を表にして",
    ],
)
def test_what_documents_are_found_by_is_no_column(question: str) -> None:
    assert columns_asked(question) == (question, ())
