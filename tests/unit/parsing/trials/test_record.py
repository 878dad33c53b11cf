"""Values that a trial registry writes, and what they mean."""

from __future__ import annotations

import pytest

from aliquot.parsing.trials.record import (
    age_in_years,
    group_table,
    measurement_text,
    phase_numbers,
    readable,
    readable_with_code,
    start_year,
)


@pytest.mark.parametrize(
    ("phases", "numbers"),
    [
        (["PHASE3"], (3,)),
        (["PHASE2", "PHASE3"], (2, 3)),
        (["Phase 2/Phase 3"], (2, 3)),
        (["EARLY_PHASE1"], (0.5,)),
        (["Early Phase 1"], (0.5,)),
        (["Phase 0"], (0.5,)),
        (["NA"], ()),
        (["N/A"], ()),
        ([], ()),
    ],
)
def test_phase_is_a_number_in_every_layout(phases: list[str], numbers: tuple[float, ...]) -> None:
    assert phase_numbers(phases) == numbers


@pytest.mark.parametrize(
    ("age", "years"),
    [
        ("65 Years", 65),
        ("6 Months", 0.5),
        ("1 Year", 1),
        ("26 Weeks", 0.4983),
        ("1 Day", 0.0027),
        ("N/A", None),
        ("N/A (No limit)", None),
        ("", None),
    ],
)
def test_age_is_counted_in_years(age: str, years: float | None) -> None:
    assert age_in_years(age) == years


def test_code_is_shown_beside_words_that_differ() -> None:
    assert readable_with_code("NOT_YET_RECRUITING") == "Not yet recruiting (NOT_YET_RECRUITING)"
    assert readable_with_code("PHASE3") == "Phase 3 (PHASE3)"


def test_code_that_differs_by_case_alone_is_not_repeated() -> None:
    assert readable_with_code("RECRUITING") == "Recruiting"


def test_words_and_acronyms_are_left_as_they_are() -> None:
    assert readable("Active, not recruiting") == "Active, not recruiting"
    assert readable("NIH") == "NIH"


@pytest.mark.parametrize("date", ["2021-09-01", "June 2021", "January 12, 2021"])
def test_year_is_found_in_every_date_form(date: str) -> None:
    assert start_year(date) == 2021


def test_measurement_shows_spread_or_limits() -> None:
    assert measurement_text("26", spread="1.2") == "26 (1.2)"
    assert measurement_text("19", lower="12", upper="18") == "19 (12 to 18)"
    assert measurement_text("", comment="not measured") == "[not measured]"


def test_group_table_keeps_each_group_in_its_column() -> None:
    groups = {"a": "Placebo", "b": "Drug"}
    table = group_table("Participants", groups, [("Started", {"b": "7"})])
    assert table == (("Participants", "Placebo", "Drug"), ("Started", "", "7"))
