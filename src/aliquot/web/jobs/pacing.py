"""Progress told no more often than anyone can read it."""

from __future__ import annotations

import time

from aliquot.protocols import Clock, Progress, ProgressEvent

__all__ = ["EVERY_S", "paced"]

# A survey tells of thousands of documents a second; a bar that moves five times in one is smooth.
EVERY_S = 0.2


def paced(tell: Progress, every_s: float = EVERY_S, clock: Clock = time.monotonic) -> Progress:
    """Return what passes progress on at most every so often, and always the last of a stage.

    Args:
        tell: Told.
        every_s: Seconds between two.
        clock: Seconds, from wherever.
    """
    due = 0.0

    def told(event: ProgressEvent) -> None:
        nonlocal due
        now = clock()
        is_last = 0 < event.total <= event.done
        if is_last or now >= due:
            due = now + every_s
            tell(event)

    return told
