"""Documents and chunks as they are written and dropped, inside the caller's transaction.

Every chunk that comes or goes is logged. The log holds one row per chunk, its last change, so it
grows with the chunks there ever were and not with how often they changed. Removals stay: an index
in a copied library or another process may be any number of changes behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sqlalchemy import ColumnElement, Connection, bindparam, delete, insert, select

from aliquot.storage.bibliography import reference_rows
from aliquot.storage.records import block_row, chunk_row, document_row, field_rows
from aliquot.storage.schema import bibliography, blocks, changes, chunks, documents, fields
from aliquot.types import Chunk, Document

__all__ = ["drop_documents", "insert_document", "log_changes"]


def drop_documents(connection: Connection, condition: ColumnElement[bool]) -> None:
    """Drop the documents a condition admits, with all that belongs to them."""
    ids = select(documents.c.id).where(condition)
    gone = connection.execute(select(chunks.c.key).where(chunks.c.document_id.in_(ids))).scalars()
    log_changes(connection, gone, is_removal=True)
    connection.execute(delete(documents).where(condition))


def insert_document(
    connection: Connection,
    document: Document,
    cut: Sequence[Chunk],
    *,
    source_id: int,
    ordinal: int,
) -> None:
    """Write a document that is not there, with its chunks in reading order.

    Args:
        connection: In a transaction.
        document: With an id.
        cut: Its chunks.
        source_id: The source it comes from.
        ordinal: Its place in that source, from 0.
    """
    connection.execute(insert(documents), [document_row(document, source_id, ordinal)])
    connection.execute(insert(fields), list(field_rows(document)))
    if document.references:
        connection.execute(insert(bibliography), reference_rows(document))
    pieces = [block_row(block, document.id, n) for n, block in enumerate(document.blocks)]
    if pieces:
        connection.execute(insert(blocks), pieces)
    if not cut:
        return
    connection.execute(insert(chunks), [chunk_row(chunk, n) for n, chunk in enumerate(cut)])
    query = select(chunks.c.key).where(chunks.c.document_id == document.id)
    log_changes(connection, connection.execute(query).scalars(), is_removal=False)


def log_changes(connection: Connection, keys: Iterable[int], *, is_removal: bool) -> None:
    """Number a change of each chunk, in place of the one logged before."""
    rows = [{"key": key, "is_removal": int(is_removal)} for key in sorted(keys)]
    if rows:
        outdated = delete(changes).where(changes.c.key == bindparam("outdated"))
        connection.execute(outdated, [{"outdated": row["key"]} for row in rows])
        connection.execute(insert(changes), rows)
