"""What a doctor asks of a catalog, and what mends it: SQL that no other command needs."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from pathlib import Path

import numpy as np
from sqlalchemy import ColumnElement, Engine, delete, func, or_, select

from aliquot.storage.connection import reading, writing
from aliquot.storage.documents_written import log_changes
from aliquot.storage.migrations import version_of
from aliquot.storage.schema import (
    changes,
    chunks,
    documents,
    fields,
    relations,
    sources,
    survey_cells,
    vectors,
)
from aliquot.storage.sqlite_files import copy_whole, driver_of, file_of

__all__ = ["IDENTITIES", "Upkeep"]

# Fields of which one value names one work.
IDENTITIES = ("doi", "pmid", "pmcid", "nct")
# Hashes and keys in one statement.
BATCH = 500


class Upkeep:
    """Looks after one catalog."""

    def __init__(self, engine: Engine) -> None:
        """Take the catalog's engine."""
        self._engine = engine

    # -------------------------------------------------------------------------- the file

    @property
    def path(self) -> Path | None:
        """The catalog's file; `None` where it is on a server."""
        return file_of(self._engine)

    def schema(self) -> int:
        """Return the version of the catalog's schema."""
        with reading(self._engine) as connection:
            return version_of(connection)

    def integrity(self) -> list[str]:
        """Return what SQLite finds wrong with the file, the first faults; empty when sound."""
        return self._pragma("integrity_check(10)", but="ok")

    def loose_rows(self) -> list[str]:
        """Return rows that belong to rows that are gone; empty when sound."""
        return self._pragma("foreign_key_check")

    def _pragma(self, name: str, but: str = "") -> list[str]:
        if self.path is None:
            return []
        with reading(self._engine) as connection:
            rows = connection.exec_driver_sql(f"PRAGMA {name}").all()
        lines = (", ".join(map(str, row)) for row in rows)
        return [line for line in lines if line != but]

    def log_bytes(self) -> int:
        """Return the size of the write-ahead log in bytes."""
        if self.path is None:
            return 0
        log = self.path.with_name(f"{self.path.name}-wal")
        return log.stat().st_size if log.exists() else 0

    def checkpoint(self) -> bool:
        """Write the write-ahead log into the catalog and empty it; tell whether it could be.

        A process that reads an older state keeps it from being emptied.
        """
        with driver_of(self._engine) as connection:
            is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        return not is_busy

    def copy_to(self, target: Path) -> None:
        """Copy the catalog as it stands at one moment, while others read and write it.

        Raises:
            StoreError: The disk is full, or the catalog is damaged or on a server.
        """
        copy_whole(self._engine, target)

    def compact(self) -> None:
        """Give the disk back what was deleted, and let SQLite count anew for its plans.

        SQLite writes the whole file anew beside it and then commits: killed, it is as it was.
        """
        if self.path is None:
            return
        with driver_of(self._engine) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA optimize")
        self.checkpoint()

    # -------------------------------------------------------------------------- change log

    def unlogged(self) -> list[int]:
        """Return chunks the change log does not hold as added: no index would learn of them."""
        logged = changes.outerjoin(chunks, chunks.c.key == changes.c.key)
        held = select(changes.c.key).select_from(logged).where(changes.c.is_removal == 0)
        query = select(chunks.c.key).where(chunks.c.key.not_in(held)).order_by(chunks.c.key)
        with reading(self._engine) as connection:
            return list(connection.execute(query).scalars())

    def wrongly_logged(self) -> list[int]:
        """Return keys the change log holds as added, of chunks that are gone."""
        query = (
            select(changes.c.key)
            .where(changes.c.is_removal == 0)
            .where(changes.c.key.not_in(select(chunks.c.key)))
        )
        with reading(self._engine) as connection:
            return sorted(connection.execute(query).scalars())

    def log_anew(self, added: Iterable[int], removed: Iterable[int]) -> None:
        """Number changes of chunks again, so that every index applies them."""
        with writing(self._engine) as connection:
            log_changes(connection, added, is_removal=False)
            log_changes(connection, removed, is_removal=True)

    # -------------------------------------------------------------------------- contents

    def miscut(self, sample: int) -> list[str]:
        """Return the ids of sampled chunks that are no slice of their document's text.

        Args:
            sample: Chunks looked at, spread evenly over all.
        """
        query = select(chunks.c.id, chunks.c.text, chunks.c.record, documents.c.text.label("whole"))
        query = query.join(documents, documents.c.id == chunks.c.document_id)
        with reading(self._engine) as connection:
            keys = list(connection.execute(select(chunks.c.key)).scalars())
            places = np.linspace(0, len(keys) - 1, num=min(sample, len(keys)), dtype=int)
            drawn = [keys[place] for place in places]
            rows = connection.execute(query.where(chunks.c.key.in_(drawn)))
            return sorted(row.id for row in rows if not _is_slice(row.text, row.record, row.whole))

    def vector_sizes(self) -> dict[str, dict[int, int]]:
        """Count cached vectors by embedder and by their length in bytes."""
        size = func.length(vectors.c.vector)
        query = select(vectors.c.embedder, size, func.count()).group_by(vectors.c.embedder, size)
        found: dict[str, dict[int, int]] = {}
        with reading(self._engine) as connection:
            for embedder, length, count in connection.execute(query):
                found.setdefault(embedder, {})[length] = count
        return found

    def same_identity(self) -> dict[str, list[str]]:
        """Return identifiers that several unrelated documents of one kind bear, with their ids.

        Documents of one file may share an identifier, and related ones are known to.
        """
        bearing = (
            select(fields.c.name, fields.c.text, documents.c.kind, documents.c.id)
            .join(documents, documents.c.id == fields.c.document_id)
            .where(fields.c.name.in_(IDENTITIES), fields.c.text != "")
            .where(documents.c.id.not_in(select(relations.c.document_id)))
            .where(documents.c.id.not_in(select(relations.c.other_id)))
        ).subquery()
        several = (
            select(fields.c.name, fields.c.text)
            .join(documents, documents.c.id == fields.c.document_id)
            .where(fields.c.name.in_(IDENTITIES), fields.c.text != "")
            .group_by(fields.c.name, fields.c.text, documents.c.kind)
            .having(func.count(func.distinct(documents.c.source_id)) > 1)
        ).subquery()
        same = (bearing.c.name == several.c.name) & (bearing.c.text == several.c.text)
        query = select(bearing).join(several, same).distinct().order_by(bearing.c.id)
        found: dict[str, list[str]] = {}
        with reading(self._engine) as connection:
            for name, text, _, document_id in connection.execute(query):
                found.setdefault(f"{name} {text}", []).append(document_id)
        return {name: ids for name, ids in found.items() if len(ids) > 1}

    def unreadable_cells(self) -> int:
        """Count what surveys read of documents and no longer can be read back."""
        if self.path is None:
            return 0
        query = select(func.count()).where(func.json_valid(survey_cells.c.record) == 0)
        with reading(self._engine) as connection:
            return connection.execute(query.select_from(survey_cells)).scalar_one()

    def newest_ns(self) -> int:
        """Return when a source was last looked at, nanoseconds since the epoch; 0 for never."""
        with reading(self._engine) as connection:
            return connection.execute(select(func.max(sources.c.checked_ns))).scalar() or 0

    # -------------------------------------------------------------------------- vectors

    def unused_vectors(self, embedders: Collection[str]) -> tuple[int, int]:
        """Count cached vectors that no chunk or no named embedder uses, and their bytes.

        Args:
            embedders: Ids of those whose vectors are used.
        """
        size = func.coalesce(func.sum(func.length(vectors.c.vector)), 0)
        query = select(func.count(), size).where(self._is_unused(embedders))
        with reading(self._engine) as connection:
            count, total = connection.execute(query).one()
        return int(count), int(total)

    def forget_unused(self, embedders: Collection[str]) -> int:
        """Remove what `unused_vectors` counts, a few at a time; return how many there were."""
        query = select(vectors.c.embedder, vectors.c.text_hash).where(self._is_unused(embedders))
        removed = 0
        while True:
            with writing(self._engine) as connection:
                rows = connection.execute(query.limit(BATCH)).all()
                for embedder in {row.embedder for row in rows}:
                    hashes = [row.text_hash for row in rows if row.embedder == embedder]
                    connection.execute(
                        delete(vectors).where(
                            vectors.c.embedder == embedder, vectors.c.text_hash.in_(hashes)
                        )
                    )
            removed += len(rows)
            if len(rows) < BATCH:
                return removed

    @staticmethod
    def _is_unused(embedders: Collection[str]) -> ColumnElement[bool]:
        return or_(
            vectors.c.embedder.not_in(sorted(embedders)),
            vectors.c.text_hash.not_in(select(chunks.c.text_hash)),
        )


def _is_slice(text: str, record: str, whole: str) -> bool:
    start, end = json.loads(record)["span"]
    return whole[start:end] == text
