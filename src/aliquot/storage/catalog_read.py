"""What a catalog holds, read: documents, chunks, and the numbered log that indexes follow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import Engine, func, select

from aliquot.errors import UnknownDocumentError
from aliquot.protocols import ChunkRecord
from aliquot.storage.bibliography import bibliography_paths, read_references
from aliquot.storage.chunks_read import CHUNKS_BY_KEY, PARTS_PLAYED, chunk_query, chunk_records
from aliquot.storage.connection import reading
from aliquot.storage.filtering import compile_filter, matching_documents
from aliquot.storage.listed import ListedDocument, listed_documents
from aliquot.storage.naming import keys_of_named
from aliquot.storage.prefixes import begins_with
from aliquot.storage.records import block_from_row, document_from_row
from aliquot.storage.schema import blocks, changes, chunks, documents, fields, placements, sources
from aliquot.storage.synonyms import EntryNames, read_entry_names
from aliquot.storage.unread import unread_names
from aliquot.storage.vector_cache import VectorCache
from aliquot.types import Chunk, Document, Filter, Reference, SectionClass

__all__ = ["ReadableCatalog", "unknown_document"]

BATCH = 500
# Chunks whose part is remembered: 20 MB of keys and names.
REMEMBERED_PARTS = 100_000
LAST_CHANGE = select(func.max(changes.c.sequence))
PLACEMENT = select(func.max(placements.c.number))
DOCUMENT_COLUMNS = [documents.c.id, documents.c.kind, documents.c.title, documents.c.record]


class ReadableCatalog:
    """Documents, chunks and the change log of one library; each call reads one moment.

    Attributes:
        vectors: The vector cache.
    """

    def __init__(self, engine: Engine) -> None:
        """Take where it is kept; nothing is read yet."""
        self._engine = engine
        self.vectors = VectorCache(engine)
        # What chunks play, by key: asked for three times as many as a question brings.
        self._played: dict[int, tuple[SectionClass, str]] = {}

    # -------------------------------------------------------------------------- documents

    def documents(self, where: Filter | None = None) -> list[Document]:
        """List documents without text and blocks, by id.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
        """
        return list(self.each_document(where))

    def listed_documents(self, where: Filter | None = None) -> list[ListedDocument]:
        """Return documents as they are listed, in no order.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
        """
        return list(listed_documents(self._engine, where))

    def documents_named(self, document_ids: Sequence[str]) -> list[Document]:
        """Return the documents with these ids that are there, in their order.

        Args:
            document_ids: As many as a page holds.
        """
        query = select(*DOCUMENT_COLUMNS).where(documents.c.id.in_(document_ids))
        with reading(self._engine) as connection:
            found = {
                row["id"]: document_from_row(row) for row in connection.execute(query).mappings()
            }
        return [found[one] for one in document_ids if one in found]

    def each_document(self, where: Filter | None = None) -> Iterator[Document]:
        """Yield documents without text and blocks, by id; few are held at a time.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
        """
        query = select(*DOCUMENT_COLUMNS).order_by(documents.c.id)
        if where is not None:
            query = query.where(documents.c.id.in_(matching_documents(where)))
        with reading(self._engine) as connection:
            streamed = connection.execution_options(yield_per=BATCH)
            for row in streamed.execute(query).mappings():
                yield document_from_row(row)

    def document(self, document_id: str) -> Document:
        """Return one document whole.

        Raises:
            UnknownDocumentError: No document has this id.
        """
        query = select(documents).where(documents.c.id == document_id)
        pieces = select(blocks).where(blocks.c.document_id == document_id)
        with reading(self._engine) as connection:
            row = connection.execute(query).mappings().first()
            if row is None:
                raise unknown_document(document_id)
            rows = connection.execute(pieces.order_by(blocks.c.ordinal)).mappings()
            found = tuple(block_from_row(piece, row["text"]) for piece in rows)
        return document_from_row(row, found)

    def has_document(self, where: Filter) -> bool:
        """Tell whether any document passes a filter.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
        """
        with reading(self._engine) as connection:
            return connection.execute(matching_documents(where).limit(1)).first() is not None

    def passing(self, document_ids: Iterable[str], where: Filter) -> set[str]:
        """Return which of these documents pass a filter on documents.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
        """
        wanted, found = sorted(set(document_ids)), set[str]()
        with reading(self._engine) as connection:
            for start in range(0, len(wanted), BATCH):
                batch = documents.c.id.in_(wanted[start : start + BATCH])
                query = matching_documents(where).where(batch)
                found.update(connection.execute(query).scalars())
        return found

    def source_of(self, document_id: str) -> str:
        """Return the path of the file a document was read from.

        Raises:
            UnknownDocumentError: No document has this id.
        """
        query = (
            select(sources.c.path)
            .join(documents, documents.c.source_id == sources.c.id)
            .where(documents.c.id == document_id)
        )
        with reading(self._engine) as connection:
            path = connection.execute(query).scalar()
        if path is None:
            raise unknown_document(document_id)
        return str(path)

    def taken_ids(self, base: str) -> dict[str, str]:
        """Return document ids that are `base` or `base-N`, each with its source's path."""
        query = (
            select(documents.c.id, sources.c.path)
            .join(sources, sources.c.id == documents.c.source_id)
            .where((documents.c.id == base) | begins_with(documents.c.id, f"{base}-"))
        )
        with reading(self._engine) as connection:
            return {row.id: row.path for row in connection.execute(query)}

    def digests(self) -> dict[str, str]:
        """Return the SHA-256 of each document's source, by the document's id."""
        query = select(documents.c.id, sources.c.sha256).join(
            sources, sources.c.id == documents.c.source_id
        )
        with reading(self._engine) as connection:
            return {row.id: row.sha256 for row in connection.execute(query)}

    def unread_names(self, where: Filter | None = None) -> list[str]:
        """List the names of files that could not be read, sorted.

        Args:
            where: Of which the collections it names count: nothing else is known of such a file.
        """
        return unread_names(self._engine, where)

    def references(self, where: Filter | None = None) -> list[Reference]:
        """Return what bibliography files state, in the order files were brought in.

        Args:
            where: Which files, as documents; all unless given.
        """
        return read_references(self._engine, where)

    def bibliography_paths(self, where: Filter) -> list[str]:
        """Return the paths of bibliography files that pass a filter, sorted."""
        return bibliography_paths(self._engine, where)

    def entry_names(self, where: Filter | None = None) -> list[EntryNames]:
        """Return the names of genes and proteins that entries of the library hold.

        Args:
            where: Which entries; all unless given.
        """
        return read_entry_names(self._engine, where)

    def counts(self, where: Filter | None = None) -> dict[str, Any]:
        """Count documents, chunks, and documents by kind and status.

        Args:
            where: Which documents count, with all their chunks; all unless given.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
        """
        by_kind = select(documents.c.kind, func.count()).group_by(documents.c.kind)
        by_status = (
            select(fields.c.text, func.count())
            .where(fields.c.name == "status")
            .group_by(fields.c.text)
        )
        cut = select(func.count()).select_from(chunks)
        if where is not None:
            admitted = matching_documents(where)
            by_kind = by_kind.where(documents.c.id.in_(admitted))
            by_status = by_status.where(fields.c.document_id.in_(admitted))
            cut = cut.where(chunks.c.document_id.in_(admitted))
        with reading(self._engine) as connection:
            kinds: dict[str, int] = dict(connection.execute(by_kind).all())
            total = connection.execute(cut).scalar_one()
            statuses: dict[str, int] = dict(connection.execute(by_status).all())
        return {
            "documents": sum(kinds.values()),
            "chunks": total,
            "by_kind": kinds,
            "by_status": statuses,
        }

    # -------------------------------------------------------------------------- chunks

    def chunks_of(self, document_id: str) -> list[Chunk]:
        """Return a document's chunks in reading order."""
        query = chunk_query().where(chunks.c.document_id == document_id)
        with reading(self._engine) as connection:
            rows = connection.execute(query.order_by(chunks.c.ordinal)).mappings()
            return [record.chunk for record in chunk_records(rows)]

    def chunks(self, keys: Sequence[int]) -> dict[int, Chunk]:
        """Return chunks by key; keys that are gone are left out."""
        return {record.key: record.chunk for record in self.records(keys)}

    def records(self, keys: Sequence[int], embedder: str | None = None) -> list[ChunkRecord]:
        """Return what an index is given for these chunks, by ascending key.

        Args:
            keys: Chunk keys; those that are gone are left out.
            embedder: Whose vectors come along; chunks that lack one are left out.
        """
        found: list[ChunkRecord] = []
        wanted = sorted(keys)
        for start in range(0, len(wanted), BATCH):
            batch = {"keys": wanted[start : start + BATCH]}
            with reading(self._engine) as connection:
                rows = connection.execute(CHUNKS_BY_KEY, batch).mappings().all()
            if embedder is None:
                found.extend(chunk_records(rows))
                continue
            # Asked for apart: joined, SQLite walks every vector of the embedder for each batch.
            hashes = (row["text_hash"] for row in rows)
            found.extend(chunk_records(rows, self.vectors.encoded(embedder, hashes)))
        return found

    def parts_played(self, keys: Sequence[int]) -> dict[int, tuple[SectionClass, str]]:
        """Return the class of each chunk's section and its document's kind, by key.

        Args:
            keys: Chunk keys, a few hundred at most; those that are gone are left out.
        """
        recalled = {key: self._played.get(key) for key in keys}
        found = {key: played for key, played in recalled.items() if played is not None}
        missing = [key for key in keys if key not in found]
        if missing:
            with reading(self._engine) as connection:
                rows = connection.execute(PARTS_PLAYED, {"keys": missing})
                fresh = {key: (SectionClass(section), kind) for key, section, kind in rows}
            if len(self._played) > REMEMBERED_PARTS:
                self._played.clear()
            # A key is never used twice, and what it stands for never changes.
            self._played.update(fresh)
            found |= fresh
        return found

    def keys(self, where: Filter | None = None) -> npt.NDArray[np.int64]:
        """Return int64 (n,) ascending: the chunks a filter admits, or all.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
        """
        query = select(chunks.c.key).order_by(chunks.c.key)
        if where is not None:
            query = query.where(compile_filter(where))
        with reading(self._engine) as connection:
            return np.fromiter(connection.execute(query).scalars(), dtype=np.int64)

    def keys_by_language(self) -> dict[str, npt.NDArray[np.int64]]:
        """Return int64 (n,) ascending by the language of the document: all chunks that say one."""
        query = (
            select(fields.c.text, chunks.c.key)
            .join(chunks, chunks.c.document_id == fields.c.document_id)
            .where(fields.c.name == "language")
            .order_by(chunks.c.key)
        )
        found: defaultdict[str, list[int]] = defaultdict(list)
        with reading(self._engine) as connection:
            for language, key in connection.execute(query):
                found[language].append(key)
        return {language: np.array(keys, dtype=np.int64) for language, keys in found.items()}

    def keys_of_named(self, values: Mapping[str, Sequence[str]], most: int) -> list[list[int]]:
        """Return the chunk keys of each document some field of which is named: see `naming`."""
        return keys_of_named(self._engine, values, most)

    # -------------------------------------------------------------------------- change log

    @property
    def sequence(self) -> int:
        """Number of the last change, 0 for none."""
        with reading(self._engine) as connection:
            return int(connection.execute(LAST_CHANGE).scalar() or 0)

    @property
    def state(self) -> tuple[int, int]:
        """Numbers of the last change, and of the last time a document changed collections.

        While they stay, every filter admits what it has admitted.
        """
        query = select(LAST_CHANGE.scalar_subquery(), PLACEMENT.scalar_subquery())
        with reading(self._engine) as connection:
            last, placement = connection.execute(query).one()
        return int(last or 0), int(placement or 0)

    def changes_since(self, sequence: int, limit: int) -> tuple[list[int], list[int], int]:
        """Return (keys added, keys removed, number of the last change) of the next changes.

        Args:
            sequence: The last change already seen.
            limit: Changes returned at most; the number is that of the last among them.
        """
        query = (
            select(changes.c.key, changes.c.is_removal, changes.c.sequence)
            .where(changes.c.sequence > sequence)
            .order_by(changes.c.sequence)
            .limit(limit)
        )
        added: list[int] = []
        removed: list[int] = []
        last = sequence
        with reading(self._engine) as connection:
            for key, is_removal, number in connection.execute(query):
                (removed if is_removal else added).append(key)
                last = number
        return added, removed, last


def unknown_document(document_id: str) -> UnknownDocumentError:
    """Return the error for an id that no document has."""
    return UnknownDocumentError(
        f"There is no document {document_id!r}.",
        hint="'aliquot list' shows every document with its id.",
    )
