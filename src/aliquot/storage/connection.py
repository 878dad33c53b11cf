"""Connections to the catalog: how SQLite is opened, and what its errors mean.

SQLite runs in WAL mode, so that readers go on while one process writes; a write takes the write
lock when it begins, not half-way through. What servers do otherwise is in `postgres`.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError

from aliquot.errors import StoreError, UnstorableTextError
from aliquot.storage.dialect import server_dialect
from aliquot.storage.marks import assert_not_moved

__all__ = ["MIGRATED", "open_engine", "reading", "writing"]

# The option of an engine whose catalog has its tables, which may say that it has moved.
MIGRATED = "aliquot_migrated"

# Seconds a process waits for another's write; ingest commits one source at a time, in milliseconds.
BUSY_TIMEOUT_S = 30
LOCKED_PAUSE_S = 0.02

PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    # With WAL, NORMAL loses nothing when a process dies; FULL would cost a disk sync per source.
    "PRAGMA synchronous = NORMAL",
    "PRAGMA foreign_keys = ON",
    f"PRAGMA busy_timeout = {BUSY_TIMEOUT_S * 1000}",
)

# Words in SQLite's messages -> what to say and do.
EXPLANATIONS = (
    (
        "database or disk is full",
        "The disk is full; nothing was lost.",
        "Free space and run 'aliquot sync'.",
    ),
    (
        "disk i/o error",
        "The disk refused a write (full or failing); nothing committed was lost.",
        "Free space, check the disk and run 'aliquot sync'.",
    ),
    (
        "locked",
        "Another process is writing to this library.",
        "Wait until it has finished and try again.",
    ),
    (
        "readonly",
        "The library cannot be written.",
        "Check the free space of its disk and the permissions of its folder and files.",
    ),
    (
        "unable to open",
        "The catalog cannot be opened.",
        "Check that the library's folder exists, may be written and has free space.",
    ),
    (
        "malformed",
        "The catalog is damaged.",
        "Restore catalog.db from a backup, or make a new library and add the folders again.",
    ),
    (
        "not a database",
        "catalog.db is not a catalog.",
        "Restore it from a backup, or make a new library and add the folders again.",
    ),
)


def open_engine(url: str) -> Engine:
    """Open a catalog by SQLAlchemy URL; SQLite gets its pragmas.

    Raises:
        ConfigError: No database of this kind holds a catalog.
        MissingExtraError: Its driver is not installed.
    """
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return server_dialect(parsed.get_backend_name()).open(parsed)
    if not parsed.database:
        return create_engine(parsed)
    engine = create_engine(parsed, creator=partial(_connect_sqlite, Path(parsed.database)))
    event.listen(engine, "begin", _begin_sqlite)
    event.listen(engine, "checkin", _drop_frozen)
    return engine


class _Frozen(sqlite3.Connection):
    """A connection to a file that is taken never to change."""


def _connect_sqlite(path: Path) -> sqlite3.Connection:
    """Connect; where WAL cannot be had (full or read-only disk), read the file as it stands.

    Without a write-ahead log beside it the file is whole, and who cannot make one here cannot write
    either.
    """
    give_up_at = time.monotonic() + BUSY_TIMEOUT_S
    while True:
        try:
            return _connect_writable(path)
        except sqlite3.OperationalError as exc:
            if "locked" not in str(exc):
                return _connect_frozen(path, exc)
            # SQLite does not wait by itself while another process turns a new file to WAL.
            if time.monotonic() > give_up_at:
                raise
            time.sleep(LOCKED_PAUSE_S)


def _connect_frozen(path: Path, error: sqlite3.OperationalError) -> sqlite3.Connection:
    if not _size(path) or _size(path.with_name(f"{path.name}-wal")):
        raise error
    address = f"{path.absolute().as_uri()}?immutable=1"
    frozen = sqlite3.connect(address, uri=True, check_same_thread=False, factory=_Frozen)
    frozen.isolation_level = None
    return frozen


def _connect_writable(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_S, check_same_thread=False)
    try:
        # The driver must not open transactions by itself, or BEGIN IMMEDIATE below is too late.
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(pragma)
        connection.execute("SELECT count(*) FROM sqlite_master")
    except sqlite3.Error:
        connection.close()
        raise
    return connection


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _drop_frozen(connection: object, record: Any) -> None:
    """Never use a frozen connection twice: by then the file may be written again."""
    if isinstance(connection, _Frozen):
        record.invalidate()


def _begin_sqlite(connection: Connection) -> None:
    is_write = connection.get_execution_options().get("aliquot_write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if is_write else "BEGIN")


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """Give a connection that sees one state of the catalog throughout.

    Raises:
        StoreError: The catalog is damaged or out of reach.
    """
    with translated_errors(), engine.connect() as connection:
        yield connection


@contextmanager
def writing(engine: Engine, *, is_moving: bool = False) -> Iterator[Connection]:
    """Give a connection whose changes are committed together, or not at all.

    Args:
        engine: Of the catalog.
        is_moving: Whether it may have moved elsewhere.

    Raises:
        StoreError: The catalog is locked, full, read-only or damaged, or has moved.
    """
    with (
        translated_errors(),
        engine.connect().execution_options(aliquot_write=True) as connection,
        connection.begin(),
    ):
        if engine.get_execution_options().get(MIGRATED, False) and not is_moving:
            assert_not_moved(connection)
        yield connection


@contextmanager
def translated_errors() -> Iterator[None]:
    """Turn the driver's errors into `StoreError` with what to do."""
    try:
        yield
    except (OperationalError, DatabaseError) as exc:
        raise _explained(exc.orig or exc) from exc
    except SQLAlchemyError as exc:
        # Its text alone: with the statement and its values it would tell of what was asked.
        words = exc.args[0] if exc.args else type(exc).__name__
        raise StoreError(f"The catalog failed: {words}.", hint="Run 'aliquot doctor'.") from exc
    except UnicodeEncodeError as exc:
        raise UnstorableTextError(
            "A text holds characters that are not valid Unicode.", hint="Type it again."
        ) from exc


def _explained(error: BaseException) -> StoreError:
    if hasattr(error, "sqlstate"):
        return server_dialect("postgresql").explained(error)
    words = str(error).lower()
    for mark, message, hint in EXPLANATIONS:
        if mark in words:
            return StoreError(message, hint=hint)
    return StoreError(f"The catalog failed: {error}.", hint="Run 'aliquot doctor'.")
