"""Notes and everything without a kind of its own: sections, packed."""

from __future__ import annotations

from collections.abc import Iterator

from aliquot.chunking.assemble import Cut
from aliquot.chunking.cutting import cut_sections
from aliquot.chunking.outline import Outline
from aliquot.chunking.sized import SizedChunker
from aliquot.chunking.units import Unit

__all__ = ["NotesChunker"]


class NotesChunker(SizedChunker):
    """Cut notes by their headings, packing short sections together.

    Sections of one top-level heading share a chunk up to the target size; sections of different
    ones do only where one of them is too short to stand alone.
    """

    def _cuts(self, outline: Outline) -> Iterator[Cut]:
        def may_join(left: Unit, right: Unit) -> bool:
            if outline.root(left.last) == outline.root(right.first):
                return True
            return min(left.tokens, right.tokens) < self._limits.crumb

        return cut_sections(outline, self._limits, may_join)
