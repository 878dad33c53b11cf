"""CPU time of a task: what a shared, noisy machine still tells truly."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

__all__ = ["cpu_ms_p50", "cpu_seconds"]


def cpu_seconds(task: Callable[[], object]) -> float:
    """Return the CPU seconds of all threads of this process."""
    started = time.process_time()
    task()
    return time.process_time() - started


def cpu_ms_p50(task: Callable[[int], object], times: int) -> float:
    """Return the median CPU milliseconds of `task(0)`, `task(1)`, ..., after one not counted."""
    task(0)
    seconds = [cpu_seconds(lambda place=place: task(place)) for place in range(times)]
    return 1000 * statistics.median(seconds)
