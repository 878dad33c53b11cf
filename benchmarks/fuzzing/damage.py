"""Damage files in the ways that disks, downloads, exporters and attackers do.

What enters: the bytes of a good file and a random generator. What leaves: bytes that differ. The
same generator gives the same bytes, so a failure can be made again from its number alone.
"""

from __future__ import annotations

import io
import re
import struct
import warnings
import zipfile
import zlib
from collections.abc import Callable, Sequence
from random import Random

__all__ = ["mutate"]

Damage = Callable[[bytes, Random], bytes]

# Numbers at the edges of the types that parsers keep them in.
HUGE = (b"4294967296", b"99999999999999999999", b"-1", b"0", b"2147483647", b"1e309", b"NaN")
ENCODINGS = ("utf-16", "utf-16-be", "utf-32", "cp932", "euc_jp", "latin-1", "cp500", "utf-7")
NESTED = (
    b"<p>",
    b"<div><table><tr><td>",
    b"[",
    b'{"a":',
    b"{",
    b"\\begin{a}",
    b"> ",
    b"((",
    b"<w:p>",
)
NESTING = 3_000
NOISE = (b"\x00", b"\xff\xfe", b"\x1b$B", b"\xed\xa0\x80", b"\xef\xbf\xbe", b"&#0;", b"&#x110000;")
# What `zipfile` raises of archives that were damaged before.
UNPACKABLE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    ValueError,
    OSError,
    EOFError,
    IndexError,
    NotImplementedError,
    RuntimeError,
)
# What an attacker writes into markup: a file of the machine, a thousand times a thousand.
ENTITIES = (
    b'<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
    b'<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;">]>',
)


def mutate(data: bytes, others: Sequence[bytes], random: Random) -> tuple[bytes, str]:
    """Return damaged bytes and the names of what was done, one to three things.

    Args:
        data: A good file.
        others: Good files of other formats, to splice in.
        random: Decides everything.
    """
    names = []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        names.append(random.choice(list(DAMAGES)))
        if names[-1] == "splice":
            data = _splice(data, random.choice(others), random)
        else:
            data = DAMAGES[names[-1]](data, random)
    return data, "+".join(names)


def _place(data: bytes, random: Random) -> int:
    return random.randrange(len(data) + 1)


def _range(data: bytes, random: Random) -> tuple[int, int]:
    start = _place(data, random)
    return start, start + random.choice((1, 16, 200, 4096, len(data)))


