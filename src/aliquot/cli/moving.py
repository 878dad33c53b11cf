"""Commands that change where vectors and the catalog are, and which models make them."""

from __future__ import annotations

import sys
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from aliquot.cli.options import JsonOption, LibraryOption, open_library
from aliquot.errors import ConfigError

if TYPE_CHECKING:
    from aliquot.library import Library
    from aliquot.library.catalog_moving import CatalogMoved
    from aliquot.library.engines import EmbeddingPlan, MovePlan
    from aliquot.library.switching import Switched

__all__ = ["COMMANDS", "embed", "move"]

DropOption = Annotated[
    bool, typer.Option("--drop-old", help="Drop what was in use before; alone, all that stands.")
]
DryOption = Annotated[bool, typer.Option("--dry-run", help="Say what it would do, and stop.")]


def move(
    context: typer.Context,
    to: Annotated[
        str,
        typer.Option(
            "--to",
            metavar="ADDRESS",
            help="local, qdrant, chroma, milvus, or as qdrant://HOST:6333, postgresql://U@HOST/DB.",
        ),
    ] = "",
    back: Annotated[
        bool, typer.Option("--back", help="Return to the index used before the last move.")
    ] = False,
    catalog: Annotated[
        str,
        typer.Option(
            "--catalog",
            metavar="ADDRESS",
            help="Move the catalog: to postgresql://U@HOST/DB, or local for a file.",
        ),
    ] = "",
    drop_old: DropOption = False,
    dry_run: DryOption = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Move the vectors to another engine, proved before it answers; nothing is embedded."""
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import print_json

    _check_move(to, catalog, back=back, drop_old=drop_old, dry_run=dry_run)
    with open_library(context, library) as opened:
        if catalog:
            _move_catalog(opened, catalog, drop_old=drop_old, as_json=as_json)
            return
        if dry_run:
            plan = opened.engines.plan(to)
            print_json(asdict(plan)) if as_json else _show_plan(plan)
            return
        if not (to or back):
            _drop(opened, as_json=as_json)
            return
        engines = opened.engines
        with progress_bar() as progress:
            switched = engines.back(progress) if back else engines.move(to, progress)
        dropped = engines.drop_old() if drop_old else []
    _show_switched(switched, dropped, as_json=as_json)


def _check_move(to: str, catalog: str, *, back: bool, drop_old: bool, dry_run: bool) -> None:
    """Refuse options that do not go together.

    Raises:
        ConfigError: Nothing is asked for, or two things at once.
    """
    if (bool(to), back, bool(catalog)).count(True) > 1:
        raise ConfigError("--to, --back and --catalog exclude each other.", hint="Give one.")
    if dry_run and not to:
        raise ConfigError("--dry-run says what a move would do.", hint="Give --to ADDRESS too.")
    if not (to or back or drop_old or catalog):
        raise ConfigError(
            "Where to?",
            hint="aliquot move --to ADDRESS, or --back, --catalog ADDRESS, --drop-old; see --help.",
        )


def _move_catalog(opened: Library, to: str, *, drop_old: bool, as_json: bool) -> None:
    from aliquot.cli.progress import progress_bar

    with progress_bar() as progress:
        moved = opened.engines.move_catalog(to, progress)
    dropped = opened.engines.drop_old() if drop_old else []
    _show_catalog(moved, dropped, as_json=as_json)


def embed(
    context: typer.Context,
    models: Annotated[
        list[str] | None,
        typer.Option("--model", metavar="NAME", help="An embedder; several for several legs."),
    ] = None,
    drop_old: DropOption = False,
    dry_run: DryOption = False,
    yes: Annotated[
        bool, typer.Option("--yes", "-y", help="Send texts to remote models without asking back.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Embed the library with other models beside the old ones, then search with them."""
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import print_json

    if not models and (dry_run or not drop_old):
        raise ConfigError("With which model?", hint="aliquot embed --model NAME, or --drop-old.")
    with open_library(context, library) as opened:
        if not models:
            _drop(opened, as_json=as_json)
            return
        plan = opened.engines.plan_embedding(models)
        if not as_json:
            _show_embedding(plan)
        if dry_run:
            if as_json:
                print_json(asdict(plan))
            return
        if plan.remote and not yes:
            _confirm()
        with progress_bar() as progress:
            switched = opened.engines.embed(models, progress)
        dropped = opened.engines.drop_old() if drop_old else []
    _show_switched(switched, dropped, as_json=as_json)


def _confirm() -> None:
    """Ask back on a terminal; end the command where the answer is no.

    Raises:
        ConfigError: Nobody is there to be asked.
    """
    if not sys.stdin.isatty():
        raise ConfigError(
            "The texts of documents would be sent to a remote model.",
            hint="Say that they may be with --yes; --dry-run shows how many.",
        )
    typer.confirm("Send them?", abort=True, err=True)


def _drop(opened: Library, *, as_json: bool) -> None:
    from aliquot.cli.render import print_json, say

    dropped = opened.engines.drop_old()
    if as_json:
        print_json({"dropped": dropped})
        return
    for one in dropped:
        say(f"Dropped {one}.")
    if not dropped:
        say("Nothing stands beside what is in use.")


# ------------------------------------------------------------------------------ what is shown


def _show_plan(plan: MovePlan) -> None:
    from aliquot.cli.render import say

    texts = "" if plan.now.backend == "local" else ", with the texts of their chunks"
    say(f"{plan.vectors:,} vectors of {', '.join(plan.legs)}: {_size(plan.bytes)}{texts}")
    say(f"from {plan.before} to {plan.now}; nothing is embedded")
    if plan.now.is_elsewhere:
        say(f"{plan.now}: vectors and texts of chunks would be sent there.", "yellow")
    for one in plan.standing:
        say(f"{one} stands from earlier; --drop-old drops it", "dim")


def _show_embedding(plan: EmbeddingPlan) -> None:
    from aliquot.cli.render import say

    took = "" if plan.seconds is None else f", about {_duration(plan.seconds)}"
    say(f"{plan.texts:,} texts to embed for {', '.join(plan.legs)}{took if plan.texts else ''}")
    for one in plan.remote:
        say(f"{one}: the texts of chunks are sent to this service.", "yellow")


def _show_switched(switched: Switched, dropped: list[str], *, as_json: bool) -> None:
    from aliquot.cli.render import print_json, say

    if as_json:
        print_json(_shape(switched, dropped))
        return
    for one in switched.legs:
        overlap = "" if one.overlap is None else f", overlap@10 {one.overlap:.3f}"
        say(f"{one.leg}: {one.vectors:,} vectors, {one.sampled} compared{overlap}")
    say(f"{switched.embedded:,} texts embedded, {switched.seconds:.1f} s")
    say(f"Vectors are in {switched.now.address}.")
    for gone in dropped:
        say(f"Dropped {gone}.")
    if not dropped:
        say("What was in use before stands: --back returns to it, --drop-old drops it.", "dim")


def _show_catalog(moved: CatalogMoved, dropped: list[str], *, as_json: bool) -> None:
    from aliquot.cli.render import print_json, say

    if as_json:
        shape = {"before": moved.before, "now": moved.now, "rows": moved.rows}
        print_json({**shape, "seconds": moved.seconds, "dropped": dropped})
        return
    say(f"{moved.rows:,} rows copied and read back, {moved.seconds:.1f} s; nothing is embedded")
    say(f"The catalog is in {moved.now}.")
    for gone in dropped:
        say(f"Dropped {gone}.")
    if not dropped:
        say(f"{moved.before} stays as it was, and is used no more: --drop-old drops it.", "dim")


def _shape(switched: Switched, dropped: list[str]) -> dict[str, Any]:
    return {
        "before": asdict(switched.before),
        "now": asdict(switched.now),
        "legs": [asdict(one) for one in switched.legs],
        "embedded": switched.embedded,
        "seconds": switched.seconds,
        "dropped": dropped,
    }


def _size(count: int) -> str:
    return f"{count / 1e6:,.1f} MB" if count < 1e9 else f"{count / 1e9:,.1f} GB"


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"


COMMANDS = (move, embed)
