"""What stands between a question and one model: limits, and the only layer that tries again.

Enters: a `ChatModel` that makes one attempt. Leaves: one that waits its turn, and asks again where
that may help. A stream is asked again only while nothing of it has been shown.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from aliquot.models.language.asking import close_model, complete
from aliquot.models.language.failures import BusyError
from aliquot.protocols import ChatModel
from aliquot.types import Message, Reply, Tool

__all__ = ["Guarded", "Limits"]

_log = logging.getLogger(__name__)

_ATTEMPTS = 4
_FIRST_PAUSE_S = 1.0
# A rate limit per minute is over by then; who asks for a longer wait is not waited for.
_LONGEST_PAUSE_S = 60.0
_MINUTE_S = 60.0


class Limits:
    """Requests at a time and in a minute; safe to share between threads."""

    def __init__(
        self,
        *,
        parallel: int,
        requests_per_minute: int = 0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Set the limits.

        Args:
            parallel: Requests under way at a time, at least 1.
            requests_per_minute: Requests begun within any 60 s; 0 for no limit.
            clock: Seconds that never go back.
            sleep: Waits that many seconds.
        """
        self._places = threading.BoundedSemaphore(parallel)
        self._most = requests_per_minute
        self._begun: deque[float] = deque()
        self._lock = threading.Lock()
        self._clock = clock
        self.sleep = sleep

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for a turn, and hold it until the block ends."""
        with self._places:
            while (wait := self._wait()) > 0:
                self.sleep(wait)
            yield

    def _wait(self) -> float:
        """Return the seconds to wait; 0 where a request may begin, which it is then taken to."""
        if not self._most:
            return 0.0
        with self._lock:
            now = self._clock()
            while self._begun and now - self._begun[0] >= _MINUTE_S:
                self._begun.popleft()
            if len(self._begun) < self._most:
                self._begun.append(now)
                return 0.0
            return self._begun[0] + _MINUTE_S - now


class Guarded:
    """A model that waits its turn and is asked again where that may help."""

    def __init__(self, model: ChatModel, limits: Limits, *, attempts: int = _ATTEMPTS) -> None:
        """Take what is guarded.

        Args:
            model: Makes one attempt at a time.
            limits: Shared by everything that asks the same account.
            attempts: Requests made in all before giving up, at least 1.
        """
        self._model = model
        self._limits = limits
        self._attempts = max(1, attempts)
        self.id = model.id
        self.is_local = model.is_local
        self.context_tokens = model.context_tokens
        self.has_schemas = model.has_schemas
        self.has_tools = model.has_tools

    def count_tokens(self, text: str) -> int:
        """Return how many tokens a text is to the model."""
        return self._model.count_tokens(text)

    def complete(self, prompt: str, *, system: str = "", max_tokens: int = 512) -> str:
        """Return what the model writes; see `TextModel.complete`."""
        return complete(self, prompt, system, max_tokens)

    def reply(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = 1024,
        schema: Mapping[str, Any] | None = None,
        tools: Sequence[Tool] = (),
    ) -> Reply:
        """Return what the model says next; see `ChatModel.reply`."""
        attempt = 0
        while True:
            attempt += 1
            try:
                with self._limits.turn():
                    return self._model.reply(
                        messages, max_tokens=max_tokens, schema=schema, tools=tools
                    )
            except BusyError as exc:
                self._rest(exc, attempt)

    def stream(
        self, messages: Sequence[Message], *, max_tokens: int = 1024
    ) -> Iterator[str | Reply]:
        """Yield what the model says next, as it is written; see `ChatModel.stream`."""
        attempt = 0
        while True:
            attempt += 1
            has_shown = False
            try:
                with self._limits.turn():
                    for piece in self._model.stream(messages, max_tokens=max_tokens):
                        has_shown = True
                        yield piece
                    return
            except BusyError as exc:
                if has_shown:
                    raise
                self._rest(exc, attempt)

    def close(self) -> None:
        """Close what the model is asked through."""
        close_model(self._model)

    def _rest(self, error: BusyError, attempt: int) -> None:
        """Wait before the next attempt.

        Raises:
            BusyError: There is none, or it would not help.
        """
        pause = max(error.retry_after_s or 0.0, _FIRST_PAUSE_S * 2 ** (attempt - 1))
        is_last = attempt >= self._attempts or not error.is_worth_repeating
        if is_last or pause > _LONGEST_PAUSE_S:
            raise error
        _log.info("%s gave no answer; asked again in %.0f s", self.id, pause)
        self._limits.sleep(pause)
