"""A catalog in SQLite as a file: copied while it is in use, checked, made small.

What enters is an engine or a path; nothing here knows what a catalog holds.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Engine

from aliquot.errors import StoreError
from aliquot.storage.connection import translated_errors
from aliquot.storage.marks import IDENTITY

__all__ = ["copy_whole", "driver_of", "faults_of", "file_of", "identity_of", "require_space"]

# Room left on a disk beside what is written: logs of SQLite and other programs need some.
SPARE_BYTES = 16 * 2**20
# The first faults tell what is broken; SQLite would list a hundred.
FAULTS = 10


def file_of(engine: Engine) -> Path | None:
    """Return the file of a catalog; `None` where it is none."""
    if engine.dialect.name != "sqlite" or not engine.url.database:
        return None
    return Path(engine.url.database)


@contextmanager
def driver_of(engine: Engine) -> Iterator[sqlite3.Connection]:
    """Give the driver's own connection, outside any transaction.

    Raises:
        StoreError: The catalog is damaged, locked or out of reach.
    """
    with translated_errors(), closing(engine.raw_connection()) as pooled:
        connection = pooled.driver_connection
        if not isinstance(connection, sqlite3.Connection):
            raise StoreError(
                "The catalog is no file of this machine.",
                hint="Use the tools of its database server.",
            )
        try:
            yield connection
        except sqlite3.Error as exc:
            raise StoreError(
                f"The catalog failed: {exc}.",
                hint="Check the free space and the permissions of the library's folder.",
            ) from exc


def copy_whole(engine: Engine, target: Path) -> None:
    """Copy a catalog as it stands at one moment, while others read and write it.

    The copy is one file, without a write-ahead log, and durable on return.

    Args:
        engine: Of the catalog.
        target: Where to; replaced only when the copy is whole.

    Raises:
        StoreError: The disk is full, or the catalog is damaged or no file.
    """
    temporary = target.with_name(f"{target.name}.{os.getpid()}.new")
    try:
        with driver_of(engine) as source, closing(sqlite3.connect(temporary)) as copy:
            # All pages in one step: one read transaction, which delays no writer.
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")
        with temporary.open("rb+") as file:
            os.fsync(file.fileno())
        temporary.replace(target)
    except OSError as exc:
        raise StoreError(
            f"{target} cannot be written: {exc.strerror}.",
            hint="Check the free space and the permissions of its folder.",
        ) from exc
    finally:
        for name in (temporary.name, f"{temporary.name}-journal"):
            temporary.with_name(name).unlink(missing_ok=True)


def faults_of(path: Path) -> list[str]:
    """Return what is wrong with a database file nobody else has open, empty when sound."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            found = [str(row[0]) for row in opened.execute(f"PRAGMA integrity_check({FAULTS})")]
            loose = opened.execute("PRAGMA foreign_key_check").fetchmany(FAULTS)
    except sqlite3.Error as exc:
        return [str(exc)]
    return [line for line in found if line != "ok"] + [f"orphan row: {row}" for row in loose]


def identity_of(path: Path) -> str:
    """Return the id of the catalog in a file, which is only read; empty where it cannot be."""
    query = "SELECT value FROM meta WHERE name = ?"
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            found = opened.execute(query, [IDENTITY]).fetchone()
    except sqlite3.Error:
        return ""
    return str(found[0]) if found else ""


def require_space(folder: Path, wanted: int, what: str) -> None:
    """Refuse to begin what the disk has no room for.

    Args:
        folder: On the disk, existing.
        wanted: Bytes to be written.
        what: As the message names it.

    Raises:
        StoreError: There is too little.
    """
    free = shutil.disk_usage(folder).free
    if free < wanted + SPARE_BYTES:
        lacking = (wanted + SPARE_BYTES - free) / 2**20
        raise StoreError(
            f"{what} takes {wanted / 2**20:,.0f} MB, and {folder} has {free / 2**20:,.0f} MB free.",
            hint=f"Free {lacking:,.0f} MB there and run the command again; nothing was changed.",
        )
