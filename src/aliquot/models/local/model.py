"""The seam: a `ChatModel` whose model runs on this machine."""

from __future__ import annotations

import hashlib
import logging
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from aliquot.errors import ConfigError, MissingExtraError, ModelError
from aliquot.models.local.gguf import GgufHeader, read_header
from aliquot.models.local.joining import default_cache, joined
from aliquot.models.local.known import KnownModel, known_model
from aliquot.models.local.memory import available_bytes, chosen_context, resident_bytes
from aliquot.models.local.process import WORKER, ModelProcess
from aliquot.models.local.replies import Collected, chat_body, fenced
from aliquot.types import Message, Reply, Tool

__all__ = ["LocalModel"]

_log = logging.getLogger(__name__)

_ENDING = ".gguf"
# A worker that nobody asked for so long gives its gigabytes back; loading takes some seconds.
_IDLE_S = 300.0
# Texts whose counts are kept: chunks are counted again for every packing.
_COUNTS_KEPT = 4_096
_SAMPLE_BYTES = 2**16


class LocalModel:
    """Answer by a GGUF model in a process of its own, one request at a time.

    The process starts at the first request or count and ends when it is idle, at `close`, or with
    this process. Safe to share between threads, which then wait for each other.
    """

    is_local = True
    has_schemas = True
    # Small models call tools that there are not: they are asked without.
    has_tools = False

    def __init__(
        self,
        *,
        model: str,
        url: str = "",
        key_variable: str = "",
        folder: Path | None = None,
        context_tokens: int = 0,
        idle_s: float = _IDLE_S,
        cache: Path | None = None,
        command: Sequence[str] = WORKER,
    ) -> None:
        """Name a model; nothing is read or started yet.

        Args:
            model: Path that ends in `.gguf`, or name of a known model.
            url: Must be empty: there is no server.
            key_variable: Must be empty: there is no key.
            folder: What a relative path is relative to; `None` for the working folder.
            context_tokens: Tokens to read and write together; 0 for what is usual and fits.
            idle_s: Seconds without a request after which the process ends.
            cache: Folder for models put together of wheels; `None` for the user's cache.
            command: What runs the worker.

        Raises:
            ConfigError: No such model is known, or an address or a key is given.
            MissingExtraError: xllamacpp is not installed.
        """
        if url or key_variable:
            raise ConfigError(
                "A local model has neither an address nor a key.",
                hint="Remove url and key_variable under [model], or name a model that is served.",
            )
        if command is WORKER and find_spec("xllamacpp") is None:
            raise MissingExtraError(
                "Running a model on this machine needs xllamacpp, which is not installed.",
                extra="local",
            )
        self._named: Path | KnownModel = _named(model, folder)
        self._cache = cache or default_cache()
        self._wanted = context_tokens
        self._idle_s = idle_s
        self._command = command
        self._process: ModelProcess | None = None
        self._timer: threading.Timer | None = None
        self._used_at = 0.0
        self._lock = threading.Lock()
        self._counted = lru_cache(_COUNTS_KEPT)(self._count)

    @cached_property
    def id(self) -> str:
        """Name, and for a file of the user's what it holds.

        Raises:
            ModelError: The file cannot be read.
        """
        if isinstance(self._named, KnownModel):
            return f"local-{self._named.name}"
        return f"local-{self._named.stem}-{_fingerprint(self._named)}"

    @cached_property
    def context_tokens(self) -> int:
        """What it reads and writes together: stated or usual, and no more than fits.

        Raises:
            ModelError: The file is missing, damaged or too large for the free memory.
        """
        return chosen_context(
            self._header, wanted=self._wanted, available=available_bytes(), name=self.id
        )

    def count_tokens(self, text: str) -> int:
        """Return how many tokens a text is, by the model's own tokenizer.

        Raises:
            ModelError: The model cannot be loaded.
            ModelUnavailableError: Its process died; it starts again at the next request.
        """
        return self._counted(self._clean(text)) if text else 0

    def complete(self, prompt: str, *, system: str = "", max_tokens: int = 512) -> str:
        """Return what the model writes.

        Raises:
            ModelError: The model failed, or the prompt is too long for it.
            ModelUnavailableError: Its process died; it starts again at the next request.
        """
        opening = (Message("system", system),) if system else ()
        return self.reply((*opening, Message("user", prompt)), max_tokens=max_tokens).text

    def reply(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        tools: Sequence[Tool] = (),
    ) -> Reply:
        """Return what the model says next, the likeliest words each time.

        Args:
            messages: What was said so far; a tool's answers are given as the user's words.
            max_tokens: The most it may write.
            schema: JSON schema its text is held to, token by token.
            tools: Ignored.

        Raises:
            ModelError: The model failed, the prompt is too long or the schema not understood.
            ModelUnavailableError: Its process died; it starts again at the next request.
        """
        *_, last = self._said(messages, max_tokens, schema)
        assert isinstance(last, Reply)  # As `_said` ends.
        return last

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int = 1024
    ) -> Iterator[str | Reply]:
        """Yield text as it is written, and last the whole `Reply`.

        Whoever stops listening closes the iterator, and the model stops.

        Raises:
            ModelError: The model failed, or the prompt is too long for it.
            ModelUnavailableError: Its process died; it starts again at the next request.
        """
        return self._said(messages, max_tokens, None)

    @property
    def memory_bytes(self) -> int:
        """Memory its process takes now; 0 where it does not run or the system does not say."""
        process = self._process
        return 0 if process is None else resident_bytes(process.pid)

    def close(self) -> None:
        """End the process; another request would start it again."""
        with self._lock:
            self._end()

    # ----------------------------------------------------------------------------- requests

    def _said(
        self, messages: Sequence[Message], max_tokens: int, schema: Mapping[str, Any] | None
    ) -> Iterator[str | Reply]:
        body = chat_body(messages, self._clean, max_tokens=max_tokens, schema=schema)
        collected = Collected(self.id)
        started = time.monotonic()
        with self._running() as process:
            for chunk in process.chat(body):
                if text := collected.add(chunk):
                    yield text
        yield collected.reply(time.monotonic() - started)

    def _count(self, text: str) -> int:
        with self._running() as process:
            return process.count(text)

    def _clean(self, text: str) -> str:
        return fenced(text, self._control)

    # ------------------------------------------------------------------------ process and file

    @contextmanager
    def _running(self) -> Iterator[ModelProcess]:
        """Hold the process, started where there is none; it is dropped when it has died."""
        with self._lock:
            if self._process is None or not self._process.is_running:
                self._end()
                self._process = self._started()
            try:
                yield self._process
            finally:
                self._used_at = time.monotonic()
                self._end_when_idle(self._idle_s)

    def _started(self) -> ModelProcess:
        settings = {"path": str(self._path), "context": self.context_tokens}
        if not self._header.has_template:
            _log.warning("%s knows no conversations: it may be a base model", self.id)
        return ModelProcess(settings, name=self.id, command=self._command)

    def _end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._process is not None:
            self._process.close()
            self._process = None

    def _end_when_idle(self, seconds: float) -> None:
        if self._timer is None:
            self._timer = threading.Timer(seconds, self._look_idle)
            self._timer.daemon = True
            self._timer.start()

    def _look_idle(self) -> None:
        with self._lock:
            self._timer = None
            left = self._used_at + self._idle_s - time.monotonic()
            if self._process is None:
                return
            if left <= 0:
                self._end()
            else:
                self._end_when_idle(left)

    @cached_property
    def _path(self) -> Path:
        if isinstance(self._named, KnownModel):
            return joined(self._named, self._cache)
        return self._named

    @cached_property
    def _header(self) -> GgufHeader:
        return read_header(self._path)

    @cached_property
    def _control(self) -> re.Pattern[str] | None:
        marks = self._header.control_tokens
        return re.compile("|".join(map(re.escape, marks))) if marks else None


def _named(model: str, folder: Path | None) -> Path | KnownModel:
    """Return the file or the known model of a name.

    Raises:
        ConfigError: It is neither.
    """
    if not model.lower().endswith(_ENDING):
        return known_model(model)
    return (folder or Path()) / Path(model).expanduser()


def _fingerprint(path: Path) -> str:
    """Return what a file is told apart by: its size, start, middle and end, hashed.

    Raises:
        ModelError: It cannot be read.
    """
    digest = hashlib.sha256()
    try:
        size = path.stat().st_size
        digest.update(str(size).encode("ascii"))
        with path.open("rb") as file:
            for at in (0, size // 2, max(size - _SAMPLE_BYTES, 0)):
                file.seek(at)
                digest.update(file.read(_SAMPLE_BYTES))
    except OSError as exc:
        raise ModelError(
            f"The model file {path} cannot be read: {exc.strerror or exc}.",
            hint="Check the path behind `local:`; a relative one begins at the library's folder.",
        ) from exc
    return digest.hexdigest()[:12]
