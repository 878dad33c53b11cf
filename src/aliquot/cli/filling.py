"""Commands that fill a library: init, add, sync, remove."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from aliquot.cli.options import JsonOption, LibraryOption, find_library, open_library
from aliquot.errors import ConfigError

__all__ = ["COMMANDS", "add", "init", "remove", "sync"]


def init(
    context: typer.Context,
    folder: Annotated[
        Path | None, typer.Argument(help="Where; the user's own library unless given.")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a library in a folder."""
    from aliquot.cli.render import print_json, say
    from aliquot.library import Library

    place, _ = find_library(context, folder or library)
    with Library.create(place) as made:
        if as_json:
            print_json({"library": str(made.path), "documents": made.catalog.counts()["documents"]})
            return
        say(f"Library: {made.path}")
        say(f"Next: aliquot --library {made.path} add FOLDER")


def add(
    context: typer.Context,
    paths: Annotated[list[Path], typer.Argument(metavar="PATH", help="Files and folders.")],
    trust: Annotated[
        bool, typer.Option("--trust", help="Each file is what it says it is: quarantine none.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Bring files and folders in; folders with all that is in them."""
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import show_report

    with open_library(context, library, may_create=True) as opened, progress_bar() as progress:
        report = opened.add(*paths, trust=trust, progress=progress)
    show_report(report, as_json=as_json)
    raise typer.Exit(1 if report.failed else 0)


def sync(
    context: typer.Context,
    reparse: Annotated[
        bool, typer.Option("--reparse", help="Read again what an older version has read.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Bring the library up to date with the files and folders it knows."""
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import show_report

    with open_library(context, library) as opened, progress_bar() as progress:
        report = opened.sync(progress=progress, reparse=reparse)
    show_report(report, as_json=as_json)
    raise typer.Exit(1 if report.failed else 0)


def remove(
    context: typer.Context,
    document_ids: Annotated[
        list[str] | None, typer.Argument(metavar="DOCUMENT_ID", help="Documents to take out.")
    ] = None,
    source: Annotated[
        Path | None, typer.Option("--source", help="Forget a file or folder and all it brought.")
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take documents out of the library; files on disk are not touched."""
    from aliquot.cli.render import print_json, say

    if not document_ids and source is None:
        raise ConfigError("Nothing to remove.", hint="Name a document id, or give --source PATH.")
    with open_library(context, library) as opened:
        gone = list(document_ids or [])
        for document_id in gone:
            opened.remove(document_id)
        if source is not None:
            gone += opened.remove_source(source)
    if as_json:
        print_json({"removed": gone})
        return
    say(f"Removed {len(gone)} documents." if len(gone) != 1 else f"Removed {gone[0]}.")


COMMANDS = (init, add, sync, remove)
