"""What a language model read of documents for surveys, kept so that nothing is read twice.

A form stands for a question with its columns and for who is asked it, as a digest: neither is kept.
Each document is one transaction, so a run that is killed has lost at most what it was at. Cells go
with their document, and stay where a file that is read again comes out the same: a model was paid.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import islice

from sqlalchemy import Connection, Engine, delete, func, insert, literal, select

from aliquot.storage.connection import reading, writing
from aliquot.storage.records import dump
from aliquot.storage.schema import chunks, documents, survey_cells
from aliquot.types import Span, Usage

__all__ = ["Cell", "Cells", "DocumentCells", "cells_of_source", "put_back"]

# Ids named in one statement.
BATCH = 500


@dataclass(frozen=True, slots=True)
class Cell:
    """One value of a column, proved.

    Attributes:
        column: Its place among the columns of the form, from 0.
        value: As it is shown.
        chunk_id: The chunk its quote stands in.
        span: Of the quote, in `Document.text`.
    """

    column: int
    value: str
    chunk_id: str
    span: Span


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentCells:
    """What was read of one document for one form.

    Attributes:
        cells: Values that were proved, in the order they were written.
        unproved: The column of each value that could not be proved, which is not kept.
        is_partial: Whether parts of the document were not shown to the model.
        is_cut: Whether the model's reply ended before it was whole.
        usage: What it cost.
    """

    cells: tuple[Cell, ...] = ()
    unproved: tuple[int, ...] = ()
    is_partial: bool = False
    is_cut: bool = False
    usage: Usage = field(default_factory=Usage)


class Cells:
    """The cells of one catalog."""

    def __init__(self, engine: Engine) -> None:
        """Take the catalog's engine."""
        self._engine = engine

    def state(self, document_id: str) -> int:
        """Return a number that is another one as soon as a document is replaced; 0 without text."""
        with reading(self._engine) as connection:
            return _state(connection, document_id)

    def put(self, form: str, document_id: str, read: DocumentCells, *, state: int) -> None:
        """Keep what was read of a document, unless it was replaced meanwhile; one transaction.

        Args:
            form: What was asked, and whom.
            document_id: The document.
            read: What was read of it.
            state: That of the document before it was read.
        """
        columns = ["form", "document_id", "record"]
        row = select(literal(form), documents.c.id, literal(_record(read))).where(
            documents.c.id == document_id
        )
        with writing(self._engine) as connection:
            if _state(connection, document_id) != state:
                return
            connection.execute(
                delete(survey_cells).where(
                    survey_cells.c.form == form, survey_cells.c.document_id == document_id
                )
            )
            connection.execute(insert(survey_cells).from_select(columns, row))

    def known(self, form: str) -> frozenset[str]:
        """Return the ids of documents that were read for a form."""
        query = select(survey_cells.c.document_id).where(survey_cells.c.form == form)
        with reading(self._engine) as connection:
            return frozenset(connection.execute(query).scalars())

    def of(self, form: str, document_ids: Iterable[str]) -> Iterator[tuple[str, DocumentCells]]:
        """Yield documents with what was read of them for a form, few at a time.

        Args:
            form: What was asked, and whom.
            document_ids: Ids; those not read are left out.
        """
        wanted = iter(document_ids)
        query = select(survey_cells.c.document_id, survey_cells.c.record)
        query = query.where(survey_cells.c.form == form).order_by(survey_cells.c.document_id)
        while batch := list(islice(wanted, BATCH)):
            with reading(self._engine) as connection:
                rows = connection.execute(query.where(survey_cells.c.document_id.in_(batch))).all()
            yield from ((row.document_id, _read(row.record)) for row in rows)


@dataclass(frozen=True, slots=True)
class KeptCells:
    """Cells of a document that is about to be replaced.

    Attributes:
        document_id: The document.
        read_from: What they were read from; quotes stand nowhere else.
        by_form: Records by form.
    """

    document_id: str
    read_from: str
    by_form: Mapping[str, str]


def cells_of_source(connection: Connection, source_id: int) -> list[KeptCells]:
    """Return the cells of the documents of a source, in the caller's transaction."""
    query = select(survey_cells).join(documents, documents.c.id == survey_cells.c.document_id)
    by_document: dict[str, dict[str, str]] = {}
    for row in connection.execute(query.where(documents.c.source_id == source_id)):
        by_document.setdefault(row.document_id, {})[row.form] = row.record
    return [KeptCells(one, _read_from(connection, one), of) for one, of in by_document.items()]


def put_back(connection: Connection, kept: Iterable[KeptCells]) -> None:
    """Put cells back to the documents that came out the same, in the caller's transaction."""
    rows = [
        {"form": form, "document_id": one.document_id, "record": record}
        for one in kept
        if one.read_from == _read_from(connection, one.document_id)
        for form, record in one.by_form.items()
    ]
    if rows:
        connection.execute(insert(survey_cells), rows)


def _read_from(connection: Connection, document_id: str) -> str:
    """Return a digest of a document's text and of how it is cut; another one where it is gone."""
    text = connection.execute(select(documents.c.text).where(documents.c.id == document_id))
    cut = select(chunks.c.id, chunks.c.text_hash).where(chunks.c.document_id == document_id)
    pieces = [tuple(one) for one in connection.execute(cut.order_by(chunks.c.ordinal))]
    return hashlib.sha256(repr((text.scalar(), pieces)).encode()).hexdigest()


def _state(connection: Connection, document_id: str) -> int:
    """Return the newest key of a document's chunks: keys are never used twice."""
    query = select(func.max(chunks.c.key)).where(chunks.c.document_id == document_id)
    return connection.execute(query).scalar() or 0


def _record(read: DocumentCells) -> str:
    usage = read.usage
    return dump(
        {
            "cells": [
                [one.column, one.value, one.chunk_id, one.span.start, one.span.end]
                for one in read.cells
            ],
            "unproved": list(read.unproved),
            "is_partial": read.is_partial,
            "is_cut": read.is_cut,
            "usage": {
                "input_tokens": usage.input_tokens,
                "output_tokens": usage.output_tokens,
                "cost_usd": usage.cost_usd,
                "requests": usage.requests,
                "models": list(usage.models),
            },
        }
    )


def _read(record: str) -> DocumentCells:
    stored = json.loads(record)
    usage = stored["usage"]
    return DocumentCells(
        cells=tuple(
            Cell(column, value, chunk_id, Span(start, end))
            for column, value, chunk_id, start, end in stored["cells"]
        ),
        unproved=tuple(stored["unproved"]),
        is_partial=stored["is_partial"],
        is_cut=stored["is_cut"],
        usage=Usage(**{**usage, "models": tuple(usage["models"])}),
    )
