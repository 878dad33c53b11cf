"""Evaluations kept in the catalog, each with one record a question."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Engine, delete, insert, select

from aliquot.errors import UnknownDocumentError
from aliquot.storage.audit import now
from aliquot.storage.connection import reading, writing
from aliquot.storage.plain_records import from_plain, to_plain
from aliquot.storage.records import dump
from aliquot.storage.schema import evaluation_rows, evaluations
from aliquot.types import EvaluatedQuestion, Evaluation, EvaluationKind

__all__ = ["Evaluations"]

# Four bytes: a lab would keep tens of thousands before it met the same id twice, and the table
# refuses it then.
ID_BYTES = 4


class Evaluations:
    """The evaluations of one catalog."""

    def __init__(self, engine: Engine) -> None:
        """Take the catalog's engine."""
        self._engine = engine

    def put(self, evaluation: Evaluation) -> Evaluation:
        """Keep an evaluation, under an id of its own.

        Args:
            evaluation: With its rows; its time is that of the machine where it has none.

        Returns:
            As it is kept.

        Raises:
            StoreError: The catalog cannot be written.
        """
        kept = replace(evaluation, id=secrets.token_hex(ID_BYTES), at=evaluation.at or now())
        row = {
            "id": kept.id,
            "kind": str(kept.kind),
            "name": kept.name,
            "at": kept.at,
            "record": dump(to_plain(replace(kept, rows=()))),
        }
        questions = [
            {"evaluation_id": kept.id, "ordinal": ordinal, "record": dump(to_plain(one))}
            for ordinal, one in enumerate(kept.rows)
        ]
        with writing(self._engine) as connection:
            connection.execute(insert(evaluations).values(row))
            if questions:
                connection.execute(insert(evaluation_rows), questions)
        return kept

    def list(
        self,
        kind: EvaluationKind | None = None,
        name: str | None = None,
        count: int = 50,
        before: str | None = None,
    ) -> list[Evaluation]:
        """Return evaluations without their rows, the last one first.

        Args:
            kind: What was measured; anything unless given.
            name: Of the question set; any unless given.
            count: How many at most.
            before: Id of the last one seen, after which the list goes on.
        """
        query = select(evaluations.c.record).order_by(evaluations.c.sequence.desc()).limit(count)
        if kind is not None:
            query = query.where(evaluations.c.kind == str(kind))
        if name is not None:
            query = query.where(evaluations.c.name == name)
        if before is not None:
            seen = select(evaluations.c.sequence).where(evaluations.c.id == before)
            query = query.where(evaluations.c.sequence < seen.scalar_subquery())
        with reading(self._engine) as connection:
            return [_evaluation(record) for record in connection.execute(query).scalars()]

    def get(self, evaluation_id: str) -> Evaluation:
        """Return an evaluation with its rows.

        Raises:
            UnknownDocumentError: There is none of this id.
        """
        with reading(self._engine) as connection:
            query = select(evaluations.c.record).where(evaluations.c.id == evaluation_id)
            record = connection.execute(query).scalar()
            if record is None:
                raise _unknown(evaluation_id)
            return replace(_evaluation(record), rows=_rows(connection, evaluation_id))

    def remove(self, evaluation_id: str) -> None:
        """Keep an evaluation no more.

        Raises:
            UnknownDocumentError: There is none of this id.
        """
        own = evaluation_rows.c.evaluation_id == evaluation_id
        with writing(self._engine) as connection:
            connection.execute(delete(evaluation_rows).where(own))
            gone = connection.execute(delete(evaluations).where(evaluations.c.id == evaluation_id))
            if not gone.rowcount:
                raise _unknown(evaluation_id)


def _rows(connection: Connection, evaluation_id: str) -> tuple[EvaluatedQuestion, ...]:
    query = select(evaluation_rows.c.record).where(evaluation_rows.c.evaluation_id == evaluation_id)
    records = connection.execute(query.order_by(evaluation_rows.c.ordinal)).scalars()
    return tuple(from_plain(EvaluatedQuestion, _read(record)) for record in records)


def _evaluation(record: str) -> Evaluation:
    return from_plain(Evaluation, _read(record))


def _read(record: str) -> Mapping[str, Any]:
    plain: Mapping[str, Any] = json.loads(record)
    return plain


def _unknown(evaluation_id: str) -> UnknownDocumentError:
    return UnknownDocumentError(
        f"There is no evaluation with the id {evaluation_id!r}.",
        hint="It may have been removed; list those there are.",
    )
