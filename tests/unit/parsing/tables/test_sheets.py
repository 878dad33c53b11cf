"""Cells, and where tables begin and end on a sheet."""

from __future__ import annotations

import datetime

import pytest

from aliquot.parsing.tables.regions import find_regions
from aliquot.parsing.tables.sheets import Sheet, cell_text, evident_title, trimmed


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


GENES = ["TP53", "BRCA1", "MYC", "EGFR", "KRAS"]


@pytest.mark.parametrize("damage", ["2024-09-02", "2-Sep", "Mar-01", "2001-03-01"])
def test_dates_among_gene_names_are_flagged(damage: str) -> None:
    sheet = trimmed(Sheet("S", 1, [["Gene", "n"], *[[gene, "1"] for gene in (*GENES, damage)]]))
    assert sheet.flags == {"gene_date"}
    assert damage in sheet.warnings[0]


@pytest.mark.parametrize(
    "column",
    [
        ["Date", "2024-03-01", "2024-03-02", "n/a", "2024-03-04"],
        ["Sample", "Liver", "kidney", "2024-03-04", "spleen"],
        ["Gene", *GENES],
    ],
)
def test_columns_of_dates_or_words_are_not_flagged(column: list[str]) -> None:
    assert trimmed(Sheet("S", 1, [[cell] for cell in column])).flags == set()


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
