"""Papers: whole sentences inside one top-level section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from aliquot.chunking.assemble import Cut
from aliquot.chunking.cutting import cut_units, of_subsection, section_units
from aliquot.chunking.outline import Outline
from aliquot.chunking.sized import SizedChunker
from aliquot.chunking.units import Unit, join_units
from aliquot.types import BlockType, SectionClass

__all__ = ["PaperChunker"]

ABSTRACT = re.compile(r"abstract|summary|synopsis|要旨|要約|抄録", re.IGNORECASE)


class PaperChunker(SizedChunker):
    """Cut a paper inside its top-level sections.

    Small subsections of a section share a chunk; the abstract is one chunk if it fits; tables
    and long captions are chunks of their own; acknowledgements, funding and other short back
    matter go together.
    """

    def _cuts(self, outline: Outline) -> Iterator[Cut]:
        units = section_units(outline, range(len(outline.blocks)))
        units = self._with_abstract_whole(outline, self._with_captions_alone(outline, units))

        def may_join(left: Unit, right: Unit) -> bool:
            return self._may_join(outline, left, right)

        joined = join_units(units, self._limits, of_subsection(outline), may_join)
        return cut_units(outline, joined, self._limits)

    def _with_captions_alone(self, outline: Outline, units: Sequence[Unit]) -> list[Unit]:
        """Take captions above half the target size out of the text around them."""
        parted: list[Unit] = []
        for unit in units:
            parted += [unit] if unit.is_alone else self._part_captions(outline, unit)
        return parted

    def _part_captions(self, outline: Outline, unit: Unit) -> list[Unit]:
        def is_long_caption(index: int) -> bool:
            is_caption = outline.blocks[index].type is BlockType.CAPTION
            return is_caption and outline.tokens[index] > self._limits.target // 2

        return [
            Unit(part[0], part[-1], sum(outline.tokens[i] for i in part), is_alone=is_long)
            for is_long, group in groupby(range(unit.first, unit.last + 1), key=is_long_caption)
            for part in ([[i] for i in group] if is_long else [list(group)])
        ]

    def _with_abstract_whole(self, outline: Outline, units: Sequence[Unit]) -> list[Unit]:
        """Make one unit of an abstract with its subsections, if it fits in a chunk."""
        whole: list[Unit] = []
        for (_, is_abstract), group in groupby(units, key=lambda unit: _part(outline, unit)):
            parts = list(group)
            tokens = sum(unit.tokens for unit in parts)
            if is_abstract and tokens <= self._limits.max:
                is_full = tokens > self._limits.target
                parts = [Unit(parts[0].first, parts[-1].last, tokens, is_alone=is_full)]
            whole += parts
        return whole

    def _may_join(self, outline: Outline, left: Unit, right: Unit) -> bool:
        """Allow joining inside a top-level section, inside an abstract, and of short back matter.

        A structured abstract may have lost its own heading, so that its parts look top-level;
        an abstract and an author summary, each under its own, stay apart.
        """
        (left_root, left_abstract), (right_root, right_abstract) = (
            _part(outline, left),
            _part(outline, right),
        )
        if left_root == right_root:
            return left_abstract == right_abstract
        if left_abstract or right_abstract:
            is_named = any(map(ABSTRACT.search, (left_root, right_root)))
            return left_abstract and right_abstract and not is_named
        is_back_matter = all(
            outline.blocks[unit.last].section_class is SectionClass.OTHER for unit in (left, right)
        )
        is_short = left.tokens + right.tokens <= self._limits.target // 2
        return bool(left_root) and is_back_matter and is_short


def _part(outline: Outline, unit: Unit) -> tuple[str, bool]:
    """Return the top-level heading above a unit and whether it belongs to an abstract."""
    section_class = outline.blocks[unit.last].section_class
    return outline.root(unit.last), section_class is SectionClass.ABSTRACT
