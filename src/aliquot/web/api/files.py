"""The files documents were read from, their pages and slides, and where a citation points."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query
from fastapi.responses import FileResponse, Response

from aliquot.library.drawn_pages import MOST_WIDTH
from aliquot.library.page_images import page_image, slide_picture
from aliquot.library.places import place_in, slide_of
from aliquot.shapes import place_shape, slide_shape
from aliquot.web.api import models
from aliquot.web.api.routing import READS, Id, api_router, as_problems
from aliquot.web.originals import original_response
from aliquot.web.site import Viewing

__all__ = ["router"]

PNG, JPEG = "image/png", "image/jpeg"
JPEG_MAGIC = b"\xff\xd8\xff"
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {PNG: {}}}}
INNER: dict[int | str, dict[str, Any]] = {200: {"content": {PNG: {}, JPEG: {}}}}
# Enough to read small print at, on a plain screen.
WIDTH = 1_000
MAX_PAGE = 100_000
MAX_TARGET = 1_000

Number = Annotated[int, Path(ge=1, le=MAX_PAGE)]
Width = Annotated[int, Query(ge=1, le=MOST_WIDTH, description="In pixels.")]

router = api_router("documents", READS)

ANY: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/octet-stream": {}, "application/pdf": {}}}
}


@router.get(
    "/documents/{document_id}/original",
    response_class=FileResponse,
    responses=ANY | as_problems(404, 416),
)
def get_original(view: Viewing, document_id: Id) -> FileResponse:
    """Give the file a document was read from, or a range of its bytes.

    PDF and pictures may be shown by a browser; all else is to be saved.
    """
    return original_response(view.source_file(document_id))


@router.get(
    "/documents/{document_id}/pages/{number}.png",
    response_class=Response,
    responses=PICTURE | as_problems(404, 500),
)
def get_page_image(
    view: Viewing,
    document_id: Id,
    number: Number,
    width: Width = WIDTH,
) -> Response:
    """Give a page of a PDF or a picture as PNG."""
    return Response(page_image(view, document_id, number, width), media_type=PNG)


@router.get(
    "/documents/{document_id}/place", response_model=models.Place, responses=as_problems(404)
)
def get_place(
    view: Viewing,
    document_id: Id,
    at: Annotated[
        str,
        Query(
            min_length=1,
            max_length=MAX_TARGET,
            description="Id of a citation (`CHUNK@120-184`), of a chunk, or of the document.",
        ),
    ],
) -> dict[str, Any]:
    """Return where a citation points, with all it takes to show it: page, slide, rows or words."""
    return place_shape(place_in(view, document_id, at))


@router.get(
    "/documents/{document_id}/slides/{number}",
    response_model=models.Slide,
    responses=as_problems(404),
)
def get_slide(view: Viewing, document_id: Id, number: Number) -> dict[str, Any]:
    """Return what stands where on a slide of a PowerPoint or OpenDocument presentation."""
    return slide_shape(slide_of(view, document_id, number))


@router.get(
    "/documents/{document_id}/slides/{number}/pictures/{picture}",
    response_class=Response,
    responses=INNER | as_problems(404, 500),
)
def get_slide_picture(
    view: Viewing, document_id: Id, number: Number, picture: Number, width: Width = WIDTH
) -> Response:
    """Give a picture that stands on a slide, drawn anew as PNG, or as JPEG where it was one."""
    drawn = slide_picture(view, document_id, number, picture, width)
    return Response(drawn, media_type=JPEG if drawn.startswith(JPEG_MAGIC) else PNG)
