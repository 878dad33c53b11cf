"""Chunks as they are read: rows joined with their document's, rebuilt into records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import RowMapping, Select, bindparam, select

from aliquot.protocols import ChunkRecord
from aliquot.storage.records import chunk_from_row, document_from_row
from aliquot.storage.schema import chunks, documents, vectors
from aliquot.storage.vector_cache import decode_vector
from aliquot.types import FieldValue

__all__ = ["chunk_query", "chunk_records", "chunks_by_key"]

# Documents whose chunks are read again and again, question after question.
_REMEMBERED = 4096


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


@lru_cache(maxsize=64)
def chunks_by_key(embedder: str | None = None) -> Select[Any]:
    """Select the chunks whose keys are given as `keys`, by key; built once, compiled once."""
    wanted = chunks.c.key.in_(bindparam("keys", expanding=True))
    return chunk_query(embedder).where(wanted).order_by(chunks.c.key)


def chunk_records(rows: Iterable[RowMapping]) -> Iterator[ChunkRecord]:
    """Rebuild what `chunk_query` selects; chunks of one document share their metadata."""
    for row in rows:
        fields = _fields(row["document_id"], row["kind"], row["title"], row["document_record"])
        vector = decode_vector(row["vector"]) if "vector" in row else None
        yield ChunkRecord(row["key"], chunk_from_row(row, fields), vector)


@lru_cache(maxsize=_REMEMBERED)
def _fields(document_id: str, kind: str, title: str, record: str) -> Mapping[str, FieldValue]:
    identity = {"id": document_id, "kind": kind, "title": title, "record": record}
    return MappingProxyType(document_from_row(identity).fields)
