"""Clients that are slow or leave hold nothing; a server told to end does so in order."""

from __future__ import annotations

import asyncio
import signal
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from aliquot.web.access import connections
from web_process import serving
from web_server import running

WITHIN_S = 20.0


async def _body(request: Request) -> Response:
    return PlainTextResponse(str(len(await request.body())))


async def _much(_: Request) -> Response:
    async def endless() -> AsyncIterator[bytes]:
        while True:
            yield b"a" * 65_536
            # Once the client is gone nothing else would let the server hear of it.
            await asyncio.sleep(0)

    return StreamingResponse(endless())


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A server that waits a quarter of a second for either side, a second between requests."""
    monkeypatch.setattr(connections, "PATIENCE_S", 0.25)
    routes = [Route("/body", _body, methods=["POST"]), Route("/much", _much)]
    with running(Starlette(routes=routes), timeout_keep_alive=1) as port:
        yield port


def is_cut_off(connection: socket.socket, more: Callable[[], None] | None = None) -> bool:
    """Return whether the server ends a connection, whatever else is sent meanwhile."""
    until = time.monotonic() + WITHIN_S
    connection.settimeout(0.05)
    while time.monotonic() < until:
        try:
            if more:
                more()
            if not connection.recv(65_536):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


def test_a_head_that_trickles_in_is_not_waited_for(impatient: int) -> None:
    with socket.create_connection(("127.0.0.1", impatient)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX: ")
        assert is_cut_off(connection, lambda: connection.sendall(b"a"))


def test_a_connection_that_says_nothing_is_ended(impatient: int) -> None:
    with socket.create_connection(("127.0.0.1", impatient)) as connection:
        assert is_cut_off(connection)


def test_a_body_that_stops_half_way_is_not_waited_for(impatient: int) -> None:
    with socket.create_connection(("127.0.0.1", impatient)) as connection:
        connection.sendall(b"POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
        assert is_cut_off(connection)


def test_a_body_that_trickles_in_is_not_waited_for(impatient: int) -> None:
    with socket.create_connection(("127.0.0.1", impatient)) as connection:
        connection.sendall(b"POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\n")
        assert is_cut_off(connection, lambda: connection.sendall(b"a"))


ANSWERED = b"POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\na"


@pytest.mark.parametrize(
    "begun",
    [b"GET / HTTP/1.1\r\nX: ", b"POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\n"],
)
@pytest.mark.parametrize("is_at_once", [True, False])
def test_what_follows_a_good_request_is_not_waited_for_longer(
    impatient: int, begun: bytes, is_at_once: bool
) -> None:
    with socket.create_connection(("127.0.0.1", impatient)) as connection:
        connection.sendall(ANSWERED + (begun if is_at_once else b""))
        connection.settimeout(WITHIN_S)
        assert connection.recv(65_536).startswith(b"HTTP/1.1 200")
        if not is_at_once:
            connection.sendall(begun)
        assert is_cut_off(connection, None if is_at_once else lambda: connection.sendall(b"a"))


def test_a_reader_that_does_not_read_is_not_waited_for(impatient: int) -> None:
    with socket.create_connection(("127.0.0.1", impatient)) as connection:
        connection.sendall(b"GET /much HTTP/1.1\r\nHost: a\r\n\r\n")
        time.sleep(1)
        # What the system has buffered is read to its end, and then there is no more.
        until, got = time.monotonic() + WITHIN_S, 0
        connection.settimeout(WITHIN_S)
        try:
            while time.monotonic() < until and (part := connection.recv(1 << 20)):
                got += len(part)
        except ConnectionResetError:
            pass
        assert time.monotonic() < until
        assert got


def test_a_client_in_no_hurry_that_does_send_is_served(
    impatient: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "PATIENCE_S", 2.0)
    with socket.create_connection(("127.0.0.1", impatient)) as connection:
        connection.sendall(b"POST /body HTTP/1.1\r\nHost: a\r\nContent-Length: 16000\r\n\r\n")
        for _ in range(8):
            time.sleep(0.3)
            connection.sendall(b"a" * 2_000)
        connection.settimeout(WITHIN_S)
        assert connection.recv(4_096).startswith(b"HTTP/1.1 200")


def test_serving_a_folder_without_a_library_makes_one_and_ends_in_order(tmp_path: Path) -> None:
    with serving(tmp_path / "new", "--log", "json") as server:
        assert (tmp_path / "new" / "aliquot.toml").exists()
        assert httpx.get(f"{server.url}/api/v1/status").json()["documents"] == 0
        assert server.end() in {0, -signal.SIGTERM}
