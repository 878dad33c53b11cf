"""Cells, and where tables begin and end on a sheet."""

from __future__ import annotations

import datetime

import pytest

from aliquot.parsing.tables.cells import cell_text
from aliquot.parsing.tables.regions import find_regions
from aliquot.parsing.tables.sheets import Sheet, evident_title, trimmed


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (250.0, "250"),
        (0.1 + 0.2, "0.3"),
        (1e-9, "1e-09"),
        (True, "TRUE"),
        (None, ""),
        ("  a \n b ", "a b"),
        (datetime.datetime(2024, 3, 1), "2024-03-01"),
        (datetime.datetime(2024, 3, 1, 9, 16), "2024-03-01 09:16:00"),
        (datetime.date(2024, 3, 1), "2024-03-01"),
        (datetime.time(9, 16, 58), "09:16:58"),
        (datetime.timedelta(days=1, hours=12), "36:00:00"),
    ],
)
def test_cells_are_written_without_noise(value: object, text: str) -> None:
    assert cell_text(value) == text


def test_empty_margins_are_cut() -> None:
    sheet = trimmed(Sheet("S", 1, [["", "", ""], ["", "a", ""], ["", "b", "c"], ["", "", ""]]))
    assert sheet.rows == [["a", ""], ["b", "c"]]


def test_wide_sheet_is_cut_with_a_warning() -> None:
    sheet = trimmed(Sheet("S", 1, [["x"] * 300]))
    assert len(sheet.rows[0]) == 256
    assert "300 columns" in sheet.warnings[0]


def test_title_is_a_lone_cell_of_words() -> None:
    table = [["a", "b"], ["1", "2"]]
    assert evident_title([["Freezer inventory", ""], *table]) == "Freezer inventory"
    assert evident_title([["Date: 2024", ""], *table]) == ""
    assert evident_title(table) == ""


WIDE = ["a", "b", "c", "d", "e"]
NUMBERS = ["1", "2", "3", "4", "5"]
NONE = [""] * 5


def shape(rows: list[list[str]]) -> list[tuple[bool, int]]:
    return [(region.is_table, len(region.rows)) for region in find_regions(rows)]


def test_remarks_above_and_below_leave_the_table() -> None:
    rows = [["Mode:", "x", "", "", ""], NONE, WIDE, NUMBERS, NONE, ["End", "", "", "", ""]]
    assert shape(rows) == [(False, 1), (True, 2), (False, 1)]


def test_remark_right_above_becomes_the_caption() -> None:
    rows = [["Rawdata", "", "", "", ""], WIDE, NUMBERS]
    assert [region.caption for region in find_regions(rows)] == ["", "Rawdata"]


def test_sparse_rows_stay_in_their_table() -> None:
    sparse = ["x", "", "", "", "5"]
    assert shape([WIDE, sparse, sparse, NUMBERS, sparse]) == [(True, 5)]


def test_empty_rows_do_not_end_a_table() -> None:
    assert shape([WIDE, NUMBERS, NONE, NUMBERS, NUMBERS]) == [(True, 4)]


def test_new_header_begins_a_new_table() -> None:
    assert shape([WIDE, NUMBERS, NONE, WIDE, NUMBERS]) == [(True, 2), (True, 2)]


def test_one_wide_setting_among_narrow_ones_is_no_table() -> None:
    settings = [["Mode", "x", "", "", ""], ["Gain", "60", "Optimal", "48", "38"]] * 2
    rows = [*settings, ["Lag", "0", "", "", ""], *settings[:1] * 9, NONE, WIDE, NUMBERS]
    assert shape(rows)[0] == (False, 14)


def test_narrow_sheet_is_one_table() -> None:
    assert shape([["a", "b"], ["1", "2"]]) == [(True, 2)]


def test_narrow_tables_are_parted_from_title_and_note() -> None:
    note = ["* opened vials only", "", ""]
    rows = [["Freezer 3", "", ""], NONE[:3], ["Box", "Tube", "n"], ["1", "A", "2"], note]
    assert shape(rows) == [(False, 1), (True, 2), (False, 1)]


def test_narrow_tables_below_each_other_are_two() -> None:
    rows = [["Box", "n"], ["A", "1"], ["", ""], ["Tube", "mL"], ["x", "2"]]
    assert shape(rows) == [(True, 2), (True, 2)]


def test_tables_of_different_length_beside_each_other_are_two() -> None:
    rows = [
        ["Gene", "Ct", "", "Primer", "Tm"],
        ["ACTB", "18", "", "F1", "60"],
        ["MYC", "24", "", "", ""],
    ]
    regions = find_regions(rows)
    assert [region.rows[0] for region in regions] == [["Gene", "Ct"], ["Primer", "Tm"]]
    assert [len(region.rows) for region in regions] == [3, 2]


def test_empty_column_does_not_tear_rows_apart() -> None:
    rows = [["Mouse", "Sex", "", "Weight", "Dose"], ["M1", "f", "", "21", "5"]]
    assert shape(rows) == [(True, 2)]


def test_setting_further_above_is_no_caption() -> None:
    rows = [["Mode:", "x", "", "", ""], NONE, WIDE, NUMBERS]
    assert [region.caption for region in find_regions(rows)] == ["", ""]
