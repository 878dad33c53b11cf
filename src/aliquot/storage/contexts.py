"""What a language model wrote about chunks, kept in the catalog so that nothing is asked twice.

Each context is committed as it comes: a run that is interrupted has lost nothing it asked for. What
was written stays in the cache when a chunk is searched without it, or its document goes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Engine, Select, bindparam, func, select, update

from aliquot.protocols import ChunkRecord
from aliquot.storage.chunks_read import chunk_query, chunk_records
from aliquot.storage.connection import reading, writing
from aliquot.storage.dialect import insert_missing
from aliquot.storage.documents_written import log_changes
from aliquot.storage.filtering import compile_filter
from aliquot.storage.records import hash_text
from aliquot.storage.schema import chunks, contexts, documents
from aliquot.storage.vector_cache import VectorCache
from aliquot.types import Chunk, Filter

__all__ = ["ContextWriter", "Contexts", "DocumentInParts", "chunk_hash"]

BATCH = 500


@dataclass(frozen=True, slots=True)
class ContextWriter:
    """Who writes contexts.

    Attributes:
        model: The model's id.
        prompt: Version of what it is asked.
    """

    model: str
    prompt: str


@dataclass(frozen=True, slots=True)
class DocumentInParts:
    """A document with the chunks of it that a context is wanted for.

    Attributes:
        title: As the library knows it now.
        text: The whole text.
        records: Its chunks, in reading order.
    """

    title: str
    text: str
    records: Sequence[ChunkRecord]


def chunk_hash(chunk: Chunk) -> str:
    """Return the key of a chunk in the cache: a text may stand in two sections."""
    return hash_text("\n".join((*chunk.section_path, chunk.text)))


class Contexts:
    """The contexts of one catalog: those in the cache, and those chunks are searched with."""

    def __init__(self, engine: Engine) -> None:
        """Take the catalog's engine."""
        self._engine = engine

    # -------------------------------------------------------------------------- the cache

    def known(
        self, writer: ContextWriter, document_hash: str, hashes: Iterable[str]
    ) -> dict[str, str]:
        """Return what was written of a document's chunks, by chunk hash; empty where silent."""
        wanted = sorted(set(hashes))
        found: dict[str, str] = {}
        query = select(contexts.c.chunk_hash, contexts.c.context).where(
            contexts.c.model == writer.model,
            contexts.c.prompt == writer.prompt,
            contexts.c.document_hash == document_hash,
            contexts.c.chunk_hash.in_(bindparam("hashes", expanding=True)),
        )
        with reading(self._engine) as connection:
            for start in range(0, len(wanted), BATCH):
                batch = {"hashes": wanted[start : start + BATCH]}
                found.update((row[0], row[1]) for row in connection.execute(query, batch))
        return found

    def keep(
        self, writer: ContextWriter, document_hash: str, chunk_hash: str, context: str
    ) -> None:
        """Keep what was written of one chunk; an empty context says that nothing was."""
        with writing(self._engine) as connection:
            connection.execute(
                insert_missing(connection, contexts),
                {
                    "model": writer.model,
                    "prompt": writer.prompt,
                    "document_hash": document_hash,
                    "chunk_hash": chunk_hash,
                    "context": context,
                },
            )

    # -------------------------------------------------------------------------- chunks

    def wanted(
        self, where: Filter | None = None, *, is_plain: bool = False, above: int = 0
    ) -> dict[str, list[int]]:
        """Return the keys of chunks that a context may help, by document.

        Numbers and references have no vector and get none, nor does a chunk that is all of its
        document.

        Args:
            where: Which chunks; all unless given.
            is_plain: Whether only those that are searched without one.
            above: Key above which chunks are looked at; keys only grow.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
        """
        several = (
            select(chunks.c.document_id).group_by(chunks.c.document_id).having(func.count() > 1)
        )
        query = _keys(above).where(chunks.c.has_vector == 1, chunks.c.document_id.in_(several))
        if where is not None:
            query = query.where(compile_filter(where))
        return self._by_document(query.where(chunks.c.context == "") if is_plain else query)

    def placed(self, *, above: int = 0) -> dict[str, list[int]]:
        """Return the keys of chunks that are searched with a context, by document."""
        return self._by_document(_keys(above).where(chunks.c.context != ""))

    @property
    def last_key(self) -> int:
        """Key of the newest chunk, 0 for none."""
        with reading(self._engine) as connection:
            return connection.execute(select(func.max(chunks.c.key))).scalar() or 0

    def _by_document(self, query: Select[tuple[int, str]]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        with reading(self._engine) as connection:
            for row in connection.execute(query):
                found.setdefault(row.document_id, []).append(row.key)
        return found

    def document(self, document_id: str, keys: Iterable[int]) -> DocumentInParts:
        """Return a document that is there, with the chunks of these keys."""
        wanted = frozenset(keys)
        identity = select(documents.c.title, documents.c.text)
        cut = chunk_query().where(chunks.c.document_id == document_id).order_by(chunks.c.ordinal)
        with reading(self._engine) as connection:
            row = connection.execute(identity.where(documents.c.id == document_id)).one()
            found = chunk_records(connection.execute(cut).mappings())
            records = [record for record in found if record.key in wanted]
        return DocumentInParts(row.title, row.text, records)

    def place(self, records: Sequence[ChunkRecord]) -> None:
        """Search chunks with the contexts they have here, and tell followers; one transaction.

        Vectors of their embedded texts are in the cache already, for the embedders of today.
        """
        if not records:
            return
        outdated = update(chunks).where(chunks.c.key == bindparam("at"))
        values: dict[str, Any] = {"context": bindparam("given"), "text_hash": bindparam("hashed")}
        rows = [
            {
                "at": one.key,
                "given": one.chunk.context,
                "hashed": hash_text(one.chunk.embedded_text),
            }
            for one in records
        ]
        with writing(self._engine) as connection:
            connection.execute(outdated.values(values), rows)
            log_changes(connection, (one.key for one in records), is_removal=False)
            VectorCache.forget_complete(connection)


def _keys(above: int) -> Select[tuple[int, str]]:
    query = select(chunks.c.key, chunks.c.document_id).where(chunks.c.key > above)
    return query.order_by(chunks.c.document_id, chunks.c.ordinal)
