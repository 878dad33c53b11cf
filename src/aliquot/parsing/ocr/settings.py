"""Whether and for how long text is recognised in pictures of pages."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

__all__ = ["OcrSettings"]


def _nothing() -> None:
    """Do nothing: where no worker has to be given time."""


@dataclass(frozen=True, slots=True)
class OcrSettings:
    """Whether and for how long text is recognised.

    Attributes:
        engine: Name of the recogniser; empty for none.
        limit_s: Seconds after the first page was begun at which the last must be done.
        begin: Called before the first page: a parser in a worker asks for its time by it.
    """

    engine: str = "rapidocr"
    limit_s: float = 1800.0
    begin: Callable[[], None] = _nothing
