"""The command that holds sentences against a library: check."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from aliquot.cli.options import JsonOption, LibraryOption, open_library
from aliquot.errors import ConfigError, SourceError

if TYPE_CHECKING:
    from aliquot.config import IngestConfig
    from aliquot.types import Citation, Verdict

__all__ = ["COMMANDS", "check"]

# Exit code where a sentence is not supported, so that scripts can tell.
UNSUPPORTED_CODE = 1
# Of standard input; a draft of more is a book.
MAX_CHARACTERS = 4 * 1024 * 1024
# Words like these are meant for a file that is not there: a name without spaces that has an ending.
NAME_ENDINGS = (".txt", ".md", ".docx", ".pdf", ".tex", ".odt", ".rtf", ".html")
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
    """Hold every sentence of a draft against the library.

    A draft may be a file of any format the library reads; it is not added. Exits with 0 where
    every sentence is supported, with 1 where one is not, and with another code where it could not
    be checked.
    """
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import print_json
    from aliquot.shapes import verdict_shape

    with open_library(context, library) as opened, progress_bar() as progress:
        written = _read(text, opened.config.ingest)
        verdicts = opened.check_text(written, chunk, progress)
    if as_json:
        print_json([verdict_shape(one) for one in verdicts])
    else:
        _show(verdicts)
    if any(one.kind != "supported" for one in verdicts):
        raise typer.Exit(UNSUPPORTED_CODE)


def _read(text: str, settings: IngestConfig) -> str:
    """Return the text itself, or what stands in the file or on standard input it names.

    Raises:
        ConfigError: Standard input is no text or too long, a file is not there or cannot be read.
    """
    from aliquot.library.drafts import read_draft

    if text == "-":
        return _read_input()
    path = Path(text)
    is_file = False
    # A sentence may be too long for a name, or hold what no name may.
    with suppress(OSError, ValueError):
        is_file = path.is_file()
    if is_file:
        try:
            return read_draft(path, settings)
        except SourceError as exc:
            raise ConfigError(f"{path}: {exc.message}", hint=exc.hint) from exc
    if " " not in text and text.casefold().endswith(NAME_ENDINGS):
        raise ConfigError(f"There is no file {text}.", hint="Name a file, or write a sentence.")
    return text


def _read_input() -> str:
    try:
        written = sys.stdin.read(MAX_CHARACTERS + 1)
    except UnicodeDecodeError as exc:
        hint = "Send plain text (UTF-8), or name the file."
        raise ConfigError("Standard input is not plain text.", hint=hint) from exc
    if len(written) > MAX_CHARACTERS:
        raise ConfigError("Standard input is too long for a draft.", hint="Check it part by part.")
    return written


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
        for said, source in one.differences:
            terminal.print(indented(f"said {said}, source {source}", 2, "bold yellow"))
        for reason in one.reasons:
            terminal.print(indented(reason, 2, "yellow"))
        for part in one.parts:
            terminal.print(indented(f"{part.kind}: {part.statement}", 2, STYLES[part.kind]))
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
