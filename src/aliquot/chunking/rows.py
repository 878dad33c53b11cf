"""Tables as chunks of their own, cut between rows, each part under its header row.

What enters: an `Outline` and the blocks to look at. What leaves: one `Unit` for every table with
the caption and footnotes next to it, and the cuts of such a unit.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from aliquot.chunking.assemble import Cut
from aliquot.chunking.dividing import LABEL_TOKENS, Atom, atoms_of, pack
from aliquot.chunking.headers import NOTE_TOKENS, shorten
from aliquot.chunking.limits import Limits
from aliquot.chunking.outline import Outline
from aliquot.chunking.tokens import estimate_tokens
from aliquot.chunking.units import Unit
from aliquot.types import Block, BlockType

__all__ = ["cut_table", "table_in", "table_units"]

TABLE_LABEL = re.compile(
    r"(?:(?:supplementary|supplemental|extended data|additional)\s+)?table\b|表", re.I
)
# Between the cells of a row; inside a cell it is escaped.
PIPE = re.compile(r"(?<!\\)\|")
INTRODUCTIONS = frozenset({BlockType.CAPTION, BlockType.PARAGRAPH})


def table_units(outline: Outline, indices: Iterable[int], *, above: int = 0) -> list[Unit]:
    """Find the tables of more than `above` tokens, each with its caption and footnotes."""
    wanted = set(indices)
    units: list[Unit] = []
    for index in sorted(wanted):
        block = outline.blocks[index]
        if block.type is not BlockType.TABLE or outline.tokens[index] <= above:
            continue
        first = last = index
        if index - 1 in wanted and _introduces(outline, index - 1, block):
            first = index - 1
        while last + 1 in wanted and _follows_table(block, outline.blocks[last + 1], first < index):
            last += 1
        if units and first <= units[-1].last:
            first = index
        units.append(Unit(first, last, sum(outline.tokens[first : last + 1]), is_alone=True))
    return units


def table_in(outline: Outline, unit: Unit) -> int | None:
    """Return the index of the table a unit was made for, if it was."""
    if not unit.is_alone:
        return None
    indices = range(unit.first, unit.last + 1)
    return next((i for i in indices if outline.blocks[i].type is BlockType.TABLE), None)


def cut_table(outline: Outline, unit: Unit, index: int, limits: Limits) -> Iterator[Cut]:
    """Cut a table's unit between rows; later parts repeat caption and header row in the header.

    Args:
        outline: The document.
        unit: The table with what belongs to it.
        index: Where the table itself is.
        limits: Sizes; what a header repeats is counted against them.
    """
    block = outline.blocks[index]
    around = [b.text for b in _blocks(outline, unit) if b.type in INTRODUCTIONS]
    caption = shorten(block.caption or " ".join(around), NOTE_TOKENS)
    own = () if around else _notes(caption)
    if unit.tokens + sum(map(estimate_tokens, own)) <= limits.max:
        yield Cut(outline.span(unit.first, unit.last), own)
        return
    row = shorten(block.text.partition("\n")[0], NOTE_TOKENS)
    head_end = block.span.start + _head_length(block.text)
    atoms = [
        replace(atom, is_heading=True, leads=True) if _is_head(atom, block, head_end) else atom
        for part in _blocks(outline, unit)
        for atom in atoms_of(outline.text, part, limits)
    ]
    for span in pack(atoms, _without_overlap(limits, estimate_tokens(f"{caption}\n{row}"))):
        is_first = span.start <= block.span.start
        yield Cut(
            span, own if is_first else _notes(caption, _header_over(block, span.start) or row)
        )


def _header_over(table: Block, start: int) -> str:
    """Return what a piece that begins inside a row needs: the row's name, the headers above it.

    Rows of plate readers have a cell for each of 96 wells and are longer than a chunk.
    """
    before = table.text[: start - table.span.start]
    line = before.rpartition("\n")[2]
    number = before.count("\n") - 1
    if not line or table.grid is None or not 0 < number < len(table.grid):
        return ""
    column = len(PIPE.findall(line)) - 1
    return shorten(
        f"{table.grid[number][0]} | … | {' | '.join(table.grid[0][column:])}", NOTE_TOKENS
    )


def _introduces(outline: Outline, index: int, table: Block) -> bool:
    """Tell whether a block before a table is its caption or a few words that label it."""
    block = outline.blocks[index]
    is_label = block.type is BlockType.PARAGRAPH and outline.tokens[index] <= LABEL_TOKENS
    return _is_caption_of(table, block) or (is_label and not table.caption)


def _is_caption_of(table: Block, block: Block) -> bool:
    if block.type is not BlockType.CAPTION:
        return False
    if table.caption:
        return _same_opening(table.caption, block.text)
    return TABLE_LABEL.match(block.text) is not None


def _follows_table(table: Block, block: Block, has_caption: bool) -> bool:
    if block.type is BlockType.FOOTNOTE:
        return True
    return not has_caption and bool(table.caption) and _is_caption_of(table, block)


def _same_opening(left: str, right: str) -> bool:
    a, b = " ".join(left.split()), " ".join(right.split())
    return bool(a and b) and (a.startswith(b) or b.startswith(a))


def _blocks(outline: Outline, unit: Unit) -> tuple[Block, ...]:
    return outline.blocks[unit.first : unit.last + 1]


def _notes(*notes: str) -> tuple[str, ...]:
    return tuple(note for note in notes if note)


def _head_length(markdown: str) -> int:
    """Return the length of the header row and the rule under it."""
    row, _, rest = markdown.partition("\n")
    rule = rest.partition("\n")[0]
    return len(row) + 1 + len(rule) if rule and not set(rule) - set("|-: ") else len(row)


def _is_head(atom: Atom, table: Block, head_end: int) -> bool:
    return table.span.start <= atom.span.start and atom.span.end <= head_end


def _without_overlap(limits: Limits, repeated: int) -> Limits:
    largest = max(limits.max - repeated, limits.max // 2, 1)
    return Limits(target=min(limits.target, largest), max=largest, overlap=0.0)
