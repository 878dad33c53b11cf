"""Pages of PDFs and pictures, and pictures on slides, drawn; the latest are kept in memory."""

from __future__ import annotations

import threading
import time
from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple

from aliquot.errors import ParseError
from aliquot.parsing.paged.looking import PageLooker

__all__ = ["MOST_WIDTH", "PageImages"]

# Widths that are drawn: what is asked for is rounded up, so that a few pictures serve all windows.
WIDTHS = (200, 400, 800, 1200, 1600, 2400)
MOST_WIDTH = WIDTHS[-1]
# A page at 1200 pixels takes 200 kB: the latest 150 pages.
KEPT_BYTES = 32 * 2**20
# A page that hung or broke what draws it is not tried again for so long.
FAILED_S = 600.0
# Failures remembered: a name and a time each.
MOST_FAILURES = 1_000


class _Key(NamedTuple):
    """A page of a file as it is now."""

    path: str
    mtime_ns: int
    size: int
    page: int
    width: int
    picture: int = 0


class PageImages:
    """Draws pages and keeps the latest; used by many threads."""

    def __init__(self, looker: PageLooker) -> None:
        """Take what draws.

        Args:
            looker: Draws in a process of its own.
        """
        self._looker = looker
        self._guard = threading.Lock()
        self._kept: OrderedDict[_Key, bytes] = OrderedDict()
        self._kept_bytes = 0
        self._failed: OrderedDict[_Key, tuple[float, ParseError]] = OrderedDict()

    def picture(self, path: Path, page: int, width: int, picture: int = 0) -> bytes:
        """Return a page as PNG, or a picture that stands on a slide as PNG or JPEG.

        Args:
            path: A PDF, a picture or a presentation.
            page: 1-based.
            width: In pixels, rounded up to one of a few.
            picture: Of a presentation, its place on the slide from 1; 0 for all of a page.

        Raises:
            ParseError: It cannot be drawn, or took too long, now or within the last minutes.
        """
        key = _key(path, page, width, picture)
        found = self._remembered(key)
        if found is not None:
            return found
        try:
            png = self._drawn(path, key)
        except ParseError as exc:
            self._note_failure(key, exc)
            raise
        self._keep(key, png)
        return png

    def _drawn(self, path: Path, key: _Key) -> bytes:
        if key.picture:
            return self._looker.slide_picture(path, key.page, key.picture, key.width)
        return self._looker.picture(path, key.page, key.width)

    def _remembered(self, key: _Key) -> bytes | None:
        with self._guard:
            at, error = self._failed.get(key, (0.0, None))
            if error is not None and time.monotonic() - at < FAILED_S:
                raise error
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _note_failure(self, key: _Key, error: ParseError) -> None:
        with self._guard:
            self._failed[key] = (time.monotonic(), error)
            if len(self._failed) > MOST_FAILURES:
                self._failed.popitem(last=False)

    def _keep(self, key: _Key, png: bytes) -> None:
        with self._guard:
            self._kept_bytes += len(png) - len(self._kept.pop(key, b""))
            self._kept[key] = png
            while self._kept_bytes > KEPT_BYTES:
                _, dropped = self._kept.popitem(last=False)
                self._kept_bytes -= len(dropped)


def _key(path: Path, page: int, width: int, picture: int) -> _Key:
    try:
        now = path.stat()
    except OSError as exc:
        raise ParseError(
            f"The file cannot be read: {exc.strerror or exc}.",
            source=str(path),
            hint="Put it back, or run 'aliquot sync' to take it out of the library.",
        ) from exc
    wide = next(one for one in WIDTHS if one >= min(width, MOST_WIDTH))
    return _Key(str(path), now.st_mtime_ns, now.st_size, page, wide, picture)
