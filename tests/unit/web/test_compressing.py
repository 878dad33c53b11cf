"""Compression on the way out: what is made smaller, and what never is."""

from __future__ import annotations

import asyncio
import gzip
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.types import Message

from aliquot.web.compressing import Compressed, takes_gzip

PAGE = "<p>Every sentence is proved by a quote.</p>" * 100
EVENT = b"event: statement\ndata: " + b"x" * 4_000 + b"\n\n"


async def page(request: Any) -> Response:
    return HTMLResponse(PAGE, int(request.query_params.get("status", 200)), {"ETag": '"one"'})


async def short(request: Any) -> Response:
    return HTMLResponse("<p>short</p>")


async def original(request: Any) -> Response:
    return Response(b"%PDF-" + b"x" * 4_000, media_type="application/pdf")


async def events(request: Any) -> Response:
    async def told() -> Any:
        yield EVENT
        yield EVENT

    return StreamingResponse(told(), media_type="text/event-stream")


APP = Compressed(
    Starlette(
        routes=[
            Route("/page", page, methods=["GET", "POST"]),
            Route("/short", short),
            Route("/original", original),
            Route("/events", events),
        ]
    )
)


def answered(path: str, method: str = "GET", **headers: str) -> tuple[Headers, list[bytes]]:
    """Return an answer's headers and its content in the pieces it was sent in."""
    sent: list[Message] = []
    asked: list[Message] = [{"type": "http.request", "body": b"", "more_body": False}]

    async def send(message: Message) -> None:
        sent.append(message)

    async def receive() -> Message:
        if not asked:
            # The client stays; whoever waits for it to leave waits until the answer is sent.
            await asyncio.Event().wait()
        return asked.pop()

    given = {"accept-encoding": "gzip, deflate, br"} | {
        name.replace("_", "-"): value for name, value in headers.items()
    }
    where, _, query = path.partition("?")
    scope = {
        "type": "http",
        "http_version": "1.1",
        "method": method,
        "path": where,
        "raw_path": where.encode(),
        "query_string": query.encode(),
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
    }
    asyncio.run(APP(scope, receive, send))
    return Headers(raw=sent[0]["headers"]), [one.get("body", b"") for one in sent[1:]]


def is_packed(path: str, method: str = "GET", **headers: str) -> bool:
    return "content-encoding" in answered(path, method, **headers)[0]


def test_a_page_comes_compressed_and_says_how_long_it_is() -> None:
    headers, pieces = answered("/page")
    content = b"".join(pieces)
    assert gzip.decompress(content).decode() == PAGE
    assert (headers["content-encoding"], headers["content-length"]) == ("gzip", str(len(content)))
    assert headers["vary"] == "Accept-Encoding"
    assert headers["etag"] == 'W/"one"'


@pytest.mark.parametrize("offered", ["", "identity", "br", "gzip;q=0", "gzip; q=0.0"])
def test_who_takes_no_gzip_gets_the_page_as_it_is(offered: str) -> None:
    headers, pieces = answered("/page", accept_encoding=offered)
    assert "content-encoding" not in headers
    assert b"".join(pieces).decode() == PAGE


@pytest.mark.parametrize("offered", ["gzip", "deflate, GZIP;q=0.5", "*"])
def test_gzip_is_seen_among_what_is_offered(offered: str) -> None:
    assert takes_gzip(Headers({"accept-encoding": offered}))


def test_events_are_sent_one_by_one_as_they_are() -> None:
    headers, pieces = answered("/events")
    assert "content-encoding" not in headers
    assert [one for one in pieces if one] == [EVENT, EVENT]


@pytest.mark.parametrize("path", ["/original", "/short", "/page?status=422"])
def test_files_short_pages_and_refusals_go_out_as_they_are(path: str) -> None:
    assert not is_packed(path)


def test_what_answers_a_form_is_never_compressed() -> None:
    assert not is_packed("/page", "POST")


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_site_asks_for_is_never_compressed(site: str) -> None:
    assert not is_packed("/page", sec_fetch_site=site)


@pytest.mark.parametrize("site", ["same-origin", "none"])
def test_what_the_reader_asks_for_is_compressed(site: str) -> None:
    assert is_packed("/page", sec_fetch_site=site)
