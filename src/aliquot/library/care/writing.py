"""The writer's lock, waited for by those who look after a library."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path

from aliquot.storage.lock import writer_lock

__all__ = ["writing"]

# An `add` of a folder takes minutes; who waits for longer is told who writes.
WAIT_S = 900.0


def writing(library: Path, doing: str) -> AbstractContextManager[None]:
    """Hold the library's writer lock; wait, with a message, while another process writes.

    Args:
        library: Its folder.
        doing: What others are told meanwhile, as in 'mending the library'.
    """
    return writer_lock(library / "writer.lock", doing=doing, wait_s=WAIT_S)
