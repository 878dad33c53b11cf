"""Gene and protein entries: function, interactions, disease, variants, structure apart."""

from __future__ import annotations

from collections.abc import Iterator

from aliquot.chunking.assemble import Cut
from aliquot.chunking.cutting import cut_sections
from aliquot.chunking.outline import Outline
from aliquot.chunking.sized import SizedChunker
from aliquot.chunking.units import Unit

__all__ = ["GeneChunker"]


class GeneChunker(SizedChunker):
    """Cut a gene or protein entry between its top-level sections.

    Each is asked about by itself, so they stay apart however short.
    """

    def _cuts(self, outline: Outline) -> Iterator[Cut]:
        def may_join(left: Unit, right: Unit) -> bool:
            return outline.root(left.last) == outline.root(right.last)

        return cut_sections(outline, self._limits, may_join)
