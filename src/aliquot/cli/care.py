"""Commands that look after a library: status, receipt, config, doctor."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aliquot.cli.options import JsonOption, LibraryOption, find_library, open_library

if TYPE_CHECKING:
    from aliquot.library.care import Checked

__all__ = ["COMMANDS", "config", "doctor", "receipt", "status"]


def status(
    context: typer.Context, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """Show what the library holds and what embeds and indexes it."""
    from aliquot.cli.receipts import counted
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened:
        found = opened.status()
    if as_json:
        print_json(found)
        return
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(found["by_kind"].items()))
    say(f"{found['documents']} documents ({kinds or 'none yet'}), {found['chunks']} chunks")
    say(f"read: {counted(found['read']) or 'nothing yet'}")
    _say_findings(found["findings"])
    _say_troubles(found)
    for one in found["embedder"]:
        lacking = f", {one['lacking']} chunks to embed" if one["lacking"] else ""
        say(f"embedder: {one['name']} ({one['dimension']} dimensions{lacking})")
    index = found["index"]
    place = f" at {index['place']}" if index["place"] else ""
    say(f"indexes: {index['terms']} terms, {index['vectors']} vectors{place}")
    say(f"catalog: {found['catalog']}")
    services = ", ".join(found["lookup"])
    if services:
        say(f"{services}: identifiers, title and first author of papers are sent.", "yellow")
    for one in found["models"]:
        if one["is_local"]:
            say(
                f"{one['name']}: runs on this machine"
                + (f", at {one['url']}" if one["url"] else "")
            )
    remote = [one for one in found["models"] if not one["is_local"]]
    for one in remote:
        where = one["url"] or "its vendor"
        say(f"{one['name']}: questions and excerpts are sent to {where}.", "yellow")
    for name in found["services"]:
        say(f"{name}: questions and texts of chunks are sent to this service.", "yellow")
    if not (services or remote or found["services"]):
        say("Nothing leaves this machine: no remote model or service is configured.", "dim")


def _say_findings(found: Mapping[str, Any]) -> None:
    """Tell what documents name, by kind, and how many are unread or could not be read."""
    from aliquot.cli.render import say

    kinds = ", ".join(f"{count:,} {kind}" for kind, count in found["by_kind"].items())
    say(f"findings: {kinds or 'none'}")
    if found["lacking"]:
        say(f"{found['lacking']} documents not read for findings: run 'aliquot sync'", "yellow")
    if found["failed"]:
        say(f"{found['failed']} documents could not be read for findings", "yellow")


def _say_troubles(found: Mapping[str, Any]) -> None:
    """Tell how many files are not in the library, are doubtful, or could be read better."""
    from aliquot.cli.render import say

    failed = found["sources"].get("failed", 0)
    quarantined = found["source_status"].get("quarantined", 0)
    if failed > quarantined:
        say(f"{failed - quarantined} files could not be read; 'aliquot receipt' says why", "yellow")
    if quarantined:
        say(f"{quarantined} files are quarantined; 'aliquot receipt' says why", "yellow")
    outdated = found["read"].get("files_of_older_parsers", 0)
    if outdated:
        say(f"{outdated} files were read or cut by an older version: sync --reparse", "yellow")


def receipt(
    context: typer.Context,
    files: Annotated[
        list[Path] | None,
        typer.Argument(metavar="FILE", help="Files; all that need a look unless given."),
    ] = None,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Show what was read of a file, how it was identified, and what was dropped."""
    from aliquot.cli.receipts import show_receipt, show_troubles
    from aliquot.cli.render import print_json
    from aliquot.shapes import receipt_shape

    with open_library(context, library) as opened:
        found = [opened.receipt(file) for file in files or ()]
        every = [] if files else list(opened.receipts())
    troubles = [one for one in every if one.needs_a_look]
    if as_json:
        print_json([receipt_shape(one) for one in [*found, *troubles]])
        return
    for one in found:
        show_receipt(one)
    if not files:
        show_troubles(
            troubles, noted=sum(bool(one.warnings) and not one.needs_a_look for one in every)
        )


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
            say(f"# {key} is not set" if value is None else f"{key} = {_toml(value)}")
        say("")


def _toml(value: Any) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_toml(one) for one in value) + "]"
    if isinstance(value, dict):
        stated = {key: one for key, one in value.items() if one is not None}
        return "{" + ", ".join(f"{key} = {_toml(one)}" for key, one in stated.items()) + "}"
    return f'"{value}"' if isinstance(value, str) else str(value).lower()


def doctor(
    context: typer.Context,
    fix: Annotated[
        bool, typer.Option("--fix", help="Mend what can be mended from the catalog.")
    ] = False,
    rebuild: Annotated[
        bool, typer.Option("--rebuild", help="Build every index again from the catalog.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Check catalog, files, indexes, models and machine: exits 0 sound, 1 warnings, 4 faults."""
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened:
        if rebuild:
            opened.care.rebuild()
        found = opened.care.examine(fix=fix)
    if as_json:
        print_json([one.to_plain() for one in found.checks])
    else:
        for done in found.mended:
            say(f"mended: {done}")
        _say_checks(found.checks)
    raise typer.Exit(max(EXIT_CODES[one.state] for one in found.checks))


# What a script is told: look at warnings when there is time, at faults now.
EXIT_CODES: Mapping[str, int] = {"ok": 0, "warning": 1, "fault": 4}
_MARKS = {"ok": "ok  ", "warning": "WARN", "fault": "BAD "}
_STYLES = {"ok": "", "warning": "yellow", "fault": "red"}


def _say_checks(checks: Iterable[Checked]) -> None:
    from aliquot.cli.render import say

    for one in checks:
        say(f"{_MARKS[one.state]} {one.what}: {one.detail}", _STYLES[one.state])
        if one.remedy:
            say(f"     {one.remedy}", "dim")


COMMANDS = (status, receipt, config, doctor)
