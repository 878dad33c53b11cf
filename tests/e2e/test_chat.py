"""A chat at a terminal: a prompt, and both ways to leave it."""

from __future__ import annotations

import os
import select
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from aliquot.library import Library

pty = pytest.importorskip("pty", reason="a terminal of POSIX")

CHAT = """
import typer
from aliquot.cli.conversing import chat
app = typer.Typer()
app.command()(chat)
app()
"""
WAIT_S = 20
INTERRUPT, END_OF_FILE = b"\x03", b"\x04"


class Terminal:
    """A process at a terminal of its own."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", CHAT],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment,
            # A session of its own, so that the interrupt reaches it alone.
            preexec_fn=lambda: os.login_tty(theirs) if hasattr(os, "login_tty") else os.setsid(),
        )
        os.close(theirs)
        self.shown = ""

    def wait_for(self, words: str) -> None:
        deadline = time.monotonic() + WAIT_S
        while words not in self.shown and time.monotonic() < deadline:
            if select.select([self._ours], [], [], 1)[0]:
                self.shown += os.read(self._ours, 4096).decode("utf-8", "replace")
        assert words in self.shown, self.shown

    def press(self, keys: bytes) -> None:
        os.write(self._ours, keys)

    def close(self) -> int:
        """Read what is left, and return the exit code."""
        deadline = time.monotonic() + WAIT_S
        # Linux raises an error when the other end is closed.
        with suppress(OSError):
            while time.monotonic() < deadline:
                if select.select([self._ours], [], [], 1)[0]:
                    self.shown += os.read(self._ours, 4096).decode("utf-8", "replace")
        # Not before the process has ended: it would be told that its terminal hung up.
        code = self.process.wait(timeout=WAIT_S)
        os.close(self._ours)
        return code


@pytest.mark.parametrize("leaving", [INTERRUPT, END_OF_FILE, b"/quit\r"])
def test_a_chat_is_left_cleanly_and_kept(aliquot: Any, lab: Path, leaving: bytes) -> None:
    config = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
    with Library.create(aliquot.library, config) as library:
        library.add(lab)
    terminal = Terminal(aliquot.environment | {"ALIQUOT_LIBRARY": str(aliquot.library)})
    terminal.wait_for("> ")
    terminal.press("How long is the tube heated at 42 °C?\r".encode())
    terminal.wait_for("verified")
    terminal.wait_for("\r\n> ")
    terminal.press(leaving)
    assert terminal.close() == 0
    assert "Traceback" not in terminal.shown
    assert "Go on with: aliquot chat --conversation" in terminal.shown
    with Library.open(aliquot.library, config) as library:
        assert [one.turn_count for one in library.history.conversations()] == [1]
