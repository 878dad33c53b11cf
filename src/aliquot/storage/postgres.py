"""The catalog in a PostgreSQL database: connections, one writer at a time, and what errors mean.

A transaction that writes holds one advisory lock until it has committed, so changes are numbered in
the order they become visible: a follower that has read up to a number has missed nothing below it.
One that reads sees one state of the catalog throughout. A password comes from PGPASSWORD or a
password file, by the driver itself. Source: PostgreSQL documentation, Explicit Locking.
"""

from __future__ import annotations

import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from typing import Any

import psycopg
from sqlalchemy import URL, Column, Connection, Engine, Table, create_engine, event, func, select
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.exc import DBAPIError

from aliquot.errors import StoreError, UnstorableTextError
from aliquot.storage.connection import translated_errors
from aliquot.storage.dialect import ServerDialect

__all__ = ["dialect"]

DRIVER = "postgresql+psycopg"
# Advisory locks are numbers all programs of a database share: these two are our own, and the second
# half tells the catalogs of several schemas apart.
WRITE_LOCK, LIBRARY_LOCK = 0x616C6971, 0x616C6972
PLACE = "hashtext(coalesce(current_schema(), ''))"
BEGIN_WRITE = (
    # Each statement sees what is committed before it: what stood before the lock was had is past.
    "SET TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE; "
    f"SELECT pg_advisory_xact_lock({WRITE_LOCK}, {PLACE})"
)
# Seconds: to find a server, for a connection of the pool, and for another's write, as with SQLite.
CONNECT_S, POOL_S, BUSY_S = 10, 30, 30
# Connections kept, and more where many threads ask at once. A server allows 100 by default.
KEPT, MORE = 5, 15
# Seconds after which a silent peer is asked for a sign of life, again, and how often: a machine
# that was switched off gives its locks back within a minute.
KEEPALIVE = {"keepalives_idle": 30, "keepalives_interval": 10, "keepalives_count": 3}
SERVER_KEEPALIVE = {f"tcp_{name}": value for name, value in KEEPALIVE.items()}
# Seconds between two tries for the library's lock, and of an application's name, its length.
PAUSE_S, NAME_BYTES = 0.2, 63

# Class or code of an error -> what to say and do. Source: PostgreSQL documentation, Error Codes.
EXPLANATIONS = (
    ("28", "The database server refused the user.", "Set PGPASSWORD, and check the user's name."),
    ("3D", "The database does not exist.", "Let its owner create it: createdb NAME"),
    ("3F", "The schema does not exist.", "Let its owner create it: CREATE SCHEMA NAME"),
    ("42501", "The user may not do this in the database.", "Let its owner grant it: GRANT ..."),
    ("42P01", "A table of the catalog is not there.", "Restore the database from a backup."),
    ("53100", "The disk of the database server is full; nothing was lost.", "Free space there."),
    ("53300", "The database server has no connection left.", "Raise max_connections there."),
    ("55P03", "Another process is writing to this library.", "Wait until it has finished."),
    ("25006", "The database can only be read.", "Name the primary server, not a replica."),
    ("54000", "A name or value is too long for the database's indexes.", "Shorten it."),
)
# A text that is no UTF-8, as the server says, or holds a zero, as the driver does, without a code.
BAD_TEXT = "22021"
ZERO = "cannot contain NUL"
# libpq gives no code while it connects.
REFUSED = ("password", "authentication failed", "no pg_hba.conf entry", 'role "')
MISSING = ('database "', "does not exist")


def open_postgres(url: URL) -> Engine:
    """Open the pool of connections to a catalog; nothing is asked of the server yet.

    Args:
        url: Of the database. `options=-csearch_path=NAME` in it names a schema.
    """
    settings = {"lock_timeout": f"{BUSY_S}s", **SERVER_KEEPALIVE}
    asked = " ".join(f"-c {name}={value}" for name, value in settings.items())
    given = url.query.get("options", "")
    named = {"connect_timeout": CONNECT_S, "application_name": "aliquot", **KEEPALIVE}
    arguments = {name: value for name, value in named.items() if name not in url.query}
    engine = create_engine(
        url.set(drivername=DRIVER),
        # Of those that read; `_begin` changes it for those that write.
        isolation_level="REPEATABLE READ",
        pool_pre_ping=True,
        pool_size=KEPT,
        max_overflow=MORE,
        pool_timeout=POOL_S,
        use_native_hstore=False,
        hide_parameters=True,
        connect_args={
            **arguments,
            "client_encoding": "utf8",
            "options": f"{given if isinstance(given, str) else ' '.join(given)} {asked}".strip(),
        },
    )
    event.listen(engine, "connect", _on_connect)
    event.listen(engine, "begin", _begin)
    return engine


