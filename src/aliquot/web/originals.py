"""Originals as they are handed out: shown where a browser can do no harm with them, else saved."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from fastapi.responses import FileResponse

__all__ = ["original_response"]

# What a browser draws itself, by the first bytes of the file; names are not believed. No SVG: it
# holds scripts.
SHOWN: Mapping[bytes, str] = {
    b"%PDF-": "application/pdf",
    b"\x89PNG\r\n\x1a\n": "image/png",
    b"\xff\xd8\xff": "image/jpeg",
    b"GIF87a": "image/gif",
    b"GIF89a": "image/gif",
}
SAVED = "application/octet-stream"
HEAD_BYTES = 8


def original_response(path: Path) -> FileResponse:
    """Return a file, or the range of it that is asked for.

    The headers that keep a browser from running it are those of every answer of the server.

    Args:
        path: From `View.source_file`.
    """
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
    kind = next((kind for sign, kind in SHOWN.items() if head.startswith(sign)), SAVED)
    return FileResponse(
        path,
        media_type=kind,
        filename=path.name,
        content_disposition_type="attachment" if kind == SAVED else "inline",
    )
