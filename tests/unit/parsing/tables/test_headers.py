"""Header rows of tables."""

from __future__ import annotations

import pytest

from aliquot.parsing.tables.headers import with_one_header


def test_units_under_the_header_join_the_names() -> None:
    rows = [["Sample", "Conc.", "Time"], ["", "ng/µL", "[min]"], ["x", "5", "10"]]
    assert with_one_header(rows)[0] == ["Sample", "Conc. (ng/µL)", "Time [min]"]


def test_first_row_of_words_is_no_row_of_units() -> None:
    rows = [["Sample", "Group", "n"], ["x", "d", "10"], ["y", "h", "12"]]
    assert with_one_header(rows) == rows


@pytest.mark.parametrize(
    "unit", ["mg/ml", "(µM)", "°C", "%", "10^6 cells", "cells/mL", "時間", "x g"]
)
def test_units_are_recognised(unit: str) -> None:
    header = with_one_header([["a", "b"], ["", unit], ["x", "1"]])[0]
    assert header[1].startswith("b ")


def test_groups_of_columns_in_text_files_reach_to_the_next_group() -> None:
    rows = [
        ["", "Control", "", "Treated", ""],
        ["Gene", "r1", "r2", "r1", "r2"],
        ["ACTB", "1", "2", "3", "4"],
    ]
    names = ["Gene", "Control r1", "Control r2", "Treated r1", "Treated r2"]
    assert with_one_header(rows)[0] == names


def test_header_with_a_gap_keeps_its_first_row_of_values() -> None:
    rows = [["sample", "", "", "n"], ["a", "x", "y", "3"], ["b", "x", "z", "4"]]
    assert with_one_header(rows) == rows


def test_values_under_a_merged_heading_are_no_header() -> None:
    rows = [
        ["Antibody", "", "Dilution"],
        ["anti-GFP", "rabbit", "1:500"],
        ["anti-HA", "rat", "1:99"],
    ]
    found = with_one_header(rows, {(0, 0): (1, 2)})
    assert found[0] == ["Antibody", "Antibody", "Dilution"]
    assert len(found) == 3


def test_numbers_under_a_merged_heading_are_names_where_the_first_column_needs_one() -> None:
    rows = [["", "Dose", ""], ["Mouse", "0", "10"], ["M1", "3", "4"]]
    assert with_one_header(rows, {(0, 1): (1, 2)})[0] == ["Mouse", "Dose 0", "Dose 10"]
