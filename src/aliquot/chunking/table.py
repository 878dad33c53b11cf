"""Workbooks and tables: rows, under the sheet's name and the header row."""

from __future__ import annotations

from collections.abc import Iterator

from aliquot.chunking.assemble import Cut
from aliquot.chunking.cutting import cut_sections
from aliquot.chunking.outline import Outline
from aliquot.chunking.sized import SizedChunker
from aliquot.chunking.units import Unit

__all__ = ["TableChunker"]


class TableChunker(SizedChunker):
    """Cut a workbook between rows.

    Every table is apart from the text around it; where it has to be cut, each later part repeats
    the header row in its header. Text stays within its sheet.
    """

    def _cuts(self, outline: Outline) -> Iterator[Cut]:
        def may_join(left: Unit, right: Unit) -> bool:
            return outline.root(left.last) == outline.root(right.last)

        return cut_sections(outline, self._limits, may_join, tables_above=0)
