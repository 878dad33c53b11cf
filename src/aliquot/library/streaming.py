"""Statements handed on one at a time, while the answer is still being written."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from queue import SimpleQueue

from aliquot.types import Answer, Statement

__all__ = ["streamed"]


class _ReaderLeftError(Exception):
    """Nobody reads on."""


def streamed(
    answer: Callable[[Callable[[Statement], None]], Answer],
) -> Iterator[Statement | Answer]:
    """Yield each statement as soon as it is verified, and last the whole answer.

    A thread of its own writes; it ends at its next statement where the reader leaves early.

    Args:
        answer: Answers, telling each statement to what it is given.
    """
    passed: SimpleQueue[Statement | Answer | BaseException] = SimpleQueue()
    left = threading.Event()

    def tell(statement: Statement) -> None:
        if left.is_set():
            raise _ReaderLeftError
        passed.put(statement)

    def work() -> None:
        try:
            passed.put(answer(tell))
        except BaseException as exc:  # noqa: BLE001 # raised again where the answer is read
            passed.put(exc)

    threading.Thread(target=work, name="aliquot-answer", daemon=True).start()
    try:
        while True:
            one = passed.get()
            if isinstance(one, BaseException):
                raise one
            yield one
            if isinstance(one, Answer):
                return
    finally:
        left.set()
