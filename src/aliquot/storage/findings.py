"""What documents name, kept in the catalog so that no document is read twice for it.

The findings of a document are replaced in one transaction, which also notes that it was read, by
which version, and why not where that failed. They go with their document: one that is replaced or
removed has none until it is read again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Engine,
    RowMapping,
    Select,
    delete,
    exists,
    func,
    insert,
    or_,
    select,
)

from aliquot.storage.connection import reading, writing
from aliquot.storage.filtering import compile_filter, matching_documents
from aliquot.storage.records import dump
from aliquot.storage.schema import chunks, documents, findings, findings_read
from aliquot.types import Filter, Finding, FindingKind, FindingRole, SectionClass, Span

__all__ = ["Findings"]

# Findings held at a time while many are read, and ids named in one statement.
BATCH = 500

Condition = ColumnElement[bool]


class Findings:
    """The findings of one catalog."""

    def __init__(self, engine: Engine) -> None:
        """Take the catalog's engine."""
        self._engine = engine

    # -------------------------------------------------------------------------- writing

    def put(
        self,
        document_id: str,
        found: Sequence[Finding],
        *,
        version: str,
        text_hash: str,
        reason: str = "",
    ) -> None:
        """Put a document's findings in place of its former ones, in one transaction.

        Args:
            document_id: A document that is there.
            found: Its findings, in the order they are to be given back.
            version: Of what read it.
            text_hash: Of the text that was read.
            reason: Why it could not be read; empty where it was.
        """
        rows = [_row(one, ordinal) for ordinal, one in enumerate(found)]
        mark = {
            "document_id": document_id,
            "version": version,
            "text_hash": text_hash,
            "reason": reason,
        }
        with writing(self._engine) as connection:
            for table in (findings, findings_read):
                connection.execute(delete(table).where(table.c.document_id == document_id))
            if rows:
                connection.execute(insert(findings), rows)
            connection.execute(insert(findings_read), mark)

    # -------------------------------------------------------------------------- reading

    def of(
        self,
        document_ids: Iterable[str],
        *,
        kind: FindingKind | None = None,
        where: Filter | None = None,
    ) -> Iterator[Finding]:
        """Yield the findings of documents in the order of the ids, each in reading order.

        Args:
            document_ids: Ids; those that are not there have no findings.
            kind: Of which kind; of all unless given.
            where: In which chunks; in all unless given.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
        """
        query = _query(kind, where)
        return self._of(iter(document_ids), query)

    def by_kind(
        self, kind: FindingKind | None = None, where: Filter | None = None
    ) -> Iterator[Finding]:
        """Yield findings by document, each document's in reading order; few are held at a time.

        All are of one state of the catalog, that of the moment the first is asked for.

        Args:
            kind: Of which kind; of all unless given.
            where: In which chunks; in all unless given.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
        """
        return self._stream(_query(kind, where))

    def _of(self, document_ids: Iterator[str], query: Select[Any]) -> Iterator[Finding]:
        while batch := list(islice(document_ids, BATCH)):
            by_document: dict[str, list[Finding]] = {one: [] for one in batch}
            for one in self._stream(query.where(findings.c.document_id.in_(batch))):
                by_document[one.document_id].append(one)
            for found in by_document.values():
                yield from found

    def _stream(self, query: Select[Any]) -> Iterator[Finding]:
        with reading(self._engine) as connection:
            streamed = connection.execution_options(yield_per=BATCH)
            for row in streamed.execute(query).mappings():
                yield _finding(row)

    # -------------------------------------------------------------------------- what was read

    def lacking(self, version: str) -> list[str]:
        """List the ids of documents this version has not read, sorted."""
        with reading(self._engine) as connection:
            return list(connection.execute(_lacking(documents.c.id, version)).scalars())

    def lacking_count(self, version: str, where: Filter | None = None) -> int:
        """Count the documents this version has not read, of all or of those a filter admits."""
        lacking = _of_documents(_lacking(documents.c.id, version), documents.c.id, where)
        query = select(func.count()).select_from(lacking.subquery())
        with reading(self._engine) as connection:
            return connection.execute(query).scalar_one()

    def failures(self, where: Filter | None = None) -> dict[str, str]:
        """Return why documents could not be read for findings, by document id.

        Args:
            where: Which documents; all unless given.
        """
        query = (
            select(findings_read.c.document_id, findings_read.c.reason)
            .where(findings_read.c.reason != "")
            .order_by(findings_read.c.document_id)
        )
        query = _of_documents(query, findings_read.c.document_id, where)
        with reading(self._engine) as connection:
            return {row.document_id: row.reason for row in connection.execute(query)}

    def counts(self, where: Filter | None = None) -> dict[str, int]:
        """Count findings by kind, in the order of the kinds; kinds nothing is of are left out.

        Args:
            where: In which documents; in all unless given.
        """
        query = select(findings.c.kind, func.count()).group_by(findings.c.kind)
        query = _of_documents(query, findings.c.document_id, where)
        with reading(self._engine) as connection:
            found: dict[str, int] = dict(connection.execute(query).all())
        return {kind.value: found[kind.value] for kind in FindingKind if kind.value in found}


def _of_documents(
    query: Select[Any], document_id: ColumnElement[str], where: Filter | None
) -> Select[Any]:
    return query if where is None else query.where(document_id.in_(matching_documents(where)))


def _lacking(column: ColumnElement[str], version: str) -> Select[Any]:
    marked = documents.outerjoin(findings_read, findings_read.c.document_id == documents.c.id)
    is_lacking = or_(findings_read.c.version.is_(None), findings_read.c.version != version)
    return select(column).select_from(marked).where(is_lacking).order_by(documents.c.id)


def _query(kind: FindingKind | None, where: Filter | None) -> Select[Any]:
    """Select findings by document and place.

    Raises:
        ConfigError: The filter names an unknown field or compares wrong types.
    """
    query = select(findings).order_by(findings.c.document_id, findings.c.ordinal)
    if kind is not None:
        query = query.where(findings.c.kind == kind.value)
    return query if where is None else query.where(_is_in(where))


def _is_in(where: Filter) -> Condition:
    """Hold a filter against the chunk each finding stands in."""
    is_chunk = chunks.c.id == findings.c.chunk_id
    return exists().where(is_chunk, compile_filter(where)).correlate(findings)


def _row(finding: Finding, ordinal: int) -> dict[str, Any]:
    return {
        "document_id": finding.document_id,
        "ordinal": ordinal,
        "kind": finding.kind.value,
        "value": finding.value,
        "normalised": finding.normalised,
        "role": finding.role.value,
        "section_class": finding.section_class.value,
        "chunk_id": finding.chunk_id,
        "span_start": finding.span.start,
        "span_end": finding.span.end,
        "place_start": finding.place.start,
        "place_end": finding.place.end,
        "details": dump(dict(finding.details)),
        "extractor": finding.extractor,
        "confidence": finding.confidence,
    }


def _finding(row: RowMapping) -> Finding:
    return Finding(
        kind=FindingKind(row["kind"]),
        value=row["value"],
        normalised=row["normalised"],
        document_id=row["document_id"],
        chunk_id=row["chunk_id"],
        span=Span(row["span_start"], row["span_end"]),
        place=Span(row["place_start"], row["place_end"]),
        role=FindingRole(row["role"]),
        section_class=SectionClass(row["section_class"]),
        details=json.loads(row["details"]),
        extractor=row["extractor"],
        confidence=row["confidence"],
    )
