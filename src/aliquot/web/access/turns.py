"""Questions take turns: so many at a time, the others wait where they hold no thread."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import anyio
from anyio import Semaphore, create_task_group, move_on_after
from starlette.exceptions import HTTPException

from aliquot.web.problems import Refusal

__all__ = ["Turns"]

# As long as browsers and proxies wait for a first byte. Source: nginx, proxy_read_timeout.
PATIENCE_S = 60.0
# Beyond these, waiting outlasts anyone's patience at a second each.
MAX_WAITING = 200
# How soon it shows that who waits has gone.
LOOKS_S = 0.25
# The client closed the connection; it reads nothing of it. Source: nginx, ngx_http_request.h.
GONE = 499


class Turns:
    """Lets so many work at a time, in the order they came."""

    def __init__(self, at_a_time: int, patience_s: float = PATIENCE_S) -> None:
        """Begin with all free.

        Args:
            at_a_time: How many work at a time.
            patience_s: How long one waits.
        """
        self._free = Semaphore(at_a_time)
        self._patience_s = patience_s
        self.waiting = 0

    @asynccontextmanager
    async def turn(self, is_gone: Callable[[], Awaitable[bool]]) -> AsyncIterator[None]:
        """Wait for a turn and hold it.

        Args:
            is_gone: Tells whether who waits has left; asked again and again while waiting.

        Raises:
            Refusal: Too many wait, or it took too long.
            HTTPException: Who waited has left.
        """
        await self._take(is_gone)
        try:
            yield
        finally:
            self._free.release()

    async def _take(self, is_gone: Callable[[], Awaitable[bool]]) -> None:
        try:
            self._free.acquire_nowait()
        except anyio.WouldBlock:
            if self.waiting >= MAX_WAITING:
                raise _too_busy() from None
        else:
            return
        self.waiting += 1
        try:
            await self._wait(is_gone)
        finally:
            self.waiting -= 1

    async def _wait(self, is_gone: Callable[[], Awaitable[bool]]) -> None:
        has_turn = has_left = False

        async def watch() -> None:
            nonlocal has_left
            while not await is_gone():
                await anyio.sleep(LOOKS_S)
            has_left = True
            group.cancel_scope.cancel()

        with move_on_after(self._patience_s):
            async with create_task_group() as group:
                group.start_soon(watch)
                await self._free.acquire()
                has_turn = True
                group.cancel_scope.cancel()
        if has_turn:
            return
        if has_left:
            raise HTTPException(GONE, "Whoever asked has left.")
        raise _too_busy()


def _too_busy() -> Refusal:
    return Refusal(
        503,
        "Too many questions are being answered.",
        hint="Try again in a moment.",
        headers={"Retry-After": "5"},
    )
