"""Whether the file a document was read from is still the same."""

from __future__ import annotations

import hashlib
from pathlib import Path

from aliquot.types import Document

__all__ = ["is_as_read", "original_of"]


def original_of(document: Document) -> Path | None:
    """Return the file a document was read from; `None` where it has none on this machine."""
    return Path(document.source.path) if document.source and document.source.path else None


def is_as_read(document: Document) -> bool:
    """Tell whether a document's file is there and the one that was read.

    Size and time tell at once; a file that was copied or touched is told by its bytes.
    """
    path, source = original_of(document), document.source
    if path is None or source is None:
        return False
    try:
        now = path.stat()
        if now.st_size != source.size or now.st_mtime_ns == source.mtime_ns:
            return now.st_size == source.size
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest() == source.sha256
    except OSError:
        return False
