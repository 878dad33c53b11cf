"""CPU time of a piece of a test, whatever else its process does."""

from __future__ import annotations

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

__all__ = ["Spent", "cpu_time"]


@dataclass(slots=True)
class Spent:
    """What a piece of code took.

    Attributes:
        seconds: CPU time of the thread it ran in; 0 while it runs.
    """

    seconds: float = 0.0


@contextmanager
def cpu_time() -> Iterator[Spent]:
    """Measure a piece of code in this thread.

    Other threads, such as an engine's from an earlier test, do not count; and the collector, which
    takes a second where thousands of tests have left their objects, waits until it is over.
    """
    spent = Spent()
    gc.collect()
    gc.disable()
    began = time.thread_time()
    try:
        yield spent
    finally:
        spent.seconds = time.thread_time() - began
        gc.enable()
