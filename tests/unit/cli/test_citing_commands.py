"""The commands cite and open, and the options of ask that cite, as they are typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import typer
from click.testing import Result
from typer.testing import CliRunner

from aliquot.cli import citing, finding, opening
from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.library import Library
from aliquot.parsing.bibliography.references import read_bibliography
from aliquot.types.history import AuditKind

QUESTION = "How long is the tube heated at 42 °C?"
Run = Callable[..., Result]


@pytest.fixture
def run(filled: Library, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command on the filled library."""
    monkeypatch.setenv("ALIQUOT_LIBRARY", str(filled.path))
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", '["fake"]')
    monkeypatch.setenv("COLUMNS", "80")
    app = typer.Typer()
    for command in (finding.ask, *citing.COMMANDS):
        app.command()(command)
    return lambda *words: CliRunner().invoke(app, list(words))


def asked(run: Run, *options: str) -> Any:
    return json.loads(run("ask", QUESTION, "--where", "kind = protocol", "--json", *options).stdout)


def test_references_stand_below_the_answer_in_eighty_columns(run: Run) -> None:
    done = run("ask", QUESTION, "--where", "kind = protocol", "--style", "vancouver")
    assert done.exit_code == 0
    assert "(1, Procedure)" in done.stdout
    assert "References\n1. Heat shock transformation [protocol]." in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80


def test_the_default_style_has_labels_and_no_list(run: Run) -> None:
    done = run("ask", QUESTION, "--where", "kind = protocol")
    assert "[Heat shock transformation, Procedure]" in " ".join(done.stdout.split())
    assert "References" not in done.stdout


def test_json_carries_marks_references_and_links_that_open(run: Run) -> None:
    shown = asked(run, "--style", "numbered")
    [reference] = shown["references"]
    assert (reference["prefix"], reference["csl"]["id"]) == ("[1]", reference["document_id"])
    cited = shown["statements"][0]["citations"][0]
    assert shown["statements"][0]["mark"].startswith("[1, ")
    assert cited["web_path"].startswith(f"/documents/{cited['document_id']}")
    opened = run("open", cited["link"])
    assert opened.exit_code == 0
    assert f"»{cited['quote']}«" in " ".join(opened.stdout.split())


def test_an_export_is_read_back_and_noted(run: Run, filled: Library, tmp_path: Path) -> None:
    for ending, parser in ((".bib", "bibtex"), (".ris", "ris"), (".json", "csl_json")):
        path = tmp_path / f"out{ending}"
        shown = asked(run, "--export", str(path))
        [found], _ = read_bibliography(path, parser)
        assert found.key == shown["references"][0]["document_id"]
        [entry] = filled.history.entries(1, AuditKind.EXPORTED)
        assert entry.detail["name"] == path.name


def test_lines_of_ris_end_as_specified_in_the_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.ris"
    asked(run, "--export", str(path))
    assert path.read_bytes().endswith(b"ER  - \r\n\r\n")


@pytest.mark.parametrize("name", ["out.txt", "there.bib", "nowhere/out.bib"])
def test_a_file_that_cannot_be_written_is_refused_before_asking(
    run: Run, filled: Library, tmp_path: Path, name: str
) -> None:
    (tmp_path / "there.bib").write_text("mine")
    before = len(filled.history.answers())
    done = run("ask", QUESTION, "--export", str(tmp_path / name))
    assert isinstance(done.exception, ConfigError)
    assert len(filled.history.answers()) == before
    assert (tmp_path / "there.bib").read_text() == "mine"


