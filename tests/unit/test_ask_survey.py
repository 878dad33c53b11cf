"""Questions to `ask` that only every document answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from aliquot import Library
from aliquot.storage.answers import ROWS_KEPT, bounded
from aliquot.types import Answer, SurveyRow
from aliquot.types.history import StoredAnswer

CONFIG = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
NOTES = {
    "buffer.md": "# Lumen buffer\n\nLumen buffer is stored at 4 °C. Virellin was added to it.",
    "assay.md": "# Virellin assay\n\nVirellin reduced the flash rate of Lumenella by 40 % at 5 µM.",
    "cells.md": "# Culture\n\nHEK293 cells were grown here. Ostrazine was not used in this work.",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("ask_survey")
    for name, content in NOTES.items():
        (folder / name).write_text(content, encoding="utf-8")
    with Library.create(folder / "library", CONFIG) as opened:
        opened.add(*(folder / name for name in NOTES))
        yield opened


def test_a_question_to_all_documents_is_answered_by_all_of_them(library: Library) -> None:
    answer = library.ask("Which documents mention virellin?")
    assert answer.strategy == "survey"
    assert answer.survey is not None
    assert answer.survey.coverage.read == 3
    assert {one for row in answer.survey.rows for one in row.documents} == {
        citation.document_id for citation in answer.citations()
    }
    assert answer.text.startswith("2 documents:")


def test_statements_of_a_survey_pass_the_gates_like_any_other(library: Library) -> None:
    answer = library.ask("Which documents mention virellin?")
    assert answer.statements
    for statement in answer.statements:
        assert statement.gates
        assert all(gate.passed for gate in statement.gates)
        assert all(citation.verified for citation in statement.citations)


def test_what_nobody_used_is_an_answer_and_no_refusal(library: Library) -> None:
    answer = library.ask("Has anyone ever used HEK293T?")
    assert not answer.abstained
    assert answer.survey is not None
    assert [one.name for one in answer.survey.absent] == ["HEK293T"]
    assert "Not found in any of the 3 documents read: HEK293T." in answer.text


def test_where_no_document_says_it_the_answer_is_that_of_search_and_says_so(
    library: Library,
) -> None:
    answer = library.ask("Which documents mention teleportation?")
    assert answer.abstained
    assert answer.survey is None
    assert any("3 of 3 documents were read" in hint for hint in answer.hints)


def test_a_fact_is_not_put_to_every_document(library: Library) -> None:
    assert library.ask("At which temperature is lumen buffer stored?").survey is None


def test_a_survey_can_be_asked_for_and_be_declined(library: Library) -> None:
    assert library.ask("virellin flash rate", strategy="survey").strategy == "survey"
    assert library.ask("Which documents mention virellin?", strategy="extract").survey is None
    assert library.ask("Which documents mention virellin?", literal=True).survey is None


def test_a_filter_of_the_caller_narrows_the_survey(library: Library) -> None:
    answer = library.ask("Which documents mention virellin?", 'title = "Lumen buffer"')
    assert answer.survey is not None
    assert [row.values["title"] for row in answer.survey.rows] == ["Lumen buffer"]
    assert answer.survey.coverage.in_scope == 1


def test_a_survey_comes_whole_at_the_end_of_a_stream(library: Library) -> None:
    *before, last = library.stream("Which documents mention virellin?")
    assert not before
    assert isinstance(last, Answer)
    assert last.survey is not None


def test_a_stored_survey_is_read_back_as_it_was(library: Library) -> None:
    answer = library.ask("Which documents mention virellin?")
    stored = library.catalog.history.answers.get(answer.trace.id)
    assert stored.answer.survey == answer.survey


def test_a_stored_survey_is_bounded_and_says_so(library: Library) -> None:
    answer = library.ask("Which documents mention virellin?")
    assert answer.survey is not None
    rows = tuple(SurveyRow({"document": str(n)}, ()) for n in range(ROWS_KEPT + 1))
    long = replace(answer, survey=replace(answer.survey, rows=rows))
    stored = library.catalog.history.answers.get(answer.trace.id)
    kept = bounded(replace(stored, answer=long))
    assert isinstance(kept, StoredAnswer)
    assert kept.answer.survey is not None
    assert len(kept.answer.survey.rows) == ROWS_KEPT
    assert "rows of the survey" in kept.shortened


def test_documents_whose_findings_are_out_of_date_are_said(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not library.ask("Which documents mention virellin?").hints
    version = property(lambda _: "of a later release")
    monkeypatch.setattr("aliquot.findings.extracting.BuiltInExtractors.version", version)
    answer = library.ask("Which documents mention virellin?")
    assert any("3 documents are not yet read" in hint for hint in answer.hints)


def test_none_of_what_is_counted_is_a_count_of_none(library: Library) -> None:
    answer = library.ask("How many documents mention teleportation?")
    assert not answer.abstained
    assert answer.survey is not None
    assert (answer.survey.count, answer.survey.coverage.read) == (0, 3)
    assert answer.text.startswith("None of the 3 documents read says so.")


ENTRY = """ID   {name}_HUMAN            Reviewed;         101 AA.
AC   {accession};
DE   RecName: Full={name} protein;
GN   Name={name};
OS   Homo sapiens (Human).
CC   -!- SUBCELLULAR LOCATION: {place}.
CC   -!- DISEASE: {disease}.
//
"""
ENTRIES = {
    "AAA1": ("P11111", "Golgi apparatus", "Defects in AAA1 are a cause of glare blindness"),
    "BBB2": ("P22222", "Nucleus", "Defects in BBB2 are a cause of glare blindness"),
    "CCC3": ("P33333", "Golgi apparatus", "None known"),
}


@pytest.fixture(scope="module")
def with_entries(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Library]:
    folder = tmp_path_factory.mktemp("entries")
    for name, (accession, place, disease) in ENTRIES.items():
        text = ENTRY.format(name=name, accession=accession, place=place, disease=disease)
        (folder / f"{accession}.txt").write_text(text, encoding="utf-8")
    (folder / "paper.md").write_text("# Glare\n\nGlare blindness is rare.", encoding="utf-8")
    with Library.create(folder / "library", CONFIG) as opened:
        opened.add(*folder.glob("*.txt"), folder / "paper.md")
        yield opened


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("Which genes are associated with glare blindness?", ["P11111", "P22222"]),
        ("What genes cause glare blindness?", ["P11111", "P22222"]),
        ("Which proteins are located in the Golgi?", ["P11111", "P33333"]),
        ("List the proteins that are localised to the nucleus", ["P22222"]),
    ],
)
def test_genes_are_asked_for_by_what_their_entries_say(
    with_entries: Library, question: str, found: list[str]
) -> None:
    survey = with_entries.ask(question).survey
    assert survey is not None
    assert survey.question == question
    rows = sorted(one for row in survey.rows for one in row.documents)
    assert [one.split("-")[0].upper() for one in rows] == found
    assert survey.coverage.in_scope == 3


def test_genes_are_not_taken_for_entries_where_there_are_none(library: Library) -> None:
    survey = library.survey("Which genes are associated with virellin?")
    assert survey.coverage.in_scope == 3
