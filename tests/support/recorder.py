"""A real HTTP server on this machine that writes down every request, whatever its method."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

__all__ = ["Answered", "Recorded", "Recorder", "recording"]


@dataclass(frozen=True)
class Recorded:
    """One request; its body is read as JSON."""

    method: str
    path: str
    headers: Message
    body: Any


@dataclass(frozen=True)
class Answered:
    """One answer."""

    status: int
    body: bytes


@dataclass
class Recorder:
    """Where it listens, and what it was asked."""

    url: str
    asked: list[Recorded]


@contextmanager
def recording(answer: Callable[[Recorded], Answered]) -> Iterator[Recorder]:
    """Serve until the block ends."""
    asked: list[Recorded] = []

    class Handler(BaseHTTPRequestHandler):
        def _answer(self) -> None:
            content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
            body = json.loads(content) if content else None
            request = Recorded(self.command, self.path, self.headers, body)
            asked.append(request)
            reply = answer(request)
            try:
                self.send_response(reply.status)
                self.send_header("Content-Length", str(len(reply.body)))
                self.send_header("Content-Type", "application/json")
                self.end_headers()
                self.wfile.write(reply.body)
            except OSError:
                # Whoever asked has gone.
                self.close_connection = True

        do_GET = do_POST = do_PUT = do_PATCH = do_DELETE = _answer  # noqa: N815 - names of http.server

        def log_message(self, format: str, *args: object) -> None:
            """Stay silent."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield Recorder(f"http://127.0.0.1:{server.server_port}", asked)
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
