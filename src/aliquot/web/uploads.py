"""Files out of a request: written to disk as they come, within limits, never whole in memory."""

from __future__ import annotations

import errno
import shutil
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from fastapi import Request
from python_multipart.exceptions import MultipartParseError
from python_multipart.multipart import MultipartParser, parse_options_header
from starlette.concurrency import run_in_threadpool

from aliquot.library.uploads import safe_name
from aliquot.web.problems import Refusal

__all__ = ["Limits", "Received", "ReceivedFile", "receive"]

# Files rest here until the whole request has come: on the library's disk, so that moving one is
# renaming it.
INCOMING = ".incoming"
# What an upload that was cut off by a kill has left is thrown away after this.
LEFT_OVER_S = 24 * 3600
# A field is the name of a collection.
MAX_FIELD_BYTES = 1024
# Headers of a part: its name, its type, and nothing else that is of use.
MAX_HEADER_BYTES = 8 * 1024
MAX_FIELDS = 16
# Source: RFC 2046, section 5.1.1.
MAX_BOUNDARY = 70
MIB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one request may bring.

    Attributes:
        files: How many files.
        file_bytes: Largest file.
    """

    files: int
    file_bytes: int


@dataclass(frozen=True, slots=True)
class ReceivedFile:
    """A file as it came.

    Attributes:
        name: As the sender calls it, made safe.
        path: Where it rests meanwhile.
    """

    name: str
    path: Path


@dataclass(slots=True)
class Received:
    """What a request brought.

    Attributes:
        fields: Texts by name.
        files: In order.
    """

    fields: dict[str, str] = field(default_factory=dict)
    files: list[ReceivedFile] = field(default_factory=list)


@asynccontextmanager
async def receive(request: Request, uploads: Path, limits: Limits) -> AsyncIterator[Received]:
    """Give what a multipart request brought; what is left of it goes with the context.

    Args:
        request: Not yet read.
        uploads: Folder of the library's uploads.
        limits: How much is taken.

    Raises:
        Refusal: It is no multipart request, is malformed, or brings too much; or the disk is full.
    """
    boundary = _boundary(request)
    folder = await run_in_threadpool(_make_folder, uploads)
    writer = _Writer(folder, limits)
    try:
        await _read(request, writer, boundary)
        yield writer.received
    finally:
        writer.close()
        await run_in_threadpool(shutil.rmtree, folder, ignore_errors=True)


def _boundary(request: Request) -> bytes:
    kind, options = parse_options_header(request.headers.get("content-type", ""))
    boundary = options.get(b"boundary", b"")
    if kind != b"multipart/form-data" or not 0 < len(boundary) <= MAX_BOUNDARY:
        raise Refusal(
            415,
            "Files are sent as multipart/form-data, with a boundary.",
            hint="With curl: -F files=@paper.pdf -F files=@notes.docx",
        )
    return boundary


def _make_folder(uploads: Path) -> Path:
    incoming = uploads / INCOMING
    try:
        incoming.mkdir(parents=True, exist_ok=True)
        _drop_left_over(incoming)
        return Path(tempfile.mkdtemp(dir=incoming))
    except OSError as exc:
        raise _unwritable(exc) from exc


def _drop_left_over(incoming: Path) -> None:
    for folder in incoming.iterdir():
        # Another request may have thrown it away meanwhile.
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > LEFT_OVER_S:
                shutil.rmtree(folder, ignore_errors=True)


async def _read(request: Request, writer: _Writer, boundary: bytes) -> None:
    parser = MultipartParser(
        boundary,
        {
            "on_part_begin": writer.begin_part,
            "on_header_field": writer.take_header_name,
            "on_header_value": writer.take_header_value,
            "on_header_end": writer.end_header,
            "on_headers_finished": writer.open_part,
            "on_part_data": writer.write,
            "on_part_end": writer.end_part,
            "on_end": writer.end,
        },
    )
    try:
        async for received in request.stream():
            # Writing waits for the disk, on which other requests need not wait.
            await run_in_threadpool(parser.write, received)
        await run_in_threadpool(parser.finalize)
    except MultipartParseError as exc:
        raise _malformed() from exc
    except OSError as exc:
        raise _unwritable(exc) from exc
    if not writer.is_whole:
        raise _malformed()


def _malformed() -> Refusal:
    return Refusal(400, "The request is malformed or was cut off.", hint="Send it again.")


def _unwritable(error: OSError) -> Refusal:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Refusal(
            507,
            "The disk of the library is full; nothing of this upload was kept.",
            hint="Make room on the server, then send the files again.",
        )
    return Refusal(
        503,
        f"The library's folder cannot be written: {error.strerror or error}.",
        hint="Check who may write there.",
    )


class _Writer:
    """Writes the parts of a request as a parser comes to them."""

    def __init__(self, folder: Path, limits: Limits) -> None:
        self.received = Received()
        self.is_whole = False
        self._folder = folder
        self._limits = limits
        self._headers: dict[bytes, bytes] = {}
        self._header_name = self._header_value = b""
        self._header_bytes = 0
        self._field = ""
        self._text = b""
        self._file: IO[bytes] | None = None
        self._size = 0

    def begin_part(self) -> None:
        self._headers, self._header_bytes = {}, 0
        self._header_name = self._header_value = b""

    def take_header_name(self, source: bytes, start: int, end: int) -> None:
        self._count_header(end - start)
        self._header_name += source[start:end]

    def take_header_value(self, source: bytes, start: int, end: int) -> None:
        self._count_header(end - start)
        self._header_value += source[start:end]

    def _count_header(self, size: int) -> None:
        self._header_bytes += size
        if self._header_bytes > MAX_HEADER_BYTES:
            raise Refusal(400, "The headers of a part are too long.")

    def end_header(self) -> None:
        self._headers[self._header_name.lower()] = self._header_value
        self._header_name = self._header_value = b""

    def open_part(self) -> None:
        _, options = parse_options_header(self._headers.get(b"content-disposition"))
        self._field = options.get(b"name", b"").decode(errors="replace")
        self._text, self._size = b"", 0
        # Source: RFC 7578, section 4.2: the name stands in `filename` alone, as UTF-8.
        name = options.get(b"filename")
        if name is not None:
            self._open_file(name.decode(errors="replace"))
        elif len(self.received.fields) >= MAX_FIELDS:
            raise Refusal(400, f"There are more than {MAX_FIELDS} fields.")
        elif self._field in self.received.fields:
            # Whoever reads the first and whoever reads the last would each believe another one.
            raise Refusal(400, f"The field {self._field!r} stands there twice.")

    def _open_file(self, name: str) -> None:
        if len(self.received.files) >= self._limits.files:
            raise Refusal(
                413,
                f"There are more than {self._limits.files} files in the request.",
                hint="Send them in several requests.",
            )
        # In a folder of its own: its name, whose ending parsers look at, is its own too.
        place = self._folder / str(len(self.received.files))
        place.mkdir()
        kept = ReceivedFile(safe_name(name), place / safe_name(name))
        self.received.files.append(kept)
        self._file = kept.path.open("xb")

    def write(self, source: bytes, start: int, end: int) -> None:
        self._size += end - start
        if self._file is None:
            if self._size > MAX_FIELD_BYTES:
                raise Refusal(413, f"The field {self._field!r} is too long.")
            self._text += source[start:end]
            return
        if self._size > self._limits.file_bytes:
            name, most = self.received.files[-1].name, self._limits.file_bytes // MIB
            raise Refusal(
                413,
                f"{name} is larger than {most} MiB.",
                hint="Whoever runs the server can raise serve.upload_max_mib, or add it there.",
            )
        self._file.write(source[start:end])

    def end_part(self) -> None:
        if self._file is None:
            self.received.fields[self._field] = self._text.decode(errors="replace")
        else:
            self._file.close()
            self._file = None

    def end(self) -> None:
        self.is_whole = True

    def close(self) -> None:
        if self._file is not None:
            # What cannot be flushed is thrown away with the rest.
            with suppress(OSError):
                self._file.close()
