"""The command check, as it is typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import docx
import pytest
import typer
from click.testing import Result
from typer.testing import CliRunner

from aliquot.cli import checking
from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.library import Library

NOTE = "# Lumen buffer\n\nLumen buffer is stored at 4 °C. The MFC of virellin was 1800 µg/mL.\n"
TRUE = "Lumen buffer is stored at 4 °C."
FALSE = "The MFC of virellin was 900 µg/mL."
Run = Callable[..., Result]


@pytest.fixture
def run(library: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    note = tmp_path / "buffer.md"
    note.write_text(NOTE, encoding="utf-8")
    library.add(note)
    monkeypatch.setenv("ALIQUOT_LIBRARY", str(library.path))
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", '["fake"]')
    monkeypatch.setenv("COLUMNS", "80")
    app = typer.Typer()
    app.command()(checking.check)

    def started(*words: str, typed: str | bytes = "") -> Result:
        return CliRunner().invoke(app, list(words), input=typed)

    return started


def test_a_supported_sentence_ends_with_code_0(run: Run) -> None:
    done = run(TRUE)
    assert done.exit_code == 0
    assert done.stdout.startswith("supported")


def test_a_difference_is_marked_in_eighty_columns(run: Run) -> None:
    done = run(FALSE)
    assert done.exit_code == 1
    assert "said 900 \N{GREEK SMALL LETTER MU}g/mL, source 1800" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout


def test_json_holds_verdicts_and_differences(run: Run) -> None:
    done = run(FALSE, "--json")
    (verdict,) = json.loads(done.stdout)
    assert done.exit_code == 1
    assert verdict["verdict"] == "contradicted"
    (difference,) = verdict["differences"]
    assert (difference["said"][:3], difference["source_says"][:4]) == ("900", "1800")


def test_a_chunk_that_is_named_is_all_it_rests_on(run: Run, library: Library) -> None:
    (document,) = library.documents()
    chunk = library.chunks(document.id)[0].id
    assert run(TRUE, "--chunk", chunk).exit_code == 0
    assert isinstance(run(TRUE, "--chunk", "none#1").exception, UnknownDocumentError)


def test_a_draft_from_standard_input_is_checked_sentence_by_sentence(run: Run) -> None:
    done = run("-", typed=f"# Draft\n\n{TRUE} {FALSE}\n")
    assert "1 of 2 sentences supported." in done.output


def test_a_draft_in_word_is_read_and_not_added(run: Run, library: Library, tmp_path: Path) -> None:
    draft = docx.Document()
    draft.add_heading("Storage of all buffers in our cold room", 1)
    draft.add_paragraph(TRUE)
    draft.save(str(tmp_path / "draft.docx"))
    done = run(str(tmp_path / "draft.docx"), "--json")
    assert [one["statement"] for one in json.loads(done.stdout)] == [TRUE]
    assert done.exit_code == 0
    assert len(library.documents()) == 1


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("draft.docx", b"PK\x03\x04 no archive"),
        ("draft.txt", b""),
        ("draft.bin", bytes(range(256)) * 9),
    ],
)
def test_a_draft_that_cannot_be_read_says_so(
    run: Run, tmp_path: Path, name: str, content: bytes
) -> None:
    (tmp_path / name).write_bytes(content)
    failure = run(str(tmp_path / name)).exception
    assert isinstance(failure, ConfigError)
    assert name in failure.message
    assert failure.hint


def test_a_file_that_is_not_there_is_no_sentence(run: Run) -> None:
    assert isinstance(run("missing.docx").exception, ConfigError)


def test_input_that_is_no_text_says_so(run: Run) -> None:
    assert isinstance(run("-", typed=b"\xff\xfe\x00abc").exception, ConfigError)
