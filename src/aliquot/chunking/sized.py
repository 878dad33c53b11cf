"""What all chunkers are: sizes, and a way from a document's outline to its cuts."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable

from aliquot.chunking.assemble import Cut, assemble
from aliquot.chunking.dividing import split_run
from aliquot.chunking.limits import Limits
from aliquot.chunking.outline import Outline
from aliquot.types import Chunk, Document, Span

__all__ = ["SizedChunker"]


class SizedChunker(ABC):
    """A chunker that keeps to given sizes."""

    def __init__(
        self, *, target_tokens: int = 300, max_tokens: int = 440, overlap: float = 0.15
    ) -> None:
        """Set the sizes, in tokens as `estimate_tokens` counts them.

        Args:
            target_tokens: What chunks are packed to.
            max_tokens: What no chunk exceeds. The default leaves a 512-token model room for a
                header of 72 tokens.
            overlap: Share of `target_tokens` repeated where a section had to be cut, 0 to below
                0.5.

        Raises:
            ConfigError: The sizes are out of bounds or do not fit together.
        """
        self._limits = Limits(target=target_tokens, max=max_tokens, overlap=overlap)

    def __call__(self, document: Document) -> list[Chunk]:
        """Return the document's chunks in reading order."""
        outline = Outline(document)
        chunks = assemble(outline, self._cuts(outline))
        return chunks or assemble(outline, self._whole(outline))

    @abstractmethod
    def _cuts(self, outline: Outline) -> Iterable[Cut]:
        """Choose where chunks stand, in reading order."""

    def _whole(self, outline: Outline) -> list[Cut]:
        """Take a document of nothing but headings as it is, so that it can be found."""
        everything = Span(0, len(outline.text))
        spans = split_run(outline.text, everything, self._limits.target)
        return [Cut(span, keeps_headings=True) for span in spans]
