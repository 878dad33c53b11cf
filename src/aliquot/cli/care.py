"""Commands that look after a library: status, config, models, doctor."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from aliquot.cli.options import JsonOption, LibraryOption, find_library, open_library

__all__ = ["COMMANDS", "config", "doctor", "models", "status"]


def status(
    context: typer.Context, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """Show what the library holds and what embeds and indexes it."""
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened:
        found = opened.status()
    if as_json:
        print_json(found)
        return
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(found["by_kind"].items()))
    say(f"{found['documents']} documents ({kinds or 'none yet'}), {found['chunks']} chunks")
    failed = found["sources"].get("failed", 0)
    if failed:
        say(f"{failed} files could not be read; 'aliquot sync' says why", "yellow")
    for one in found["embedder"]:
        lacking = f", {one['lacking']} chunks to embed" if one["lacking"] else ""
        say(f"embedder: {one['name']} ({one['dimension']} dimensions{lacking})")
    index = found["index"]
    say(f"indexes: {index['terms']} terms, {index['vectors']} vectors")
    say(f"catalog: {found['catalog']}")
    say("Nothing leaves this machine: no remote model is configured.", "dim")


def config(
    context: typer.Context, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """Show every setting in force."""
    from aliquot.cli.render import print_json, say
    from aliquot.config import load_config

    folder, _ = find_library(context, library)
    loaded = load_config(folder / "aliquot.toml").model_dump(mode="json")
    if as_json:
        print_json(loaded)
        return
    for section, values in loaded.items():
        say(f"[{section}]", "bold")
        for key, value in values.items():
            say(f"{key} = {_toml(value)}")
        say("")


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_toml(one) for one in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def models(as_json: JsonOption = False) -> None:
    """List the embedders and whether they are installed."""
    from aliquot.backends import BACKENDS, available, names
    from aliquot.cli.render import print_json, say

    found = [
        {
            "name": name,
            "installed": available("embedders", name),
            "extra": BACKENDS["embedders"][name].extra if name in BACKENDS["embedders"] else "",
        }
        for name in names("embedders")
        if name != "fake"
    ]
    if as_json:
        print_json(found)
        return
    for one in found:
        how = "installed" if one["installed"] else f"pip install 'aliquot[{one['extra']}]'"
        say(f"{one['name']}: {how}")


def doctor(
    context: typer.Context,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Build every index again from the catalog.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check catalog, indexes and models; mend what can be mended."""
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened:
        found = opened.examine(rebuild=rebuild)
    if as_json:
        print_json(found)
    else:
        for one in found:
            say(f"{'ok  ' if one['ok'] else 'BAD '} {one['what']}: {one['detail']}")
    raise typer.Exit(0 if all(one["ok"] for one in found) else 4)


COMMANDS = (status, config, models, doctor)
