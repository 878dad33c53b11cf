"""Connections to the catalog: how SQLite is opened, and what its errors mean.

SQLite runs in WAL mode, so that readers go on while one process writes; a write takes the write
lock when it begins, not half-way through.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.exc import DatabaseError, OperationalError, SQLAlchemyError

from aliquot.errors import StoreError

__all__ = ["open_engine", "reading", "writing"]

# Seconds a process waits for another's write; ingest commits one source at a time, in milliseconds.
BUSY_TIMEOUT_S = 30

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
        "Check the permissions of its folder and files.",
    ),
    (
        "unable to open",
        "The catalog cannot be opened.",
        "Check that the library's folder exists and may be written.",
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
    """Open a catalog by SQLAlchemy URL; SQLite gets its pragmas."""
    options: dict[str, Any] = {}
    if url.startswith("sqlite"):
        options["connect_args"] = {"timeout": BUSY_TIMEOUT_S, "check_same_thread": False}
    engine = create_engine(url, **options)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _prepare_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, record: object) -> None:
    # The driver must not open transactions by itself, or BEGIN IMMEDIATE below is too late.
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(pragma)


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
def writing(engine: Engine) -> Iterator[Connection]:
    """Give a connection whose changes are committed together, or not at all.

    Raises:
        StoreError: The catalog is locked, full, read-only or damaged.
    """
    with (
        translated_errors(),
        engine.connect().execution_options(aliquot_write=True) as connection,
        connection.begin(),
    ):
        yield connection


@contextmanager
def translated_errors() -> Iterator[None]:
    """Turn the driver's errors into `StoreError` with what to do."""
    try:
        yield
    except (OperationalError, DatabaseError) as exc:
        words = str(exc.orig or exc).lower()
        for mark, message, hint in EXPLANATIONS:
            if mark in words:
                raise StoreError(message, hint=hint) from exc
        raise StoreError(f"The catalog failed: {exc.orig}.", hint="Run 'aliquot doctor'.") from exc
    except SQLAlchemyError as exc:
        raise StoreError(f"The catalog failed: {exc}.", hint="Run 'aliquot doctor'.") from exc
