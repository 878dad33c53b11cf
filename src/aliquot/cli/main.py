"""The command `aliquot`: its commands, and how errors end a process."""

from __future__ import annotations

import os
import sys

import typer

from aliquot import __version__
from aliquot.cli import (
    auditing,
    care,
    checking,
    citing,
    comparing,
    contexts,
    conversing,
    evaluating,
    filling,
    finding,
    keeping,
    models,
    moving,
    people,
    serving,
    surveying,
    tuning,
)
from aliquot.cli.options import LibraryOption, remember_library
from aliquot.errors import AliquotError

__all__ = ["app", "main"]

# What Typer makes of a KeyboardInterrupt.
INTERRUPTED = 130

app = typer.Typer(
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
for commands in (
    filling.COMMANDS,
    contexts.COMMANDS,
    finding.COMMANDS,
    citing.COMMANDS,
    conversing.COMMANDS,
    checking.COMMANDS,
    surveying.COMMANDS,
    comparing.COMMANDS,
    auditing.COMMANDS,
    care.COMMANDS,
    moving.COMMANDS,
    keeping.COMMANDS,
    tuning.COMMANDS,
    serving.COMMANDS,
):
    for command in commands:
        app.command(no_args_is_help=False)(command)
app.add_typer(evaluating.evaluation_app)
app.add_typer(models.models_app)
app.add_typer(auditing.audit_app)
app.add_typer(conversing.conversations_app)
app.add_typer(people.collection_app)
app.add_typer(people.grant_app)
app.add_typer(people.token_app)


def _show_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"aliquot {__version__}")
        raise typer.Exit


@app.callback()
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
        app(args=[_text(word) for word in sys.argv[1:]])
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
