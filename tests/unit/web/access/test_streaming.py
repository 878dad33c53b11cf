"""Events: sent as they come, stopped when nobody listens, ended by an error that says so."""

from __future__ import annotations

import threading
from collections.abc import Awaitable, Callable, Iterator
from types import SimpleNamespace
from typing import Any

import anyio
import pytest
from starlette.requests import Request

from aliquot.errors import ConfigError
from aliquot.web import streaming
from aliquot.web.access.turns import Turns
from aliquot.web.streaming import CLOSING, Event, EventStream

SCOPE: dict[str, Any] = {"type": "http", "headers": [], "state": {"request_id": "r1"}}
WAIT_S = 10


class Client:
    """Takes what is sent; leaves or stalls when told."""

    def __init__(self) -> None:
        self.got = b""
        self.status = 0
        self.is_ended = False
        self.leaves = anyio.Event()
        self.on_body: Callable[[], Awaitable[None]] | None = None

    async def receive(self) -> dict[str, Any]:
        await self.leaves.wait()
        return {"type": "http.disconnect"}

    async def send(self, message: Any) -> None:
        self.status = message.get("status", self.status)
        self.got += message.get("body", b"")
        self.is_ended = message.get("more_body") is False
        if message.get("body") and self.on_body:
            await self.on_body()


def site(turns: Turns | None = None) -> Any:
    return SimpleNamespace(turns=turns or Turns(2), closing=threading.Event())


async def stream(work: Callable[[], Iterator[Event]], client: Client, here: Any = None) -> None:
    response = EventStream(Request(SCOPE), here or site(), work)
    with anyio.fail_after(WAIT_S):
        await response(SCOPE, client.receive, client.send)


def test_events_are_sent_in_order_and_the_stream_ends() -> None:
    async def check() -> None:
        client = Client()
        await stream(lambda: iter([Event("a", "1"), Event.of("b", {"é": 2})]), client)
        assert client.got == 'event: a\ndata: 1\n\nevent: b\ndata: {"é": 2}\n\n'.encode()
        assert client.is_ended

    anyio.run(check)


@pytest.mark.parametrize("text", ["one\ntwo", "one\r\ntwo", "one\rtwo"])
def test_text_cannot_begin_an_event_of_its_own(text: str) -> None:
    assert Event("a", text).encoded() == b"event: a\ndata: one\ndata: two\n\n"
    assert Event(text, "x").encoded() == b"event: one two\ndata: x\n\n"


def test_other_line_separators_stay_in_their_line() -> None:
    assert Event("a", "x\u2028y\x0bz").encoded() == "event: a\ndata: x\u2028y\x0bz\n\n".encode()


def failing(error: Exception) -> Iterator[Event]:
    yield Event("a", "1")
    raise error


def test_an_error_is_the_last_event_and_says_what_to_do() -> None:
    async def check() -> None:
        client = Client()
        await stream(lambda: failing(ConfigError("No words.", hint="Write some.")), client)
        assert client.status == 200
        assert b'event: error\ndata: {"status": 422' in client.got
        assert b"Write some." in client.got
        assert b'"request_id": "r1"' in client.got

    anyio.run(check)


def test_what_nobody_foresaw_tells_nothing_of_the_inside() -> None:
    async def check() -> None:
        client = Client()
        await stream(lambda: failing(RuntimeError("password hunter2")), client)
        assert b"event: error" in client.got
        assert b"hunter2" not in client.got

    anyio.run(check)


def test_work_stops_and_is_closed_when_the_client_leaves() -> None:
    made, is_closed = 0, threading.Event()

    def endless() -> Iterator[Event]:
        nonlocal made
        try:
            while True:
                made += 1
                yield Event("a", "1")
        finally:
            is_closed.set()

    async def check() -> None:
        client = Client()

        async def leave() -> None:
            client.leaves.set()

        client.on_body = leave
        await stream(endless, client)
        assert is_closed.is_set()

    anyio.run(check)


def test_a_client_that_does_not_read_holds_no_turn() -> None:
    async def check() -> None:
        client, reads = Client(), anyio.Event()
        client.on_body = reads.wait
        turns = Turns(1)
        async with anyio.create_task_group() as group:
            work = [Event("a", str(number)) for number in range(50)]
            group.start_soon(stream, lambda: iter(work), client, site(turns))
            with anyio.fail_after(WAIT_S):
                while not client.got:
                    await anyio.sleep(0)
                async with turns.turn(_stays):
                    pass
            reads.set()
        assert client.got.count(b"event: a") == 50

    anyio.run(check)


def test_a_client_too_far_behind_is_not_worked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "MAX_BEHIND", 5)
    is_closed = threading.Event()

    def endless() -> Iterator[Event]:
        try:
            while True:
                yield Event("a", "1")
        finally:
            is_closed.set()

    async def check() -> None:
        client, reads = Client(), anyio.Event()
        client.on_body = reads.wait
        async with anyio.create_task_group() as group:
            group.start_soon(stream, endless, client)
            with anyio.fail_after(WAIT_S):
                while not is_closed.is_set():
                    await anyio.sleep(0.001)
            reads.set()

    anyio.run(check)


def test_a_silent_stream_says_it_is_still_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "LOOKS_S", 0.005)
    monkeypatch.setattr(streaming, "HEARTBEAT_S", 0.0)

    async def check() -> None:
        client, goes_on = Client(), threading.Event()

        async def go_on() -> None:
            goes_on.set()

        def slow() -> Iterator[Event]:
            assert goes_on.wait(WAIT_S)
            yield Event("a", "1")

        client.on_body = go_on
        await stream(slow, client)
        assert client.got.startswith(streaming.HEARTBEAT)
        assert client.got.endswith(b"event: a\ndata: 1\n\n")

    anyio.run(check)


def test_a_stream_ends_with_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "LOOKS_S", 0.005)

    async def check() -> None:
        client, here = Client(), site()

        async def end() -> None:
            here.closing.set()

        def endless() -> Iterator[Event]:
            while True:
                yield Event("a", "1")

        client.on_body = end
        await stream(endless, client, here)
        assert client.got.endswith(CLOSING.encoded())
        assert client.is_ended

    anyio.run(check)


async def _stays() -> bool:
    return False
