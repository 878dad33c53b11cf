"""What a survey comes to, in a sentence."""

from __future__ import annotations

from dataclasses import replace

from aliquot.generation.surveying.telling import MAX_NAMED, summary_of
from aliquot.types import Absence, Coverage, Survey, SurveyRow

COVERAGE = Coverage(in_scope=10, read=9, failed=1)


def survey(column: str, *rows: SurveyRow, language: str = "en") -> Survey:
    columns = (column, "documents") if column != "document" else ("document", "title", "year")
    return Survey(question="?", columns=columns, rows=rows, coverage=COVERAGE, language=language)


def thing(column: str, name: str, *documents: str) -> SurveyRow:
    return SurveyRow({column: name, "documents": str(len(documents))}, (), documents)


def test_things_are_counted_and_named_with_their_documents() -> None:
    rows = (thing("cell line", "HeLa", "a", "b"), thing("cell line", "CHO", "b"))
    told = summary_of(survey("cell line", *rows))
    assert told == "2 cell lines in 2 documents: HeLa; CHO. 9 of 10 documents in scope were read."


def test_one_thing_is_not_told_as_many() -> None:
    told = summary_of(survey("antibody", thing("antibody", "7F2", "a")))
    assert told.startswith("1 antibody in 1 document: 7F2.")


def test_documents_are_told_by_their_titles() -> None:
    row = SurveyRow({"document": "d1", "title": "Heat shock", "year": ""}, (), ("d1",))
    assert summary_of(survey("document", row)).startswith("1 document: Heat shock.")


def test_more_names_than_a_sentence_holds_are_counted() -> None:
    rows = [thing("gene", f"G{number}", "a") for number in range(MAX_NAMED + 3)]
    told = summary_of(survey("gene", *rows))
    assert f"G{MAX_NAMED - 1} and 3 more." in told
    assert f"G{MAX_NAMED};" not in told


def test_a_count_is_that_of_the_survey_and_not_of_shown_rows() -> None:
    row = SurveyRow({"document": "d1", "title": "A", "year": ""}, (), ("d1",))
    counted = replace(survey("document", row), counted="documents", count=40)
    assert summary_of(counted).startswith("40 documents:")


def test_names_found_and_absent_are_told_apart() -> None:
    asked = survey("name", thing("name", "HeLa", "a"))
    told = summary_of(replace(asked, absent=(Absence("Vero", ("findings", "words")),)))
    assert "Found: HeLa (1 document)." in told
    assert "Not found in any of the 9 documents read: Vero." in told


def test_what_is_named_and_never_used_is_told_so() -> None:
    asked = survey("reagent", thing("reagent", "DTT", "a"))
    asked = replace(asked, universe="every reagent", absent=(Absence("DTT", ("findings",)),))
    assert "nowhere said to be used, 1 reagent: DTT." in summary_of(asked)


def test_an_empty_survey_says_how_many_say_nothing() -> None:
    assert summary_of(survey("document")).startswith("None of the 9 documents read says so.")


def test_a_japanese_question_is_told_in_japanese() -> None:
    told = summary_of(survey("cell line", thing("cell line", "HeLa", "a"), language="ja"))
    assert told == "1件の資料に細胞株1種：HeLa。対象10件のうち9件の資料を読みました。"
