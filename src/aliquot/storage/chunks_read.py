"""Chunks as they are read: rows joined with their document's, rebuilt into records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from sqlalchemy import RowMapping, Select, bindparam, select

from aliquot.protocols import ChunkRecord
from aliquot.storage.records import chunk_from_row, document_from_row
from aliquot.storage.schema import chunks, documents
from aliquot.storage.vector_cache import decode_vector
from aliquot.types import FieldValue

__all__ = ["CHUNKS_BY_KEY", "PARTS_PLAYED", "chunk_query", "chunk_records"]

# Documents whose chunks are read again and again, question after question.
_REMEMBERED = 4096


def chunk_query() -> Select[Any]:
    """Select chunks with their document's identity."""
    joined = chunks.join(documents, documents.c.id == chunks.c.document_id)
    record = documents.c.record.label("document_record")
    return select(chunks, documents.c.kind, documents.c.title, record).select_from(joined)


# Statements built once are compiled once.
_WANTED = chunks.c.key.in_(bindparam("keys", expanding=True))
CHUNKS_BY_KEY = chunk_query().where(_WANTED).order_by(chunks.c.key)
# What decides a chunk's place beside its score; its text stays where it is.
PARTS_PLAYED = (
    select(chunks.c.key, chunks.c.section_class, documents.c.kind)
    .select_from(chunks.join(documents, documents.c.id == chunks.c.document_id))
    .where(_WANTED)
)


def chunk_records(
    rows: Iterable[RowMapping], vectors: Mapping[str, bytes] | None = None
) -> Iterator[ChunkRecord]:
    """Rebuild what `chunk_query` selects; chunks of one document share their metadata.

    Args:
        rows: As selected.
        vectors: Stored vectors by text hash; chunks that have none are left out. No vector comes
            along unless given.
    """
    for row in rows:
        if vectors is not None and row["text_hash"] not in vectors:
            continue
        fields = _fields(row["document_id"], row["kind"], row["title"], row["document_record"])
        vector = None if vectors is None else decode_vector(vectors[row["text_hash"]])
        yield ChunkRecord(row["key"], chunk_from_row(row, fields), vector)


@lru_cache(maxsize=_REMEMBERED)
def _fields(document_id: str, kind: str, title: str, record: str) -> Mapping[str, FieldValue]:
    identity = {"id": document_id, "kind": kind, "title": title, "record": record}
    return MappingProxyType(document_from_row(identity).fields)
