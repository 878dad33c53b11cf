"""A survey as a workbook."""

from __future__ import annotations

import io
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from openpyxl import Workbook, load_workbook

from aliquot.errors import ConfigError
from aliquot.generation.surveying.tables import xlsx
from aliquot.generation.surveying.tables.xlsx import to_xlsx
from aliquot.types import Absence, Disagreement, Survey, SurveyGroup
from made_surveys import made_citation, made_row, made_survey

DAY = date(2026, 11, 30)


def opened(survey: Survey) -> Workbook:
    return load_workbook(io.BytesIO(to_xlsx(survey, DAY)))


def cells(book: Workbook, sheet: str) -> list[list[Any]]:
    return [list(row) for row in book[sheet].iter_rows(values_only=True)]


def test_the_table_comes_first_with_a_frozen_head_and_filters() -> None:
    sheet = opened(made_survey(made_row())).worksheets[0]
    assert sheet.title == "Survey"
    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref == "A1:H2"
    assert sheet["A2"].alignment.wrap_text


def test_counts_are_numbers_and_names_are_words() -> None:
    sheet = opened(made_survey(made_row("SEPT2"), made_row("007"))).worksheets[0]
    assert [cell.value for cell in sheet["C"][1:]] == [1, 1]
    assert [cell.value for cell in sheet["A"][1:]] == ["SEPT2", "007"]


@pytest.mark.parametrize("name", ["=HYPERLINK(1)", "+1+2", "-evil", "@SUM(A1)", "#N/A", "＝1"])
def test_no_cell_is_a_formula_an_error_or_a_date(name: str) -> None:
    cell = opened(made_survey(made_row(name))).worksheets[0]["A2"]
    assert (cell.data_type, cell.value) == ("s", name)
    assert cell.quotePrefix or name == "#N/A"


def test_what_a_sheet_cannot_hold_is_left_out() -> None:
    survey = made_survey(made_row("Ve\x00r\x08o\ud800\uffff", made_citation("a" * 40_000)))
    sheet = opened(survey).worksheets[0]
    assert sheet["A2"].value == "Vero"
    assert len(sheet["D2"].value) == 32_767


def test_every_quote_has_a_line_with_its_place() -> None:
    others = (made_citation(), made_citation("Vero E6.", document_id="nct01", page=None))
    lines = cells(opened(made_survey(made_row("Vero", *others))), "Quotes")
    assert lines[1] == [
        1, "Vero", "2013-sato", "Sato et al., 2013, Methods", "Methods", 3,
        "Vero cells were used.", "/lab/sato.pdf",
    ]  # fmt: skip
    assert lines[2][2] == "nct01"


def test_the_coverage_names_each_file_that_was_not_read() -> None:
    survey = made_survey(where="kind = paper", notes=("a note",), universe="all", count=0)
    lines = cells(opened(survey), "Coverage")
    assert ["date", "2026-11-30", None] in lines
    assert ["filter", "kind = paper", None] in lines
    assert ["note", "a note", None] in lines
    assert ["not read", "/lab/scan.pdf", "could not be read: The PDF is locked."] in lines


def test_groups_disagreements_and_absences_have_sheets_where_there_are_any() -> None:
    survey = replace(
        made_survey(made_row()),
        grouped_by="year",
        groups=(SurveyGroup("2020", ("a", "b"), ("Vero",), 7), SurveyGroup("", ("c",))),
        disagreements=(Disagreement("EDTA: amount", (made_row("1 mM"), made_row("2 mM"))),),
        absent=(Absence("HeLa", ("findings", "words"), ("HeLa S3",)),),
    )
    book = opened(survey)
    assert cells(book, "Groups")[1:] == [
        ["2020", 2, 7, "Vero", "a; b"],
        ["no year", 1, 0, None, "c"],
    ]
    assert [line[1] for line in cells(book, "Disagreements")[1:]] == ["1 mM, used", "2 mM, used"]
    assert cells(book, "Absent")[1] == ["HeLa", "findings, words", "HeLa S3"]
    assert opened(made_survey()).sheetnames == ["Survey", "Quotes", "Coverage"]


def test_addresses_are_links_and_paths_are_words() -> None:
    web = made_citation(source="https://example.org/a b".replace(" ", "%20"))
    sheet = opened(made_survey(made_row("Vero", web), made_row("CHO"))).worksheets[0]
    assert sheet["F2"].hyperlink.target == "https://example.org/a%20b"
    assert sheet["F3"].hyperlink is None


@pytest.mark.parametrize("source", ["javascript:alert(1)", "file:///etc/passwd", "=https://a.org"])
def test_only_addresses_of_the_web_are_links(source: str) -> None:
    sheet = opened(made_survey(made_row("Vero", made_citation(source=source)))).worksheets[0]
    assert sheet["F2"].hyperlink is None


def test_japanese_columns_are_wide_enough() -> None:
    sheet = opened(made_survey(made_row("ヒト胎児腎細胞株の名前"))).worksheets[0]
    assert sheet.column_dimensions["A"].width >= 22


def test_more_rows_than_a_sheet_holds_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx, "MAX_ROWS", 2)
    with pytest.raises(ConfigError, match="more than a sheet holds"):
        to_xlsx(made_survey(made_row(), made_row("CHO")), DAY)
