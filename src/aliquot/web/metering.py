"""Figures for whoever watches the server, in the format of Prometheus; none says who asked what.

Requests are counted by this process, everything else by the catalog, which all processes share.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping

from fastapi import APIRouter, Depends, Request
from fastapi.responses import Response
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.exposition import CONTENT_TYPE_LATEST, generate_latest
from prometheus_client.metrics_core import CounterMetricFamily, GaugeMetricFamily, Metric
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aliquot.library.library import Library
from aliquot.types import JobState, Permission
from aliquot.web.api import PREFIX
from aliquot.web.problems import API
from aliquot.web.site import needs

__all__ = ["Meter", "Metered", "router"]

# From a page's file to a survey: an extractive answer takes about 0.1 s, a model's some seconds.
SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0)
# Addresses that nothing answers are as many as anyone makes up.
NO_ROUTE = "none"

router = APIRouter()


class Meter:
    """Counts the requests of one process, and asks the catalog for the rest."""

    def __init__(self, library: Library) -> None:
        """Begin at zero.

        Args:
            library: Asked whenever the figures are.
        """
        self._registry = CollectorRegistry()
        self._requests = Counter(
            "aliquot_requests",
            "Requests answered.",
            ["method", "route", "status"],
            registry=self._registry,
        )
        self._seconds = Histogram(
            "aliquot_request_seconds",
            "Seconds until a request was answered whole.",
            ["route"],
            buckets=SECONDS,
            registry=self._registry,
        )
        self._registry.register(_OfLibrary(library))

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count a request.

        Args:
            method: Of HTTP.
            route: Its pattern, such as `/api/v1/documents/{document_id}`.
            status: Of HTTP; 0 where the client left before.
            seconds: Until it was answered whole.
        """
        self._requests.labels(method, route, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def figures(self) -> bytes:
        """Return all of them.

        Raises:
            StoreError: The catalog cannot be read.
        """
        return generate_latest(self._registry)


class _OfLibrary:
    """What the catalog counts, asked when the figures are."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def describe(self) -> Iterable[Metric]:
        """Return nothing: to be registered asks the catalog for nothing."""
        return ()

    def collect(self) -> Iterator[Metric]:
        """Yield the figures."""
        held, asked = self._library.catalog.counts(), self._library.history.counts()
        jobs = self._library.jobs.counts()
        yield _gauge("aliquot_documents", "Documents in the library.", held["documents"])
        yield _gauge("aliquot_chunks", "Chunks in the library.", held["chunks"])
        yield _counter("aliquot_questions", "Questions asked.", asked["questions"])
        yield _counter("aliquot_answers", "Questions answered or refused.", asked["answers"])
        yield _counter("aliquot_abstentions", "Questions refused.", asked["abstentions"])
        yield _by_state(jobs)


def _gauge(name: str, told: str, value: float) -> Metric:
    return GaugeMetricFamily(name, told, value=value)


def _counter(name: str, told: str, value: float) -> Metric:
    return CounterMetricFamily(name, told, value=value)


def _by_state(jobs: Mapping[str, int]) -> Metric:
    family = GaugeMetricFamily("aliquot_jobs", "Background jobs by state.", labels=["state"])
    for state in JobState:
        family.add_metric([str(state)], jobs.get(str(state), 0))
    return family


class Metered:
    """Counts each request when it has been answered."""

    def __init__(self, app: ASGIApp, meter: Meter) -> None:
        """Take what is behind.

        Args:
            app: What answers.
            meter: Counts.
        """
        self._app = app
        self._meter = meter

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer and count."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        begun, status = time.perf_counter(), 0

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, noted)
        finally:
            seconds = time.perf_counter() - begun
            self._meter.note(scope["method"], _route_of(scope), status, seconds)


def _route_of(scope: Scope) -> str:
    """Return the pattern of what answered; a route of the API does not know its prefix."""
    path: str = getattr(scope.get("route"), "path", "")
    if not path:
        return NO_ROUTE
    return f"{PREFIX}{path}" if scope["path"].startswith(API) else path


@router.get("/metrics", dependencies=[Depends(needs(Permission.ADMIN))])
def metrics(request: Request) -> Response:
    """Give the figures; a program that collects them comes with an administrator's token."""
    meter: Meter = request.app.state.meter
    return Response(meter.figures(), media_type=CONTENT_TYPE_LATEST)
