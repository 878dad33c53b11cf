"""A document's blocks with what chunkers ask about them: size, section, neighbours.

What enters: a `Document`. What leaves: an `Outline` over it, with the title taken out of the
section paths, since a title above every section tells none of them apart.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from functools import cached_property

from aliquot.chunking.tokens import estimate_tokens
from aliquot.types import BlockType, Document, Span

__all__ = ["Outline", "common_path"]


class Outline:
    """The blocks of one document, with sizes and section paths.

    Attributes:
        document: The document.
        text: Its text.
        blocks: Its blocks in reading order.
        paths: Section path of each block, without the title.
    """

    def __init__(self, document: Document) -> None:
        """Look over a document."""
        self.document = document
        self.text = document.text
        self.blocks = document.blocks
        title = _plain(document.title)
        self.paths = [_without_title(block.section_path, title) for block in document.blocks]

    @cached_property
    def tokens(self) -> list[int]:
        """Estimated size of each block."""
        return [estimate_tokens(block.text) for block in self.blocks]

    @cached_property
    def _starts(self) -> list[int]:
        return [block.span.start for block in self.blocks]

    def root(self, index: int) -> str:
        """Return the top-level heading above a block, or an empty string."""
        return self.paths[index][0] if self.paths[index] else ""

    def shares_section(self, left: int, right: int, depth: int) -> bool:
        """Tell whether two blocks stand under the same headings down to a depth from 1."""
        return self.paths[left][:depth] == self.paths[right][:depth]

    def is_heading(self, index: int) -> bool:
        """Tell whether a block is a heading."""
        return self.blocks[index].type is BlockType.HEADING

    def is_title(self, index: int) -> bool:
        """Tell whether a block is the document's title at its beginning."""
        return index == 0 and self.is_heading(index) and not self.paths[index]

    def touched(self, span: Span) -> range:
        """Return the indices of the blocks a span touches."""
        first = max(0, bisect_right(self._starts, span.start) - 1)
        if self.blocks and self.blocks[first].span.end <= span.start:
            first += 1
        return range(first, bisect_left(self._starts, span.end))

    def span(self, first: int, last: int) -> Span:
        """Return the stretch from one block to another, both included."""
        return Span(self.blocks[first].span.start, self.blocks[last].span.end)


def common_path(paths: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the headings that stand above all of some blocks."""
    if not paths:
        return ()
    low, high = min(paths), max(paths)
    for depth, heading in enumerate(low):
        if depth >= len(high) or high[depth] != heading:
            return low[:depth]
    return low


def _without_title(path: tuple[str, ...], title: str) -> tuple[str, ...]:
    return path[1:] if path and title and _plain(path[0]) == title else path


def _plain(heading: str) -> str:
    return " ".join(heading.casefold().split()).rstrip(".")