def _on_connect(connection: psycopg.Connection[Any], _: object) -> None:
    encoding = connection.info.parameter_status("server_encoding")
    if encoding != "UTF8":
        raise StoreError(
            f"The database keeps texts as {encoding}, which cannot hold them all.",
            hint="Create one with: createdb --encoding=UTF8 --template=template0 NAME",
        )
    connection.read_only = True


def _begin(connection: Connection) -> None:
    if connection.get_execution_options().get("aliquot_write", False):
        connection.exec_driver_sql(BEGIN_WRITE)


def insert_missing(table: Table) -> Insert:
    """Return an insert that leaves alone the rows whose key is there already."""
    return insert(table).on_conflict_do_nothing()


def number_after(connection: Connection, column: Column[int], last: int) -> None:
    """Let a column the server numbers go on after a number."""
    sequence = func.pg_get_serial_sequence(column.table.name, column.name)
    connection.execute(select(func.setval(sequence, last)))


# ------------------------------------------------------------------------------ one writer


@contextmanager
def library_lock(
    engine: Engine, *, doing: str, wait_s: float, on_wait: Callable[[str], None]
) -> Iterator[None]:
    """Hold the lock of the one process that adds to a catalog; the server drops it with us.

    Args:
        engine: Of the catalog.
        doing: What others are told the holder is doing, as in 'adding files'.
        wait_s: Seconds to wait for another holder; 0 refuses at once.
        on_wait: Told once that another holds it.

    Raises:
        StoreError: It has not become free in time.
    """
    with ExitStack() as held:
        with translated_errors():
            connection = held.enter_context(engine.connect())
            # One of its own, outside any transaction: an open one keeps a server from tidying up.
            connection.execution_options(isolation_level="AUTOCOMMIT")
            connection.detach()
            name = "SELECT set_config('application_name', %s, false)"
            connection.exec_driver_sql(name, (_own_name(doing),))
            _take_when_free(connection, wait_s, on_wait)
        try:
            yield
        finally:
            # The end of its session would give it back too, when the server comes to it.
            with suppress(DBAPIError):
                connection.exec_driver_sql(f"SELECT pg_advisory_unlock({LIBRARY_LOCK}, {PLACE})")


def _own_name(doing: str) -> str:
    name = f"aliquot on {socket.gethostname()} (pid {os.getpid()}), {doing}"
    return name.encode()[:NAME_BYTES].decode(errors="ignore")


def _take_when_free(connection: Connection, wait_s: float, on_wait: Callable[[str], None]) -> None:
    """Take the library's lock, in turn with others.

    Raises:
        StoreError: It has not become free in time.
    """
    give_up_at = time.monotonic() + wait_s
    is_told = False
    take = f"SELECT pg_try_advisory_lock({LIBRARY_LOCK}, {PLACE})"
    while not connection.exec_driver_sql(take).scalar():
        message = f"Another process ({_holder(connection)}) is already writing to this library"
        if time.monotonic() >= give_up_at:
            raise StoreError(
                f"{message}.",
                hint="Wait until it has finished; searching and asking go on meanwhile.",
            )
        if not is_told:
            on_wait(f"{message}; waiting until it has finished")
            is_told = True
        time.sleep(min(PAUSE_S, max(0.0, give_up_at - time.monotonic())))


def _holder(connection: Connection) -> str:
    """Say who holds the library's lock; of another user's process that is not told."""
    # `objid` is unsigned and the hash is not.
    query = (
        "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid) "
        f"WHERE locktype = 'advisory' AND granted AND classid::bigint = {LIBRARY_LOCK} "
        f"AND objid::bigint = ({PLACE}::bigint & 4294967295)"
    )
    return str(connection.exec_driver_sql(query).scalar() or "of another user")


# ------------------------------------------------------------------------------ errors


def explained(error: psycopg.Error) -> StoreError:
    """Return the server's error as ours, with what to do; it repeats no address or password."""
    code = error.sqlstate or ""
    words = " ".join(str(error).split())
    if not code and any(one in words for one in REFUSED):
        code = "28"
    if not code and all(one in words for one in MISSING):
        code = "3D"
    if code == BAD_TEXT or ZERO in words:
        return UnstorableTextError(
            "A text holds characters that no text may.", hint="Type it again."
        )
    for mark, message, hint in EXPLANATIONS:
        if code.startswith(mark):
            return StoreError(message, hint=hint)
    if isinstance(error, psycopg.OperationalError):
        return StoreError(
            f"The catalog's database server cannot be reached, or has gone: {words[:200]}.",
            hint="Check that it runs and the url under [catalog], and run the command again; what "
            "was committed is kept.",
        )
    return StoreError(f"The catalog failed: {words[:300]}.", hint="Run 'aliquot doctor'.")


def dialect() -> ServerDialect:
    """Keep the catalog in a PostgreSQL database, shared by several folders."""
    return ServerDialect(
        open=open_postgres,
        explained=explained,
        insert_missing=insert_missing,
        lock=library_lock,
        number_after=number_after,
    )
