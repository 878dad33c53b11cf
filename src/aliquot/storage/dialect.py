"""What a database server does otherwise than SQLite; each is loaded by its name in an address."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import URL, Column, Connection, Engine, Insert, Table, insert

from aliquot.backends import load
from aliquot.errors import StoreError

__all__ = ["ServerDialect", "insert_missing", "library_lock", "server_dialect"]

SQLITE = "sqlite"


class LibraryLock(Protocol):
    """The lock of the one process that adds to a catalog."""

    def __call__(
        self, engine: Engine, *, doing: str, wait_s: float, on_wait: Callable[[str], None]
    ) -> AbstractContextManager[None]:
        """Hold it; wait so many seconds for another holder, and say once that it does."""


@dataclass(frozen=True, slots=True)
class ServerDialect:
    """One kind of database server.

    Attributes:
        open: Opens the pool of connections to a catalog.
        explained: Turns an error of its driver into ours.
        insert_missing: Inserts rows, and leaves alone those whose key is there.
        lock: Held by the one process that adds.
        number_after: Lets a column the database numbers go on after a number.
    """

    open: Callable[[URL], Engine]
    explained: Callable[[Any], StoreError]
    insert_missing: Callable[[Table], Insert]
    lock: LibraryLock
    number_after: Callable[[Connection, Column[int], int], None]


def server_dialect(name: str) -> ServerDialect:
    """Return how a database server is spoken to.

    Raises:
        ConfigError: No server of this kind holds a catalog.
        MissingExtraError: Its driver is not installed.
    """
    dialect: ServerDialect = load("catalogs", name)()
    return dialect


def insert_missing(connection: Connection, table: Table) -> Insert:
    """Return an insert that leaves alone the rows whose key is there already."""
    if connection.dialect.name == SQLITE:
        return insert(table).prefix_with("OR IGNORE")
    return server_dialect(connection.dialect.name).insert_missing(table)


@contextmanager
def library_lock(
    engine: Engine, *, doing: str, wait_s: float, on_wait: Callable[[str], None]
) -> Iterator[None]:
    """Hold the lock of the one process that adds, where several folders share a catalog.

    A catalog in a file belongs to one folder, which has a lock of its own.

    Args:
        engine: Of the catalog.
        doing: What others are told the holder is doing, as in 'adding files'.
        wait_s: Seconds to wait for another holder; 0 refuses at once.
        on_wait: Told once that another holds it.

    Raises:
        StoreError: It has not become free in time, or the server cannot be reached.
    """
    if engine.dialect.name == SQLITE:
        yield
        return
    lock = server_dialect(engine.dialect.name).lock
    with lock(engine, doing=doing, wait_s=wait_s, on_wait=on_wait):
        yield
