"""How much may be sent, how often, by whom."""

from __future__ import annotations

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from aliquot.config import ServeConfig
from aliquot.types import Permission, Person
from aliquot.web.problems import Refusal

__all__ = ["MAX_HEAD", "Bodies", "Buckets", "Heads", "Rates", "is_local", "sender"]

KIB, MIB = 1024, 1024 * 1024
# Longer ones no page or client of ours makes. Source: RFC 9110, section 4.1, asks for 8,000 octets.
MAX_URL = 8_000
# All headers together. Source: nginx, large_client_header_buffers: 4 of 8 KiB.
MAX_HEAD = 32 * KIB
# Source: Apache, LimitRequestFields: 100.
MAX_HEADERS = 100
MINUTE_S = 60.0
# Senders whose pace is remembered; whoever is forgotten starts afresh.
MAX_SENDERS = 10_000
# Where files are brought in.
UPLOAD_PATHS = frozenset({"/api/v1/documents", "/library/upload"})


class Buckets:
    """A bucket of tokens for each sender, filled evenly; whoever finds it empty waits."""

    def __init__(self, per_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Make full buckets.

        Args:
            per_minute: Tokens each holds, and is given within a minute; 0 for no limit.
            clock: Seconds, from wherever.
        """
        self._size = per_minute
        self._clock = clock
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._changing = threading.Lock()

    def take(self, who: str) -> None:
        """Take one token.

        Args:
            who: Whose.

        Raises:
            Refusal: There is none; it says when there will be.
        """
        if not self._size:
            return
        lacking_s = self._taken(who)
        if lacking_s:
            raise Refusal(
                429,
                f"That is more than {self._size} within a minute.",
                hint=f"Try again in {lacking_s} s.",
                headers={"Retry-After": str(lacking_s)},
            )

    def _taken(self, who: str) -> int:
        """Take a token; return after how many seconds there is one where there is none."""
        now = self._clock()
        with self._changing:
            level, then = self._levels.pop(who, (float(self._size), now))
            level = min(self._size, level + (now - then) * self._size / MINUTE_S)
            is_given = level >= 1
            self._levels[who] = (level - is_given, now)
            if len(self._levels) > MAX_SENDERS:
                self._levels.popitem(last=False)
        return 0 if is_given else math.ceil((1 - level) * MINUTE_S / self._size)


def sender(scope: Scope) -> str:
    """Return by what name a sender's pace is kept: the person's, else the address.

    Args:
        scope: Of a request that was looked up.
    """
    person, address = scope["state"].get("person"), scope["state"].get("address", "")
    return f"person {person.name}" if isinstance(person, Person) else f"address {address}"


def is_local(scope: Scope) -> bool:
    """Return whether a request is of the one who sits at this machine."""
    person = scope["state"].get("person")
    return isinstance(person, Person) and person.via == "local"


class Rates:
    """Holds everyone to so many requests within a minute; files of the interface are none."""

    def __init__(self, app: ASGIApp, buckets: Buckets) -> None:
        """Take what is behind.

        Args:
            app: What answers.
            buckets: Requests each may make.
        """
        self._app = app
        self._buckets = buckets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Go on where the sender may."""
        is_counted = scope["type"] == "http" and not scope["path"].startswith("/static/")
        # Whoever has the machine to themselves has nobody to leave room for.
        if is_counted and not is_local(scope):
            self._buckets.take(sender(scope))
        await self._app(scope, receive, send)


class Heads:
    """Refuses addresses and headers that no client of ours sends."""

    def __init__(self, app: ASGIApp) -> None:
        """Take what is behind.

        Args:
            app: What answers.
        """
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Go on where they are of a usual length."""
        if scope["type"] == "http":
            if len(scope.get("raw_path", b"")) + len(scope["query_string"]) > MAX_URL:
                raise Refusal(414, f"An address has {MAX_URL} characters at most.")
            # Servers measure a head only while it is incomplete.
            headers = scope["headers"]
            length = sum(len(name) + len(value) for name, value in headers)
            if length > MAX_HEAD or len(headers) > MAX_HEADERS:
                raise Refusal(431, "There are too many headers, or they are too long.")
        await self._app(scope, receive, send)


class Bodies:
    """Refuses what is too long, also where it does not say how long it is."""

    def __init__(self, app: ASGIApp, settings: ServeConfig) -> None:
        """Take what is behind.

        Args:
            app: What answers.
            settings: How much is taken.
        """
        self._app = app
        self._plain = settings.body_max_kib * KIB
        self._upload = settings.upload_max_mib * settings.upload_max_files * MIB

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Go on, counting what is read."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        limit = self._limit(scope)
        _check_length(Headers(scope=scope), limit)
        read = 0

        async def counted() -> Message:
            nonlocal read
            message = await receive()
            read += len(message.get("body", b""))
            if read > limit:
                raise _too_long(limit)
            return message

        await self._app(scope, counted, send)

    def _limit(self, scope: Scope) -> int:
        person = scope["state"].get("person")
        may_upload = isinstance(person, Person) and Permission.WRITE in person.permissions
        return self._upload if may_upload and scope["path"] in UPLOAD_PATHS else self._plain


def _check_length(headers: Headers, limit: int) -> None:
    stated = headers.getlist("content-length")
    if not stated:
        return
    if len(stated) > 1 or not (stated[0].isascii() and stated[0].isdigit()):
        raise Refusal(400, "The header Content-Length is no number.")
    if int(stated[0]) > limit:
        raise _too_long(limit)


def _too_long(limit: int) -> Refusal:
    # The rest of the body is not read: the connection is of no more use.
    return Refusal(
        413, f"A request here has {limit // KIB} KiB at most.", headers={"Connection": "close"}
    )
