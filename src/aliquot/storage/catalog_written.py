"""What a catalog holds, written: each call replaces or drops in one transaction, and logs it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import delete, func, select, update

from aliquot.storage.catalog_read import BATCH, ReadableCatalog, unknown_document
from aliquot.storage.cells import cells_of_source, put_back
from aliquot.storage.connection import writing
from aliquot.storage.documents_written import drop_documents, insert_document, log_changes
from aliquot.storage.ledger_rows import duplicate_row, update_source
from aliquot.storage.prefixes import is_within
from aliquot.storage.relations import keep_link_records
from aliquot.storage.schema import chunks, documents, roots, sources
from aliquot.types import Chunk, Document, LedgerState, Source

__all__ = ["WritableCatalog"]


class WritableCatalog(ReadableCatalog):
    """Documents and chunks of one library, brought in and taken out source by source."""

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

    def announce(self, text_hashes: Iterable[str]) -> None:
        """Log chunks again whose vectors have come late, so that followers fetch them."""
        wanted = sorted(set(text_hashes))
        with writing(self._engine) as connection:
            for start in range(0, len(wanted), BATCH):
                batch = wanted[start : start + BATCH]
                query = select(chunks.c.key).where(chunks.c.text_hash.in_(batch))
                log_changes(connection, connection.execute(query).scalars(), is_removal=False)
