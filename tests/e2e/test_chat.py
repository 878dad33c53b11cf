"""A chat at a real terminal: questions in a row, stopped answers, and every way to leave it."""

from __future__ import annotations

import os
import re
import select
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pty", reason="a terminal of POSIX")
pytest.importorskip("pydantic_ai", reason="the extra `models` is not installed")

from aliquot.library import Library
from aliquot.types.history import AuditKind
from model_servers import Fails, ModelServer, Says, model_server

QUESTION = "How long is the tube heated at 42 °C?"
QUOTE = "Heat the tube at exactly 42 °C for 45 s."
CONFIG = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
WAIT_S = 18
INTERRUPT, END_OF_FILE, ENTER = "\x03", "\x04", "\r"
# What sets colours, the cursor, and how pasted text is taken.
_MARKS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]")


class Terminal:
    """A chat at a terminal of its own."""

    def __init__(self, command: list[str], environment: dict[str, str]) -> None:
        self._ours, theirs = os.openpty()
        self.process = subprocess.Popen(
            command,
            env=environment | {"TERM": "xterm-256color", "COLUMNS": "80", "LC_ALL": "C.UTF-8"},
            # Makes it the terminal of a session of its own: Ctrl-C reaches that process alone.
            preexec_fn=lambda: os.login_tty(theirs),
            pass_fds=[theirs],
        )
        os.close(theirs)
        self._bytes = b""
        self._seen = 0

    @property
    def shown(self) -> str:
        """What stands on the terminal, without colours."""
        return _MARKS.sub("", self._bytes.decode("utf-8", "replace")).replace("\r\n", "\n")

    def wait_for(self, words: str) -> None:
        """Wait until words are shown after those that were waited for last."""
        deadline = time.monotonic() + WAIT_S
        while words not in self.shown[self._seen :]:
            assert time.monotonic() < deadline, f"{words!r} is not in {self.shown[self._seen :]!r}"
            assert self._read(), f"it ended before {words!r}: {self.shown[self._seen :]!r}"
        self._seen = self.shown.index(words, self._seen) + len(words)

    def wait_for_prompt(self) -> None:
        self.wait_for("\n> ")

    def interrupt(self) -> None:
        """Press Ctrl-C until there is a prompt: Python's own `input` may overhear the first."""
        self.press(INTERRUPT)
        for _ in range(round(WAIT_S / 2)):
            self._read()
            if "\n> " in self.shown[self._seen :]:
                break
        else:
            self.press(INTERRUPT)
        self.wait_for_prompt()

    def press(self, keys: str) -> None:
        os.write(self._ours, keys.encode())

    def ask(self, question: str) -> None:
        self.press(question + ENTER)

    def leave(self, keys: str) -> int:
        """Press what ends it, read to the end, and return the exit code."""
        deadline = time.monotonic() + WAIT_S
        # Between showing a prompt and reading keys, Python's own `input` overhears an interrupt;
        # nobody but a test presses so soon.
        time.sleep(0.3)
        self.press(keys)
        while self._read():
            assert time.monotonic() < deadline, f"it has not ended: {self.shown[self._seen :]!r}"
        return self.process.wait(timeout=WAIT_S)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self._ours)

    def _read(self) -> bool:
        """Read what is there within a second; tell whether more may come."""
        if not select.select([self._ours], [], [], 1)[0]:
            return True
        # Linux raises an error where the other end is closed.
        with suppress(OSError):
            read = os.read(self._ours, 65536)
            self._bytes += read
            return bool(read)
        return False


@pytest.fixture
def chat(aliquot: Any, lab: Path) -> Iterator[Callable[..., Terminal]]:
    """Begin a chat on a small library, with what is set in its environment."""
    with Library.create(aliquot.library, CONFIG) as library:
        library.add(lab)
    begun = []

    def begin(*options: str, **variables: str) -> Terminal:
        terminal = Terminal(aliquot.arguments("chat", *options), aliquot.environment | variables)
        begun.append(terminal)
        terminal.wait_for_prompt()
        return terminal

    yield begin
    for one in begun:
        one.close()


@pytest.fixture
def kept(aliquot: Any) -> Iterator[Library]:
    """The library afterwards."""
    with Library.open(aliquot.library, CONFIG) as library:
        yield library


def model_at(server: ModelServer) -> dict[str, str]:
    return {
        "ALIQUOT_MODEL__NAME": "openai-compatible:m",
        "ALIQUOT_MODEL__URL": server.openai_url,
        "ALIQUOT_MODEL__TIMEOUT_S": "60",
    }


def questions(library: Library) -> list[str]:
    (one,) = library.history.conversations()
    return [turn.question for turn in library.conversation(one.id).conversation.turns]


@pytest.mark.parametrize("leaving", [INTERRUPT, END_OF_FILE, "/quit\r"])
def test_a_chat_is_left_cleanly_and_kept(
    chat: Callable[..., Terminal], kept: Library, leaving: str
) -> None:
    terminal = chat()
    terminal.ask(QUESTION)
    terminal.wait_for("verified: ")
    terminal.wait_for_prompt()
    assert terminal.leave(leaving) == 0
    assert "Go on with: aliquot chat --conversation" in terminal.shown
    assert "Traceback" not in terminal.shown
    assert questions(kept) == [QUESTION]


