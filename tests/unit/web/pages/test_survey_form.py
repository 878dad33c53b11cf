"""A survey as its form sends it, and what the form suggests."""

from __future__ import annotations

import pytest

from aliquot.errors import ConfigError
from aliquot.filters import parse_filter
from aliquot.library.suggesting import suggested_columns, suggested_surveys
from aliquot.types import FindingKind
from aliquot.web.pages.survey_form import SurveyForm


def test_fields_and_words_have_to_hold_together() -> None:
    form = SurveyForm(
        kind="paper", year_from="2020", collection="main", where="journal = Cell or year = 1999"
    )
    where = form.filter_words()
    assert parse_filter(where) == parse_filter(
        "kind = paper and year >= 2020 and collection = main and (journal = Cell or year = 1999)"
    )


def test_an_empty_form_asks_every_document() -> None:
    assert SurveyForm().filter_words() == ""


@pytest.mark.parametrize("form", [SurveyForm(year_to="soon"), SurveyForm(where="year ==== soon")])
def test_what_cannot_be_read_is_refused(form: SurveyForm) -> None:
    with pytest.raises(ConfigError):
        form.filter_words()


def test_columns_without_a_name_are_none() -> None:
    assert SurveyForm(column=[" cell line ", " ", ""]).columns == ["cell line"]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_only_what_documents_name_is_suggested(language: str) -> None:
    assert suggested_surveys([], language) == []
    assert len(suggested_surveys([FindingKind.REAGENT], language)) == 1
    assert len(suggested_surveys(list(FindingKind), language)) == 4


def test_suggested_columns_are_kinds_of_findings_and_how_many() -> None:
    assert suggested_columns(["reagent", "statistic"]) == ["reagent", "n"]
