"""The catalog: the truth about documents and chunks, and the numbered log that indexes follow.

Replacing a source's documents is one transaction that also writes the change log and the ledger;
what a reader sees is the old state or the new one, whole.
"""

from __future__ import annotations

import json
import logging
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from sqlalchemy import delete, func, insert, select, update

from aliquot.errors import StoreError, UnknownDocumentError
from aliquot.protocols import ChunkRecord, Progress
from aliquot.storage.bibliography import bibliography_paths, read_references
from aliquot.storage.cells import Cells, cells_of_source, put_back
from aliquot.storage.chunks_read import CHUNKS_BY_KEY, PARTS_PLAYED, chunk_query, chunk_records
from aliquot.storage.collections import Collections
from aliquot.storage.connection import open_engine, reading, writing
from aliquot.storage.contexts import Contexts
from aliquot.storage.dialect import library_lock
from aliquot.storage.documents_written import drop_documents, insert_document, log_changes
from aliquot.storage.evaluations import Evaluations
from aliquot.storage.exchange import Exchange
from aliquot.storage.feedback import FeedbackKept
from aliquot.storage.filtering import compile_filter, matching_documents
from aliquot.storage.findings import Findings
from aliquot.storage.history import History
from aliquot.storage.jobs import Jobs
from aliquot.storage.ledger import Ledger, duplicate_row, update_source
from aliquot.storage.listed import ListedDocument, listed_documents
from aliquot.storage.lookup_cache import LookupStore
from aliquot.storage.marks import (
    ARRIVING,
    IDENTITY,
    LEFT,
    MOVED,
    assert_not_moved,
    marks_of,
    note,
)
from aliquot.storage.migrations import clear
from aliquot.storage.naming import keys_of_named
from aliquot.storage.prefixes import begins_with, is_within
from aliquot.storage.records import block_from_row, document_from_row
from aliquot.storage.relations import Relations, keep_link_records
from aliquot.storage.schema import (
    blocks,
    changes,
    chunks,
    documents,
    fields,
    meta,
    placements,
    roots,
    sources,
)
from aliquot.storage.sessions import Sessions
from aliquot.storage.synonyms import EntryNames, read_entry_names
from aliquot.storage.tokens import Tokens
from aliquot.storage.transfer import CatalogMove, copy_catalog
from aliquot.storage.unread import unread_names
from aliquot.storage.upgrading import upgrade
from aliquot.storage.upkeep import Upkeep
from aliquot.storage.vector_cache import VectorCache
from aliquot.types import Chunk, Document, Filter, LedgerState, Reference, SectionClass, Source

__all__ = ["Catalog", "unknown_document"]

_log = logging.getLogger(__name__)

BATCH = 500
# Chunks whose part is remembered: 20 MB of keys and names.
REMEMBERED_PARTS = 100_000
LAST_CHANGE = select(func.max(changes.c.sequence))
PLACEMENT = select(func.max(placements.c.number))
DOCUMENT_COLUMNS = [documents.c.id, documents.c.kind, documents.c.title, documents.c.record]


