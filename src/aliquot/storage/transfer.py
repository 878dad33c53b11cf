"""A catalog copied whole into another database: from a file to a server, or back.

Ids, keys and the numbers of changes stay, so that indexes go on with the copy as if nothing were.
Every row is read back before the copy is committed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, select, text

from aliquot.errors import StoreError
from aliquot.protocols import Progress, ProgressEvent, silent
from aliquot.storage.dialect import SQLITE, server_dialect
from aliquot.storage.marks import ARRIVING, IDENTITY, MOVED, marks_of
from aliquot.storage.migrations import clear, migrate, version_of
from aliquot.storage.schema import (
    answers,
    changes,
    chunks,
    conversations,
    evaluations,
    jobs,
    meta,
    metadata,
    placements,
    sessions,
    sources,
)

__all__ = ["CatalogMove", "copy_catalog"]

# Rows held at a time.
BATCH = 500
# Bytes of a row's digest, which are added up: tables without a key have no order.
DIGEST = 8
# Columns the database numbers by itself.
NUMBERED = (
    sources.c.id,
    chunks.c.key,
    changes.c.sequence,
    answers.c.sequence,
    conversations.c.sequence,
    jobs.c.sequence,
    evaluations.c.sequence,
)
# Logins are of the server that keeps them; everyone logs in again.
LEFT_BEHIND = (sessions,)
# Tables that an empty catalog has rows in.
FILLED = (meta, placements)


@dataclass(frozen=True, slots=True)
class CatalogMove:
    """From where to where a catalog moves, as a person and the next process are told.

    Attributes:
        before: A path or an address.
        now: A path or an address.
    """

    before: str
    now: str


@dataclass(slots=True)
class _Sum:
    """How many rows there are, and what they say, in any order."""

    rows: int = 0
    digest: int = 0

    def add(self, rows: list[dict[str, Any]]) -> None:
        for row in rows:
            said = hashlib.blake2b(repr(list(row.values())).encode(), digest_size=DIGEST)
            self.digest = (self.digest + int.from_bytes(said.digest())) % 256**DIGEST
        self.rows += len(rows)


def copy_catalog(old: Connection, new: Connection, progress: Progress = silent) -> int:
    """Copy every row into a catalog that holds nothing, and read each back.

    Args:
        old: Reads the source, as it stands at one moment.
        new: Fills the target, of the same version of Aliquot; to be committed by the caller.
        progress: Told after each table.

    Returns:
        Rows copied.

    Raises:
        StoreError: The target holds something, or what it holds afterwards is not the same.
    """
    if version_of(old) != version_of(new):
        raise StoreError(
            "The two catalogs are of different versions.",
            hint="Open each with this Aliquot once, then copy.",
        )
    _make_room(marks_of(old), new)
    copied = 0
    # Those others refer to come first, in the order of the schema.
    tables = [one for one in metadata.tables.values() if one not in LEFT_BEHIND]
    for number, table in enumerate(tables, start=1):
        copied += _copy_table(table, old, new)
        progress(ProgressEvent("catalog", number, len(tables), table.name))
    _go_on_numbering(new)
    return copied


def _make_room(marks: Mapping[str, str], new: Connection) -> None:
    """Empty what an earlier move of the same catalog has left in the target.

    Raises:
        StoreError: The target holds anything else.
    """
    there = marks_of(new)
    is_ours = there.get(IDENTITY) == marks.get(IDENTITY)
    if is_ours and (ARRIVING in there or MOVED in there):
        clear(new)
        migrate(new)
    others = (table for table in metadata.tables.values() if table not in FILLED)
    if any(new.execute(select(one).limit(1)).first() for one in others):
        raise StoreError(
            "The catalog that was to be filled holds something already; nothing was copied.",
            hint="Name an empty database, or an empty schema of it. Where a file is in the way, "
            "move catalog.db out of the library's folder.",
        )
    for table in FILLED:
        new.execute(delete(table))


def _copy_table(table: Table, old: Connection, new: Connection) -> int:
    """Copy a table; return how many rows it has.

    Raises:
        StoreError: What is read back is something else.
    """
    given, there = _Sum(), _Sum()
    for rows in _batches(table, old):
        new.execute(insert(table), rows)
        given.add(rows)
    for rows in _batches(table, new):
        there.add(rows)
    if given != there:
        raise StoreError(
            f"The copy of the table {table.name} has {there.rows:,} rows of {given.rows:,}, or "
            "others than were given; nothing was kept.",
            hint="Check the database server's log, and move again.",
        )
    return given.rows


def _batches(table: Table, connection: Connection) -> Iterator[list[dict[str, Any]]]:
    """Yield rows in the order of their keys; that of the audit log has to be kept."""
    query = select(table).order_by(*table.primary_key.columns)
    streamed = connection.execute(query, execution_options={"yield_per": BATCH})
    for rows in streamed.mappings().partitions():
        yield [dict(row) for row in rows]


def _go_on_numbering(connection: Connection) -> None:
    """Let numbers that were given once, to chunks that are gone as well, not be given again."""
    for column in NUMBERED:
        last = connection.execute(select(func.max(column))).scalar() or 0
        if column is chunks.c.key:
            last = max(last, connection.execute(select(func.max(changes.c.key))).scalar() or 0)
        if last and connection.dialect.name == SQLITE:
            _number_after(connection, column.table.name, last)
        elif last:
            server_dialect(connection.dialect.name).number_after(connection, column, last)


def _number_after(connection: Connection, table: str, last: int) -> None:
    named = {"name": table, "last": last}
    connection.execute(text("DELETE FROM sqlite_sequence WHERE name = :name"), named)
    connection.execute(text("INSERT INTO sqlite_sequence VALUES (:name, :last)"), named)
