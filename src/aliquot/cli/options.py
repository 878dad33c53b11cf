"""Options that many commands share, and how the library they mean is found.

In order: `--library`, the variable `ALIQUOT_LIBRARY`, the nearest folder upwards that holds
`aliquot.toml`, and the user's own library, which `add` makes when it is first needed.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from aliquot.library import Library

__all__ = [
    "JsonOption",
    "KOption",
    "LibraryOption",
    "LiteralOption",
    "WhereOption",
    "find_library",
    "goes_to_subcommand",
    "open_library",
    "remember_library",
]

LibraryOption = Annotated[
    Path | None,
    typer.Option("--library", "-L", metavar="FOLDER", help="The library's folder."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON on standard output.")]
WhereOption = Annotated[
    str,
    typer.Option(
        "--where", "-w", metavar="EXPR", help="Filter, as 'kind = trial and year >= 2020'."
    ),
]
LiteralOption = Annotated[
    bool,
    typer.Option("--literal", help="Take nothing in the question for a filter or a quotation."),
]
KOption = Annotated[int | None, typer.Option("-k", min=1, max=1000, help="How many chunks.")]

VARIABLE = "ALIQUOT_LIBRARY"


def remember_library(context: typer.Context, library: Path | None) -> None:
    """Keep a `--library` given before the command's name."""
    context.obj = {"library": library}


def goes_to_subcommand(context: typer.Context, library: Path | None) -> bool:
    """Tell whether a word of a group follows, which then uses the group's `--library`."""
    if context.invoked_subcommand is None:
        return False
    if library is not None:
        remember_library(context, library)
    return True


def find_library(context: typer.Context, library: Path | None) -> tuple[Path, bool]:
    """Return the library's folder, and whether it is the user's own default."""
    shared: dict[str, Any] = context.obj or {}
    named = library or shared.get("library")
    if named is not None:
        return named, False
    if os.environ.get(VARIABLE):
        return Path(os.environ[VARIABLE]), False
    here = Path.cwd()
    for folder in (here, *here.parents):
        if (folder / "aliquot.toml").is_file():
            return folder, False
    from platformdirs import user_data_path

    return user_data_path("aliquot") / "library", True


def open_library(
    context: typer.Context, library: Path | None, *, may_create: bool = False
) -> Library:
    """Open the library a command means.

    Args:
        context: Of the command.
        library: Its own `--library`.
        may_create: Whether a missing one is made.
    """
    from aliquot.library import Library

    folder, is_default = find_library(context, library)
    if not may_create:
        return Library.open(folder)
    if is_default and not (folder / "aliquot.toml").exists():
        typer.echo(f"Making your library in {folder}", err=True)
    return Library.create(folder)
