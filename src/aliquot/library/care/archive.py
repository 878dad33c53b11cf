"""The file of a backup: a zip with a manifest that names every member, its size and its SHA-256.

An archive may come from anywhere. Its manifest bounds what is read of it, and the free disk bounds
the manifest; names that would leave the folder they are unpacked in are refused.
"""

from __future__ import annotations

import hashlib
import json
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, Any, BinaryIO

from aliquot.errors import StoreError

__all__ = ["FORMAT", "MANIFEST", "Archive", "Manifest", "Member", "opened_archive", "write_member"]

MANIFEST = "manifest.json"
# Raise when archives of the version before can no longer be read as they are.
FORMAT = 1
# 100,000 originals are named in 20 MB.
MANIFEST_BYTES = 256 * 2**20
BLOCK = 2**20
# What these are, is packed already; the rest shrinks to a third.
STORED = frozenset({".pdf", ".docx", ".pptx", ".xlsx", ".zip", ".gz", ".png", ".jpg", ".jpeg"})
# What a zip whose bytes were changed is told by, wherever they were.
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    RuntimeError,
    KeyError,
)
# Any moment a zip can name; the manifest says when it was made.
DATE = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True)
class Member:
    """One file in the archive."""

    size: int
    sha256: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """What an archive says of itself.

    Attributes:
        format: Of the archive.
        schema: Of the catalog in it.
        aliquot: The version that wrote it.
        library: Id of the library.
        created_at: ISO 8601, UTC.
        counts: Of documents, chunks, ...
        members: Every file in it, by name.
        originals: Member of each file documents were read from, by its path then.
        missing: Originals that were asked for and not there.
        roots: Files and folders the library was given.
    """

    schema: int
    aliquot: str
    library: str
    created_at: str
    counts: Mapping[str, int]
    format: int = FORMAT
    members: Mapping[str, Member] = field(default_factory=dict)
    originals: Mapping[str, str] = field(default_factory=dict)
    missing: tuple[str, ...] = ()
    roots: tuple[str, ...] = ()

    def to_json(self) -> str:
        """Write it."""
        return json.dumps(asdict(self), ensure_ascii=False, indent=1)


def write_member(archive: zipfile.ZipFile, name: str, source: Path) -> Member:
    """Put a file into an archive, and return what the manifest says of it."""
    entry = zipfile.ZipInfo(name, DATE)
    is_packed = source.suffix.lower() in STORED
    entry.compress_type = zipfile.ZIP_STORED if is_packed else zipfile.ZIP_DEFLATED
    digest, size = hashlib.sha256(), 0
    with source.open("rb") as file, archive.open(entry, "w", force_zip64=True) as target:
        while block := file.read(BLOCK):
            digest.update(block)
            size += len(block)
            target.write(block)
    return Member(size, digest.hexdigest())


