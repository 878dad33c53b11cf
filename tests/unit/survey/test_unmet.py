"""A question whose restrictions no document passes says so, and how many were looked at."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from aliquot.library import Library
from aliquot.types import Comparison, Operator


def trial(number: int, phase: str, start: str) -> str:
    protocol: Mapping[str, Any] = {
        "identificationModule": {"nctId": f"NCT0000000{number}", "briefTitle": f"Trial {number}"},
        "statusModule": {"overallStatus": "COMPLETED", "startDateStruct": {"date": start}},
        "descriptionModule": {"briefSummary": "Virellin eye drops in dry eye."},
        "conditionsModule": {"conditions": ["Dry Eye"]},
        "designModule": {"studyType": "INTERVENTIONAL", "phases": [phase]},
        "eligibilityModule": {"minimumAge": "18 Years", "stdAges": ["ADULT"]},
    }
    return json.dumps({"protocolSection": protocol})


@pytest.fixture
def trials(library: Library, write_lab: Callable[..., Path], tmp_path: Path) -> Library:
    given = ((1, "PHASE3", "2018-02"), (2, "PHASE2", "2020-05"), (3, "PHASE2", "2021-05"))
    files = {f"NCT0000000{n}.json": trial(n, phase, start) for n, phase, start in given}
    library.add(write_lab(tmp_path / "lab", files))
    return library


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "Phase 3 trials of virellin after 2030 in adults",
            ("None of the 3 documents looked at passes", "“Phase 3” 1", "“after 2030” 0"),
        ),
        (
            "How many phase 4 trials are there in dry eye?",
            ("None of the 3 documents looked at passes",),
        ),
        (
            "2030年以降に始まった第3相試験をすべて教えてください",
            ("調べた3件の資料に", "第3相」が1件"),
        ),
    ],
)
def test_a_question_no_trial_passes_says_so_with_its_restrictions(
    trials: Library, question: str, said: tuple[str, ...]
) -> None:
    answer = trials.ask(question)
    assert not answer.statements
    assert answer.survey is not None
    assert answer.survey.coverage.read == 3
    assert answer.survey.absent
    for one in said:
        assert one in answer.text
    assert trials.survey(question).summary == answer.text


def test_a_count_of_what_no_document_passes_is_none(trials: Library) -> None:
    survey = trials.survey("How many phase 4 trials are there?")
    assert (survey.count, survey.counted) == (0, "documents")


def test_documents_somebody_may_not_see_are_not_counted(trials: Library) -> None:
    first = trials.documents()[0].id
    seen = Comparison("document_id", Operator.EQ, first)
    survey = trials.survey("Which phase 4 trials are there?", where=seen)
    assert survey.coverage.read == 1
    assert "None of the 1 documents looked at" in survey.summary


def test_what_some_trial_passes_is_answered_by_it(trials: Library) -> None:
    answer = trials.ask("Phase 3 trials of virellin before 2030 in adults")
    assert answer.survey is not None
    assert [one.values["document"] for one in answer.survey.rows] == ["nct00000001"]
