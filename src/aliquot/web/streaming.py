"""Server-sent events from an iterator: run in a thread, stopped when nobody listens any more.

Enters: what yields events. Leaves: a response. The work holds its turn only while it works: what
a slow client has not read yet waits here. Source: WHATWG HTML, section 9.2 (server-sent events).
"""

from __future__ import annotations

import json
import re
import threading
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterator
from dataclasses import dataclass
from typing import Any

import anyio
from anyio import from_thread, to_thread
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from fastapi import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from aliquot.web.problems import told_problem
from aliquot.web.site import Site

__all__ = ["CLOSING", "HEARTBEAT", "HEARTBEAT_S", "Event", "EventStream"]

# Sooner than any proxy gives up a silent connection. Source: nginx, proxy_read_timeout: 60 s.
HEARTBEAT_S = 15.0
# How soon it shows that the server ends.
LOOKS_S = 0.5
HEARTBEAT = b": still here\n\n"
# Whoever is so far behind reads no more.
MAX_BEHIND = 2_000
LINE_ENDS = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Event:
    """One event.

    Attributes:
        name: Its type.
        data: Its text.
    """

    name: str
    data: str

    @classmethod
    def of(cls, name: str, plain: Any) -> Event:
        """Return an event that holds plain data as JSON.

        Args:
            name: Its type.
            plain: What JSON can say.
        """
        return cls(name, json.dumps(plain, ensure_ascii=False))

    def encoded(self) -> bytes:
        """Return it as it is sent."""
        lines = "".join(f"data: {line}\n" for line in LINE_ENDS.split(self.data))
        return f"event: {LINE_ENDS.sub(' ', self.name)}\n{lines}\n".encode()


# The last event of a stream that the server's end cuts short.
CLOSING = Event.of("closing", {"detail": "The server is ending; ask again in a moment."})


class EventStream(Response):
    """Sends events as they come; an error is the last one, `error`, with a problem."""

    media_type = "text/event-stream"

    def __init__(self, request: Request, site: Site, work: Callable[[], Iterator[Event]]) -> None:
        """Take what to do; it begins when the response does and its turn has come.

        Args:
            request: What is answered.
            site: Whose turns are taken, and whether the server ends.
            work: Returns what yields the events; called and read in a thread.
        """
        # Proxies pass events on one by one only when told. Source: nginx, X-Accel-Buffering.
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._request = request
        self._site = site
        self._work = work
        self._is_over = threading.Event()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send until the work is done, the client has left or the server ends."""
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        into, out = anyio.create_memory_object_stream[Event](MAX_BEHIND)
        with into, out:
            async with anyio.create_task_group() as group:
                group.start_soon(self._watch, receive, group.cancel_scope)
                group.start_soon(self._produce, into)
                try:
                    await self._pass_on(out, send)
                finally:
                    self._is_over.set()
                    group.cancel_scope.cancel()

    # -------------------------------------------------------------------------- working

    async def _produce(self, into: MemoryObjectSendStream[Event]) -> None:
        with into:
            try:
                async with self._site.turns.turn(self._has_ended):
                    # Not abandoned when the client leaves: the turn is held while the thread works.
                    await to_thread.run_sync(self._run, into)
            except Exception as error:  # noqa: BLE001  # Told to the client as any other.
                _put(into, Event.of("error", told_problem(self._request, error)))

    def _run(self, into: MemoryObjectSendStream[Event]) -> None:
        events = self._work()
        try:
            for event in events:
                if self._is_over.is_set() or not from_thread.run_sync(_put, into, event):
                    return
        finally:
            # What is left of a generator ends here and now, not when it is collected.
            if isinstance(events, Generator):
                events.close()

    async def _has_ended(self) -> bool:
        return self._is_over.is_set()

    # -------------------------------------------------------------------------- sending

    async def _watch(self, receive: Receive, scope: anyio.CancelScope) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self._is_over.set()
        scope.cancel()

    async def _pass_on(self, out: MemoryObjectReceiveStream[Event], send: Send) -> None:
        async for chunk in self._chunks(out):
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _chunks(self, out: MemoryObjectReceiveStream[Event]) -> AsyncIterator[bytes]:
        quiet_since = time.monotonic()
        while not self._site.closing.is_set():
            event = None
            with anyio.move_on_after(LOOKS_S):
                try:
                    event = await out.receive()
                except anyio.EndOfStream:
                    return
            if event is not None:
                yield event.encoded()
            elif time.monotonic() - quiet_since > HEARTBEAT_S:
                yield HEARTBEAT
            else:
                continue
            quiet_since = time.monotonic()
        yield CLOSING.encoded()


def _put(into: MemoryObjectSendStream[Event], event: Event) -> bool:
    """Return whether there is still someone to send an event to, having queued it."""
    try:
        into.send_nowait(event)
    except (anyio.WouldBlock, anyio.BrokenResourceError, anyio.ClosedResourceError):
        return False
    return True
