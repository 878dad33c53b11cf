"""The application: what serves one library."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from anyio import to_thread
from fastapi import FastAPI
from starlette.middleware import Middleware

from aliquot import __version__
from aliquot.config import ServeConfig
from aliquot.library.library import Library
from aliquot.web import api, health, metering, pages
from aliquot.web.access.addresses import Proxies
from aliquot.web.access.headers import SecureHeaders
from aliquot.web.access.hosts import Hosts
from aliquot.web.access.identity import Identity
from aliquot.web.access.keys import LibraryKeys
from aliquot.web.access.known import Known
from aliquot.web.access.limits import Bodies, Buckets, Heads, Rates
from aliquot.web.access.origins import SameOrigin
from aliquot.web.access.refusing import Refusing
from aliquot.web.access.turns import Turns
from aliquot.web.api.openapi import describe
from aliquot.web.compressing import Compressed
from aliquot.web.jobs.pool import JobPool
from aliquot.web.logging import RequestLog
from aliquot.web.metering import Meter, Metered
from aliquot.web.problems import add_problems
from aliquot.web.site import Site

if TYPE_CHECKING:
    from aliquot.web.access.oidc import Provider

__all__ = ["create_app"]

OIDC_SECRET: Final = "ALIQUOT_OIDC_SECRET"


def create_app(
    library: Library, settings: ServeConfig | None = None, *, owns_library: bool = False
) -> FastAPI:
    """Return the application that serves a library.

    Args:
        library: What is asked.
        settings: Where and to whom it is served; those of the library unless given.
        owns_library: Whether the library is closed when the application ends; the caller's else.
    """
    served = settings or library.config.serve
    meter, identity = Meter(library), Identity(served, LibraryKeys(library))
    app = FastAPI(
        title="Aliquot",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        middleware=_layers(served, meter, identity),
        lifespan=partial(_life, owns_library=owns_library),
    )
    app.state.site = Site(
        library,
        served,
        identity,
        questions=Buckets(served.questions_per_minute),
        turns=Turns(served.parallel_questions),
        provider=_provider(served),
    )
    app.state.meter = meter
    add_problems(app)
    for router in api.ROUTERS:
        app.include_router(router, prefix=api.PREFIX)
    for router in (health.router, metering.router, *pages.ROUTERS):
        app.include_router(router, include_in_schema=False)
    describe(app)
    return app


def _layers(settings: ServeConfig, meter: Meter, identity: Identity) -> list[Middleware]:
    """Return what a request passes before it meets a handler, the outermost first."""
    return [
        Middleware(Metered, meter=meter),
        Middleware(RequestLog),
        Middleware(SecureHeaders, settings=settings),
        Middleware(Refusing),
        Middleware(Heads),
        Middleware(Compressed),
        Middleware(Hosts, settings=settings),
        Middleware(Known, identity=identity, proxies=Proxies(settings.trusted_proxies)),
        Middleware(Rates, buckets=Buckets(settings.requests_per_minute)),
        Middleware(SameOrigin, settings=settings),
        Middleware(Bodies, settings=settings),
    ]


def _provider(settings: ServeConfig) -> Provider | None:
    if "oidc" not in settings.auth:
        return None
    from aliquot.web.access.oidc import Provider

    return Provider(settings, os.environ.get(OIDC_SECRET, ""))


@asynccontextmanager
async def _life(app: FastAPI, *, owns_library: bool) -> AsyncIterator[dict[str, Any]]:
    site: Site = app.state.site
    pool = JobPool(site.library, site.settings)
    pool.start()
    try:
        yield {"closing": site.closing}
    finally:
        site.closing.set()
        await to_thread.run_sync(pool.stop)
        if owns_library:
            await to_thread.run_sync(site.library.close)
