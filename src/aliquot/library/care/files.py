"""The files documents were read from, as they are now; they are looked at, never written."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from os import stat_result
from pathlib import Path

from aliquot.ingest.plan import digest_of
from aliquot.storage.ledger import LedgerEntry
from aliquot.types import LedgerState

__all__ = ["DAY_NS", "DONE", "FilesNow", "files_now", "is_there"]

# Time zones of file systems and clocks of shares differ by hours.
DAY_NS = 24 * 3600 * 10**9
DONE = (LedgerState.INDEXED, LedgerState.FAILED)


@dataclass(frozen=True, slots=True)
class FilesNow:
    """The files of a library, as they are now.

    Attributes:
        gone: Under a folder that is there.
        changed: Of other bytes than was read.
        ahead: Dated more than a day from now.
        closed: There, and cannot be reached.
    """

    gone: tuple[str, ...]
    changed: tuple[str, ...]
    ahead: tuple[str, ...]
    closed: tuple[str, ...]


def files_now(entries: Iterable[LedgerEntry], roots: Iterable[str], now_ns: int) -> FilesNow:
    """Look at every file; what is no file, or lies under a folder that is away, is left out.

    Args:
        entries: Of the ledger.
        roots: Files and folders the library was given.
        now_ns: The time, nanoseconds since the epoch.
    """
    there = [root for root in roots if is_there(Path(root))]
    gone, changed, ahead, closed = [], [], [], []
    for entry in entries:
        if "://" in entry.path:
            continue
        try:
            now = Path(entry.path).stat()
        except PermissionError:
            closed.append(entry.path)
            continue
        except OSError:
            if any(Path(entry.path).is_relative_to(root) for root in there):
                gone.append(entry.path)
            continue
        if _is_other(now, entry):
            changed.append(entry.path)
        if now.st_mtime_ns > now_ns + DAY_NS:
            ahead.append(entry.path)
    return FilesNow(tuple(gone), tuple(changed), tuple(ahead), tuple(closed))


def is_there(root: Path) -> bool:
    """Tell whether a file, or a folder that can be listed, is there."""
    try:
        if root.is_dir():
            next(root.iterdir(), None)
            return True
        return root.is_file()
    except OSError:
        return False


def _is_other(now: stat_result, entry: LedgerEntry) -> bool:
    """Tell whether a file is not what was read; one that was only touched is read to tell."""
    is_read = entry.state in DONE and bool(entry.sha256)
    is_touched = (now.st_size, now.st_mtime_ns) != (entry.size, entry.mtime_ns)
    return is_read and is_touched and digest_of(entry.path) != entry.sha256
