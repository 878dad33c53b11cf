"""How documents of the library belong together, and what that says of each.

Relations are derived from all documents at once and replaced as a whole. What a notice says of the
paper it concerns becomes a field of that paper, apart from what the paper says of itself, so that
it goes when the notice goes.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, delete, insert, select, update

from aliquot.storage.connection import reading, writing
from aliquot.storage.documents_written import log_changes
from aliquot.storage.records import NOTED, document_from_row, dump, field_rows
from aliquot.storage.schema import chunks, documents, fields, link_records, relations
from aliquot.types import Relation, RelationKind

__all__ = ["Relations", "keep_link_records"]

COLUMNS = [documents.c.id, documents.c.kind, documents.c.title, documents.c.record]


class Relations:
    """Read and replace the relations between documents."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def replace(self, found: Iterable[Relation], notices: Mapping[str, str]) -> None:
        """Put relations in place of the former ones, with what they say of each paper.

        Args:
            found: Every relation.
            notices: What other documents say has happened to a paper, by document id.
        """
        rows = sorted(map(_row, found), key=_key)
        with writing(self._engine) as connection:
            present = [dict(row) for row in connection.execute(select(relations)).mappings()]
            if sorted(present, key=_key) != rows:
                connection.execute(delete(relations))
                if rows:
                    connection.execute(insert(relations), rows)
            _note(connection, notices)

    def link_records(self) -> list[dict[str, Any]]:
        """Return what linking has to know of each document, by id."""
        query = select(link_records.c.record).order_by(link_records.c.document_id)
        with reading(self._engine) as connection:
            return [json.loads(record) for record in connection.execute(query).scalars()]

    def successors(self, document_ids: Iterable[str]) -> dict[str, str]:
        """Return the newest version of each document that has a newer one, by document id."""
        query = select(relations.c.document_id, relations.c.other_id).where(
            relations.c.kind == str(RelationKind.VERSION_OF),
            relations.c.document_id.in_(sorted(set(document_ids))),
        )
        with reading(self._engine) as connection:
            return {row.document_id: row.other_id for row in connection.execute(query)}

    def of(self, document_id: str) -> list[Relation]:
        """Return the relations a document has a part in, on either side."""
        is_part = (relations.c.document_id == document_id) | (relations.c.other_id == document_id)
        query = select(relations).where(is_part).order_by(relations.c.kind, relations.c.place)
        with reading(self._engine) as connection:
            return [
                Relation(
                    kind=RelationKind(row["kind"]),
                    document_id=row["document_id"],
                    other_id=row["other_id"],
                    reason=row["reason"],
                    order=row["place"],
                    notice=row["notice"],
                )
                for row in connection.execute(query).mappings()
            ]


def keep_link_records(connection: Connection, records: Sequence[Mapping[str, Any]]) -> None:
    """Write what linking has to know of documents that were just written."""
    rows = [{"document_id": one["id"], "record": dump(dict(one))} for one in records]
    if rows:
        connection.execute(insert(link_records), rows)


def _row(relation: Relation) -> dict[str, str | int]:
    return {
        "document_id": relation.document_id,
        "kind": str(relation.kind),
        "other_id": relation.other_id,
        "reason": relation.reason,
        "place": relation.order,
        "notice": relation.notice,
    }


def _key(row: Mapping[str, str | int]) -> tuple[str | int, ...]:
    return row["document_id"], row["kind"], row["other_id"]


def _note(connection: Connection, notices: Mapping[str, str]) -> None:
    """Write the notices into the documents they concern, and take back those that are gone."""
    is_noted = documents.c.record.contains(f'"{NOTED}":', autoescape=True)
    before = connection.execute(select(documents.c.id).where(is_noted)).scalars()
    for document_id in sorted({*before, *notices}):
        query = select(*COLUMNS).where(documents.c.id == document_id)
        row = connection.execute(query).mappings().first()
        if row is None:
            continue
        record = json.loads(row["record"])
        if record.pop(NOTED, "") == notices.get(document_id, ""):
            continue
        if document_id in notices:
            record[NOTED] = notices[document_id]
        _rewrite(connection, dict(row), record)


def _rewrite(connection: Connection, row: dict[str, str], record: Mapping[str, object]) -> None:
    row["record"] = dump(record)
    found = documents.c.id == bindparam("found")
    changed = {"found": row["id"], "record": row["record"]}
    connection.execute(update(documents).where(found), [changed])
    connection.execute(delete(fields).where(fields.c.document_id == row["id"]))
    connection.execute(insert(fields), list(field_rows(document_from_row(row))))
    keys = connection.execute(select(chunks.c.key).where(chunks.c.document_id == row["id"]))
    log_changes(connection, keys.scalars(), is_removal=False)
