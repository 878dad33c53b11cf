"""Findings as a library gives them and as `show --findings` and `status` print them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from aliquot.cli import care, finding
from aliquot.errors import ConfigError, SourceError, UnknownDocumentError
from aliquot.library import Library
from aliquot.storage.lock import writer_lock

Run = Callable[..., Result]

NOTES = {
    "transfection.md": """\
# Transfection

## Methods

HEK293T cells were cultured in DMEM with 2 mM glutamine. The 293T cells were fed daily.
""",
    "培養.md": "# 培養メモ\n\nHEK293T細胞は37℃、5%CO2で培養する。\n",
}


@pytest.fixture
def read(library: Library, write_lab: Callable[..., Path], tmp_path: Path) -> Library:
    """A library whose notes were read for findings as they came in."""
    library.add(write_lab(tmp_path / "notes", NOTES))
    return library


@pytest.fixture
def run(read: Library, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setenv("ALIQUOT_LIBRARY", str(read.path))
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", '["fake"]')
    monkeypatch.setenv("COLUMNS", "80")
    app = typer.Typer()
    app.command()(finding.show)
    app.command()(care.status)

    def started(*words: str) -> Result:
        return CliRunner().invoke(app, list(words))

    return started


@pytest.fixture
def note(read: Library) -> str:
    (found,) = [one.id for one in read.documents() if one.title == "Transfection"]
    return found


# ------------------------------------------------------------------------------ the library


def test_adding_reads_for_findings(read: Library) -> None:
    assert {one.document_id for one in read.findings(kind="cell line")} == {
        one.id for one in read.documents()
    }
    assert read.read_findings().read == 0


def test_each_finding_is_a_place_in_its_document(read: Library) -> None:
    for one in read.findings():
        text = read.document(one.document_id).text
        assert one.value == one.place.of(text)
        assert one.value in one.span.of(text)


def test_findings_are_narrowed_by_document_kind_and_filter(read: Library, note: str) -> None:
    assert {one.document_id for one in read.findings(note)} == {note}
    assert {one.normalised for one in read.findings(note, "Cell line")} == {"HEK293T"}
    assert list(read.findings(note, where="language = ja")) == []
    ours = list(read.findings(kind="cell line", where="title = Transfection"))
    assert ours == list(read.findings(note, "cell line"))


def test_a_document_or_kind_that_is_not_there_is_named(read: Library) -> None:
    with pytest.raises(UnknownDocumentError):
        read.findings("nowhere")
    with pytest.raises(ConfigError) as caught:
        read.findings(kind="colour")
    assert "cell line" in caught.value.hint


def test_a_library_that_has_them_off_reads_none(
    write_lab: Callable[..., Path], tmp_path: Path
) -> None:
    settings = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1, "findings": False}}
    with Library.create(tmp_path / "without", settings) as without:
        without.add(write_lab(tmp_path / "notes", NOTES))
        assert list(without.findings()) == []
        assert without.read_findings().read == 0
        assert without.status()["findings"] == {"by_kind": {}, "lacking": 0, "failed": 0}


def test_a_document_that_could_not_be_read_is_a_note_of_the_run(
    library: Library,
    write_lab: Callable[..., Path],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Failing:
        name, version = "failing", "1"

        def extract(self, *_: object) -> Iterator[None]:
            raise SourceError("五")

    monkeypatch.setattr("aliquot.library.findings.make_finding_extractors", lambda _: Failing())
    report = library.add(write_lab(tmp_path / "notes", NOTES))
    assert report.added == len(NOTES)
    assert all("五" in one for one in report.notes)
    assert library.status()["findings"]["failed"] == len(NOTES)


# ------------------------------------------------------------------------------ the commands


def test_findings_are_shown_with_quote_and_role_in_eighty_columns(run: Run, note: str) -> None:
    done = run("show", note, "--findings")
    assert done.exit_code == 0
    assert "cell line (1)" in done.stdout
    assert "HEK293T (293T cells): used, 2 times" in done.stdout
    assert "cells were cultured in DMEM" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_findings_are_json_where_asked_for(run: Run, note: str) -> None:
    shown = json.loads(run("show", note, "--findings", "--json").stdout)
    first = shown[0]
    assert (first["kind"], first["value"], first["role"]) == ("cell line", "HEK293T", "used")
    assert first["quote"].startswith("HEK293T cells were cultured")


def test_a_document_that_names_nothing_says_so(
    run: Run, read: Library, write_lab: Callable[..., Path], tmp_path: Path
) -> None:
    read.add(write_lab(tmp_path / "more", {"empty.md": "# Birthday\n\nThere was cake.\n"}))
    (found,) = [one.id for one in read.documents() if one.title == "Birthday"]
    assert "Nothing was found" in run("show", found, "--findings").stdout


@pytest.mark.parametrize("words", [("a#1", "--findings"), ("a", "--findings", "--chunks")])
def test_options_that_contradict_each_other_are_refused(run: Run, words: tuple[str, ...]) -> None:
    assert isinstance(run("show", *words).exception, ConfigError)


def test_status_counts_findings_by_kind(run: Run) -> None:
    said = " ".join(run("status").stdout.split())
    assert "3 cell line" in said
    shown = json.loads(run("status", "--json").stdout)["findings"]
    assert (shown["by_kind"]["cell line"], shown["lacking"], shown["failed"]) == (3, 0, 0)


def test_status_tells_of_documents_that_are_unread(run: Run, read: Library, note: str) -> None:
    read.catalog.findings.put(note, [], version="older", text_hash="")
    assert "1 documents not read for findings" in " ".join(run("status").stdout.split())


# ------------------------------------------------------------------------------ before a survey


def test_a_survey_reads_what_is_unread_first(read: Library, note: str) -> None:
    read.catalog.findings.put(note, [], version="older", text_hash="")
    read.survey("Which cell lines were used?")
    assert read.status()["findings"]["lacking"] == 0


def test_a_survey_goes_on_while_another_writes(read: Library, note: str) -> None:
    read.catalog.findings.put(note, [], version="older", text_hash="")
    with writer_lock(read.path / "writer.lock"):
        survey = read.survey("Which cell lines were used?")
    assert [one.document_id for one in survey.coverage.unread] == [note]
