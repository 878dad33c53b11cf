"""The parent's side: a few processes that look at pages, each ended where it takes too long."""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

from aliquot.errors import ParseError, SourceError
from aliquot.parsing.paged.records import (
    Failed,
    Looked,
    LookLimits,
    PageCharacters,
    PagePicture,
    Request,
    SlideRequest,
    SlideSketch,
)
from aliquot.parsing.processes import NO_PICKLE, Child, Deadline, boot

__all__ = ["PageLooker"]

BOOT = boot("aliquot.parsing.paged.drawer")
# The characters of a page with their boxes take 100 kB, a page in eight million pixels 10 MB.
ANSWER_BYTES = 128 * 2**20
# One draws while the other reads; a page takes a tenth of a second.
PROCESSES = 2
HINT = "Open the file itself; its text is in the library all the same."


class PageLooker:
    """Looks at pages of files in a few processes, started when first needed.

    May be used from many threads; each waits for a process that is free.
    """

    def __init__(self, limits: LookLimits = LookLimits()) -> None:
        """Set the limits; no process starts yet.

        Args:
            limits: For each request.
        """
        self._limits = limits
        self._free = threading.BoundedSemaphore(PROCESSES)
        self._idle: deque[Child] = deque()
        self._all: set[Child] = set()
        self._guard = threading.Lock()
        self._is_closed = False

    def close(self) -> None:
        """End every process, even one that is drawing."""
        with self._guard:
            self._is_closed = True
            children = tuple(self._all)
        for child in children:
            child.stop()

    def characters(self, path: Path, pages: Sequence[int]) -> dict[int, PageCharacters]:
        """Return the characters of pages by their number; a page that is not there is left out.

        Args:
            path: A PDF, or a picture, of which only sizes are known.
            pages: 1-based.

        Raises:
            ParseError: The file cannot be opened or took too long.
            SourceError: No process could be started.
        """
        looked = self._look(Request(str(path), tuple(pages)))
        return {one.number: one for one in looked if isinstance(one, PageCharacters)}

    def picture(self, path: Path, page: int, width: int) -> bytes:
        """Return a page drawn as PNG.

        Args:
            path: A PDF or a picture.
            page: 1-based.
            width: In pixels; less where the page would have too many of them.

        Raises:
            ParseError: The file has no such page, cannot be opened or took too long.
            SourceError: No process could be started.
        """
        for one in self._look(Request(str(path), (page,), width)):
            if isinstance(one, PagePicture):
                return one.png
        raise ParseError(f"There is no page {page}.", source=str(path), page=page, hint=HINT)

    def sketch(self, path: Path, slide: int) -> SlideSketch | None:
        """Return what a slide looks like, its texts apart; `None` where there is no such slide.

        Args:
            path: A .pptx, .odp or .fodp file.
            slide: 1-based.

        Raises:
            ParseError: The file cannot be opened or took too long.
            SourceError: No process could be started.
        """
        looked = self._look(SlideRequest(str(path), (slide,)))
        return next((one for one in looked if isinstance(one, SlideSketch)), None)

    def slide_picture(self, path: Path, slide: int, picture: int, width: int) -> bytes:
        """Return a picture that stands on a slide, drawn anew as PNG or JPEG.

        Args:
            path: A .pptx or .odp file.
            slide: 1-based.
            picture: Its place among those of the slide's sketch, from 1.
            width: In pixels; a smaller picture stays as wide as it is.

        Raises:
            ParseError: There is no such picture, it cannot be drawn or took too long.
            SourceError: No process could be started.
        """
        for one in self._look(SlideRequest(str(path), (slide,), width, picture)):
            if isinstance(one, PagePicture):
                return one.png
        raise ParseError(
            f"There is no picture {picture} to draw on slide {slide}.",
            source=str(path),
            page=slide,
            hint=HINT,
        )

    def _look(self, request: Request) -> Sequence[PageCharacters | PagePicture | SlideSketch]:
        with self._child(request) as child:
            looked = self._ask(child, request)
        if isinstance(looked, Failed):
            raise looked.error
        return looked

    @contextmanager
    def _child(self, request: Request) -> Iterator[Child]:
        """Give a process that nobody else speaks to meanwhile, and keep it if it still runs."""
        with self._free:
            child = self._take(request)
            try:
                yield child
            finally:
                self._give_back(child)

    def _take(self, request: Request) -> Child:
        with self._guard:
            if self._is_closed:
                raise SourceError("The library is closed.", source=request.path)
            if self._idle:
                return self._idle.pop()
            try:
                child = Child(BOOT, json.dumps(asdict(self._limits)))
            except OSError as exc:
                raise SourceError(
                    f"No process that draws pages could be started: {exc.strerror or exc}.",
                    source=request.path,
                    hint="Close other programs and try again.",
                ) from exc
            self._all.add(child)
            return child

    def _give_back(self, child: Child) -> None:
        with self._guard:
            if child.is_alive and not self._is_closed:
                self._idle.append(child)
                return
            self._all.discard(child)
        child.stop()

    def _ask(self, child: Child, request: Request) -> Looked:
        deadline = Deadline(child.kill)
        deadline.set(self._limits.timeout_s)
        try:
            answer = child.ask(request, ANSWER_BYTES)
        except (*NO_PICKLE, OSError, EOFError):
            child.stop()
            took_long = f"Its pages took longer than {deadline.seconds:g} s."
            reason = took_long if deadline.has_passed else "What draws its pages broke down."
            raise ParseError(
                reason, source=request.path, page=request.pages[0], hint=HINT
            ) from None
        finally:
            deadline.cancel()
        if isinstance(answer, Failed):
            return answer
        return answer if isinstance(answer, list) else []
