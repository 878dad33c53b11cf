"""Files and folders the library was given."""

from __future__ import annotations

from typing import Any

from aliquot.web.api import models
from aliquot.web.api.routing import ADMIN, api_router
from aliquot.web.site import SiteHere

__all__ = ["router"]

router = api_router("sources", ADMIN)


@router.get("/sources", response_model=list[models.Root])
def list_sources(site: SiteHere) -> list[dict[str, Any]]:
    """List the files and folders `sync` looks at."""
    return [{"path": path} for path in site.library.catalog.ledger.roots()]
