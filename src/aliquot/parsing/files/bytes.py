"""Read files as bytes, text or JSON: compressed or not, in any common encoding.

What enters: a path. What leaves: bytes, characters or plain Python values. Everything here is safe
against decompression bombs and damaged files, and every failure is a `ParseError` that says what
to do.
"""

from __future__ import annotations

import codecs
import gzip
import json
import re
import zlib
from pathlib import Path
from typing import Any, BinaryIO

from aliquot.errors import ParseError, SourceError
from aliquot.parsing.files.plausible import is_japanese, looks_like_text

__all__ = [
    "MAXIMUM_BYTES",
    "decode",
    "is_gzip",
    "open_bytes",
    "peek_bytes",
    "read_json",
    "read_text",
]

# Largest content read into memory, compressed or not: a parser holds the text several times over,
# and the largest prose or record file of the dev set has 0.4 MB.
MAXIMUM_BYTES = 512 * 2**20

GZIP_MAGIC = b"\x1f\x8b"

# Longest first: the mark of UTF-32 begins with that of UTF-16.
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# The last is EUC-JP with the circled numbers and units that the standard lacks.
JAPANESE_ENCODINGS = ("euc_jp", "cp932", "euc_jisx0213")
JIS_ESCAPE = re.compile(rb"\x1b\$[@B]")

# Nearly nothing falls here of UTF-16 read in the wrong byte order, or of binary read as UTF-16.
ASCII_OR_KANA = re.compile(r"[\t\r\n -~\u3000-\u30ff]")
MINIMUM_PLAUSIBLE = 0.4
SAMPLE_BYTES = 65536
STEP_BYTES = 2**20
BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")
# A damaged file keeps its encoding while at most this share of the characters beyond ASCII is lost;
# read in a wrong encoding most of them are.
LOST_SHARE = 0.05
# Control characters that no text editor writes; they break XML output and terminals.
CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def open_bytes(path: Path, *, limit: int = MAXIMUM_BYTES) -> bytes:
    """Return the bytes of a file, decompressed where it is gzip.

    Args:
        path: The file.
        limit: Most bytes accepted, counted after decompression.

    Raises:
        ParseError: The file is empty, too large, or damaged gzip.
        SourceError: The file cannot be read.
    """
    data = peek_bytes(path, limit + 1)
    if not data:
        raise ParseError(
            "The file is empty (0 bytes).",
            source=str(path),
            status="empty",
            hint="Export or download it again.",
        )
    if len(data) > limit:
        raise ParseError(
            f"The file holds more than {limit / 2**20:.0f} MiB of text.",
            source=str(path),
            hint="Split it, or keep only the part that should be searched.",
        )
    return data


def peek_bytes(path: Path, count: int) -> bytes:
    """Return at most the first `count` bytes, decompressed where the file is gzip.

    Raises:
        ParseError: The file is damaged gzip.
        SourceError: The file cannot be read.
    """
    try:
        with path.open("rb") as file:
            start = file.read(len(GZIP_MAGIC))
            if start != GZIP_MAGIC:
                return start + _read_up_to(file, count - len(start))
        with gzip.open(path) as unpacked:
            return _read_up_to(unpacked, count)
    except (gzip.BadGzipFile, EOFError, zlib.error) as exc:
        raise ParseError(
            "The gzip data are damaged.",
            source=str(path),
            hint="Copy or download the file again; it was probably cut short.",
        ) from exc
    except OSError as exc:
        raise _unreadable(path, exc) from exc


def is_gzip(path: Path) -> bool:
    """Tell whether a file is packed by gzip.

    Raises:
        SourceError: The file cannot be read.
    """
    try:
        with path.open("rb") as file:
            return file.read(len(GZIP_MAGIC)) == GZIP_MAGIC
    except OSError as exc:
        raise _unreadable(path, exc) from exc


def _unreadable(path: Path, error: OSError) -> SourceError:
    return SourceError(
        f"The file cannot be read: {error.strerror or error}.",
        source=str(path),
        hint="Check that it exists and that you may read it.",
    )


def _read_up_to(stream: BinaryIO | gzip.GzipFile, count: int) -> bytes:
    """Read in steps: asked for `count` at once, Python would set aside that much memory."""
    parts: list[bytes] = []
    while count > 0 and (part := stream.read(min(count, STEP_BYTES))):
        parts.append(part)
        count -= len(part)
    return b"".join(parts)


