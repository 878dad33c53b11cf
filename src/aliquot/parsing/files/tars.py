"""Read tar archives without trusting them: bombs, links, names that point elsewhere, damage.

What enters: a path, packed by gzip, bzip2, xz or not at all. What leaves: names and bytes of plain
files, in order. Nothing is ever written to disk, and the archive is read once from front to back.
"""

from __future__ import annotations

import lzma
import posixpath
import tarfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.parsing.files.bytes import MAXIMUM_BYTES

__all__ = ["tar_files", "tar_names"]

# Sources of papers hold a few hundred files; an archive of more is a file system.
MAXIMUM_MEMBERS = 20_000
# The largest single text anyone writes by hand is far smaller.
MAXIMUM_MEMBER_BYTES = 32 * 2**20


def tar_names(path: Path) -> Iterator[str]:
    """Yield the names of the plain files in an archive; stop where it is damaged."""
    with suppress(ParseError), _translated(path):
        for member in _members(path):
            yield member.name


def tar_files(path: Path, *, is_wanted: Callable[[str], bool]) -> Iterator[tuple[str, bytes]]:
    """Yield names and bytes of the plain files that are wanted.

    Args:
        path: The archive.
        is_wanted: Told each name; those it declines are not unpacked.

    Raises:
        ParseError: The archive is damaged, or unpacks to too much.
    """
    with _translated(path):
        for member in _members(path):
            if is_wanted(member.name) and member.size <= MAXIMUM_MEMBER_BYTES:
                yield member.name, member.read()


class _Member:
    """A plain file of an archive, to be read before the next one is asked for."""

    def __init__(self, archive: tarfile.TarFile, info: tarfile.TarInfo, name: str) -> None:
        self._archive = archive
        self._info = info
        self.name = name
        self.size = info.size

    def read(self) -> bytes:
        """Return its bytes."""
        file = self._archive.extractfile(self._info)
        return b"" if file is None else file.read(MAXIMUM_MEMBER_BYTES + 1)


def _members(path: Path) -> Iterator[_Member]:
    """Yield the plain files whose names stay inside; links and devices are left out."""
    unpacked = 0
    with tarfile.open(path, "r|*") as archive:
        for count, info in enumerate(archive):
            # To step over a member is to unpack it.
            unpacked += info.size
            if count >= MAXIMUM_MEMBERS or unpacked > MAXIMUM_BYTES:
                raise _too_large(path)
            name = posixpath.normpath(info.name)
            if info.isfile() and not name.startswith(("/", "..")):
                yield _Member(archive, info, name)


@contextmanager
def _translated(path: Path) -> Iterator[None]:
    """Raise what the libraries say of a damaged archive as an error that says what to do."""
    try:
        yield
    except (tarfile.TarError, EOFError, zlib.error, lzma.LZMAError, OSError) as exc:
        raise ParseError(
            "The archive is damaged or incomplete; it does not unpack.",
            source=str(path),
            hint="Copy or download it again; it was probably cut short.",
        ) from exc


def _too_large(path: Path) -> ParseError:
    return ParseError(
        f"The archive unpacks to more than {MAXIMUM_BYTES / 2**20:.0f} MiB, "
        f"or {MAXIMUM_MEMBERS:,} files.",
        source=str(path),
        hint="Unpack it and add the part that should be searched.",
    )
