"""llama.cpp inside the worker: a loaded model that chats and counts.

Imported in the worker's process only. xllamacpp cannot be without its HTTP server, so that listens
where nobody else looks: on a Unix socket in a folder of this user's alone, behind a random key;
where there are none (Windows) on a random port of 127.0.0.1, behind that key. Chats are asked for
in the process, and don't go through it.
Source: xllamacpp 2026.10, llama.cpp `tools/server`.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import httpx
import xllamacpp  # type: ignore[import-untyped]  # It ships no types.

__all__ = ["LlamaEngine"]

# Prompt tokens read at once: their end is the earliest moment a chat can be told to stop.
_BATCH_TOKENS = 256
_COUNT_TIMEOUT_S = 60.0
# Longest path of a Unix socket, its end included: 104 on macOS, 108 on Linux.
_SOCKET_BYTES = 104


class LlamaEngine:
    """A loaded model; one chat at a time."""

    def __init__(self, path: str, context: int, folder: str) -> None:
        """Load a model, which takes seconds.

        Args:
            path: Its file.
            context: Tokens it reads and writes together.
            folder: Open to this user alone, for the socket.

        Raises:
            RuntimeError: llama.cpp cannot load it.
        """
        key = secrets.token_urlsafe(32)
        self._server = xllamacpp.Server(_params(path, context, key, folder))
        self._http = _client(self._server.listening_address, key)

    def chat(self, body: Mapping[str, Any], heard: Callable[[dict[str, Any]], bool]) -> None:
        """Answer a request of OpenAI's chat protocol, handing on every chunk.

        Args:
            body: The request.
            heard: Takes a chunk, or an object with an `error`; returns whether to stop.

        Raises:
            ValueError: llama.cpp cannot hold the model to the schema.
            RuntimeError: llama.cpp failed.
        """
        self._server.handle_chat_completions(dict(body), heard)

    def count(self, text: str) -> int:
        """Return how many tokens a text is; marks that look like control tokens are plain text."""
        answer = self._http.post("/tokenize", json={"content": text, "parse_special": False})
        answer.raise_for_status()
        return len(answer.json()["tokens"])


def _params(path: str, context: int, key: str, folder: str) -> Any:
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.n_ctx = context
    params.n_parallel = 1
    params.n_batch = _BATCH_TOKENS
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = _threads()
    params.use_jinja = True
    # Nothing is fetched, and there is no page, no state and no metrics to be seen.
    params.offline = True
    params.ui = False
    params.endpoint_slots = False
    # Earlier prompts are kept in the context only, not in further memory: 8 GB by default.
    params.cache_ram_mib = 0
    # Prompts are documents of the user's, and logs are kept: errors only.
    params.verbosity = 0
    params.warmup = False
    params.api_keys = [key]
    params.hostnames = [_place(folder)]
    params.port = 0
    return params


def _threads() -> int:
    """Return how many threads to use; -1 lets llama.cpp take every core.

    Its threads spin while they wait for each other, so that one without a core of its own holds up
    all: on two cores with twelve other programs, two threads wrote 0.3 tokens a second; with eight
    others, one thread wrote 2.6 (November 2026).
    """
    if not hasattr(os, "getloadavg"):  # Windows.
        return -1
    cores = os.cpu_count() or 1
    free = cores - os.getloadavg()[0]
    return -1 if free >= cores / 2 else max(1, int(free))


def _place(folder: str) -> str:
    """Return the socket's path, or this machine's own address where there can be none."""
    socket = str(Path(folder) / "llama.sock")
    has_sockets = os.name != "nt" and len(os.fsencode(socket)) < _SOCKET_BYTES
    return socket if has_sockets else "127.0.0.1"


def _client(address: str, key: str) -> httpx.Client:
    headers = {"Authorization": f"Bearer {key}"}
    socket = address.removeprefix("unix://")
    if socket == address:
        return httpx.Client(
            base_url=address, headers=headers, timeout=_COUNT_TIMEOUT_S, trust_env=False
        )
    transport = httpx.HTTPTransport(uds=socket)
    return httpx.Client(
        base_url="http://llama", headers=headers, timeout=_COUNT_TIMEOUT_S, transport=transport
    )
