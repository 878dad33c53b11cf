"""`aliquot contextualise`: says what it would take, asks back, and sends nothing before."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `models` is not installed")

from aliquot.cli.main import main
from json_server import Asked, JsonServer, Reply, serving
from model_servers import chat_completion

NOTE = "\n\n".join(
    f"## Step {n}\n\nThe {n}th buffer is poured slowly over the resin until it has all run through."
    for n in range(1, 6)
)

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command; return its exit code, standard output and standard error."""

    def call(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["aliquot", *words])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        return int(ended.value.code or 0), out, err

    return call


@pytest.fixture
def server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> Iterator[JsonServer]:
    """A model's server, with a library set to use it that holds one note."""

    def answer(asked: Asked) -> Reply:
        if server.refuses:
            return Reply({"error": {"message": "out of order"}}, 400)
        return Reply(chat_completion("A step of the wash."))

    (tmp_path / "note.md").write_text(NOTE, encoding="utf-8")
    with serving(answer) as server:
        server.refuses = False  # type: ignore[attr-defined]
        (tmp_path / "library").mkdir()
        (tmp_path / "library" / "aliquot.toml").write_text(
            "[embedding]\nlegs = ['fake']\n[ingest]\nworkers = 1\n"
            "[chunking]\ntarget_tokens = 32\nmax_tokens = 64\ncontexts = true\n"
            f"[model]\nname = 'openai-compatible:m'\nurl = '{server.url}/v1'\n",
            encoding="utf-8",
        )
        monkeypatch.setenv("ALIQUOT_LIBRARY", str(tmp_path / "library"))
        assert run("add", str(tmp_path / "note.md"))[0] == 0
        yield server


def test_an_estimate_sends_nothing(run: Run, server: JsonServer) -> None:
    code, out, _ = run("contextualise", "--estimate")
    assert code == 0
    assert "tokens to read" in out
    assert "cost: unknown" in out
    assert server.url in out
    assert not server.asked


def test_without_a_terminal_nothing_is_sent_unless_said(run: Run, server: JsonServer) -> None:
    code, _, err = run("contextualise")
    assert code == 2
    assert "--yes" in err
    assert not server.asked


@pytest.mark.parametrize(("typed", "is_sent"), [("y\n", True), ("n\n", False), ("", False)])
def test_on_a_terminal_it_asks_back(
    run: Run, server: JsonServer, monkeypatch: pytest.MonkeyPatch, typed: str, is_sent: bool
) -> None:
    class Terminal:
        def isatty(self) -> bool:
            return True

        def readline(self) -> str:
            return typed

    monkeypatch.setattr(sys, "stdin", Terminal())
    monkeypatch.setattr("click.termui.visible_prompt_func", _answering(typed))
    code, _, _ = run("contextualise")
    assert (code == 0) is is_sent
    assert bool(server.asked) is is_sent


def _answering(typed: str) -> Callable[[str], str]:
    def answer(prompt: str = "") -> str:
        if not typed:
            raise EOFError
        return typed.strip()

    return answer


def test_said_yes_it_writes_and_says_how_many(run: Run, server: JsonServer) -> None:
    code, out, _ = run("contextualise", "--yes")
    assert code == 0
    assert f"Wrote {len(server.asked)} contexts" in out
    again, out, _ = run("contextualise")
    assert again == 0
    assert "Wrote 0 contexts" in out


def test_json_is_all_that_stands_on_standard_output(run: Run, server: JsonServer) -> None:
    expected = json.loads(run("contextualise", "--estimate", "--json")[1])
    done: dict[str, Any] = json.loads(run("contextualise", "--yes", "--json")[1])
    assert done["estimate"] == expected
    assert expected["cost"] is None
    assert done["written"] == expected["chunks"] == len(server.asked)


def test_a_failing_model_ends_with_its_own_exit_code(run: Run, server: JsonServer) -> None:
    server.refuses = True  # type: ignore[attr-defined]
    code, out, _ = run("contextualise", "--yes")
    assert code == 5
    assert "out of order" in out
    assert "run it again" in out


def test_a_filter_that_cannot_be_read_is_refused(run: Run, server: JsonServer) -> None:
    code, _, err = run("contextualise", "--where", "nonsense = 1", "--yes")
    assert code == 2
    assert "nonsense" in err
    assert not server.asked


def test_status_says_where_texts_go(run: Run, server: JsonServer) -> None:
    _, out, _ = run("status")
    assert server.url in "".join(out.split())
    assert "runs on this machine" in out


def test_status_says_what_leaves_the_machine(
    run: Run, server: JsonServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALIQUOT_MODEL__URL", "https://models.example.org/v1")
    _, out, _ = run("status")
    assert "https://models.example.org/v1" in "".join(out.split())
    assert "Nothing leaves" not in out


def test_settings_without_a_value_are_shown_as_such(run: Run, server: JsonServer) -> None:
    _, out, _ = run("config")
    assert "# input_price is not set" in out
