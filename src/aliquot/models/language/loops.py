"""One event loop in a thread of its own, for clients that know only event loops.

The libraries of the vendors tie their connections to the loop that opened them, and their own
synchronous calls fail inside a running loop. So every request of a model runs on one loop here, and
callers wait for it from any thread, whether or not it runs a loop of its own.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import weakref
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
from concurrent.futures import CancelledError, Future
from typing import Any, TypeVar

from aliquot.errors import ModelError

__all__ = ["LoopThread"]

T = TypeVar("T")
_Running = tuple[asyncio.AbstractEventLoop, asyncio.Event]


class LoopThread:
    """Run coroutines for any thread; the loop starts with the first one."""

    def __init__(self, at_end: Callable[[], Awaitable[None]]) -> None:
        """Start nothing yet.

        Args:
            at_end: Closes what was opened on the loop; awaited on it, before it ends.
        """
        self._at_end = at_end
        self._lock = threading.Lock()
        self._running: _Running | None = None
        self._stop: Callable[[], None] | None = None
        self._is_closed = False

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Return what a coroutine returns, or raise what it raises.

        Raises:
            ModelError: It was stopped because the model was closed meanwhile.
        """
        future = self._submit(coroutine)
        try:
            return future.result()
        except CancelledError as exc:
            raise _closed() from exc
        finally:
            future.cancel()  # Ctrl-C ends the wait; the request has to end as well.

    def iterate(self, items: AsyncIterator[T]) -> Iterator[T]:
        """Yield what an asynchronous iterator yields; left early, it is stopped.

        Raises:
            ModelError: It was stopped because the model was closed meanwhile.
        """
        ready: queue.SimpleQueue[tuple[T] | None] = queue.SimpleQueue()

        async def pump() -> None:
            # One task runs the whole iterator: a timeout inside it cannot move between tasks.
            try:
                async for item in items:
                    ready.put((item,))
            finally:
                ready.put(None)

        future = self._submit(pump())
        try:
            while (item := ready.get()) is not None:
                yield item[0]
            future.result()
        except CancelledError as exc:
            raise _closed() from exc
        finally:
            future.cancel()

    def close(self) -> None:
        """Stop what runs, close what was opened, and end the thread."""
        with self._lock:
            self._is_closed = True
            stop, self._stop = self._stop, None
        if stop is not None:
            stop()

    def _submit(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        with self._lock:
            if self._is_closed:
                coroutine.close()
                raise _closed()
            if self._running is None:
                self._start()
            assert self._running is not None
            return asyncio.run_coroutine_threadsafe(coroutine, self._running[0])

    def _start(self) -> None:
        ready: Future[_Running] = Future()
        # The thread ends with the process: a model that was never closed must not keep it alive.
        thread = threading.Thread(
            target=_serve, args=(ready, self._at_end), name="aliquot-model", daemon=True
        )
        thread.start()
        self._running = ready.result()
        self._stop = weakref.finalize(self, _end, *self._running, thread)


def _serve(ready: Future[_Running], at_end: Callable[[], Awaitable[None]]) -> None:
    async def until_stopped() -> None:
        stop = asyncio.Event()
        ready.set_result((asyncio.get_running_loop(), stop))
        await stop.wait()
        await _cancelled_others()
        await at_end()

    asyncio.run(until_stopped())


async def _cancelled_others() -> None:
    """Stop every request under way and wait for its end: it uses the connections."""
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def _end(loop: asyncio.AbstractEventLoop, stop: asyncio.Event, thread: threading.Thread) -> None:
    if thread.is_alive() and thread is not threading.current_thread():
        loop.call_soon_threadsafe(stop.set)
        thread.join()


def _closed() -> ModelError:
    return ModelError(
        "The language model was closed while it was asked.", hint="Open the library again."
    )