def read_text(path: Path) -> str:
    """Return a text file's characters, with newlines as `\\n`.

    Raises:
        ParseError: The file is empty, too large, binary or damaged.
    """
    text = decode(open_bytes(path), source=str(path))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_json(path: Path) -> Any:
    """Return the value a JSON file holds.

    Raises:
        ParseError: The file is empty, not JSON, or nested too deeply.
    """
    try:
        return json.loads(read_text(path))
    except (ValueError, RecursionError) as exc:
        reason = "nested too deeply" if isinstance(exc, RecursionError) else str(exc)
        raise ParseError(
            f"The JSON cannot be read: {reason}.",
            source=str(path),
            hint="Export the file again; it was probably cut short or edited by hand.",
        ) from exc


def decode(data: bytes, *, source: str = "", partial: bool = False) -> str:
    """Turn bytes into characters, guessing the encoding.

    In order: byte order mark, UTF-8, UTF-16 without a mark, JIS, EUC-JP, Shift_JIS, Windows-1252.

    Args:
        data: The bytes.
        source: Named in the error.
        partial: The bytes may stop in the middle of a character.

    Raises:
        ParseError: The bytes are not text.
    """
    encoding = _marked_encoding(data) or _guess_encoding(data, partial=partial)
    text = None if encoding is None else _replacing(data, encoding, partial=partial)
    if encoding is None or text is None or not looks_like_text(text, encoding):
        raise ParseError(
            "The file is binary, or text in an encoding that is not read.",
            source=source,
            hint="Save text as UTF-8, anything else in a format that is read, such as PDF or DOCX.",
        )
    return CONTROL.sub("", text)


def _marked_encoding(data: bytes) -> str | None:
    return next((name for mark, name in BYTE_ORDER_MARKS if data.startswith(mark)), None)


def _guess_encoding(data: bytes, *, partial: bool) -> str | None:
    if b"\x00" in data:
        return _unmarked_utf16(data)
    if JIS_ESCAPE.search(data) and _try(data, "iso2022_jp", partial=partial) is not None:
        return "iso2022_jp"
    if _try(data, "utf-8", partial=partial) is not None:
        return "utf-8"
    readings = [(name, _try(data, name, partial=partial)) for name in JAPANESE_ENCODINGS]
    japanese = [name for name, text in readings if text is not None and is_japanese(text)]
    if japanese:
        return japanese[0]
    damaged = ("utf-8", *JAPANESE_ENCODINGS)
    return next((name for name in damaged if _is_damaged(data, name)), "cp1252")


def _is_damaged(data: bytes, encoding: str) -> bool:
    """Tell whether the bytes are of an encoding but for a few that were lost or broken."""
    text = _replacing(data, encoding, partial=True)
    lost, beyond = text.count("\ufffd"), len(BEYOND_ASCII.findall(text))
    return 0 < lost <= LOST_SHARE * beyond and (encoding == "utf-8" or is_japanese(text))


def _unmarked_utf16(data: bytes) -> str | None:
    """Return the byte order in which most characters are ASCII or kana, if there is one."""
    sample = data[: SAMPLE_BYTES - len(data) % 2]
    readings = {name: _try(sample, name, partial=True) for name in ("utf-16-le", "utf-16-be")}
    shares = {
        name: len(ASCII_OR_KANA.findall(text)) / len(text)
        for name, text in readings.items()
        if text
    }
    best = max(shares, key=lambda name: shares[name], default="")
    if best and shares[best] >= MINIMUM_PLAUSIBLE:
        return best
    # A stray zero byte in a log or an instrument's export does not make it binary.
    return "utf-8" if data.count(0) < len(data) * 0.001 and not _has_controls(data) else None


def _has_controls(data: bytes) -> bool:
    sample = data[:SAMPLE_BYTES]
    controls = sum(sample.count(bytes([code])) for code in (*range(1, 9), *range(14, 27)))
    return controls > len(sample) * 0.001


def _try(data: bytes, encoding: str, *, partial: bool) -> str | None:
    try:
        return codecs.getincrementaldecoder(encoding)("strict").decode(data, not partial)
    except UnicodeDecodeError:
        return None


def _replacing(data: bytes, encoding: str, *, partial: bool) -> str:
    return codecs.getincrementaldecoder(encoding)("replace").decode(data, not partial)
