"""The API: JSON over HTTP, one module a resource."""

from collections.abc import Sequence

from fastapi import APIRouter

from aliquot.web.api import health

__all__ = ["PREFIX", "ROUTERS"]

PREFIX = "/api/v1"
ROUTERS: Sequence[APIRouter] = (health.router,)
