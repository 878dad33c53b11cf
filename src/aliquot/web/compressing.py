"""Answers made smaller on their way, for whoever takes gzip.

Only what is made whole is: a stream's events leave at once, and files people brought in go out as
they are, with ranges. Files of the interface are compressed once; see `pages/assets.py`.

A compressed page tells by its length whether it repeats what an address puts into it (BREACH,
https://www.breachattack.com). Guessing so takes many requests that another site has the browser
send with its cookies; browsers mark those, and they are answered uncompressed. So is whatever
answers a form, among it the page that shows a token's secret.
"""

from __future__ import annotations

import gzip
from functools import partial
from typing import Final

from anyio import to_thread
from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["Compressed", "mark_packed", "packed", "takes_gzip"]

# Below a packet nothing is won. Source: RFC 9293, 536 to 1460 bytes a segment.
MIN_BYTES: Final = 1_000
# What takes longer than a millisecond or two is compressed beside the loop that serves all others.
INLINE_BYTES: Final = 64 * 1024
# A page of 30 KB in a millisecond; level 9 takes twice as long for one per cent.
LEVEL: Final = 6
KINDS: Final = frozenset({"text/html", "application/json", "text/csv", "text/markdown"})
# Requests of our own pages, and addresses that were typed or opened from a bookmark. Clients that
# are no browsers say nothing. Source: W3C Fetch Metadata.
OWN: Final = frozenset({"", "same-origin", "none"})


class Compressed:
    """Compresses whole answers to requests that only read."""

    def __init__(self, app: ASGIApp) -> None:
        """Take what is behind.

        Args:
            app: What answers.
        """
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, compressed where that is safe and of use."""
        if scope["type"] != "http" or not _is_safe(scope):
            await self._app(scope, receive, send)
            return
        begun: Message | None = None

        async def smaller(message: Message) -> None:
            nonlocal begun
            if message["type"] == "http.response.start" and _is_wanted(message):
                begun = message
                return
            if begun is not None:
                await _send_both(begun, message, send)
                begun = None
                return
            await send(message)

        await self._app(scope, receive, smaller)


def takes_gzip(headers: Headers) -> bool:
    """Return whether a client takes gzip.

    Args:
        headers: Of its request.
    """
    offers = (one.strip().lower() for one in headers.get("accept-encoding", "").split(","))
    return any(_is_gzip(one) for one in offers)


def packed(content: bytes, level: int = LEVEL) -> bytes:
    """Return content as gzip has it, the same for the same content.

    Args:
        content: What is sent.
        level: From 1 to 9; the higher, the slower and smaller.
    """
    return gzip.compress(content, level, mtime=0)


def mark_packed(headers: MutableHeaders, length: int) -> None:
    """Say in an answer's headers that its content is compressed.

    Args:
        headers: Changed.
        length: Of what is sent.
    """
    headers["Content-Encoding"] = "gzip"
    headers["Content-Length"] = str(length)
    if etag := headers.get("etag", ""):
        # The same content in other bytes. Source: RFC 9110, section 8.8.1.
        headers["ETag"] = f"W/{etag.removeprefix('W/')}"


def _is_gzip(offer: str) -> bool:
    name, _, weight = offer.partition(";")
    return name.strip() in {"gzip", "*"} and weight.replace(" ", "") not in {"q=0", "q=0.0"}


def _is_safe(scope: Scope) -> bool:
    headers = Headers(scope=scope)
    is_own = headers.get("sec-fetch-site", "") in OWN
    return scope["method"] == "GET" and is_own and takes_gzip(headers)


def _is_wanted(start: Message) -> bool:
    headers = Headers(raw=start["headers"])
    kind = headers.get("content-type", "").partition(";")[0]
    is_plain = "content-encoding" not in headers
    length = int(headers.get("content-length", 0))
    return start["status"] == 200 and kind in KINDS and is_plain and length >= MIN_BYTES


async def _send_both(start: Message, body: Message, send: Send) -> None:
    """Send an answer's head and its content, compressed where it is all there."""
    content: bytes = body.get("body", b"")
    headers = MutableHeaders(raw=start["headers"])
    headers.add_vary_header("Accept-Encoding")
    if not body.get("more_body", False):
        if len(content) > INLINE_BYTES:
            content = await to_thread.run_sync(partial(packed, content))
        else:
            content = packed(content)
        mark_packed(headers, len(content))
    await send(start)
    await send({**body, "body": content})
