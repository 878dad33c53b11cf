"""The document page, and the source that opens beside an answer, at the quote.

A citation's, chunk's or document's id names the place; the same place is shown beside an answer,
on the document's own page, and as JSON for the viewer.
"""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from fastapi.responses import FileResponse, HTMLResponse, Response

from aliquot.errors import UnknownDocumentError
from aliquot.library.page_images import page_image
from aliquot.library.places import place_in, place_of
from aliquot.library.viewing import View
from aliquot.shapes import place_shape
from aliquot.types import Document, Place
from aliquot.web.originals import original_response
from aliquot.web.pages.reading import DocumentText, findings_by_kind, outline_of
from aliquot.web.pages.templating import render
from aliquot.web.site import Viewing

__all__ = ["place_in_view", "router"]

router = APIRouter(prefix="/documents/{document_id}")

SIMILAR = 6
# Pixels: sharp on a screen that doubles them, beside an answer.
PICTURE_WIDTH = 1200
At = Annotated[str, Query(max_length=1000)]


@router.get("")
def document_page(
    request: Request,
    view: Viewing,
    document_id: str,
    at: At = "",
    chunk: At = "",
    span: Annotated[str, Query(pattern=r"^(\d{1,9}-\d{1,9})?$")] = "",
    part: Annotated[int, Query(ge=0, le=100_000)] = 0,
) -> HTMLResponse:
    """Show a document: who it is, its outline, its text with what it names, what is near."""
    document = view.document(document_id)
    target = at or (f"{chunk}@{span}" if chunk and span else chunk)
    place = place_in(view, document.id, target) if target else None
    findings = list(view.findings(document.id))
    text = DocumentText(document, findings, place.span if place else None, part)
    return render(
        request,
        "document.html",
        view,
        document=document,
        place=place,
        text=text,
        outline=outline_of(document, text),
        findings=findings_by_kind(findings),
        relations=_relations(view, document),
        active="library",
    )


@router.get("/source")
def source_beside(request: Request, view: Viewing, document_id: str, at: At) -> HTMLResponse:
    """Return the source at a quote, as it stands beside an answer."""
    return render(request, "_source.html", view, place=place_in(view, document_id, at))


@router.get("/place")
def place(view: Viewing, document_id: str, at: At) -> dict[str, Any]:
    """Return the place of a quote as data."""
    return place_shape(place_in(view, document_id, at))


@router.get("/similar")
def similar(request: Request, view: Viewing, document_id: str) -> HTMLResponse:
    """Return the documents that speak of the same things, as a list."""
    found = view.similar(document_id, SIMILAR)
    return render(request, "_similar.html", view, similar=found)


@router.get("/original")
def original(view: Viewing, document_id: str) -> FileResponse:
    """Return the file a document was read from, to be looked at and never run."""
    return original_response(view.source_file(document_id))


@router.get("/pages/{number}.png")
def page_picture(view: Viewing, document_id: str, number: int) -> Response:
    """Return a page drawn as a picture."""
    return Response(page_image(view, document_id, number, PICTURE_WIDTH), media_type="image/png")


def place_in_view(view: View, target: str) -> Place | None:
    """Return the place that is shown beside an answer; `None` where none is named.

    Args:
        view: The library as the reader sees it.
        target: Id of a citation, chunk or document; empty for none.

    Raises:
        UnknownDocumentError: There is no such place.
    """
    return place_of(view, target) if target else None


def _relations(view: View, document: Document) -> list[tuple[str, Document, str]]:
    """Return how a document belongs to others: the kind, the other, and why."""
    related = []
    for one in view.relations(document.id):
        other_id = one.other_id if one.document_id == document.id else one.document_id
        try:
            related.append((str(one.kind), view.document(other_id), one.reason))
        except UnknownDocumentError:
            continue
    return related
