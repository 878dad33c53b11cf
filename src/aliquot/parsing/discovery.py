"""Find the files under what a user named, without being stopped by what cannot be read."""

from __future__ import annotations

import fnmatch
import os
import stat
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Found", "Unreadable", "find_files"]

# A folder with both of the first two is a library; these are its own files, not a lab's.
LIBRARY_MARKS = frozenset({"aliquot.toml", "catalog.db"})
LIBRARY_FILES = LIBRARY_MARKS | {
    "catalog.db-wal", "catalog.db-shm", "catalog.db-journal", "writer.lock", "index",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Found:
    """A regular file.

    Attributes:
        path: Absolute, as the user reaches it.
        size: Bytes.
        mtime_ns: Modification time, nanoseconds since the epoch.
    """

    path: str
    size: int
    mtime_ns: int


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A file or folder that cannot be looked at, with the system's reason."""

    path: str
    reason: str


def find_files(root: Path, ignore: Sequence[str] = ()) -> Iterator[Found | Unreadable]:
    """Yield files under `root`, sorted, hidden and ignored names left out.

    Links are followed, those to folders once each and only out of `root`: the others lead to what
    is found anyway, or in circles. A library's own files are left out, and so is what has no
    content of its own, such as a pipe or a socket.

    Args:
        root: A file or a folder; a file is yielded whatever its name.
        ignore: Glob patterns of names.
    """
    if not root.is_dir():
        yield _look(str(root)) or Unreadable(str(root), "It is not a file.")
        return
    failures: list[Unreadable] = []

    def note(error: OSError) -> None:
        reason = error.strerror or str(error)
        said = f"The folder cannot be opened: {reason}. Check its permissions."
        failures.append(Unreadable(str(error.filename), said))

    leads_on = _Links(root)
    for folder, subfolders, names in os.walk(root, onerror=note, followlinks=True):
        own = LIBRARY_FILES if LIBRARY_MARKS.issubset(names) else frozenset()
        subfolders[:] = [
            name for name in _wanted(subfolders, ignore, own) if leads_on(Path(folder, name))
        ]
        for name in _wanted(names, ignore, own):
            # Half the time of Path here.
            if (item := _look(os.path.join(folder, name))) is not None:  # noqa: PTH118
                yield item
        yield from failures
        failures.clear()
    yield from failures


class _Links:
    """Tell which folders to enter: each that is no link, and each place links lead to once."""

    def __init__(self, root: Path) -> None:
        self._entered = [Path(os.path.realpath(root))]

    def __call__(self, folder: Path) -> bool:
        if not folder.is_symlink():
            return True
        target = Path(os.path.realpath(folder))
        for entered in self._entered:
            if target.is_relative_to(entered) or entered.is_relative_to(target):
                return False
        self._entered.append(target)
        return True


def _wanted(names: Iterable[str], ignore: Sequence[str], own: Container[str]) -> list[str]:
    return sorted(name for name in names if name not in own and not _is_ignored(name, ignore))


def _is_ignored(name: str, patterns: Sequence[str]) -> bool:
    return name.startswith(".") or any(fnmatch.fnmatch(name, pattern) for pattern in patterns)


def _look(path: str) -> Found | Unreadable | None:
    if not _is_unicode(path):
        return Unreadable(path, "Its name is not valid UTF-8; rename it.")
    try:
        found = os.stat(path)  # noqa: PTH116
    except OSError as exc:
        if os.path.islink(path):  # noqa: PTH114
            return Unreadable(path, "It is a link that leads nowhere; mend or delete it.")
        return Unreadable(path, f"It cannot be looked at: {exc.strerror}. Check its permissions.")
    if not stat.S_ISREG(found.st_mode):
        return None
    return Found(path, found.st_size, found.st_mtime_ns)


def _is_unicode(path: str) -> bool:
    try:
        path.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
