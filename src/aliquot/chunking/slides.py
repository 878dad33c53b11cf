"""Slides: one slide with its notes is one chunk."""

from __future__ import annotations

from collections.abc import Iterator

from aliquot.chunking.assemble import Cut
from aliquot.chunking.cutting import cut_units, section_units
from aliquot.chunking.outline import Outline
from aliquot.chunking.sized import SizedChunker
from aliquot.types import Block, BlockType, Document

__all__ = ["SlidesChunker"]


class SlidesChunker(SizedChunker):
    """Cut a deck between slides.

    A slide is everything on one page; where there are no pages, a level-1 heading and what
    follows it. Neighbouring slides stay apart however short, since each is cited by its number; a
    slide is divided only above the largest size.
    """

    def _cuts(self, outline: Outline) -> Iterator[Cut]:
        for slide in _slides(outline.document):
            yield from self._cut_slide(outline, slide)

    def _cut_slide(self, outline: Outline, slide: range) -> Iterator[Cut]:
        if sum(outline.tokens[index] for index in slide) <= self._limits.max:
            yield Cut(outline.span(slide.start, slide.stop - 1), keeps_headings=True)
            return
        units = section_units(outline, slide, tables_above=self._limits.target)
        yield from cut_units(outline, units, self._limits)


def _slides(document: Document) -> Iterator[range]:
    first = 0
    for index in range(1, len(document.blocks)):
        if _opens_slide(document.blocks[index - 1], document.blocks[index]):
            yield range(first, index)
            first = index
    if document.blocks:
        yield range(first, len(document.blocks))


def _opens_slide(before: Block, block: Block) -> bool:
    if before.pages and block.pages:
        return before.pages[-1] != block.pages[0]
    return block.type is BlockType.HEADING and block.level == 1