def _flip_bits(data: bytes, random: Random) -> bytes:
    changed = bytearray(data)
    for _ in range(random.choice((1, 8, 64)) if data else 0):
        changed[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _truncate(data: bytes, random: Random) -> bytes:
    return data[: _place(data, random)]


def _delete(data: bytes, random: Random) -> bytes:
    start, end = _range(data, random)
    return data[:start] + data[end:]


def _double(data: bytes, random: Random) -> bytes:
    start, end = _range(data, random)
    part = data[start:end][:4096]
    return data[:start] + part * random.choice((2, 50)) + data[end:]


def _swap(data: bytes, random: Random) -> bytes:
    cuts = sorted(_place(data, random) for _ in range(4))
    a, b, c, d = (data[i:j] for i, j in zip((0, *cuts[:3]), cuts, strict=True))
    return a + c + b + d + data[cuts[3] :]


def _zero(data: bytes, random: Random) -> bytes:
    start, end = _range(data, random)
    end = min(end, len(data))
    return data[:start] + bytes(end - start) + data[end:]


def _magic(data: bytes, random: Random) -> bytes:
    heads = (
        b"%PDF-1.7\n",
        b"PK\x03\x04",
        b"\xd0\xcf\x11\xe0",
        b"\x1f\x8b\x08",
        b"<?xml ",
        b"{",
        b"<!",
    )
    return random.choice(heads) + data[random.choice((0, 4, 8)) :]


def _numbers(data: bytes, random: Random) -> bytes:
    """Put numbers at the edge in place of some of the file's."""
    found = list(re.finditer(rb"\d+", data))
    for match in sorted(random.sample(found, min(len(found), random.choice((1, 5)))), reverse=True,
                        key=lambda match: match.start()):  # fmt: skip
        data = data[: match.start()] + random.choice(HUGE) + data[match.end() :]
    return data


def _insert(data: bytes, part: bytes, random: Random) -> bytes:
    at = _place(data, random)
    # Behind a tag, where there is one: what breaks the syntax at once tests nothing else.
    at = data.find(b">", at) + 1 or at
    return data[:at] + part + data[at:]


def _nest(data: bytes, random: Random) -> bytes:
    return _insert(data, random.choice(NESTED) * random.choice((20, NESTING)), random)


def _noise(data: bytes, random: Random) -> bytes:
    for _ in range(random.choice((1, 20))):
        data = _insert(data, random.choice(NOISE), random)
    return data


def _entities(data: bytes, random: Random) -> bytes:
    end = data.find(b"?>") + 2 if data.startswith(b"<?xml") else 0
    return data[:end] + random.choice(ENTITIES) + data[end:].replace(b"a", b"&x;", 3)


def _encode(data: bytes, random: Random) -> bytes:
    return data.decode("utf-8", "replace").encode(random.choice(ENCODINGS), "replace")


def _repeat_lines(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    at = random.randrange(len(lines))
    lines[at : at + 1] = lines[at : at + 1] * random.choice((2, 1000))
    return b"\n".join(lines[:5000])


def _shuffle_lines(data: bytes, random: Random) -> bytes:
    lines = data.split(b"\n")
    random.shuffle(lines)
    return b"\n".join(lines)


def _splice(data: bytes, other: bytes, random: Random) -> bytes:
    start, end = _range(other, random)
    return _insert(data, other[start:end], random)


def _member(data: bytes, random: Random) -> bytes:
    """Damage one member of an archive and pack it again; other files get bits flipped."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
    except UNPACKABLE:
        return _flip_bits(data, random)
    if not members:
        return data
    name = random.choice(list(members))
    action = random.choice((*INNER, "drop", "rename"))
    content = members.pop(name)
    if isinstance(action, str):
        members |= {} if action == "drop" else {f"{name}.moved": content}
    else:
        members[name] = action(content, random)
    return _packed(members)


def _packed(members: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in members.items():
            archive.writestr(_undated(name), content)
    return stream.getvalue()


def _undated(name: str) -> zipfile.ZipInfo:
    """Return a member of no time: damage is made again from its number alone."""
    member = zipfile.ZipInfo(name)
    member.compress_type = zipfile.ZIP_DEFLATED
    return member


def _twins(data: bytes, random: Random) -> bytes:
    """Give an archive two members of one name."""
    stream = io.BytesIO(data)
    try:
        with warnings.catch_warnings(), zipfile.ZipFile(stream, "a") as archive:
            warnings.simplefilter("ignore")
            name = random.choice(archive.namelist())
            archive.writestr(_undated(name), b"<twin/>")
    except UNPACKABLE:
        return _double(data, random)
    return stream.getvalue()


INNER: tuple[Damage, ...] = (
    _flip_bits,
    _truncate,
    _delete,
    _double,
    _swap,
    _numbers,
    _numbers,
    _nest,
    _noise,
    _entities,
    _encode,
)
DAMAGES: dict[str, Damage] = {
    "bits": _flip_bits,
    "cut": _truncate,
    "delete": _delete,
    "double": _double,
    "swap": _swap,
    "zero": _zero,
    "magic": _magic,
    "numbers": _numbers,
    "nest": _nest,
    "noise": _noise,
    "entities": _entities,
    "encode": _encode,
    "repeat lines": _repeat_lines,
    "shuffle lines": _shuffle_lines,
    "splice": _flip_bits,
    "member": _member,
    "members": _member,
    "twins": _twins,
}
