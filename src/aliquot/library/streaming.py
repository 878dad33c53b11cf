"""What long work tells on its way, handed on one at a time while it still goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from queue import SimpleQueue
from typing import Generic, TypeVar

__all__ = ["streamed"]

Told = TypeVar("Told")
Whole = TypeVar("Whole")


class _ReaderLeftError(Exception):
    """Nobody reads on."""


@dataclass(frozen=True, slots=True)
class _Done(Generic[Whole]):
    """What the work has come to."""

    whole: Whole


def streamed(work: Callable[[Callable[[Told], None]], Whole]) -> Iterator[Told | Whole]:
    """Yield each thing as soon as it is told, and last what the work returns.

    A thread of its own works; it ends at the next thing it tells where the reader leaves early.

    Args:
        work: Tells each thing, such as a verified statement, to what it is given.
    """
    passed: SimpleQueue[Told | _Done[Whole] | BaseException] = SimpleQueue()
    left = threading.Event()

    def tell(one: Told) -> None:
        if left.is_set():
            raise _ReaderLeftError
        passed.put(one)

    def run() -> None:
        try:
            passed.put(_Done(work(tell)))
        except BaseException as exc:  # noqa: BLE001 # raised again where it is read
            passed.put(exc)

    threading.Thread(target=run, name="aliquot-streamed", daemon=True).start()
    try:
        while True:
            one = passed.get()
            if isinstance(one, BaseException):
                raise one
            if isinstance(one, _Done):
                yield one.whole
                return
            yield one
    finally:
        left.set()
