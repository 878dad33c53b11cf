"""One writer per library: a lock the operating system drops when its holder dies."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from aliquot.errors import StoreError

if os.name == "nt":
    import msvcrt
else:
    import fcntl

__all__ = ["writer_lock"]


@contextmanager
def writer_lock(path: Path) -> Iterator[None]:
    """Hold the library's writer lock.

    Raises:
        StoreError: Another process or thread holds it, or the folder cannot be written.
    """
    try:
        handle = path.open("a+", encoding="ascii")
    except OSError as exc:
        raise StoreError(
            f"{path.parent} cannot be written: {exc.strerror}.",
            hint="Check the permissions and the free space of the library's folder.",
        ) from exc
    with handle:
        try:
            _lock(handle.fileno())
        except (BlockingIOError, PermissionError) as exc:
            handle.seek(0)
            holder = handle.read().strip() or "unknown"
            is_ours = holder == str(os.getpid())
            who = "This process" if is_ours else f"Another process (pid {holder})"
            raise StoreError(
                f"{who} is already writing to this library.",
                hint="Wait until it has finished; searching and asking go on meanwhile.",
            ) from exc
        except OSError as exc:
            raise StoreError(
                f"{path.parent} cannot be locked: {exc.strerror}.",
                hint="Keep the library on a disk whose file system has locks.",
            ) from exc
        try:
            _write_pid(handle.fileno())
            yield
        finally:
            _unlock(handle.fileno())


def _write_pid(descriptor: int) -> None:
    """Leave word who is writing; a full disk may refuse it, and the lock holds all the same."""
    with suppress(OSError):
        os.ftruncate(descriptor, 0)
        os.write(descriptor, str(os.getpid()).encode("ascii"))


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
