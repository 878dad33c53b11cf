"""A look-up service on this machine: what it answers is said in the test."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

pytest.importorskip("httpx", reason="look-ups need the extra 'lookup'")


@dataclass
class Answer:
    body: str | bytes = "{}"
    status: int = 200
    media: str = "application/json"
    headers: dict[str, str] = field(default_factory=dict)
    wait: threading.Event | None = None


@dataclass
class Service:
    """Answers in turn, the last one again and again; remembers what it was asked."""

    answers: list[Answer] = field(default_factory=list)
    asked: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    address: str = ""

    def says(self, *answers: Answer | str) -> None:
        self.answers = [one if isinstance(one, Answer) else Answer(one) for one in answers]

    def answer(self, target: str) -> Answer:
        parts = urlsplit(target)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.asked.append((parts.path, query))
        return self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]


def handler_for(service: Service) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer = service.answer(self.path)
            if answer.wait is not None:
                answer.wait.wait(10)
            body = answer.body.encode() if isinstance(answer.body, str) else answer.body
            try:
                self.send_response(answer.status)
                headers = {"Content-Type": answer.media, "Content-Length": str(len(body))}
                for name, value in (headers | answer.headers).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)
            except (BrokenPipeError, ConnectionResetError):
                self.close_connection = True

        def log_message(self, format: str, *args: Any) -> None:
            pass

    return Handler


@pytest.fixture
def service() -> Iterator[Service]:
    made = Service()
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler_for(made))
    made.address = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield made
    server.shutdown()
    server.server_close()
    thread.join()


@dataclass
class Time:
    """A clock that moves only when somebody sleeps."""

    now: float = 0.0
    slept: list[float] = field(default_factory=list)

    def clock(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.slept.append(round(seconds, 3))
        self.now += seconds


@pytest.fixture
def pace() -> Time:
    return Time()


@pytest.fixture
def make_client(pace: Time) -> Iterator[Callable[..., Any]]:
    from aliquot.metadata.resolvers.client import PoliteClient

    made: list[PoliteClient] = []

    def make(timeout_s: float = 5.0) -> PoliteClient:
        made.append(PoliteClient(timeout_s=timeout_s, clock=pace.clock, sleep=pace.sleep))
        return made[-1]

    yield make
    for client in made:
        client.close()


class MemoryCache:
    def __init__(self) -> None:
        self.kept: dict[tuple[str, str], tuple[str, float]] = {}

    def get(self, resolver: str, key: str) -> str | None:
        return self.kept.get((resolver, key), (None, 0.0))[0]

    def put(self, resolver: str, key: str, answer: str, ttl_s: float) -> None:
        self.kept[resolver, key] = (answer, ttl_s)


@pytest.fixture
def cache() -> MemoryCache:
    return MemoryCache()


@pytest.fixture
def answer() -> type[Answer]:
    return Answer
