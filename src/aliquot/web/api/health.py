"""What the library holds, as whoever asks may see it."""

from __future__ import annotations

from typing import Any

from aliquot import __version__
from aliquot.web.api import models
from aliquot.web.api.routing import READS, api_router
from aliquot.web.site import Viewing

__all__ = ["router"]

router = api_router("health", READS)


@router.get("/status", response_model=models.Status)
def get_status(view: Viewing) -> dict[str, Any]:
    """Say what the library holds of what one may see, and what embeds and indexes it."""
    return {"version": __version__, "library": view.path.name, **view.status()}
