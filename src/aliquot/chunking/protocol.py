"""Protocols: a step with its sub-steps is the least that makes sense; reagents are one list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from aliquot.chunking.assemble import Cut
from aliquot.chunking.cutting import cut_units, section_units
from aliquot.chunking.headers import shorten
from aliquot.chunking.outline import Outline
from aliquot.chunking.sized import SizedChunker
from aliquot.chunking.units import Unit, join_units
from aliquot.types import BlockType

__all__ = ["ProtocolChunker"]

# Enough to tell which step goes on; a header has room for about 72.
STEP_TOKENS = 24
# Headings of what is needed, not of what is done ("Media" but not "Media exchange"). Source: the
# headings of protocols.io, Nature Protocols and STAR Protocols.
MATERIALS = re.compile(
    r"[\s\d.)]*(?:(?:required|general|list of|key|critical|other)\s+)?"
    r"(?:materials?(?! and methods)|reagents?|chemicals|equipment|instruments|supplies|consumables"
    r"|buffers|solutions|antibodies|labware|pipettes|liquids|primers|media|kits?"
    r"|key resources(?: table)?|recipes?"
    r"|ingredients|what you need)"
    r"(?=\s*$|\s*[:,&/(]|\s+(?:and|or|needed|required|list|used|you)\b)"
    r"|.*(?:試薬|材料|器具|機器|機材|準備するもの|必要なもの|用意するもの)",
    re.IGNORECASE,
)


class ProtocolChunker(SizedChunker):
    """Cut a protocol between steps.

    A step keeps its sub-steps and the notes and warnings under it; short neighbouring steps of a
    section share a chunk. Reagents, materials and equipment are one chunk each if they fit. A step
    too long for a chunk is cut between sub-steps; the later parts say in their header what it is.
    """

    def _cuts(self, outline: Outline) -> Iterator[Cut]:
        units = section_units(
            outline,
            range(len(outline.blocks)),
            is_start=lambda index: _opens_step(outline, index),
            tables_above=self._limits.target,
        )
        units = _with_materials_whole(outline, units)

        def of_section(left: Unit, right: Unit) -> bool:
            return outline.paths[left.last] == outline.paths[right.last]

        def may_join(left: Unit, right: Unit) -> bool:
            if outline.root(left.last) == outline.root(right.last):
                return True
            is_crumb = min(left.tokens, right.tokens) < self._limits.crumb
            return is_crumb and _has_step(outline, left) == _has_step(outline, right)

        joined = join_units(units, self._limits, of_section, may_join)
        for unit in joined:
            cuts = list(cut_units(outline, [unit], self._limits))
            yield from _under_their_step(outline, unit, cuts)


def _under_their_step(outline: Outline, unit: Unit, cuts: Sequence[Cut]) -> Iterator[Cut]:
    """Give the later parts of a step its first line as part of their header."""
    opened = [
        outline.blocks[index]
        for index in range(unit.first, unit.last + 1)
        if _opens_step(outline, index)
    ]
    for cut in cuts:
        above = [step for step in opened if step.span.start < cut.span.start]
        begins = any(step.span.start == cut.span.start for step in opened)
        if not above or begins or unit.is_alone:
            yield cut
        else:
            line = above[-1].text.partition("\n")[0]
            yield replace(cut, notes=(*cut.notes, shorten(line, STEP_TOKENS)))


def _opens_step(outline: Outline, index: int) -> bool:
    block = outline.blocks[index]
    return block.type is BlockType.STEP and block.level <= 1


def _has_step(outline: Outline, unit: Unit) -> bool:
    blocks = outline.blocks[unit.first : unit.last + 1]
    return any(block.type is BlockType.STEP for block in blocks)


def _with_materials_whole(outline: Outline, units: Sequence[Unit]) -> list[Unit]:
    """Make one unit of everything under a heading of reagents, materials or equipment."""
    whole: list[Unit] = []
    for heading, group in groupby(units, key=lambda unit: _materials_heading(outline, unit)):
        parts = list(group)
        if heading:
            tokens = sum(unit.tokens for unit in parts)
            parts = [Unit(parts[0].first, parts[-1].last, tokens, is_alone=True)]
        whole += parts
    return whole


def _materials_heading(outline: Outline, unit: Unit) -> tuple[str, ...]:
    """Return the path down to the heading of materials above a unit, empty if there is none."""
    path = outline.paths[unit.last]
    for depth, heading in enumerate(path, start=1):
        if MATERIALS.match(heading):
            return path[:depth]
    return ()
