"""Make one file of the parts that wheels carry, once, in the user's cache.

The parts are read as data, never imported. A join that was cut short goes on where it stopped; the
file has its name only once its hash was right. Several processes may ask at once: one joins.
"""

from __future__ import annotations

import errno
import hashlib
import logging
import os
import shutil
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import platformdirs

from aliquot.errors import ModelError
from aliquot.models.local.known import KnownModel, Part

if os.name == "nt":
    import msvcrt
else:
    import fcntl

__all__ = ["default_cache", "joined", "joined_path"]

_log = logging.getLogger(__name__)

_PIECE_BYTES = 2**20
# Left free beside the file, so that a join does not fill a disk to the last byte.
_SPARE_BYTES = 64 * 2**20
_GIB = 2**30
# Between looks whether another process has finished joining, which takes seconds to a minute.
_PAUSE_S = 0.2
# What a lock that another holds raises: EAGAIN or EACCES by POSIX, EACCES or EDEADLK on Windows.
_HELD = frozenset({errno.EAGAIN, errno.EACCES, errno.EDEADLK})


def default_cache() -> Path:
    """Return the folder for models in the user's cache."""
    return platformdirs.user_cache_path("aliquot", appauthor=False) / "models"


def joined_path(model: KnownModel, cache: Path) -> Path:
    """Return where a model's file lies once it is joined."""
    return cache / f"{model.name}-{model.sha256[:12]}.gguf"


def joined(model: KnownModel, cache: Path) -> Path:
    """Return a model's file, joining its parts first where it is not there.

    A gigabyte takes about 8 s, half of it hashing. A file that was changed since it was checked is
    checked again.

    Args:
        model: The model.
        cache: Folder for joined models.

    Raises:
        ModelError: A part is missing or damaged, or the cache cannot be written.
    """
    path = joined_path(model, cache)
    try:
        if _is_checked(path):
            return path
        path.parent.mkdir(parents=True, exist_ok=True)
        with _alone(path.with_name(f"{path.name}.lock")):
            if not _is_checked(path) and not _is_right(path, model):
                _join(model, path)
    except OSError as exc:
        raise ModelError(
            f"The model {model.name} cannot be put together in {cache}: {exc.strerror or exc}.",
            hint=f"Free {2 * model.size / _GIB:.1f} GiB there, or see that you may write there; "
            "what was joined so far is kept.",
        ) from exc
    return path


def _join(model: KnownModel, path: Path) -> None:
    """Append the missing bytes to what there is, check the whole and give it its name.

    Raises:
        ModelError: A part is missing, or the whole is not the expected file.
    """
    parts = [_located(model, part) for part in model.parts]
    partial = path.with_name(f"{path.name}.part")
    _log.info("Joining the %d parts of %s into %s", len(parts), model.name, path)
    have = partial.stat().st_size if partial.exists() else 0
    found = _completed(parts, partial, have)
    if found != model.sha256 and have:
        # What an earlier join left was damaged: once more from the start.
        found = _completed(parts, partial, 0)
    if found != model.sha256:
        partial.unlink()
        raise ModelError(
            f"The parts of {model.name} do not make the expected file: its sha256 is {found}, "
            f"expected {model.sha256}.",
            hint=f"Install them again: {model.install} --force-reinstall",
        )
    partial.replace(path)
    _note_check(path)


def _completed(parts: Sequence[Path], partial: Path, have: int) -> str:
    """Write all that follows the first `have` bytes; return the digest of the whole."""
    total = sum(part.stat().st_size for part in parts)
    _require_space(partial.parent, total - have)
    with partial.open("r+b" if have else "wb") as file:
        file.truncate(have)
        file.seek(have)
        for part in parts:
            size = part.stat().st_size
            if have < size:
                with part.open("rb") as piece:
                    piece.seek(have)
                    shutil.copyfileobj(piece, file, _PIECE_BYTES)
            have = max(have - size, 0)
        file.flush()
        os.fsync(file.fileno())
    return _sha256(partial)


def _require_space(folder: Path, needed: int) -> None:
    if shutil.disk_usage(folder).free < needed + _SPARE_BYTES:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _located(model: KnownModel, part: Part) -> Path:
    """Return where a part lies.

    Raises:
        ModelError: Its wheel is not installed, or does not hold it.
    """
    try:
        path = Path(str(distribution(part.carrier).locate_file(part.path)))
    except PackageNotFoundError as exc:
        raise ModelError(
            f"The model {model.name} comes in {len(model.parts)} packages, and {part.carrier} "
            "is not installed.",
            hint=f"Install them with: {model.install}",
        ) from exc
    if not path.is_file():
        raise ModelError(
            f"The package {part.carrier} does not hold the file {part.path}.",
            hint=f"Install it again: {model.install} --force-reinstall",
        )
    return path


# ------------------------------------------------------------------------------- checking


def _is_right(path: Path, model: KnownModel) -> bool:
    """Return whether a file is there in full, and remember that it was checked."""
    if not path.is_file() or path.stat().st_size != model.size or _sha256(path) != model.sha256:
        return False
    _note_check(path)
    return True


def _is_checked(path: Path) -> bool:
    """Return whether a file is the one whose hash was right: hashing takes longer than loading."""
    try:
        return _note(path).read_text(encoding="ascii") == _stamp(path)
    except (OSError, UnicodeDecodeError):
        return False


def _note_check(path: Path) -> None:
    _note(path).write_text(_stamp(path), encoding="ascii")


def _note(path: Path) -> Path:
    return path.with_name(f"{path.name}.checked")


def _stamp(path: Path) -> str:
    known = path.stat()
    return f"{known.st_size} {known.st_mtime_ns}"


def _sha256(path: Path) -> str:
    with path.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()


@contextmanager
def _alone(lock: Path) -> Iterator[None]:
    """Wait until no other process joins; the system drops the lock of one that dies."""
    with lock.open("a+b") as handle:
        while not _is_locked(handle.fileno()):
            time.sleep(_PAUSE_S)
        yield


def _is_locked(descriptor: int) -> bool:
    """Lock a file if no other process holds it; closing it unlocks it."""
    try:
        if os.name == "nt":
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        else:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as exc:
        if exc.errno in _HELD:
            return False
        raise
    return True
