"""The command that lets a language model write where chunks stand in their documents."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from aliquot.cli.options import JsonOption, LibraryOption, WhereOption, open_library
from aliquot.errors import ConfigError

if TYPE_CHECKING:
    from aliquot.config import ModelConfig
    from aliquot.types import ContextEstimate, ContextReport

__all__ = ["COMMANDS", "contextualise"]


def contextualise(
    context: typer.Context,
    where: WhereOption = "",
    estimate: Annotated[
        bool, typer.Option("--estimate", help="Say what it would take, and ask nothing.")
    ] = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Send the texts without asking back.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Let a language model write where each chunk stands in its document, to find it by."""
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import print_json
    from aliquot.shapes import context_estimate_shape, context_report_shape

    with open_library(context, library) as opened:
        expected = opened.contexts.estimate(where)
        if not as_json:
            _show_estimate(expected, opened.config.model)
        if estimate:
            if as_json:
                print_json(context_estimate_shape(expected))
            return
        if expected.chunks and not yes:
            _confirm()
        with progress_bar() as progress:
            report = opened.contexts.write(where, progress)
    if as_json:
        print_json({"estimate": context_estimate_shape(expected)} | context_report_shape(report))
    else:
        _show_report(report)
    raise typer.Exit(5 if report.stopped else 0)


def _confirm() -> None:
    """Ask back on a terminal; end the command where the answer is no.

    Raises:
        ConfigError: Nobody is there to be asked.
    """
    if not sys.stdin.isatty():
        raise ConfigError(
            "The texts of documents would be sent to a language model.",
            hint="Say that they may be with --yes; --estimate shows what it would take.",
        )
    typer.confirm("Send them?", abort=True, err=True)


def _show_estimate(expected: ContextEstimate, settings: ModelConfig) -> None:
    from aliquot.cli.render import say

    known = f"; {expected.known} are written already" if expected.known else ""
    say(f"{expected.chunks} chunks of {expected.documents} documents to write about{known}")
    if not expected.chunks:
        return
    say(f"model: {expected.model}" + (f" at {settings.url}" if settings.url else ""))
    say(
        f"about {expected.input_tokens:,} tokens to read and {expected.output_tokens:,} to write,"
        " by this library's count"
    )
    if expected.cost is None:
        say(
            "cost: unknown; give input_price and output_price, per million tokens, under [model]",
            "yellow",
        )
    else:
        say(f"cost: about {expected.cost:,.2f}, in the currency of your prices")


def _show_report(report: ContextReport) -> None:
    from aliquot.cli.render import say

    say(f"Wrote {report.written} contexts; {report.placed} chunks are searched with others.")
    if report.silent:
        say(f"About {report.silent} chunks nothing was written; they stay as they are.", "dim")
    if report.stopped:
        say(f"Stopped: {report.stopped}", "red")
        say("What was written is kept; run it again to go on.")


COMMANDS = (contextualise,)
