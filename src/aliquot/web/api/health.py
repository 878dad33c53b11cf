"""Whether the server is alive and what it serves."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter

from aliquot.web.site import Viewing

__all__ = ["router"]

router = APIRouter(tags=["health"])


@router.get("/status")
def status(view: Viewing) -> dict[str, Any]:
    """Say what the library holds."""
    return view.library.status()
