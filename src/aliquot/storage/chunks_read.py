"""Chunks as they are read: rows joined with their document's, rebuilt into records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sqlalchemy import RowMapping, Select, select

from aliquot.protocols import ChunkRecord
from aliquot.storage.records import chunk_from_row, document_from_row
from aliquot.storage.schema import chunks, documents, vectors
from aliquot.storage.vector_cache import decode_vector
from aliquot.types import FieldValue

__all__ = ["chunk_query", "chunk_records"]


def chunk_query(embedder: str | None = None) -> Select[Any]:
    """Select chunks with their document's identity.

    Args:
        embedder: Whose vectors come along; chunks that lack one are left out.
    """
    joined = chunks.join(documents, documents.c.id == chunks.c.document_id)
    columns: list[Any] = [
        chunks,
        documents.c.kind,
        documents.c.title,
        documents.c.record.label("document_record"),
    ]
    if embedder is None:
        return select(*columns).select_from(joined)
    joined = joined.join(
        vectors,
        (vectors.c.text_hash == chunks.c.text_hash) & (vectors.c.embedder == embedder),
    )
    return select(*columns, vectors.c.vector).select_from(joined)


def chunk_records(rows: Iterable[RowMapping]) -> Iterator[ChunkRecord]:
    """Rebuild what `chunk_query` selects; chunks of one document share their metadata."""
    known: dict[str, Mapping[str, FieldValue]] = {}
    for row in rows:
        document_id = row["document_id"]
        if document_id not in known:
            identity = {
                "id": document_id,
                "kind": row["kind"],
                "title": row["title"],
                "record": row["document_record"],
            }
            known[document_id] = document_from_row(identity).fields
        stored = row.get("vector")
        vector = None if stored is None else decode_vector(stored)
        yield ChunkRecord(row["key"], chunk_from_row(row, known[document_id]), vector)
