"""What the bibliography files of a library state about works, kept with the files' documents."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Engine, select

from aliquot.storage.connection import reading
from aliquot.storage.filtering import matching_documents
from aliquot.storage.records import dump
from aliquot.storage.schema import bibliography, documents, sources
from aliquot.types import Document, Filter, Reference

__all__ = ["bibliography_paths", "read_references", "reference_rows"]


def reference_rows(document: Document) -> list[dict[str, Any]]:
    """Return the rows of `bibliography`, in the order of the file."""
    return [
        {"document_id": document.id, "ordinal": ordinal, "record": dump(reference.to_plain())}
        for ordinal, reference in enumerate(document.references)
    ]


def read_references(engine: Engine, where: Filter | None = None) -> list[Reference]:
    """Return every reference of bibliography files, in the order files were brought in.

    Args:
        engine: Of the catalog.
        where: Which files, as documents; all unless given.
    """
    query = (
        select(bibliography.c.record)
        .join(documents, documents.c.id == bibliography.c.document_id)
        .order_by(documents.c.source_id, bibliography.c.document_id, bibliography.c.ordinal)
    )
    if where is not None:
        query = query.where(documents.c.id.in_(matching_documents(where)))
    with reading(engine) as connection:
        return [
            Reference.from_plain(json.loads(record))
            for record in connection.execute(query).scalars()
        ]


def bibliography_paths(engine: Engine, where: Filter) -> list[str]:
    """Return the paths of bibliography files, sorted.

    Args:
        engine: Of the catalog.
        where: Which files, as documents.
    """
    query = (
        select(sources.c.path)
        .join(documents, documents.c.source_id == sources.c.id)
        .where(documents.c.id.in_(select(bibliography.c.document_id)))
        .where(documents.c.id.in_(matching_documents(where)))
    )
    with reading(engine) as connection:
        return sorted(connection.execute(query.distinct()).scalars())
