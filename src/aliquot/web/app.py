"""The application: what serves one library."""

from __future__ import annotations

from fastapi import FastAPI, Request

from aliquot import __version__
from aliquot.config import ServeConfig
from aliquot.library.library import Library
from aliquot.types import LOCAL_PERSON, Person
from aliquot.web import api, pages
from aliquot.web.problems import add_problems
from aliquot.web.site import Site

__all__ = ["create_app"]


def create_app(library: Library, settings: ServeConfig | None = None) -> FastAPI:
    """Return the application that serves a library; closing it is the caller's.

    Args:
        library: What is asked.
        settings: Where and to whom it is served; those of the library unless given.
    """
    app = FastAPI(title="Aliquot", version=__version__, docs_url=None, redoc_url=None)
    app.state.site = Site(library, settings or library.config.serve, _local)
    add_problems(app)
    for router in api.ROUTERS:
        app.include_router(router, prefix=api.PREFIX)
    for router in pages.ROUTERS:
        app.include_router(router, include_in_schema=False)
    return app


def _local(_: Request) -> Person:
    return LOCAL_PERSON
