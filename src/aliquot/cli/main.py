"""The command `aliquot`: its commands, and how errors end a process."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import Any

import typer

from aliquot import __version__
from aliquot.cli.groups import PEOPLE_GROUPS
from aliquot.cli.options import LibraryOption, remember_library
from aliquot.errors import AliquotError

__all__ = ["GROUPS", "MODULES", "main"]

# What Typer makes of a KeyboardInterrupt.
INTERRUPTED = 130

# The module of each command, in the order of the help. Who asks for one command loads one: to load
# and describe all of them takes .1 s of CPU time.
MODULES = {
    **dict.fromkeys(("init", "add", "sync", "remove"), "filling"),
    "contextualise": "contexts",
    **dict.fromkeys(("list", "show", "search", "ask"), "finding"),
    **dict.fromkeys(("cite", "open"), "citing"),
    "chat": "conversing",
    "check": "checking",
    "survey": "surveying",
    "compare": "comparing",
    "explain": "auditing",
    **dict.fromkeys(("status", "receipt", "config", "doctor"), "care"),
    **dict.fromkeys(("move", "embed"), "moving"),
    **dict.fromkeys(("backup", "restore", "export", "import", "vacuum"), "keeping"),
    "tune": "tuning",
    "serve": "serving",
}
# The module of each group of commands, and what the group is called in it.
GROUPS = {
    "eval": ("evaluating", "evaluation_app"),
    "models": ("models", "models_app"),
    "audit": ("auditing", "audit_app"),
    "conversations": ("conversing", "conversations_app"),
    "collection": ("people", "collection_app"),
    "grant": ("people", "grant_app"),
    "token": ("people", "token_app"),
}
LIBRARY_OPTIONS = ("-L", "--library")


def _empty_app() -> typer.Typer:
    made = typer.Typer(
        name="aliquot",
        help="Answer a lab's questions from its own files, and prove every sentence.",
        epilog="Start with: aliquot add FOLDER, then: aliquot ask 'Which buffer elutes the DNA?'",
        no_args_is_help=True,
        add_completion=False,
        # Plain help: the boxed one loads rich.markdown, half of the CPU time of `aliquot --help`.
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    made.callback()(_options)
    return made


def _command(name: str) -> Callable[..., Any]:
    functions: Sequence[Callable[..., Any]] = _module(MODULES[name]).COMMANDS
    return next(one for one in functions if one.__name__ == name)


def _group(name: str) -> typer.Typer:
    module, attribute = GROUPS[name]
    group: typer.Typer = getattr(_module(module), attribute)
    return group


def _module(name: str) -> Any:
    return import_module(f"aliquot.cli.{name}")


def _app_of(*names: str) -> typer.Typer:
    """Return the command line with some commands and groups."""
    made = _empty_app()
    for name in names:
        if name in GROUPS:
            made.add_typer(_group(name))
        else:
            made.command(name, no_args_is_help=False)(_command(name))
    return made


def _overview() -> typer.Typer:
    """Return the command line with all commands by name and help alone."""
    made = _empty_app()
    for name in (*MODULES, *GROUPS):
        made.command(name, help=_about(name))(_nothing)
    return made


def _about(name: str) -> str | None:
    if name in PEOPLE_GROUPS:
        return PEOPLE_GROUPS[name]
    return _group(name).info.help if name in GROUPS else _command(name).__doc__


def _nothing() -> None:
    """Stand for a command that is only listed."""


@cache
def _whole() -> typer.Typer:
    return _app_of(*MODULES, *GROUPS)


def __getattr__(name: str) -> typer.Typer:
    """Return the whole command line as `app`, made when it is first asked for."""
    if name == "app":
        return _whole()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _app_for(words: Sequence[str]) -> typer.Typer:
    """Return as much of the command line as some words of it need."""
    left = list(words)
    while left and left[0] in LIBRARY_OPTIONS:
        del left[:2]
    if not left or left[0] in ("-h", "--help", "--version"):
        return _overview()
    return _app_of(left[0]) if left[0] in MODULES or left[0] in GROUPS else _whole()


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"aliquot {__version__}")
        raise typer.Exit


def _options(
    context: typer.Context,
    library: LibraryOption = None,
    version: bool = typer.Option(
        False, "--version", help="Show the version and exit.", callback=_show_version, is_eager=True
    ),
) -> None:
    remember_library(context, library)


def main() -> None:
    """Run the command line; errors end with their own exit code and what to do."""
    try:
        words = [_text(word) for word in sys.argv[1:]]
        _app_for(words)(args=words)
    except AliquotError as exc:
        typer.echo(f"aliquot: {exc.message}", err=True)
        if exc.hint:
            typer.echo(exc.hint, err=True)
        sys.exit(exc.exit_code)
    except SystemExit as exc:
        if exc.code == INTERRUPTED:
            typer.echo("Stopped; what was committed is kept. 'aliquot sync' goes on.", err=True)
        raise


def _text(word: str) -> str:
    """Show bytes of an argument that are no text as such, rather than fail on them later."""
    return os.fsencode(word).decode("utf-8", "backslashreplace")
