"""The commands explain, audit, chat and conversations, as they are typed."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
import typer
from click.testing import Result
from typer.testing import CliRunner

from aliquot.cli import auditing, conversing
from aliquot.errors import ConfigError, UnknownDocumentError
from aliquot.library import Library

QUESTION = "How long is the tube heated at 42 °C?"
Run = Callable[..., Result]


@pytest.fixture
def run(filled: Library, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command on the filled library, with what is typed into it."""
    monkeypatch.setenv("ALIQUOT_LIBRARY", str(filled.path))
    monkeypatch.setenv("ALIQUOT_EMBEDDING__LEGS", '["fake"]')
    monkeypatch.setenv("COLUMNS", "80")
    app = typer.Typer()
    app.command()(auditing.explain)
    app.command()(conversing.chat)
    app.add_typer(auditing.audit_app)
    app.add_typer(conversing.conversations_app)

    def started(*words: str, typed: str | bytes = "") -> Result:
        return CliRunner().invoke(app, list(words), input=typed)

    return started


def asked(library: Library) -> str:
    return library.ask(QUESTION, "kind = protocol").trace.id


def test_an_answer_is_explained_in_eighty_columns(run: Run, filled: Library) -> None:
    done = run("explain", asked(filled))
    assert done.exit_code == 0
    for part in ("Read as", "Searched", "Found", "Answered by extract", "passed", "Took"):
        assert part in done.stdout
    assert "still hold" in done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 80
    assert "\x1b" not in done.stdout


def test_an_explanation_is_json_where_asked_for(run: Run, filled: Library) -> None:
    shown = json.loads(run("explain", asked(filled), "--json").stdout)
    assert shown["citations"][0]["state"] == "holds"
    assert shown["answer"]["statements"][0]["citations"][0]["id"] == shown["citations"][0]["id"]
    assert shown["versions"]["config_sha256"]


def test_what_no_longer_holds_is_said(run: Run, filled: Library) -> None:
    answer_id = asked(filled)
    filled.remove("heat-shock-transformation")
    told = run("explain", answer_id).stdout
    assert "0 of" in told
    assert "not in the library any more" in told
    assert "42 °C" in told


def test_the_last_answers_are_listed(run: Run, filled: Library) -> None:
    assert "No answers" in run("explain").stdout
    ids = [asked(filled), asked(filled)]
    listed = run("explain").stdout
    assert listed.index(ids[1]) < listed.index(ids[0])
    assert [one["id"] for one in json.loads(run("explain", "--json").stdout)] == ids[::-1]
    assert ids[0] not in run("explain", "-n", "1").stdout


def test_a_question_is_asked_again(run: Run, filled: Library) -> None:
    done = run("explain", asked(filled), "--again")
    assert "The same statements, citations and evidence." in done.stdout
    assert isinstance(run("explain", "--again").exception, ConfigError)


def test_an_unknown_answer_is_an_error(run: Run) -> None:
    assert isinstance(run("explain", "nothing").exception, UnknownDocumentError)


# ------------------------------------------------------------------------------ audit


def test_the_log_is_listed_and_proved(run: Run, filled: Library) -> None:
    asked(filled)
    listed = run("audit").stdout
    assert QUESTION.split()[0] in listed
    assert max(map(len, listed.splitlines())) <= 80
    assert [
        one["kind"] for one in json.loads(run("audit", "--json", "--kind", "asked").stdout)
    ] == ["asked"]
    assert isinstance(run("audit", "--kind", "sung").exception, ConfigError)
    proved = run("audit", "verify")
    assert proved.exit_code == 0
    head = proved.stdout.split()[-1]
    assert run("audit", "verify", "--head", head).exit_code == 0
    assert run("audit", "verify", "--head", "f" * 64).exit_code == auditing.UNSOUND


def test_a_broken_log_names_its_first_broken_entry(run: Run, filled: Library) -> None:
    asked(filled)
    with sqlite3.connect(filled.path / "catalog.db") as connection:
        connection.execute("DROP TRIGGER audit_never_updated")
        connection.execute("UPDATE audit SET detail = '{}' WHERE sequence = 2")
    done = run("audit", "verify")
    assert done.exit_code == auditing.UNSOUND
    assert "Broken at entry 2" in done.stdout
    assert json.loads(run("audit", "verify", "--json").stdout)["broken_at"] == 2


