"""The commands `eval refusal` and `eval answers`, on a library small enough to read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from aliquot.cli.main import app
from aliquot.errors import ConfigError, SourceError
from aliquot.library import Library

PROTOCOL = """# Plasmid Miniprep protocol

## Steps

1. Add 250 µL of Resuspension Solution and vortex.
2. Incubate the lysate at 65 °C for 10 min.
3. Centrifuge the columns for 3 min at 20,000 x g.
"""
QUESTIONS = [
    {
        "id": "1",
        "question": "How much Resuspension Solution is added in the Plasmid Miniprep?",
        "kind": "protocol_step",
        "files": ["miniprep.md"],
        "evidence": "Add 250 µL of Resuspension Solution",
        "answer": "250 µL",
    },
    {"id": "2", "question": "Who won the 1998 cup?", "kind": "unanswerable"},
]


@pytest.fixture(autouse=True)
def _no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", '["fake"]')
    monkeypatch.setenv("ALIQUOT_INGEST__WORKERS", "1")


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "protocols"
    folder.mkdir()
    (folder / "miniprep.md").write_text(PROTOCOL, encoding="utf-8")
    with Library.create(tmp_path / "library") as made:
        made.add(folder)
    return tmp_path / "library"


@pytest.fixture
def questions(tmp_path: Path) -> Path:
    path = tmp_path / "questions.jsonl"
    path.write_text("\n".join(map(json.dumps, QUESTIONS)), encoding="utf-8")
    return path


def invoke(*words: str | Path) -> str:
    """Run a command; return what it prints, or raise what it raised."""
    done = CliRunner().invoke(app, [str(word) for word in words])
    if done.exception is not None:
        raise done.exception
    return done.stdout


def test_refusal_builds_asks_and_saves_items_that_can_be_asked_again(
    library: Path, questions: Path, tmp_path: Path
) -> None:
    items = tmp_path / "items.jsonl"
    options = ("--library", library, "--json")
    first = json.loads(
        invoke(
            "eval", "refusal", "-n", "3", "--questions", questions, "--save-items", items, *options
        )
    )
    assert first["sets"]["removed"]["n"] == 3
    assert first["sets"]["unanswerable"]["n"] == 1
    # Three drafted, and the one of the question set that has an answer.
    assert first["sets"]["answerable"]["n"] == 4
    again = json.loads(invoke("eval", "refusal", "--items", items, *options))
    assert again["sets"] == first["sets"]


def test_refusal_is_shown_with_its_bars(library: Path) -> None:
    shown = invoke("eval", "refusal", "-n", "2", "--library", library)
    assert "over-abstention" in shown
    assert "removed" in shown
    assert "0.67" in shown


def test_a_library_that_holds_nothing_to_ask_is_named(tmp_path: Path) -> None:
    Library.create(tmp_path / "empty").close()
    with pytest.raises(ConfigError, match="No question can be made"):
        invoke("eval", "refusal", "--library", tmp_path / "empty")


def test_answers_are_measured_saved_and_compared(
    library: Path, questions: Path, tmp_path: Path
) -> None:
    saved = tmp_path / "run.json"
    shape = json.loads(
        invoke("eval", "answers", questions, "--save", saved, "--library", library, "--json")
    )
    assert shape["queries"] == 2
    assert {"right", "answered", "refused"} <= shape["measures"].keys()
    assert json.loads(saved.read_text("utf-8")) == shape
    shown = invoke("eval", "answers", questions, "--against", saved, "--library", library)
    assert "against the earlier run" in shown
    assert "protocol_step" in shown


def test_what_cannot_be_read_is_said_before_a_library_is_opened(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="does not exist"):
        invoke("eval", "answers", tmp_path / "none.jsonl")
    with pytest.raises(SourceError, match="cannot be read"):
        invoke("eval", "refusal", "--items", tmp_path / "none.jsonl")
