"""The command that serves a library to browsers and programs."""

from __future__ import annotations

from typing import Annotated

import typer

from aliquot.cli.options import LibraryOption, find_library

__all__ = ["COMMANDS", "serve"]


def serve(
    context: typer.Context,
    host: Annotated[
        str | None, typer.Option("--host", help="Address to listen at; 127.0.0.1 by default.")
    ] = None,
    port: Annotated[
        int | None, typer.Option("--port", "-p", help="Port; 0 for a free one; 8765 by default.")
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", help="Processes; several need PostgreSQL.")
    ] = None,
    log: Annotated[
        str | None, typer.Option("--log", metavar="text|json", help="How the log is written.")
    ] = None,
    open_browser: Annotated[bool, typer.Option("--open", help="Open it in the browser.")] = False,
    library: LibraryOption = None,
) -> None:
    """Serve the library to browsers and programs, as [serve] of aliquot.toml says.

    Without settings it is at http://127.0.0.1:8765, for whoever sits at this machine.
    """
    from aliquot.backends import load
    from aliquot.cli.render import say

    folder, _ = find_library(context, library)
    given = {"host": host, "port": port, "workers": workers, "log": log}
    settings = {name: value for name, value in given.items() if value is not None}
    run = load("faces", "web")
    run(folder, settings, say=say, opens_browser=open_browser)


COMMANDS = (serve,)
