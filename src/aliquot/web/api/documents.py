"""Documents: listed, read, taken out and put back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Query
from pydantic import Field

from aliquot.filters import both
from aliquot.library.arguments import read_filter
from aliquot.library.listing import Listing, Place
from aliquot.shapes import (
    block_shape,
    chunk_shape,
    document_shape,
    finding_shape,
    receipt_shape,
    relation_shape,
)
from aliquot.types import Comparison, DocumentKind, Filter, FindingKind, Operator
from aliquot.web.api import models
from aliquot.web.api.jobs import Key
from aliquot.web.api.paging import Count, Mark, mark_of, read_mark
from aliquot.web.api.routing import READS, WRITES, Id, Where, api_router, as_problems
from aliquot.web.jobs.begin import begin_restore
from aliquot.web.problems import Refusal
from aliquot.web.site import Viewing

__all__ = ["router"]

MAX_WORDS = 400
MAX_SIMILAR = 50
MAX_PATH = 4_096

Sort = Literal["id", "-id", "title", "-title", "year", "-year", "kind", "-kind"]
Words = Annotated[
    str, Query(max_length=MAX_WORDS, description="Words in titles, authors, ids, file names.")
]

RESTORE = "/api/v1/restore"

router = api_router("documents", READS)
UNKNOWN = as_problems(404)


class Removed(models.Given):
    """A file of which something was removed."""

    model_config = models.such_as(source="/lab/protocols/heat-shock.docx")

    source: Annotated[str, Field(min_length=1, max_length=MAX_PATH, pattern=r"^[^\x00]+$")]


@router.get("/documents", response_model=models.DocumentPage)
def list_documents(
    view: Viewing,
    where: Where = "",
    q: Words = "",
    kind: DocumentKind | None = None,
    collection: Annotated[str, Query(max_length=MAX_WORDS)] = "",
    sort: Sort = "id",
    count: Count = 50,
    next: Mark = "",
) -> dict[str, Any]:
    """List documents in pages; what comes or goes meanwhile moves no others."""
    wanted = both(read_filter(where), _chosen(kind, collection))
    after = _place(next, sort) if next else None
    found = view.stretch(wanted, Listing(q, sort, after, count))
    return {
        "documents": [document_shape(one) for one in found.documents],
        "total": found.total,
        "next": found.end and mark_of([sort, *found.end]),
    }


def _chosen(kind: DocumentKind | None, collection: str) -> Filter | None:
    by_kind = None if kind is None else Comparison("kind", Operator.EQ, str(kind))
    by_collection = Comparison("collection", Operator.EQ, collection) if collection else None
    return both(by_kind, by_collection)


def _place(mark: str, sort: str) -> Place:
    match read_mark(mark):
        case [str() as order, (str() | int()) as value, str() as document_id] if order == sort:
            return value, document_id
    raise Refusal(
        422, "The page before was of another list.", hint="Ask for the first page with this sort."
    )


@router.get("/documents/{document_id}", response_model=models.DocumentWhole, responses=UNKNOWN)
def get_document(view: Viewing, document_id: Id) -> dict[str, Any]:
    """Return a document with its text, its blocks and what it belongs to."""
    document = view.document(document_id)
    return document_shape(document) | {
        "text": document.text,
        "blocks": [block_shape(one) for one in document.blocks],
        "relations": [relation_shape(one) for one in view.relations(document_id)],
    }


@router.delete(
    "/documents/{document_id}",
    response_model=models.Removal,
    responses=UNKNOWN,
    dependencies=[WRITES],
)
def remove_document(view: Viewing, document_id: Id) -> dict[str, Any]:
    """Take a document out of the library; its file stays, and `restore_documents` undoes it."""
    source = view.document(document_id).source
    view.remove(document_id)
    path = source.path if source else ""
    return {"document_id": document_id, "source": path, "undo": f"POST {RESTORE} with this source"}


@router.post(
    "/restore",
    response_model=models.Job,
    status_code=202,
    responses=UNKNOWN,
    dependencies=[WRITES],
)
def restore_documents(view: Viewing, wanted: Removed, key: Key = "") -> Any:
    """Begin to bring back what was removed of a file: it is read again, as a job."""
    return begin_restore(view, view.restorable(wanted.source), key)


@router.get("/documents/{document_id}/receipt", response_model=models.Receipt, responses=UNKNOWN)
def get_receipt(view: Viewing, document_id: Id) -> dict[str, Any]:
    """Return what became of a document's file: what was read, what was dropped, and why."""
    source = view.document(document_id).source
    if source is None:
        raise Refusal(404, "This document came from no file.")
    return receipt_shape(view.receipt(source.path))


@router.get("/documents/{document_id}/chunks", response_model=list[models.Chunk], responses=UNKNOWN)
def list_chunks(view: Viewing, document_id: Id) -> list[dict[str, Any]]:
    """List a document's chunks in reading order."""
    return [chunk_shape(one) for one in view.chunks(document_id)]


@router.get(
    "/documents/{document_id}/findings", response_model=list[models.Finding], responses=UNKNOWN
)
def list_findings(
    view: Viewing, document_id: Id, kind: FindingKind | None = None
) -> list[dict[str, Any]]:
    """List what a document names, each at its place, in reading order."""
    text = view.document(document_id).text
    return [finding_shape(one, text) for one in view.findings(document_id, kind)]


@router.get(
    "/documents/{document_id}/similar",
    response_model=list[models.SimilarDocument],
    responses=UNKNOWN,
)
def list_similar(
    view: Viewing, document_id: Id, count: Annotated[int, Query(ge=1, le=MAX_SIMILAR)] = 10
) -> list[dict[str, Any]]:
    """List the documents most like one, best first."""
    found = view.similar(document_id, count)
    return [document_shape(one.document) | {"score": one.score} for one in found]
