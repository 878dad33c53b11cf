"""What a question says of the records of trials."""

from __future__ import annotations

import pytest

from aliquot.filters import describe
from aliquot.generation.surveying.picking import picked


@pytest.mark.parametrize(
    ("question", "where"),
    [
        ("how many phase 3 trials did we register", "phase = 3"),
        ("Phase II trials", "phase = 2"),
        ("phase 1 or 2 trials", "phase in [1, 2]"),
        ("phase 2/3 trials", "phase = 2 and phase = 3"),
        ("early phase 1 trials", "phase = 0.5"),
        ("フェーズ3の試験", "phase = 3"),
        ("第Ⅱ相試験", "phase = 2"),
        ("Which trials were stopped?", 'trial_status in ["terminated", "suspended", "withdrawn"]'),
        ("trials that are no longer recruiting", 'not trial_status in ["recruiting"]'),
        ("Which trials aren't recruiting any more?", 'not trial_status in ["recruiting"]'),
        ("まだ募集している試験", 'trial_status in ["recruiting"]'),
        ("まだ募集していない試験", 'not trial_status in ["recruiting"]'),
    ],
)
def test_phase_and_state_of_a_trial_are_read_however_they_are_written(
    question: str, where: str
) -> None:
    assert describe(picked(question, None, 2026).where) == f'kind = "trial" and {where}'


@pytest.mark.parametrize(
    "question",
    [
        "Trials in patients who completed chemotherapy",
        "Trials of the active form of vitamin D",
    ],
)
def test_what_patients_did_is_no_state_of_a_trial(question: str) -> None:
    assert "trial_status" not in describe(picked(question, None, 2026).where)
