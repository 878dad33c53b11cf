"""A library served by the real server, in a thread; and raw requests to it."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import uvicorn

from aliquot.web.serving import OPTIONS

__all__ = ["RawAnswer", "raw", "running"]

STARTS_WITHIN_S = 30.0


@contextmanager
def running(app: Any, port: int = 0, **options: Any) -> Iterator[int]:
    """Serve an application as `aliquot serve` does; yield its port."""
    settings: dict[str, Any] = {**OPTIONS, "timeout_graceful_shutdown": 3, **options}
    server = uvicorn.Server(uvicorn.Config(app, host="127.0.0.1", port=port, **settings))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = time.monotonic() + STARTS_WITHIN_S
    while not server.started and thread.is_alive() and time.monotonic() < until:
        time.sleep(0.01)
    assert server.started
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(STARTS_WITHIN_S)


@dataclass(frozen=True)
class RawAnswer:
    """What came back, as it came."""

    status: int
    headers: Mapping[str, str]
    names: tuple[str, ...]
    body: bytes


def raw(port: int, sent: bytes, wait_s: float = 10.0) -> RawAnswer:
    """Send bytes that no client library would, and read until the server closes."""
    with socket.create_connection(("127.0.0.1", port), timeout=wait_s) as connection:
        connection.sendall(sent)
        got = b""
        while part := _part(connection):
            got += part
            if is_whole(got):
                break
    return _read(got)


def _part(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65_536)
    except ConnectionResetError:
        return b""


def is_whole(got: bytes) -> bool:
    """Return whether all of an answer that says its length is there."""
    head, found, body = got.partition(b"\r\n\r\n")
    if not found:
        return False
    for line in head.lower().split(b"\r\n"):
        if line.startswith(b"content-length:"):
            return len(body) >= int(line.partition(b":")[2])
    return False


def _read(got: bytes) -> RawAnswer:
    head, _, body = got.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    pairs = [line.partition(": ")[::2] for line in lines]
    status = int(first.split(" ")[1]) if first else 0
    names = tuple(name.lower() for name, _ in pairs)
    return RawAnswer(status, {name.lower(): value for name, value in pairs}, names, body)
