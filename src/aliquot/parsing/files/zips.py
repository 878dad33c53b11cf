"""Open zip archives without trusting them: bombs, locked members, damage.

What enters: a path. What leaves: a `zipfile.ZipFile` and its members' bytes. Nothing is ever
written to disk, so names that point outside the archive can do no harm.
"""

from __future__ import annotations

import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.parsing.files.bytes import MAXIMUM_BYTES, peek_bytes

__all__ = ["open_zip", "read_member", "refuse_endless_list"]

# DEFLATE cannot pack tighter than 1032:1, and only zeros get there. The Office files of the dev set
# reach 24:1 at most (November 2026); the rest is room for sheets of repeated numbers.
MAXIMUM_RATIO = 200
# Small archives may reach any ratio: they cannot fill the memory.
RATIO_MATTERS_ABOVE = 32 * 2**20
# The list of members is held whole by whoever opens the archive, at ten times its size. This is
# room for 200,000 members; an archive of 100 MB could list two million that are not there.
MAXIMUM_LIST = 16 * 2**20
# The records that end an archive, of which the first may be followed by a comment of 64 KiB.
# Source: PKWARE APPNOTE 6.3.10, sections 4.3.16 and 4.3.14.
END, END_MAGIC = struct.Struct("<4s4H2LH"), b"PK\x05\x06"
END64, END64_MAGIC = struct.Struct("<4sQ2H2L4Q"), b"PK\x06\x06"
LONGEST_COMMENT = 0xFFFF
ENCRYPTED_FLAG = 0x1
OLE_MAGIC = b"\xd0\xcf\x11\xe0"
ENCRYPTED_STREAM = "EncryptedPackage".encode("utf-16-le")


@contextmanager
def open_zip(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open an archive for reading.

    Raises:
        ParseError: It is damaged, encrypted, of the old Office format, or unpacks to too much.
    """
    source = str(path)
    try:
        refuse_endless_list(path)
        with zipfile.ZipFile(path) as archive:
            _refuse_bomb(archive, source)
            yield archive
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as exc:
        _refuse_ole(path)
        raise ParseError(
            "The file is damaged or incomplete; it does not unpack.",
            source=source,
            hint="Copy or download it again; it was probably cut short.",
        ) from exc


def read_member(archive: zipfile.ZipFile, name: str, *, limit: int = MAXIMUM_BYTES) -> bytes | None:
    """Return the bytes of a member, or `None` where the archive has no such member.

    Raises:
        ParseError: The member is encrypted, damaged or larger than `limit`.
    """
    source = archive.filename or ""
    try:
        member = archive.getinfo(name)
    except KeyError:
        return None
    if member.flag_bits & ENCRYPTED_FLAG:
        raise _encrypted(source)
    try:
        with archive.open(member) as file:
            data = file.read(limit + 1)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError) as exc:
        raise ParseError(
            f"The part {name!r} of the file is damaged.",
            source=source,
            hint="Copy or download the file again, or open and save it once.",
        ) from exc
    if len(data) > limit:
        raise _too_large(source, limit)
    return data


def refuse_endless_list(path: Path) -> None:
    """Refuse an archive whose list of members alone would fill the memory, without reading it.

    Raises:
        ParseError: The list is too long.
        OSError: The file cannot be read.
    """
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - END64.size - END.size - 2 * LONGEST_COMMENT))
        tail = file.read()
    for record, magic, field in ((END, END_MAGIC, 5), (END64, END64_MAGIC, 8)):
        at = tail.rfind(magic)
        is_whole = 0 <= at <= len(tail) - record.size
        announced = record.unpack_from(tail, at)[field] if is_whole else 0
        # The older record holds all ones where the newer one counts.
        if MAXIMUM_LIST < announced < 0xFFFFFFFF or (record is END64 and announced > MAXIMUM_LIST):
            raise _too_large(str(path), MAXIMUM_BYTES)


def _refuse_bomb(archive: zipfile.ZipFile, source: str) -> None:
    unpacked = sum(member.file_size for member in archive.infolist())
    packed = sum(member.compress_size for member in archive.infolist())
    is_dense = unpacked > RATIO_MATTERS_ABOVE and unpacked > MAXIMUM_RATIO * max(packed, 1)
    if unpacked > MAXIMUM_BYTES or is_dense:
        raise _too_large(source, MAXIMUM_BYTES)


def _refuse_ole(path: Path) -> None:
    head = peek_bytes(path, 1 << 20)
    if not head.startswith(OLE_MAGIC):
        return
    if ENCRYPTED_STREAM in head or ENCRYPTED_STREAM in path.read_bytes():
        raise _encrypted(str(path))
    raise ParseError(
        "The file is in the format of Office 97-2003.",
        source=str(path),
        status="unsupported",
        hint="Open it and save it as .docx, .pptx or .xlsx.",
    )


def _encrypted(source: str) -> ParseError:
    return ParseError(
        "The file is protected with a password.",
        source=source,
        status="encrypted",
        hint="Save a copy without the password and add that.",
    )


def _too_large(source: str, limit: int) -> ParseError:
    return ParseError(
        f"The archive unpacks to more than {limit / 2**20:.0f} MiB, or far more than it should.",
        source=source,
        hint="Take pictures and data out of it, or split it; do not add archives you do not trust.",
    )
