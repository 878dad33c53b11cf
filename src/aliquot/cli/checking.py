"""The command that holds sentences against a library: check."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aliquot.cli.options import JsonOption, LibraryOption, open_library
from aliquot.errors import ConfigError

if TYPE_CHECKING:
    from aliquot.types import Citation, Verdict

__all__ = ["COMMANDS", "check"]

# Exit code where a sentence is not supported, so that scripts can tell.
UNSUPPORTED_CODE = 1
# A draft of more is a book.
MAX_BYTES = 4 * 1024 * 1024
STYLES = {
    "supported": "bold green",
    "contradicted": "bold red",
    "unsupported": "bold yellow",
    "not found": "bold yellow",
}


def check(
    context: typer.Context,
    text: Annotated[
        str, typer.Argument(metavar="TEXT|FILE", help="A sentence, a file with a draft, or -.")
    ],
    chunk: Annotated[
        list[str] | None,
        typer.Option("--chunk", metavar="ID", help="A chunk it may rest on; may be repeated."),
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Hold every sentence of a draft against the library."""
    from aliquot.cli.render import print_json
    from aliquot.shapes import verdict_shape

    written = _read(text)
    with open_library(context, library) as opened:
        verdicts = opened.check_text(written, chunk)
    if as_json:
        print_json([verdict_shape(one) for one in verdicts])
    else:
        _show(verdicts)
    if any(one.kind != "supported" for one in verdicts):
        raise typer.Exit(UNSUPPORTED_CODE)


def _read(text: str) -> str:
    """Return the text itself, or what stands in the file or on standard input it names.

    Raises:
        ConfigError: The file is no text, or too long.
    """
    if text == "-":
        return sys.stdin.read(MAX_BYTES)
    try:
        path = Path(text)
        if not path.is_file():
            return text
        if path.stat().st_size > MAX_BYTES:
            raise ConfigError(f"{path} is too long for a draft.", hint="Check it part by part.")
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as exc:
        hint = "Save it as plain text (UTF-8), or add it to the library and ask about it."
        raise ConfigError(f"{text} is not plain text.", hint=hint) from exc
    except OSError:
        # Too long for a name: a sentence.
        return text


def _show(verdicts: Sequence[Verdict]) -> None:
    from rich.text import Text

    from aliquot.cli.render import console, counted, indented, say

    terminal = console()
    if not verdicts:
        say("No sentence of this text claims anything.", "yellow")
    for one in verdicts:
        head = Text(f"{one.kind}  ", style=STYLES[one.kind])
        head.append(one.statement, style="default")
        terminal.print(head)
        for reason in one.reasons:
            terminal.print(indented(reason, 2, "yellow"))
        for citation in one.citations:
            _show_citation(citation)
        if one.against:
            terminal.print(indented("but:", 2, "bold red"))
        for citation in one.against:
            _show_citation(citation)
        terminal.print()
    supported = sum(one.kind == "supported" for one in verdicts)
    if len(verdicts) > 1:
        say(f"{supported} of {counted(len(verdicts), 'sentence')} supported.", "dim")


def _show_citation(citation: Citation) -> None:
    from aliquot.cli.render import console, indented, near

    page = "" if citation.page is None else f", page {citation.page}"
    console().print(indented(f"“{' '.join(citation.quote.split())}”", 2))
    console().print(indented(f"[{citation.label}] {near(citation.source)}{page}", 2, "dim"))


COMMANDS = (check,)
