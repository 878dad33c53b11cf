"""Two processes that ask at once keep every answer, every turn and one chain."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from aliquot.library import Library

ASK = """
import sys
from aliquot.library import Library
with Library.open(sys.argv[1], {"embedding": {"legs": ["fake"]}}) as library:
    session = library.conversation(sys.argv[2])
    for number in range(6):
        session.ask(f"How long is the tube heated at {number + 40} °C?")
"""


def test_two_processes_ask_in_one_conversation(aliquot: Any, lab: Path) -> None:
    config = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
    with Library.create(aliquot.library, config) as library:
        library.add(lab)
        session = library.conversation()
        session.ask("How long is the tube heated?")
        command = [sys.executable, "-c", ASK, str(aliquot.library), session.id]
        both = [subprocess.Popen(command, env=aliquot.environment) for _ in range(2)]
        assert [one.wait(timeout=120) for one in both] == [0, 0]
        turns = library.conversation(session.id).conversation.turns
        assert len(turns) == 13
        assert len({one.answer_id for one in turns}) == 13
        assert all(answer is not None for answer in library.conversation(session.id).answers())
        assert library.history.verify().is_sound
        assert library.history.altered() == []
