"""One writer per library: a lock the operating system drops when its holder dies."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TextIO

from aliquot.errors import StoreError

if os.name == "nt":
    import msvcrt
else:
    import fcntl

__all__ = ["WRITING", "writer_lock"]

_log = logging.getLogger(__name__)

# What the system says of a lock another holds.
BUSY = (BlockingIOError, PermissionError)
# Seconds between two tries: short beside any work the lock is held for.
PAUSE_S = 0.1
WRITING = "writing to this library"


def _say_waiting(message: str) -> None:
    _log.warning("%s", message)


@contextmanager
def writer_lock(
    path: Path,
    *,
    doing: str = WRITING,
    wait_s: float = 0.0,
    on_wait: Callable[[str], None] = _say_waiting,
) -> Iterator[None]:
    """Hold the library's writer lock.

    Args:
        path: Its file.
        doing: What others are told the holder is doing, as in 'adding files'.
        wait_s: Seconds to wait for another holder; 0 refuses at once.
        on_wait: Told once that another holds it; a warning in the log unless given.

    Raises:
        StoreError: Another process or thread holds it, or the folder cannot be written.
    """
    try:
        handle = path.open("a+", encoding="utf-8", errors="replace")
    except OSError as exc:
        raise StoreError(
            f"{path.parent} cannot be written: {exc.strerror}.",
            hint="Check the permissions and the free space of the library's folder.",
        ) from exc
    with handle:
        _lock_when_free(handle, path, wait_s, on_wait)
        try:
            _leave_word(handle.fileno(), doing)
            yield
        finally:
            _unlock(handle.fileno())


def _lock_when_free(
    handle: TextIO, path: Path, wait_s: float, on_wait: Callable[[str], None]
) -> None:
    """Take the lock, in turn with others.

    Raises:
        StoreError: It has not become free in time, or the disk has no locks.
    """
    give_up_at = time.monotonic() + wait_s
    is_told = False
    while True:
        try:
            _lock(handle.fileno())
        except BUSY as exc:
            holder = _holder(handle)
            if time.monotonic() >= give_up_at:
                raise StoreError(
                    f"{holder}.",
                    hint="Wait until it has finished; searching and asking go on meanwhile.",
                ) from exc
        except OSError as exc:
            raise StoreError(
                f"{path.parent} cannot be locked: {exc.strerror}.",
                hint="Keep the library on a disk whose file system has locks.",
            ) from exc
        else:
            return
        if not is_told:
            on_wait(f"{holder}; waiting until it has finished")
            is_told = True
        time.sleep(min(PAUSE_S, max(0.0, give_up_at - time.monotonic())))


def _holder(handle: TextIO) -> str:
    """Say who holds the lock, and what for."""
    handle.seek(0)
    pid, _, doing = handle.read().partition("\n")
    is_ours = pid == str(os.getpid())
    who = "This process" if is_ours else f"Another process (pid {pid or 'unknown'})"
    return f"{who} is already {doing.strip() or WRITING}"


def _leave_word(descriptor: int, doing: str) -> None:
    """Leave word who is writing; a full disk may refuse it, and the lock holds all the same."""
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n{doing}".encode())


def _lock(descriptor: int) -> None:
    if os.name == "nt":
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _unlock(descriptor: int) -> None:
    if os.name == "nt":
        os.lseek(descriptor, 0, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_UNLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(descriptor, fcntl.LOCK_UN)
