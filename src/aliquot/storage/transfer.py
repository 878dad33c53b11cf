"""A catalog copied whole into another database: from a file to a server, or back.

Ids, keys and the numbers of changes stay, so that indexes go on with the copy as if nothing were.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection, Engine, Table, delete, func, insert, select, text

from aliquot.errors import StoreError
from aliquot.storage.connection import reading, writing
from aliquot.storage.dialect import SQLITE, server_dialect
from aliquot.storage.migrations import version_of
from aliquot.storage.schema import (
    answers,
    changes,
    chunks,
    conversations,
    documents,
    meta,
    metadata,
    sources,
)

__all__ = ["copy_catalog"]

# Rows held at a time.
BATCH = 500
# Columns the database numbers by itself.
NUMBERED = (
    sources.c.id,
    chunks.c.key,
    changes.c.sequence,
    answers.c.sequence,
    conversations.c.sequence,
)


def copy_catalog(source: Engine, target: Engine) -> int:
    """Copy every row into a catalog that holds no documents, all or nothing.

    Args:
        source: Of the catalog that is read, as it stands at one moment; it may be in use.
        target: Of the one that is filled, of the same version of Aliquot.

    Returns:
        Rows copied.

    Raises:
        StoreError: The target holds something, or one of the two cannot be read or written.
    """
    with reading(source) as old, writing(target) as new:
        if version_of(old) != version_of(new):
            raise StoreError(
                "The two catalogs are of different versions.",
                hint="Open each with this Aliquot once, then copy.",
            )
        if new.execute(select(documents.c.id).limit(1)).first() is not None:
            raise StoreError(
                "There are documents in the catalog that was to be filled; nothing was copied.",
                hint="Name an empty database, or an empty schema of it.",
            )
        new.execute(delete(meta))
        # Those others refer to come first, in the order of the schema.
        copied = sum(_copy_table(table, old, new) for table in metadata.tables.values())
        _go_on_numbering(new)
    return copied


def _copy_table(table: Table, old: Connection, new: Connection) -> int:
    count = 0
    for rows in _batches(table, old):
        new.execute(insert(table), rows)
        count += len(rows)
    return count


def _batches(table: Table, connection: Connection) -> Iterator[list[dict[str, Any]]]:
    """Yield rows in the order of their keys; that of the audit log has to be kept."""
    query = select(table).order_by(*table.primary_key.columns)
    streamed = connection.execution_options(yield_per=BATCH).execute(query)
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
