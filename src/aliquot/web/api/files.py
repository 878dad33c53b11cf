"""The files documents were read from, and pictures of their pages."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Path, Query
from fastapi.responses import FileResponse, Response

from aliquot.library.drawn_pages import MOST_WIDTH
from aliquot.library.page_images import page_image
from aliquot.web.api.routing import READS, Id, api_router, as_problems
from aliquot.web.originals import original_response
from aliquot.web.site import Viewing

__all__ = ["router"]

PNG = "image/png"
PICTURE: dict[int | str, dict[str, Any]] = {200: {"content": {PNG: {}}}}
# Enough to read small print at, on a plain screen.
WIDTH = 1_000
MAX_PAGE = 100_000

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
    number: Annotated[int, Path(ge=1, le=MAX_PAGE)],
    width: Annotated[int, Query(ge=1, le=MOST_WIDTH, description="In pixels.")] = WIDTH,
) -> Response:
    """Give a page of a PDF or a picture as PNG."""
    return Response(page_image(view, document_id, number, width), media_type=PNG)