def test_the_log_is_exported(run: Run, filled: Library, tmp_path: Path) -> None:
    asked(filled)
    place = tmp_path / "audit.jsonl"
    assert run("audit", "export", str(place)).exit_code == 0
    assert len(place.read_text("utf-8").splitlines()) == 4


# ------------------------------------------------------------------------------ chat


def test_questions_from_a_pipe_are_answered_in_a_row(run: Run) -> None:
    done = run(
        "chat", typed=f"{QUESTION}\n\nWhat about SOC medium?\n/sources\n/quit\nnever asked\n"
    )
    assert done.exit_code == 0
    assert "42 °C" in done.stdout
    assert "Asked as: " in done.stdout
    assert "#" in done.stdout.split("Asked as: ")[1]
    listed = json.loads(run("conversations", "--json").stdout)
    assert [one["turn_count"] for one in listed] == [2]


def test_a_conversation_is_begun_anew_within_a_chat(run: Run) -> None:
    run("chat", typed=f"{QUESTION}\n/new\n{QUESTION}\n")
    assert len(json.loads(run("conversations", "--json").stdout)) == 2


def test_an_error_does_not_end_a_chat(run: Run) -> None:
    done = run("chat", typed=f"???\n{QUESTION}")
    assert "no words" in done.stderr
    assert "42 °C" in done.stdout
    assert done.exit_code == 2


@pytest.mark.parametrize("typed", ["", "\n\n", "/sources\n", "/help\n", "/quit\n"])
def test_a_chat_without_a_question_keeps_nothing(run: Run, typed: str) -> None:
    assert run("chat", typed=typed).exit_code == 0
    assert json.loads(run("conversations", "--json").stdout) == []


def test_bytes_that_are_no_text_are_asked_as_such(run: Run) -> None:
    done = run("chat", typed=b"heat the tube \xff\xfe at 42\n")
    assert done.exit_code == 0
    assert "Traceback" not in done.output


def test_a_chat_in_japanese(run: Run) -> None:
    typed = "HEK293T細胞は何度で培養しますか？\nその継代は何日ごとですか？\n"
    done = run("chat", typed=typed.encode())
    assert "Asked as: HEK293Tの継代は何日ごとですか？" in done.stdout
    shown = json.loads(run("conversations", "--json").stdout)[0]
    assert shown["title"] == "HEK293T細胞は何度で培養しますか？"


def test_answers_of_a_chat_are_json_where_asked_for(run: Run) -> None:
    done = run("chat", "--json", typed=f"{QUESTION}\n")
    shown = json.loads(done.stdout)
    assert shown["asked_as"] == QUESTION
    assert shown["statements"]
    went_on = run("chat", "--json", "--conversation", shown["conversation_id"], typed="Why?\n")
    assert QUESTION in json.loads(went_on.stdout)["asked_as"]


# ------------------------------------------------------------------------------ conversations


@pytest.fixture
def talk(filled: Library) -> str:
    session = filled.conversation()
    session.ask(QUESTION)
    return session.id


def test_conversations_are_listed_shown_renamed_and_deleted(run: Run, talk: str) -> None:
    assert "1 question)" in run("conversations").stdout
    assert "42 °C" in run("conversations", "show", talk).stdout
    assert json.loads(run("conversations", "show", talk, "--json").stdout)["turns"][0]["answer"]
    assert run("conversations", "rename", talk, "Heat shock").exit_code == 0
    assert "Heat shock (1 question)" in run("conversations").stdout
    assert run("conversations", "delete", talk).exit_code == 0
    assert "No conversations yet" in run("conversations").stdout
    assert isinstance(run("conversations", "show", talk).exception, UnknownDocumentError)


def test_a_conversation_is_exported(run: Run, talk: str, filled: Library, tmp_path: Path) -> None:
    place = tmp_path / "talk.md"
    assert run("conversations", "export", talk, str(place)).exit_code == 0
    assert place.read_text("utf-8").startswith("# How long is the tube heated")
    assert json.loads(run("conversations", "export", talk, "--format", "json").stdout)["id"] == talk
    assert isinstance(run("conversations", "export", talk, "-f", "pdf").exception, ConfigError)
    assert isinstance(run("conversations", "export", talk, str(place)).exception, ConfigError)
    assert [one.kind for one in filled.history.entries(2)] == ["exported", "exported"]
