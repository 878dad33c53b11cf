"""Splitting by the coarsest separator that helps, then by finer ones.

What enters: any text and sizes. What leaves: pieces, as text or as exact spans. The pieces are
those of LangChain's `RecursiveCharacterTextSplitter` for the same arguments, so that a library
cut with it can be compared or rebuilt; `tests/oracle` holds the two against each other.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from itertools import pairwise

from aliquot.errors import ConfigError
from aliquot.types import Span

__all__ = ["split_recursively", "split_spans"]

SEPARATORS = ("\n\n", "\n", ". ", " ", "")


def split_recursively(
    text: str,
    *,
    chunk_size: int,
    chunk_overlap: int,
    separators: Sequence[str] = SEPARATORS,
    length: Callable[[str], int] = len,
) -> list[str]:
    """Split a text into pieces of at most `chunk_size`, at the coarsest separators.

    Args:
        text: What to split.
        chunk_size: Largest piece, in the unit of `length`; only what no separator divides is
            larger.
        chunk_overlap: How much of a piece's end the next may repeat, in the unit of `length`.
        separators: From coarse to fine; the empty string stands for every character. A
            separator stays at the start of the piece it opens.
        length: How pieces are measured; characters by default.

    Returns:
        The pieces in order, without outer white space.

    Raises:
        ConfigError: A size is out of bounds or there is no separator.
    """
    spans = split_spans(
        text,
        chunk_size=chunk_size,
        chunk_overlap=chunk_overlap,
        separators=separators,
        length=length,
    )
    return [span.of(text) for span in spans]


def split_spans(
    text: str,
    *,
    chunk_size: int,
    chunk_overlap: int,
    separators: Sequence[str] = SEPARATORS,
    length: Callable[[str], int] = len,
) -> list[Span]:
    """Locate the pieces `split_recursively` makes.

    Args:
        text: As there.
        chunk_size: As there.
        chunk_overlap: As there.
        separators: As there.
        length: As there.

    Returns:
        Where each piece stands in `text`; neighbours may overlap.

    Raises:
        ConfigError: A size is out of bounds or there is no separator.
    """
    if chunk_size < 1 or not 0 <= chunk_overlap <= chunk_size:
        raise ConfigError(
            f"chunk_size {chunk_size} and chunk_overlap {chunk_overlap} do not fit together.",
            hint="Use a chunk_size of at least 1 and a chunk_overlap from 0 to chunk_size.",
        )
    if not separators:
        raise ConfigError("There is no separator.", hint="Name one, at least ''.")
    splitter = _Splitter(text, chunk_size, chunk_overlap, length)
    return splitter.split(Span(0, len(text)), tuple(separators))


class _Splitter:
    """One text on its way through the separators."""

    def __init__(
        self, text: str, chunk_size: int, chunk_overlap: int, length: Callable[[str], int]
    ) -> None:
        self._text = text
        self._size = chunk_size
        self._overlap = chunk_overlap
        self._length = length
        # Pieces are joined by nothing, and some measures count even that as something.
        self._joint = length("")

    def split(self, span: Span, separators: tuple[str, ...]) -> list[Span]:
        """Split a stretch by the first separator it holds, what stays too large by the rest."""
        separator, finer = _choose(span.of(self._text), separators)
        done: list[Span] = []
        waiting: list[tuple[Span, int]] = []
        for piece in self._pieces(span, separator):
            size = self._length(piece.of(self._text))
            if size < self._size:
                waiting.append((piece, size))
                continue
            done += self._merge(waiting)
            waiting = []
            done += self.split(piece, finer) if finer else [piece]
        return done + self._merge(waiting)

    def _pieces(self, span: Span, separator: str) -> list[Span]:
        """Cut before every occurrence of a separator, or at every character for an empty one."""
        if not separator:
            return [Span(at, at + 1) for at in range(span.start, span.end)]
        cuts = [span.start]
        at = self._text.find(separator, span.start, span.end)
        while at >= 0:
            cuts.append(at)
            at = self._text.find(separator, at + len(separator), span.end)
        return [Span(*ends) for ends in pairwise([*cuts, span.end]) if ends[0] < ends[1]]

    def _merge(self, pieces: Sequence[tuple[Span, int]]) -> list[Span]:
        """Join neighbouring pieces up to the size, each time stepping back by the overlap."""
        merged: list[Span] = []
        window: deque[tuple[Span, int]] = deque()
        total = 0
        for piece, size in pieces:
            if window and total + size + self._joint > self._size:
                merged += self._join(window)
                while window and (total > self._overlap or self._overflows(total, size, window)):
                    _, dropped = window.popleft()
                    total -= dropped + (self._joint if window else 0)
            total += size + (self._joint if window else 0)
            window.append((piece, size))
        return merged + self._join(window)

    def _overflows(self, total: int, size: int, window: Sequence[tuple[Span, int]]) -> bool:
        return total > 0 and total + size + (self._joint if window else 0) > self._size

    def _join(self, window: Sequence[tuple[Span, int]]) -> list[Span]:
        """Return the stretch from first to last piece without outer white space, if any is left."""
        if not window:
            return []
        start, end = window[0][0].start, window[-1][0].end
        text = self._text[start:end]
        start += len(text) - len(text.lstrip())
        end -= len(text) - len(text.rstrip())
        return [Span(start, end)] if start < end else []


def _choose(text: str, separators: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """Return the first separator found in the text and the finer ones after it."""
    for index, separator in enumerate(separators):
        if not separator:
            return separator, ()
        if separator in text:
            return separator, separators[index + 1 :]
    return separators[-1], ()