@pytest.mark.parametrize("leaving", [INTERRUPT, END_OF_FILE])
def test_a_chat_without_a_question_leaves_nothing(
    chat: Callable[..., Terminal], kept: Library, leaving: str
) -> None:
    terminal = chat()
    assert terminal.leave(leaving) == 0
    assert "Go on with" not in terminal.shown
    assert kept.history.conversations() == []


def test_a_chat_goes_on_in_japanese_with_what_was_cited(
    chat: Callable[..., Terminal], kept: Library
) -> None:
    terminal = chat()
    terminal.ask("HEK293T細胞は何度で培養しますか？")
    terminal.wait_for("verified: ")
    terminal.wait_for_prompt()
    terminal.ask("その継代は何日ごとですか？")
    terminal.wait_for("Asked as: HEK293Tの継代は何日ごとですか？")
    terminal.wait_for_prompt()
    terminal.ask("/sources")
    terminal.wait_for_prompt()
    assert terminal.leave(END_OF_FILE) == 0
    assert questions(kept) == ["HEK293T細胞は何度で培養しますか？", "その継代は何日ごとですか？"]


def test_what_was_cited_is_shown_and_a_new_conversation_begun(
    chat: Callable[..., Terminal], kept: Library
) -> None:
    terminal = chat()
    terminal.ask("/sources")
    terminal.wait_for("Nothing is cited yet.")
    terminal.wait_for_prompt()
    terminal.ask(QUESTION)
    terminal.wait_for_prompt()
    terminal.ask("/sources")
    terminal.wait_for("heat-shock-transformation#")
    terminal.wait_for_prompt()
    terminal.ask("/new")
    terminal.wait_for("A new conversation.")
    terminal.wait_for_prompt()
    # Nothing was asked in it that "Why?" could go on with.
    terminal.ask("Why?")
    terminal.wait_for_prompt()
    assert "Asked as" not in terminal.shown
    terminal.ask("/help")
    terminal.wait_for("/sources shows what was cited")
    assert terminal.leave(END_OF_FILE) == 0
    assert [one.turn_count for one in kept.history.conversations()] == [1, 1]


def test_an_interrupt_drops_what_is_typed_and_stays(
    chat: Callable[..., Terminal], kept: Library
) -> None:
    terminal = chat()
    terminal.press("How long is the bottle")
    terminal.wait_for("bottle")
    terminal.interrupt()
    terminal.ask(QUESTION)
    terminal.wait_for("verified: ")
    terminal.wait_for_prompt()
    assert terminal.leave(INTERRUPT) == 0
    assert questions(kept) == [QUESTION]


def test_an_interrupt_stops_an_answer_and_gives_the_prompt_back(
    chat: Callable[..., Terminal], kept: Library
) -> None:
    written = f'STATEMENT: The tube is heated for 45 s.\nQUOTE E1: "{QUOTE}"\n'
    with model_server(Says(written, delay_s=60), written) as server:
        terminal = chat("--strategy", "stuff", **model_at(server))
        terminal.ask(QUESTION)
        wait_until_asked(server)
        terminal.press(INTERRUPT)
        terminal.wait_for("Stopped")
        terminal.wait_for_prompt()
        began = time.monotonic()
        # What the model was still writing is not waited for.
        assert terminal.leave(END_OF_FILE) == 0
        assert time.monotonic() - began < WAIT_S / 2
    assert "Traceback" not in terminal.shown
    assert kept.history.conversations() == []
    assert "stopped" in kept.history.entries(1, AuditKind.FAILED)[0].detail["error"]


def wait_until_asked(server: ModelServer) -> None:
    deadline = time.monotonic() + WAIT_S
    while not server.asked:
        assert time.monotonic() < deadline, "the model was not asked"
        time.sleep(0.05)


def test_a_model_that_fails_does_not_end_a_chat(
    chat: Callable[..., Terminal], kept: Library
) -> None:
    with model_server(Fails(401, "this key is not valid")) as server:
        terminal = chat("--strategy", "stuff", **model_at(server))
        terminal.ask(QUESTION)
        terminal.wait_for("aliquot: ")
        terminal.wait_for_prompt()
        assert terminal.leave(END_OF_FILE) == 0
    assert "Traceback" not in terminal.shown
    failed, asked = kept.history.entries(2)
    assert (asked.kind, failed.kind) == (AuditKind.ASKED, AuditKind.FAILED)
    assert failed.detail["asked"] == asked.sequence


def test_lines_from_a_pipe_are_answered_without_a_prompt(aliquot: Any, lab: Path) -> None:
    with Library.create(aliquot.library, CONFIG) as library:
        library.add(lab)
    process = aliquot.start(
        "chat", stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    out, err = process.communicate(f"{QUESTION}\nWhy?\n".encode(), timeout=WAIT_S)
    shown = out.decode()
    assert process.returncode == 0, err
    assert "> " not in shown
    assert "Asked as: Why: How long is the tube" in shown
