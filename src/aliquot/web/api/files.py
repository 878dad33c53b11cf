"""The files documents were read from, and pictures of their pages."""

from __future__ import annotations

from typing import Any

from fastapi.responses import FileResponse

from aliquot.web.api.routing import READS, Id, api_router, as_problems
from aliquot.web.originals import original_response
from aliquot.web.site import Viewing

__all__ = ["router"]

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
