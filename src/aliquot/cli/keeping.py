"""Commands that keep a library: backup, restore, export, import, vacuum."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from aliquot.cli.options import JsonOption, LibraryOption, find_library, open_library

__all__ = ["COMMANDS", "backup", "export", "import_", "restore", "vacuum"]

MB = 2**20


def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(help="The file to write; must not be there yet.")],
    with_indexes: Annotated[
        bool, typer.Option("--with-indexes", help="Take the local indexes along too.")
    ] = False,
    with_originals: Annotated[
        bool, typer.Option("--with-originals", help="Take the files documents come from along.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write the library to one verified file, while it is in use."""
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened, progress_bar() as progress:
        done = opened.care.back_up(
            file, with_indexes=with_indexes, with_originals=with_originals, progress=progress
        )
    manifest = done.manifest
    if as_json:
        known = {name: one for name, one in asdict(manifest).items() if name != "members"}
        print_json({"file": str(done.file), "bytes": done.size} | known)
        return
    counts = manifest.counts
    say(
        f"{done.file}: {counts['documents']:,} documents, {counts['chunks']:,} chunks, "
        f"{done.size / MB:,.1f} MB; read again and found whole"
    )
    if with_originals:
        say(f"{len(manifest.originals):,} original files are in it")
    else:
        say(f"The {counts['sources']:,} original files are not in it; it names them.", "dim")
    if manifest.missing:
        say(f"{len(manifest.missing):,} original files are gone: 'aliquot doctor'", "yellow")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that 'aliquot backup' has written.")],
    folder: Annotated[Path, typer.Argument(help="The library to make; new or empty.")],
    as_json: JsonOption = False,
) -> None:
    """Make a library of a backup; everything is verified first, nothing is embedded."""
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import print_json, say
    from aliquot.library.care.restoring import restore as restored

    with progress_bar() as progress:
        done = restored(file, folder, progress)
    counts = done.manifest.counts
    if as_json:
        shape = {"library": str(done.folder), "counts": counts}
        print_json(shape | {"engine": done.engine, "tokens": done.tokens})
        return
    say(f"{done.folder}: {counts['documents']:,} documents, {counts['chunks']:,} chunks")
    say(f"As of {done.manifest.created_at}", "dim")
    if done.engine:
        say(
            f"Its vectors are in {done.engine}. If the library that was backed up is still in use, "
            "name another collection in aliquot.toml before you search.",
            "yellow",
        )
    if done.tokens:
        say(
            f"{done.tokens:,} {'token works' if done.tokens == 1 else 'tokens work'} again, "
            "whatever was revoked since: see 'aliquot token list', and end one with "
            "'aliquot token revoke'.",
            "yellow",
        )


def export(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="The folder to write; new or empty.")],
    parquet: Annotated[
        bool, typer.Option("--parquet", help="Write tables as Parquet too.")
    ] = False,
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write documents, chunks with vectors, findings and references as lines of JSON."""
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened, progress_bar() as progress:
        done = opened.care.export(folder, parquet=parquet, progress=progress)
    if as_json:
        print_json({"folder": str(done.folder)} | asdict(done.manifest))
        return
    for table in done.manifest.tables.values():
        beside = f" (vectors of {table.embedder})" if table.embedder else ""
        say(f"{table.file}: {table.rows:,} lines{beside}")
    for name in done.parquet:
        say(name)
    say(f"Not in it: {'; '.join(done.manifest.not_carried)}.", "dim")


def import_(
    context: typer.Context,
    folder: Annotated[Path, typer.Argument(help="A folder that 'aliquot export' has written.")],
    library: LibraryOption = None,
    as_json: JsonOption = False,
) -> None:
    """Make a new library of an export; nothing is embedded."""
    from aliquot.cli.progress import progress_bar
    from aliquot.cli.render import print_json, say
    from aliquot.library.care.importing import import_library

    target, _ = find_library(context, library)
    with progress_bar() as progress:
        done = import_library(folder, target, progress)
    rows = {name: table.rows for name, table in done.manifest.tables.items()}
    if as_json:
        print_json({"library": str(done.library), "rows": rows, "to_embed": done.to_embed})
        return
    say(f"{done.library}: {rows['documents']:,} documents, {rows['chunks']:,} chunks")
    if done.to_embed:
        say(f"{done.to_embed:,} chunks are to be embedded: run 'aliquot sync'", "yellow")
    say(f"Not in it: {'; '.join(done.manifest.not_carried)}.", "dim")


def vacuum(
    context: typer.Context, library: LibraryOption = None, as_json: JsonOption = False
) -> None:
    """Remove what nothing uses any more, and give the disk back what it took."""
    from aliquot.cli.render import print_json, say

    with open_library(context, library) as opened:
        freed = opened.care.vacuum()
    if as_json:
        print_json(asdict(freed))
        return
    say(f"{freed.vectors:,} vectors that nothing uses were removed")
    for name in freed.files:
        say(f"{name} was removed")
    say(f"{freed.before / MB:,.1f} MB before, {freed.after / MB:,.1f} MB now")


import_.__name__ = "import"

COMMANDS = (backup, restore, export, import_, vacuum)
