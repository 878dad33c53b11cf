"""A survey as tables of plain words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aliquot.generation.surveying.tables.cells import (
    is_number,
    name_of,
    neutral,
    quote_table,
    said,
    survey_table,
)
from aliquot.types import SurveyRow
from made_surveys import made_citation, made_row, made_survey


def test_a_row_has_its_first_quote_and_the_number_of_others() -> None:
    other = made_citation("Vero E6.", document_id="nct01")
    table = survey_table(made_survey(made_row("Vero", made_citation(), other)))
    row = dict(zip(table.header, table.rows[0], strict=True))
    assert row["quote"] == "Vero cells were used."
    assert row["more quotes"] == "1"
    assert row["document ids"] == "2013-sato; nct01"


def test_a_row_without_a_quote_has_empty_cells() -> None:
    bare = SurveyRow({"cell line": "Vero"}, ())
    table = survey_table(made_survey(bare))
    assert dict(zip(table.header, table.rows[0], strict=True))["quote"] == ""


def test_headings_are_distinct_whatever_the_caller_calls_his_columns() -> None:
    table = survey_table(made_survey(columns=("quote", "source", "quote 2")))
    assert len(set(table.header)) == len(table.header)
    assert table.header[:3] == ("quote", "source", "quote 2")


def test_spellings_have_a_column_only_where_some_were_merged() -> None:
    row = made_row()
    merged = replace(row, merged=("Vero", "Vero cells"))
    assert "taken as one" not in survey_table(made_survey(row)).header
    assert survey_table(made_survey(row, merged)).rows[1][-1] == "Vero = Vero cells"


def test_rows_that_are_documents_name_them_once() -> None:
    row = SurveyRow({"document": "a", "title": "A"}, (made_citation(),), ("a",))
    table = survey_table(made_survey(row, columns=("document", "title")))
    assert "document ids" not in table.header


def test_every_document_of_a_row_is_found_among_the_quotes() -> None:
    row = replace(made_row(), documents=("2013-sato", "unquoted"))
    table = quote_table(made_survey(row))
    assert [line[:3] for line in table.rows] == [
        ("1", "Vero", "2013-sato"),
        ("1", "Vero", "unquoted"),
    ]
    assert {len(line) for line in table.rows} == {len(table.header)}


def test_a_document_is_named_by_its_title() -> None:
    row = SurveyRow({"document": "a-1", "title": "Heat\nshock"}, ())
    assert name_of(row, ("document", "title")) == "Heat shock"
    assert name_of(SurveyRow({"document": "a-1", "title": ""}, ()), ("document",)) == "a-1"
    assert name_of(row, ()) == ""


def test_what_a_row_says_leaves_out_what_is_empty_and_the_count() -> None:
    row = SurveyRow({"reagent": "EDTA", "amount": "1 mM", "note": " ", "documents": "2"}, ())
    assert said(row) == "EDTA, 1 mM"


@pytest.mark.parametrize("cell", ["=cmd()", "+1+2", "-a", "@SUM(A1)", "\t=1", "＝1", "-1-2"])
def test_what_a_spreadsheet_may_run_is_made_text(cell: str) -> None:
    assert neutral(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["-5", "-0.5", "Vero", "氷上", "", "5 - 3"])
def test_what_no_spreadsheet_runs_stays(cell: str) -> None:
    assert neutral(cell) == cell


@pytest.mark.parametrize("cell", ["0", "12", "-3", "0.25", "123456789012345"])
def test_plain_numbers_are_numbers(cell: str) -> None:
    assert is_number(cell)


@pytest.mark.parametrize(
    "cell",
    ["", "007", "1e5", "1.", ".5", "1,000", "12345678901234567", "２０", "5\n", "SEPT2", "-"],
)
def test_names_that_look_like_numbers_are_none(cell: str) -> None:
    assert not is_number(cell)
