"""The child's side of a local model: load it, chat and count until the pipe closes.

Requests and events are JSON, one a line, on what were stdin and stdout; anything llama.cpp prints
goes to stderr. Requests are `{"chat": body}`, `{"count": text}` and `{"cancel": true}`; events are
`{"ready": true}`, `{"chunk": ...}`, `{"tokens": n}`, `{"done": true}` and `{"failed": reason}`.
A `done` or `failed` ends every request; one that fails before `ready` ends the process.
"""

from __future__ import annotations

import json
import os
import queue
import shutil
import sys
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Protocol

__all__ = ["Engine", "main", "serve"]


class Engine(Protocol):
    """A loaded model."""

    def chat(self, body: Mapping[str, Any], heard: Callable[[dict[str, Any]], bool]) -> None:
        """Answer a request, handing on chunks until `heard` returns true."""
        ...

    def count(self, text: str) -> int:
        """Return how many tokens a text is."""
        ...


def main() -> None:
    """Serve with llama.cpp."""
    from aliquot.models.local.engine import LlamaEngine

    serve(LlamaEngine)


def serve(load: Callable[..., Engine]) -> None:
    """Serve until the parent closes the pipe or dies, and end at once then.

    Args:
        load: Loads a model, given `path`, `context` and a `folder` of its own.
    """
    settings = json.loads(sys.argv[1])
    _write_no_dump()
    requests, events = _take_pipes()
    asked: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
    cancelled = threading.Event()
    worker = _Worker(events, asked, cancelled)
    threading.Thread(target=worker.run, args=(load, settings), daemon=True).start()
    for line in requests:
        request = json.loads(line)
        if "cancel" in request:
            cancelled.set()
        else:
            asked.put(request)
    # The parent does so itself where it can.
    shutil.rmtree(settings["folder"], ignore_errors=True)
    # Native threads may be in the midst of a prompt: nothing is waited for.
    os._exit(0)


class _Worker:
    """Answer one request after another, in a thread that is not the one that reads them."""

    def __init__(
        self,
        events: BinaryIO,
        asked: queue.SimpleQueue[dict[str, Any]],
        cancelled: threading.Event,
    ) -> None:
        self._events = events
        self._asked = asked
        self._cancelled = cancelled

    def run(self, load: Callable[..., Engine], settings: Mapping[str, Any]) -> None:
        """Load, then answer for ever; what fails is told to the parent, who decides."""
        try:
            engine = load(**settings)
        except Exception as exc:  # noqa: BLE001  # Native code raises what it likes; all is told.
            self._tell({"failed": _reason(exc)})
            os._exit(1)
        self._tell({"ready": True})
        while True:
            self._answer(engine, self._asked.get())

    def _answer(self, engine: Engine, request: Mapping[str, Any]) -> None:
        self._cancelled.clear()
        try:
            if "count" in request:
                self._tell({"tokens": engine.count(request["count"])})
            else:
                engine.chat(request["chat"], self._heard)
        except Exception as exc:  # noqa: BLE001  # As above: one bad request must not end the rest.
            self._tell({"failed": _reason(exc)})
        else:
            self._tell({"done": True})

    def _heard(self, chunk: dict[str, Any]) -> bool:
        self._tell({"chunk": chunk})
        return self._cancelled.is_set()

    def _tell(self, event: Mapping[str, Any]) -> None:
        try:
            self._events.write(json.dumps(event).encode("ascii") + b"\n")
            self._events.flush()
        except OSError:  # The parent is gone.
            os._exit(1)


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {error}"


def _take_pipes() -> tuple[BinaryIO, BinaryIO]:
    """Keep the pipes to the parent from native code, which may print as it likes."""
    requests = os.fdopen(os.dup(0), "rb")
    events = os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return requests, events


def _write_no_dump() -> None:
    """Let a crash leave no dump, which would have the size and the content of the memory."""
    try:
        import resource
    except ImportError:  # Windows.
        return
    _, hard = resource.getrlimit(resource.RLIMIT_CORE)
    resource.setrlimit(resource.RLIMIT_CORE, (0, hard))