class Catalog:
    """Documents, blocks, chunks, ledger, vector cache and change log of one library.

    Attributes:
        ledger: Sources and how far each came.
        vectors: The vector cache.
        relations: How documents belong together.
        lookups: Answers of look-up services.
        contexts: What a language model wrote about chunks.
        findings: What documents name, each at its place.
        cells: What a language model read of documents for surveys.
        history: Stored answers, conversations and the audit log.
        feedback: What readers say of answers.
        evaluations: How the library did on questions whose answers are known.
        collections: Which folders make a collection, and who was granted what in it.
        tokens: Keys for programs.
        sessions: Who is logged in.
        jobs: Work that outlasts a request.
        upkeep: What a doctor asks of it.
        exchange: Its contents as plain records, out and in.
        id: Unique to this catalog, so that an index knows whose follower it is.
    """

    def __init__(self, url: str, *, is_moving: bool = False) -> None:
        """Open the catalog at a SQLAlchemy URL, creating or migrating it.

        Args:
            url: Its address.
            is_moving: Whether it is opened to be moved to or from: it may have moved elsewhere.

        Raises:
            StoreError: It is damaged, locked, written by a newer Aliquot, or has moved.
        """
        self._engine = open_engine(url)
        # What chunks play, by key: asked for three times as many as a question brings.
        self._played: dict[int, tuple[SectionClass, str]] = {}
        self.ledger = Ledger(self._engine)
        self.vectors = VectorCache(self._engine)
        self.relations = Relations(self._engine)
        self.lookups = LookupStore(self._engine)
        self.contexts = Contexts(self._engine)
        self.findings = Findings(self._engine)
        self.cells = Cells(self._engine)
        self.history = History(self._engine)
        self.feedback = FeedbackKept(self._engine)
        self.evaluations = Evaluations(self._engine)
        self.collections = Collections(self._engine)
        self.tokens = Tokens(self._engine)
        self.sessions = Sessions(self._engine)
        self.jobs = Jobs(self._engine)
        self.upkeep = Upkeep(self._engine)
        self.exchange = Exchange(self._engine)
        try:
            upgrade(self._engine)
            if not is_moving:
                with reading(self._engine) as connection:
                    assert_not_moved(connection)
            self.id = self._identity()
        except BaseException:
            self._engine.dispose()
            raise

    @classmethod
    def at(cls, path: Path, *, is_moving: bool = False) -> Catalog:
        """Open or create the SQLite catalog at `path`; arguments are those of the class."""
        return cls(f"sqlite:///{path}", is_moving=is_moving)

    def locked(self, doing: str, wait_s: float = 0.0) -> AbstractContextManager[None]:
        """Be the one process that adds to the catalog, where several folders share it.

        Args:
            doing: What others are told meanwhile, as in 'adding files'.
            wait_s: Seconds to wait for another; 0 refuses at once.

        Raises:
            StoreError: Another process adds, or the server cannot be reached.
        """
        say = partial(_log.warning, "%s")
        return library_lock(self._engine, doing=doing, wait_s=wait_s, on_wait=say)

    def take_all(self, other: Catalog) -> int:
        """Copy another catalog whole, with its id, into this one, which holds nothing.

        Returns:
            Rows copied.

        Raises:
            StoreError: There is something here, or one of the two cannot be read or written.
        """
        with reading(other._engine) as old, writing(self._engine) as new:
            copied = copy_catalog(old, new)
        self.id = self._identity()
        return copied

    def move_to(
        self, target: Catalog, move: CatalogMove, switch: Callable[[], None], progress: Progress
    ) -> int:
        """Copy this catalog whole, prove the copy, switch, and be written no more.

        Nobody writes here meanwhile. Until `switch` returns, this one is as it was, and the copy
        belongs to nobody: what is stopped before is begun again.

        Args:
            target: Empty, or what an earlier move of this catalog has left.
            move: From where to where, as is noted in both.
            switch: Lets the settings name the target.
            progress: Told after each table.

        Returns:
            Rows copied.

        Raises:
            StoreError: The target holds something else, the copy is not like this one, or one of
                the two cannot be read or written.
        """
        with writing(self._engine) as old:
            with writing(target._engine, is_moving=True) as new:
                copied = copy_catalog(old, new, progress)
                note(new, ARRIVING, move.before)
            target.id = self.id
            switch()
            note(old, MOVED, move.now)
        target.settle()
        return copied

    def renew_identity(self) -> None:
        """Take another id, where a copy of the catalog goes its own way."""
        with writing(self._engine) as connection:
            self.id = uuid.uuid4().hex
            note(connection, IDENTITY, self.id)

    @property
    def marks(self) -> Mapping[str, str]:
        """What is noted of identity and moves: see `storage.marks`."""
        with reading(self._engine) as connection:
            return marks_of(connection)

    def settle(self) -> None:
        """Note that a move to here is over; where the catalog was stays noted."""
        with writing(self._engine) as connection:
            before = marks_of(connection).get(ARRIVING)
            if before is not None:
                note(connection, ARRIVING, None)
                note(connection, LEFT, before)

    def retire(self, now: str) -> None:
        """Be written no more: the catalog is at another address."""
        with writing(self._engine, is_moving=True) as connection:
            note(connection, MOVED, now)

    def forget_former(self) -> None:
        """Forget where the catalog was before it moved here."""
        with writing(self._engine) as connection:
            note(connection, LEFT, None)

    def drop(self) -> None:
        """Drop every table of a catalog that has moved.

        Raises:
            StoreError: It has not.
        """
        with writing(self._engine, is_moving=True) as connection:
            if MOVED not in marks_of(connection):
                raise StoreError("The catalog is in use, and is not dropped.")
            clear(connection)

    def close(self) -> None:
        """Release every connection."""
        self._engine.dispose()

    def _identity(self) -> str:
        query = select(meta.c.value).where(meta.c.name == IDENTITY)
        with reading(self._engine) as connection:
            found = connection.execute(query).scalar()
        if found is not None:
            return str(found)
        with writing(self._engine, is_moving=True) as connection:
            # Another process may have opened the new catalog at the same moment.
            found = connection.execute(query).scalar()
            if found is None:
                found = uuid.uuid4().hex
                connection.execute(insert(meta).values(name=IDENTITY, value=found))
        return str(found)

    # -------------------------------------------------------------------------- writing

    def taken_ids(self, base: str) -> dict[str, str]:
        """Return document ids that are `base` or `base-N`, each with its source's path."""
        query = (
            select(documents.c.id, sources.c.path)
            .join(sources, sources.c.id == documents.c.source_id)
            .where((documents.c.id == base) | begins_with(documents.c.id, f"{base}-"))
        )
        with reading(self._engine) as connection:
            return {row.id: row.path for row in connection.execute(query)}

    def replace(
        self,
        source: Source,
        contents: Sequence[tuple[Document, Sequence[Chunk]]],
        *,
        parser: str,
        status: str,
        receipt: Mapping[str, Any],
        now_ns: int,
        is_trusted: bool = False,
        link_records: Sequence[Mapping[str, Any]] = (),
    ) -> None:
        """Put a source's documents and chunks in place of its former ones, in one transaction.

        Args:
            source: Where they come from; its digest becomes the ledger's.
            contents: Documents with ids, each with its chunks in reading order.
            parser: Parser and version that read them.
            status: How completely they were read.
            receipt: What was read and dropped.
            now_ns: Nanoseconds since the epoch.
            is_trusted: Whether the user has vouched for the identity of these bytes.
            link_records: What linking has to know of each document, each with its `id`.
        """
        ledger_row = {
            "sha256": source.sha256,
            "size": source.size,
            "mtime_ns": source.mtime_ns,
            "checked_ns": now_ns,
            "state": str(LedgerState.COMMITTED),
            "status": status,
            "reason": "",
            "parser": parser,
            "duplicate_of": "",
            "receipt": json.dumps(dict(receipt), ensure_ascii=False),
            "trusted": source.sha256 if is_trusted else "",
        }
        with writing(self._engine) as connection:
            source_id = update_source(connection, source.path, ledger_row)
            kept = cells_of_source(connection, source_id)
            drop_documents(connection, documents.c.source_id == source_id)
            for ordinal, (document, cut) in enumerate(contents):
                insert_document(connection, document, cut, source_id=source_id, ordinal=ordinal)
            keep_link_records(connection, link_records)
            put_back(connection, kept)

    def set_aside(self, source: Source, original: str, **stated: Any) -> None:
        """Drop a source's documents in favour of another source's, in one transaction.

        Args:
            source: The one that goes.
            original: Path of the one that stands.
            **stated: Of `duplicate_row`.
        """
        row = duplicate_row(source, original, **stated)
        with writing(self._engine) as connection:
            source_id = update_source(connection, source.path, row)
            drop_documents(connection, documents.c.source_id == source_id)

    def clear_source(self, path: str) -> None:
        """Drop a source's documents but keep its ledger entry."""
        with writing(self._engine) as connection:
            ids = select(sources.c.id).where(sources.c.path == path)
            drop_documents(connection, documents.c.source_id.in_(ids))

    def forget_source(self, path: str) -> None:
        """Drop a source, its documents and its ledger entry."""
        with writing(self._engine) as connection:
            ids = select(sources.c.id).where(sources.c.path == path)
            drop_documents(connection, documents.c.source_id.in_(ids))
            connection.execute(delete(sources).where(sources.c.path == path))

    def forget_under(self, path: str) -> list[str]:
        """Forget a file, or a folder and all in it; return the ids of documents that went."""
        is_under, is_root = is_within(sources.c.path, path), is_within(roots.c.path, path)
        ids = select(sources.c.id).where(is_under)
        with writing(self._engine) as connection:
            query = select(documents.c.id).where(documents.c.source_id.in_(ids))
            gone = sorted(connection.execute(query).scalars())
            drop_documents(connection, documents.c.source_id.in_(ids))
            connection.execute(delete(sources).where(is_under))
            connection.execute(delete(roots).where(is_root))
        return gone

    def remove_document(self, document_id: str, *, excluded_status: str) -> None:
        """Drop one document; a source left without any is marked, so that it is not read again.

        Args:
            document_id: The document.
            excluded_status: What the ledger says of a source the user emptied.

        Raises:
            UnknownDocumentError: No document has this id.
        """
        query = select(documents.c.source_id).where(documents.c.id == document_id)
        with writing(self._engine) as connection:
            source_id = connection.execute(query).scalar()
            if source_id is None:
                raise unknown_document(document_id)
            drop_documents(connection, documents.c.id == document_id)
            left = select(func.count()).where(documents.c.source_id == source_id)
            if connection.execute(left).scalar_one():
                return
            path = select(sources.c.path).where(sources.c.id == source_id).scalar_subquery()
            # A copy of the file must not bring the document back either.
            emptied = (sources.c.id == source_id) | (sources.c.duplicate_of == path)
            connection.execute(
                update(sources).where(emptied).values(status=excluded_status, duplicate_of="")
            )

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

    def exclude_copies(self, paths: Iterable[str], *, excluded_status: str) -> None:
        """Let copies of other files count as removed: they bring the documents no more.

        Args:
            paths: Of the copies.
            excluded_status: What the ledger says of them.
        """
        copies = sources.c.path.in_(list(paths)) & (sources.c.duplicate_of != "")
        emptied = update(sources).where(copies)
        with writing(self._engine) as connection:
            connection.execute(emptied.values(status=excluded_status, duplicate_of=""))

    # -------------------------------------------------------------------------- reading

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

    def digests(self) -> dict[str, str]:
        """Return the SHA-256 of each document's source, by the document's id."""
        query = select(documents.c.id, sources.c.sha256).join(
            sources, sources.c.id == documents.c.source_id
        )
        with reading(self._engine) as connection:
            return {row.id: row.sha256 for row in connection.execute(query)}

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

    def unread_names(self, where: Filter | None = None) -> list[str]:
        """List the names of files that could not be read, sorted.

        Args:
            where: Of which the collections it names count: nothing else is known of such a file.
        """
        return unread_names(self._engine, where)

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

    def keys_of_named(self, values: Mapping[str, Sequence[str]], most: int) -> list[list[int]]:
        """Return the chunk keys of each document some field of which is named: see `naming`."""
        return keys_of_named(self._engine, values, most)

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

    def announce(self, text_hashes: Iterable[str]) -> None:
        """Log chunks again whose vectors have come late, so that followers fetch them."""
        wanted = sorted(set(text_hashes))
        with writing(self._engine) as connection:
            for start in range(0, len(wanted), BATCH):
                batch = wanted[start : start + BATCH]
                query = select(chunks.c.key).where(chunks.c.text_hash.in_(batch))
                log_changes(connection, connection.execute(query).scalars(), is_removal=False)

    # -------------------------------------------------------------------------- care

    def check(self) -> list[str]:
        """Return what is wrong with the catalog's files, empty when sound (SQLite only)."""
        if self._engine.dialect.name != "sqlite":
            return []
        with reading(self._engine) as connection:
            found = list(connection.exec_driver_sql("PRAGMA quick_check").scalars())
            broken = connection.exec_driver_sql("PRAGMA foreign_key_check").fetchall()
        return [line for line in found if line != "ok"] + [f"orphan row: {row}" for row in broken]


def unknown_document(document_id: str) -> UnknownDocumentError:
    """Return the error for an id that no document has."""
    return UnknownDocumentError(
        f"There is no document {document_id!r}.",
        hint="'aliquot list' shows every document with its id.",
    )