class Archive:
    """An archive that is open for reading.

    Attributes:
        manifest: What it says of itself, checked against what it holds.
    """

    def __init__(self, path: Path, opened: zipfile.ZipFile) -> None:
        """Read and check the manifest.

        Raises:
            StoreError: It is of a newer format, or is not as its manifest says.
        """
        self._path = path
        self._zip = opened
        self.manifest = self._read_manifest()
        self._check_members()

    @property
    def size(self) -> int:
        """Bytes of all members, unpacked."""
        return sum(one.size for one in self.manifest.members.values())

    def verify(self) -> None:
        """Read every member and hold it against the manifest.

        Raises:
            StoreError: A member is not as it was written.
        """
        for name in self.manifest.members:
            for _ in self._blocks(name):
                pass

    def unpack(self, name: str, target: Path) -> None:
        """Write a member to a file, made with its folders; it is whole, or an error is raised.

        Raises:
            StoreError: It is not as the manifest says, or the disk is full.
        """
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            with target.open("xb") as file:
                for block in self._blocks(name):
                    file.write(block)
        except OSError as exc:
            raise StoreError(
                f"{target} cannot be written: {exc.strerror}.",
                hint="Check the free space and the permissions of its folder.",
            ) from exc

    def _blocks(self, name: str) -> Iterator[bytes]:
        expected = self.manifest.members[name]
        digest, left = hashlib.sha256(), expected.size
        with self._reading(name) as file:
            # A block more than there should be is read at most.
            while block := file.read(BLOCK):
                left -= len(block)
                if left < 0:
                    raise self.damaged(f"{name} is longer than its manifest says")
                digest.update(block)
                yield block
        if left or digest.hexdigest() != expected.sha256:
            raise self.damaged(f"{name} is not as it was written")

    @contextmanager
    def _reading(self, name: str) -> Iterator[IO[bytes]]:
        try:
            with self._zip.open(name) as file:
                yield file
        except UNREADABLE as exc:
            raise self.damaged(f"{name} cannot be read ({exc})") from exc

    def _read_manifest(self) -> Manifest:
        try:
            entry = self._zip.getinfo(MANIFEST)
            if entry.file_size > MANIFEST_BYTES:
                raise self.damaged("its manifest is too long")
            with self._reading(MANIFEST) as file:
                raw = json.loads(file.read(MANIFEST_BYTES + 1))
            return _manifest(raw)
        except (KeyError, ValueError, TypeError, AttributeError) as exc:
            raise self.damaged("it has no manifest that can be read") from exc

    def _check_members(self) -> None:
        """Refuse what the manifest does not name, twice what it names, and names that lead out."""
        names = [one.filename for one in self._zip.infolist() if one.filename != MANIFEST]
        if sorted(names) != sorted(self.manifest.members):
            raise self.damaged("it does not hold the files its manifest names")
        for name in names:
            if not _is_inside(name):
                raise self.damaged(f"the name {name!r} leads out of its folder")
        for name in self.manifest.originals.values():
            if name not in self.manifest.members:
                raise self.damaged("its manifest names an original that is not in it")

    def damaged(self, why: str) -> StoreError:
        """Return the error for an archive that is not as it should be."""
        return StoreError(
            f"{self._path} is no sound backup: {why}.",
            hint="Take another copy of the file, or an earlier backup.",
        )


@contextmanager
def opened_archive(path: Path) -> Iterator[Archive]:
    """Open an archive; its members are not read yet.

    Raises:
        StoreError: It cannot be read, is of a newer format, or is not as its manifest says.
    """
    try:
        with path.open("rb") as file, _zip(path, file) as opened:
            yield Archive(path, opened)
    except OSError as exc:
        raise StoreError(
            f"{path} cannot be read: {exc.strerror or exc}.",
            hint="Name a file of 'aliquot backup'.",
        ) from exc


def _zip(path: Path, file: BinaryIO) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except (zipfile.BadZipFile, EOFError) as exc:
        raise StoreError(
            f"{path} is no backup: {exc}.", hint="Name a file that 'aliquot backup' has written."
        ) from exc


def _manifest(raw: Any) -> Manifest:
    if raw["format"] > FORMAT:
        raise StoreError(
            f"The backup has format {raw['format']}; this Aliquot knows {FORMAT}.",
            hint=f"Update Aliquot to {raw['aliquot']} or newer: pip install -U aliquot",
        )
    members = {
        str(name): Member(int(one["size"]), str(one["sha256"]))
        for name, one in raw["members"].items()
    }
    if any(one.size < 0 for one in members.values()):
        raise ValueError("a size below 0")
    return Manifest(
        format=int(raw["format"]),
        schema=int(raw["schema"]),
        aliquot=str(raw["aliquot"]),
        library=str(raw["library"]),
        created_at=str(raw["created_at"]),
        counts={str(name): int(count) for name, count in raw["counts"].items()},
        members=members,
        originals={str(path): str(name) for path, name in raw["originals"].items()},
        missing=tuple(map(str, raw["missing"])),
        roots=tuple(map(str, raw["roots"])),
    )


def _is_inside(name: str) -> bool:
    """Tell whether a name is one of a file below the folder it is unpacked in, on any system."""
    parts = PurePosixPath(name).parts
    is_plain = not any(sign in name for sign in ("\\", ":", "\0"))
    is_below = bool(parts) and not name.startswith("/") and ".." not in parts
    return is_plain and is_below and not name.endswith("/")
