"""The command line loads the command that is asked for, and knows all of them."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer

from aliquot.cli import main as entry
from aliquot.cli.main import GROUPS, MODULES, app

CLI = Path(entry.__code__.co_filename).parent
WHOLE: Any = typer.main.get_command(app)


def run(*words: str, start: str = "from aliquot.cli import main as start") -> Any:
    """Run the command line, or another part of it, in a terminal of 80 columns."""
    code = f"{start}; import sys; sys.argv[0] = 'aliquot'; start()"
    command = [sys.executable, "-c", code, *words]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "COLUMNS": "80"}
    )


def modules_after(*words: str) -> set[str]:
    """Return the command modules that a run of the command line loads."""
    code = (
        "import sys; from aliquot.cli import main\n"
        f"sys.argv = ['aliquot', *{words!r}]\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([one for one in sys.modules if one.startswith('aliquot.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(eval(done.stdout.splitlines()[-1]))


def test_every_command_that_a_module_offers_is_on_the_command_line() -> None:
    modules = [import_module(f"aliquot.cli.{one.stem}") for one in CLI.glob("[a-z]*.py")]
    offered = {one.__name__ for module in modules for one in getattr(module, "COMMANDS", ())}
    groups = {
        one.info.name
        for module in modules
        for one in vars(module).values()
        if isinstance(one, typer.Typer) and one is not app
    }
    assert offered == set(MODULES)
    assert groups == set(GROUPS)
    assert list(WHOLE.commands) == [*MODULES, *GROUPS]


@pytest.mark.parametrize("words", [(), ("--help",)], ids=["nothing", "help"])
def test_the_help_lists_every_command_as_the_whole_command_line_does(words: Sequence[str]) -> None:
    whole = run(*words, start="from aliquot.cli.main import app as start")
    done = run(*words)
    assert (done.stdout, done.stderr) == (whole.stdout, whole.stderr)
    assert all(f"  {name} " in done.stdout + done.stderr for name in (*MODULES, *GROUPS))


@pytest.mark.parametrize("words", [("--help",), ("ask", "--help")], ids=["help", "command"])
def test_no_record_of_the_library_is_loaded_to_help(words: Sequence[str]) -> None:
    assert not {one for one in modules_after(*words) if one.startswith("aliquot.types")}


def test_a_command_loads_no_other_commands_module() -> None:
    loaded = modules_after("ask", "--help")
    assert "aliquot.cli.finding" in loaded
    others = {f"aliquot.cli.{one}" for one in (*MODULES.values(), "people", "evaluating", "models")}
    assert loaded & others <= {"aliquot.cli.finding", "aliquot.cli.citing"}


def test_what_answers_loads_nothing_that_reads_files_or_measures() -> None:
    code = (
        "import sys, aliquot.library.questions\n"
        "print(*[one for one in sys.modules if one.startswith('aliquot.')])"
    )
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    rooms = {name.split(".")[1] for name in done.stdout.split()}
    assert "generation" in rooms
    assert rooms.isdisjoint({"evaluation", "findings", "ingest", "metadata"})


@pytest.mark.parametrize(
    "words",
    [("ask", "--help"), ("-L", "there", "ask", "--help"), ("--library=there", "ask", "--help")],
    ids=["first", "behind the library", "behind the library in one word"],
)
def test_a_command_is_found_wherever_it_stands(words: Sequence[str]) -> None:
    done = run(*words)
    assert done.returncode == 0
    assert "In English or Japanese." in done.stdout


def test_a_word_that_is_no_command_is_said_so() -> None:
    done = run("aks", "Which buffer?")
    assert done.returncode == 2
    assert "aks" in done.stderr
