"""Act as a user whom permissions bind, where the tests are run by root."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["NOBODY", "as_nobody"]

# The user and group that own nothing, by convention of Unix.
NOBODY = 65534


@contextmanager
def as_nobody() -> Iterator[None]:
    """Act as a user whom permissions bind; root reads and writes everything."""
    if os.geteuid() != 0:
        yield
        return
    os.setegid(NOBODY)
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
