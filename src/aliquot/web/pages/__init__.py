"""The pages: HTML from templates, one module a page."""

from collections.abc import Sequence

from fastapi import APIRouter

__all__ = ["ROUTERS"]

ROUTERS: Sequence[APIRouter] = ()
