"""Group the lines of the flow into blocks and put broken paragraphs together again.

Floats (captions, footnotes, tables, small print) are held back until the paragraph they interrupt
has ended, so that no sentence is cut by one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.parsing.pdf.layout.drafts import (
    Draft,
    Parts,
    draft_blocks,
    ends_sentence,
    is_full,
)
from aliquot.parsing.pdf.layout.formulas import mark_formulas
from aliquot.parsing.pdf.layout.glyph_repair import find_lost_ligatures, repair_ligatures
from aliquot.parsing.pdf.layout.hyphens import (
    JOINT,
    join_lines,
    resolve_hyphens,
    vocabulary,
)
from aliquot.parsing.pdf.layout.roles import Body
from aliquot.parsing.pdf.layout.symbol_context import has_doubtful_symbol, read_symbols
from aliquot.parsing.pdf.pages.symbols import expand_ligatures
from aliquot.parsing.pdf.records import LayoutBlock, Line, Role
from aliquot.types import BlockType

__all__ = ["build_blocks", "finish_texts"]

CONTINUES_LOWER = re.compile(r"[a-zα-ω(,;)\]]")

# Labels of a figure are shorter than any half of a paragraph.
LABEL_CHARACTERS = 80
# "b" and "2" between two halves of a sentence are panels and ticks of a figure.
PANEL_CHARACTERS = 2


def build_blocks(flow: Sequence[Line], parts: Parts, body: Body) -> list[LayoutBlock]:
    """Return the document's blocks in reading order, text final."""
    drafts = draft_blocks(flow, parts, body)
    mark_formulas(drafts)
    finish_texts([draft for draft, _ in drafts])
    return _release_floats(drafts)


def finish_texts(blocks: Sequence[LayoutBlock]) -> None:
    """Resolve hyphens and ligatures, which takes the whole document as dictionary."""
    words = vocabulary(block.text for block in blocks)
    lost = find_lost_ligatures(block.text for block in blocks)

    def finish(text: str) -> str:
        return expand_ligatures(repair_ligatures(resolve_hyphens(text, words), lost))

    for block in blocks:
        block.text, block.repaired = read_symbols(finish(block.text))
        if has_doubtful_symbol(block.text):
            block.flags |= {"symbol_suspect"}
        block.caption = finish(block.caption)
        if block.grid is not None:
            block.grid = [[read_symbols(finish(cell))[0] for cell in row] for row in block.grid]


# ------------------------------------------------------------------------------ joining


def _release_floats(drafts: Sequence[Draft]) -> list[LayoutBlock]:
    blocks: list[LayoutBlock] = []
    held: list[LayoutBlock] = []
    for block, role in drafts:
        if block.is_float or (
            block.type is BlockType.PARAGRAPH and role in {Role.SMALL, Role.TABLE}
        ):
            held.append(block)
            continue
        last = blocks[-1] if blocks else None
        if last is not None and _interrupts(last, block):
            held.append(block)
            continue
        if last is not None and _resumes(last, block):
            last.text = _rejoin(last.text, block.text)
            last.lines += block.lines
            continue
        if last is None or block.type is BlockType.HEADING or ends_sentence(last.text):
            blocks += held
            held = []
        blocks.append(block)
    return blocks + held


def _resumes(last: LayoutBlock, block: LayoutBlock) -> bool:
    """Tell whether a paragraph goes on after a column, a page or a float."""
    if not last.type == block.type == BlockType.PARAGRAPH or ends_sentence(last.text):
        return False
    if len(block.text) <= PANEL_CHARACTERS:
        return False
    if last.text.endswith("-") or CONTINUES_LOWER.match(block.text):
        return True
    same_style = abs(last.lines[-1].size - block.lines[0].size) < 0.3
    return same_style and _is_elsewhere(last, block) and is_full(last)


def _interrupts(last: LayoutBlock, block: LayoutBlock) -> bool:
    """Tell a figure's labels that stand between the two halves of a sentence."""
    return (
        last.type == block.type == BlockType.PARAGRAPH
        and not ends_sentence(last.text)
        and is_full(last)
        and len(last.text) > LABEL_CHARACTERS
        and len(block.text) < LABEL_CHARACTERS
        and not ends_sentence(block.text)
        and not _resumes(last, block)
    )


def _is_elsewhere(last: LayoutBlock, block: LayoutBlock) -> bool:
    before, after = last.lines[-1], block.lines[0]
    return before.page != after.page or after.y0 < before.y0


def _rejoin(text: str, following: str) -> str:
    joined = join_lines(text, following)
    return joined.replace(JOINT, "")
