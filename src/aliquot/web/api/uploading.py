"""Bringing files in."""

from __future__ import annotations

from typing import Any

from fastapi import Request
from starlette.concurrency import run_in_threadpool

from aliquot.library.folder import UPLOADS_NAME
from aliquot.types import Role
from aliquot.web.api import models
from aliquot.web.api.jobs import Key
from aliquot.web.api.routing import WRITES, api_router, as_problems
from aliquot.web.jobs.uploading import take_in
from aliquot.web.problems import Refusal
from aliquot.web.site import SiteHere, Viewing
from aliquot.web.uploads import MIB, Limits, receive

__all__ = ["router"]

router = api_router("documents", WRITES)

# The body is read as it comes, by hand; this says what it holds.
BODY: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": ["files"],
                    "additionalProperties": False,
                    "properties": {
                        "files": {
                            "type": "array",
                            "minItems": 1,
                            "items": {"type": "string", "format": "binary"},
                        },
                        "collection": {
                            "type": "string",
                            "description": "Where they belong; `main` unless given.",
                        },
                    },
                }
            }
        },
    }
}


@router.post(
    "/documents",
    response_model=models.Upload,
    status_code=202,
    responses=as_problems(404, 507),
    openapi_extra=BODY,
)
async def upload_documents(request: Request, site: SiteHere, view: Viewing, key: Key = "") -> Any:
    """Bring files in: what can be read is kept, and read as a job whose events tell how far it is.

    Content decides what a file is, not its name. With `Idempotency-Key`, sending again, such as
    where no answer came, gives the job of the first time.
    """
    await run_in_threadpool(_check_writes, view)
    limits = Limits(site.settings.upload_max_files, site.settings.upload_max_mib * MIB)
    async with receive(request, view.path / UPLOADS_NAME, limits) as received:
        return await run_in_threadpool(take_in, view, received, key)


def _check_writes(view: Viewing) -> None:
    """Refuse whoever may write nowhere before anything is read."""
    if not any(view.may(Role.EDITOR, one) for one in view.collections()):
        raise Refusal(
            403,
            "You may not bring files in.",
            hint="Whoever looks after the library can make you an editor of a collection.",
        )
