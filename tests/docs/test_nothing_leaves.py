"""Reading, searching and asking open no network connection, parser workers included."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

# Python runs this at the start of every process, so that child processes are watched as well.
WATCH = """
import os, sys

def watch(event, arguments):
    if event in ("socket.connect", "socket.getaddrinfo", "socket.sendto", "urllib.Request"):
        with open(os.environ["SEEN"], "a") as seen:
            print(event, arguments, file=seen)
        raise RuntimeError("no connection is to be opened")

sys.addaudithook(watch)
"""
COMMAND = "from aliquot.cli import main; main()"


def run(folder: Path, code: str, *arguments: str) -> str:
    environment = os.environ | {
        "PYTHONPATH": str(folder),
        "SEEN": str(folder / "seen"),
        "ALIQUOT_EMBEDDING__LEGS": '["bge-small-en-v1.5"]',
        "ALIQUOT_LIBRARY": str(folder / "library"),
    }
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        env=environment,
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def test_add_and_ask_open_no_connection(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    note = tmp_path / "note.txt"
    note.write_text("The elution buffer for the column is 10 mM Tris, pH 8.5.", encoding="utf-8")
    run(tmp_path, COMMAND, "add", str(note))
    answer = json.loads(run(tmp_path, COMMAND, "ask", "Which buffer elutes the column?", "--json"))
    assert answer["statements"]
    assert not (tmp_path / "seen").exists()


def test_watch_sees_a_connection(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text(WATCH, encoding="utf-8")
    run(
        tmp_path,
        "import contextlib, socket\n"
        "with contextlib.suppress(RuntimeError):\n"
        "    socket.create_connection(('127.0.0.1', 9), 1)",
    )
    assert (tmp_path / "seen").read_text(encoding="utf-8")