def test_a_refusal_writes_no_bibliography(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "out.bib"
    done = run("ask", "Who won the 1998 chess olympiad?", "--export", str(path))
    assert "Nothing is cited" in done.stderr
    assert not path.exists()


def test_a_stored_answer_and_a_document_are_cited_once_each(run: Run, filled: Library) -> None:
    shown = asked(run)
    document_id = shown["references"][0]["document_id"]
    done = run("cite", shown["trace_id"], document_id, "--format", "numbered")
    assert done.stdout.count("Heat shock transformation") == 1
    assert "@misc{" in run("cite", document_id, "--format", "bibtex").stdout
    [item] = json.loads(run("cite", document_id, "--format", "csl").stdout)
    assert item["id"] == document_id


def test_what_is_neither_document_nor_answer_is_said_so(run: Run) -> None:
    assert isinstance(run("cite", "no-such-thing").exception, UnknownDocumentError)
    assert isinstance(run("cite", "x", "--format", "endnote").exception, ConfigError)


# ------------------------------------------------------------------------------ open


def first_citation(run: Run) -> Any:
    return asked(run)["statements"][0]["citations"][0]


def test_a_citation_id_opens_at_its_quote(run: Run) -> None:
    cited = first_citation(run)
    shown = run("open", cited["id"]).stdout
    # A long path breaks at the end of a line.
    assert "heat_shock.md, Procedure" in shown.replace("\n", "")
    assert "»" in shown


def test_a_chunk_and_a_document_open_without_a_quote(run: Run) -> None:
    cited = first_citation(run)
    assert "42 °C" in run("open", cited["chunk_id"]).stdout
    assert "aliquot show" in run("open", cited["document_id"]).stdout


def test_a_link_outlives_another_cutting_of_its_document(run: Run) -> None:
    cited = first_citation(run)
    start, end = cited["span"]
    shown = run("open", f"{cited['document_id']}#gone-9@{start}-{end}").stdout
    assert "cut anew" in shown
    assert f"»{cited['quote']}«" in " ".join(shown.split())


def test_a_link_of_another_library_is_not_opened_in_this_one(run: Run, filled: Library) -> None:
    link = first_citation(run)["link"].replace(f"//{filled.path.name}/", "//other/")
    done = run("open", link)
    assert isinstance(done.exception, ConfigError)
    assert "--library" in done.exception.hint
    assert run("open", link, "--library", str(filled.path)).exit_code == 0


def test_a_span_outside_the_document_is_refused(run: Run) -> None:
    cited = first_citation(run)
    done = run("open", f"{cited['chunk_id']}@10-99999999")
    assert isinstance(done.exception, ConfigError)
    assert "shorter" in done.exception.message


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """What would have been started."""
    calls: list[list[str]] = []

    class Started:
        def __init__(self, words: list[str], **how: object) -> None:
            assert not how.get("shell")
            calls.append(words)

        def wait(self, timeout: float) -> int:
            return 0

    monkeypatch.setattr(opening.subprocess, "Popen", Started)
    monkeypatch.setattr(opening.sys, "platform", "linux")
    return calls


def test_the_original_is_opened_as_an_argument(run: Run, started: list[list[str]]) -> None:
    cited = first_citation(run)
    assert run("open", cited["link"], "--file").exit_code == 0
    assert started == [["xdg-open", cited["source"]]]


def test_a_file_that_is_gone_is_not_opened(run: Run, started: list[list[str]]) -> None:
    cited = first_citation(run)
    Path(cited["source"]).unlink()
    done = run("open", cited["link"], "--file")
    assert isinstance(done.exception, ConfigError)
    assert "sync" in done.exception.hint
    assert started == []


@pytest.mark.parametrize("name", ["run.py", "run.SH", "培養.desktop", "a.bat", "a.command"])
def test_what_a_system_would_run_is_not_opened(
    name: str, tmp_path: Path, filled: Library, started: list[list[str]]
) -> None:
    from dataclasses import replace

    from aliquot.types import Source

    file = tmp_path / name
    file.write_text("echo")
    document = replace(filled.documents()[0], source=Source(path=str(file)))
    with pytest.raises(ConfigError, match="may run it"):
        opening.open_file(document)
    assert started == []


def test_an_opener_that_is_missing_or_fails_is_named(
    tmp_path: Path, filled: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening.sys, "platform", "linux")
    monkeypatch.setenv("PATH", str(tmp_path))
    document = filled.documents()[0]
    with pytest.raises(ConfigError, match="xdg-open: No such file"):
        opening.open_file(document)
    failing = tmp_path / "xdg-open"
    failing.write_text("#!/bin/sh\nexit 3\n")
    failing.chmod(0o755)
    with pytest.raises(ConfigError, match="ended with 3"):
        opening.open_file(document)
