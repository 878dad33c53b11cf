"""For whoever watches the server: whether it lives, and whether it can answer."""

from __future__ import annotations

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse, Response

from aliquot.errors import AliquotError
from aliquot.web.problems import problem
from aliquot.web.site import SiteHere

__all__ = ["router"]

router = APIRouter()


@router.get("/healthz")
async def healthz() -> Response:
    """Say that the server lives; nothing else is looked at."""
    return PlainTextResponse("ok\n")


@router.get("/readyz")
def readyz(site: SiteHere) -> Response:
    """Say whether catalog and indexes answer; of what is wrong only that something is."""
    try:
        site.library.catalog.counts()
        _ = site.library.legs
    except AliquotError:
        return problem(503, "Not ready", "The catalog or an index does not answer; see the log.")
    return PlainTextResponse("ready\n")
