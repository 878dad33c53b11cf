"""Put the amounts that blocks state beside their text.

What enters: the blocks of a protocol. What leaves: the same blocks with their quantities. In a
table a number stands under a heading that names its unit, "Volume (µl)": such cells are read too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from aliquot.quantities import find_quantities
from aliquot.types import Block, BlockType, Quantity, Span

__all__ = ["quantified"]

STATING = frozenset(
    {
        BlockType.STEP,
        BlockType.NOTE,
        BlockType.LIST_ITEM,
        BlockType.TABLE,
        BlockType.PARAGRAPH,
    }
)
# "Volume (µl)", "Time [min]", "Volume, µl", "温度（℃）".
UNIT_IN_HEADING = re.compile(
    r"(?:[(\[（]\s*(?P<inside>[^()\[\]（）]{1,12})\s*[)\]）]|,\s*(?P<last>\S{1,8}))$"
)
PLAIN_NUMBER = re.compile(r"[-−–]?\d+(?:[.,]\d+)*(?:\s?[-–~]\s?\d+(?:[.,]\d+)*)?")
# One cell of a Markdown row; a bar inside a cell is written "\|".
CELL = re.compile(r"(?<!\\)\|(?P<text>(?:[^|\\\n]|\\.)*)(?=\|)")


def quantified(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """Return the blocks, those that tell what to do with their amounts."""
    return tuple(
        replace(block, quantities=_quantities(block)) if block.type in STATING else block
        for block in blocks
    )


def _quantities(block: Block) -> tuple[Quantity, ...]:
    found = find_quantities(block.text, block.span.start)
    if block.type is BlockType.TABLE:
        found = sorted([*found, *_under_units(block)], key=lambda one: one.span.start)
    return tuple(found)


def _under_units(block: Block) -> Iterator[Quantity]:
    """Find the plain numbers of columns whose heading names a unit."""
    units: list[str] = []
    start = block.span.start
    for number, row in enumerate(block.text.split("\n")):
        cells = list(CELL.finditer(row))
        if number == 0:
            units = [_unit(cell["text"].strip()) for cell in cells]
        for cell, unit in zip(cells, units, strict=False):
            written = cell["text"].strip()
            if unit and PLAIN_NUMBER.fullmatch(written):
                begin = start + cell.start("text") + cell["text"].index(written)
                yield from _cell_quantities(written, unit, begin)
        start += len(row) + 1


def _unit(heading: str) -> str:
    found = UNIT_IN_HEADING.search(heading)
    unit = (found["inside"] or found["last"]) if found else ""
    return unit if unit and len(find_quantities(f"7 {unit}")) == 1 else ""


def _cell_quantities(written: str, unit: str, start: int) -> Iterator[Quantity]:
    for one in find_quantities(f"{written} {unit}")[:1]:
        yield replace(one, span=Span(start, start + len(written)))
