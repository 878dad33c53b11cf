"""How far long work has come, and what time it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["Clock", "Progress", "ProgressEvent", "silent"]


@dataclass(frozen=True, slots=True)
class ProgressEvent:
    """One step of a long task.

    Attributes:
        stage: What is happening: `discover`, `ingest`, `embed`, `index`, ...
        done: Units finished.
        total: Units in all, 0 while unknown.
        source: The source just finished, where there is one.
        pages: Pages read so far.
        chunks: Chunks written so far.
    """

    stage: str
    done: int
    total: int
    source: str = ""
    pages: int = 0
    chunks: int = 0


Progress = Callable[[ProgressEvent], None]


def silent(event: ProgressEvent) -> None:
    """Show nothing: the default `Progress`."""


Clock = Callable[[], float]
