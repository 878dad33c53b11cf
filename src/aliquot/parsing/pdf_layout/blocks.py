"""Group the lines of the flow into blocks and put broken paragraphs together again.

Floats (captions, footnotes, tables, small print) are held back until the paragraph they interrupt
has ended, so that no sentence is cut by one.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from aliquot.parsing.pdf_layout.headings import Heading
from aliquot.parsing.pdf_layout.hyphens import (
    JOINT,
    join_lines,
    resolve_hyphens,
    vocabulary,
)
from aliquot.parsing.pdf_layout.records import LayoutBlock, Line, Role
from aliquot.parsing.pdf_layout.roles import REFERENCES, Body
from aliquot.parsing.pdf_layout.symbols import expand_ligatures
from aliquot.parsing.pdf_layout.tables import Table
from aliquot.types import BlockType

__all__ = ["build_blocks"]

NUMBERED_ENTRY = re.compile(r"\[?\d{1,3}[\].]\s*\S|\[\d{1,3}\]|\d{1,3}\s+[A-Z]")
SENTENCE_END = re.compile(r"[.?!:。？！][\W\d⁰-⁹]*$")
PARAGRAPH_END = re.compile(r"[.:?!)\]。]$")
CONTINUES_LOWER = re.compile(r"[a-zα-ω(,;)\]]")

BLOCK_TYPES = {
    Role.TEXT: BlockType.PARAGRAPH,
    Role.SMALL: BlockType.PARAGRAPH,
    Role.CAPTION: BlockType.CAPTION,
    Role.FOOTNOTE: BlockType.FOOTNOTE,
    Role.TABLE: BlockType.TABLE,
}
# A new paragraph is told by more white than this share of the body size ...
PARAGRAPH_GAP = 0.75
# ... or by an indent of this many points after a line that ends a sentence.
INDENT_PT = 6.0
# Labels of a figure are shorter than any half of a paragraph.
LABEL_CHARACTERS = 80
# Hanging indents of references start at three points.
HANGING_PT = 3.0


def build_blocks(
    flow: Sequence[Line], headings: Sequence[Heading], tables: Sequence[Table], body: Body
) -> list[LayoutBlock]:
    """Return the document's blocks in reading order, text final."""
    drafts = _draft(flow, headings, {table.caption[0]: table for table in tables}, body)
    words = vocabulary(draft.text for draft, _ in drafts)
    for draft, _ in drafts:
        draft.text = expand_ligatures(resolve_hyphens(draft.text, words))
        draft.caption = expand_ligatures(resolve_hyphens(draft.caption, words))
        if draft.grid is not None:
            draft.grid = [[resolve_hyphens(cell, words) for cell in row] for row in draft.grid]
    return _release_floats(drafts)


# ------------------------------------------------------------------------------ drafting


def _draft(
    flow: Sequence[Line],
    headings: Sequence[Heading],
    tables: Mapping[Line, Table],
    body: Body,
) -> list[tuple[LayoutBlock, Role]]:
    at = {heading.start: heading for heading in headings}
    drafts: list[tuple[LayoutBlock, Role]] = []
    in_references = False
    is_open = False
    for index, line in enumerate(flow):
        heading = at.get(index)
        if heading is not None:
            drafts.append((_heading_block(heading), Role.HEADING))
            in_references = _opens_references(heading, in_references)
        if line.role is Role.HEADING:
            is_open = False
            continue
        if line in tables:
            drafts += [(block, Role.TABLE) for block in _table_blocks(tables[line])]
            is_open = False
            continue
        if is_open and not _starts_block(*drafts[-1], line, body, in_references=in_references):
            _append(drafts[-1][0], line)
        else:
            drafts.append((_new_block(line, in_references=in_references), line.role))
            is_open = True
    return drafts


def _heading_block(heading: Heading) -> LayoutBlock:
    return LayoutBlock(BlockType.HEADING, heading.text, heading.lines, level=heading.level)


def _table_blocks(table: Table) -> list[LayoutBlock]:
    caption = LayoutBlock(BlockType.CAPTION, "", [])
    for line in table.caption:
        _append(caption, line)
    grid = table.grid()
    kind = BlockType.PARAGRAPH if grid is None else BlockType.TABLE
    rows = LayoutBlock(kind, table.text(), table.lines, grid=grid, caption=caption.text)
    return [caption, rows]


def _opens_references(heading: Heading, in_references: bool) -> bool:
    if REFERENCES.fullmatch(heading.text):
        return True
    return in_references and heading.level > 1


def _new_block(line: Line, *, in_references: bool) -> LayoutBlock:
    kind = BLOCK_TYPES[line.role]
    if in_references and line.role in {Role.TEXT, Role.SMALL, Role.FOOTNOTE}:
        kind = BlockType.REFERENCE
    return LayoutBlock(kind, line.text, [line])


def _append(block: LayoutBlock, line: Line) -> None:
    block.text = join_lines(block.text, line.text)
    block.lines.append(line)


def _starts_block(
    block: LayoutBlock, role: Role, line: Line, body: Body, *, in_references: bool
) -> bool:
    previous = block.lines[-1]
    if in_references and block.type is BlockType.REFERENCE:
        return (role is not line.role and line.role is Role.CAPTION) or _starts_entry(block, line)
    if role is not line.role or line.opens_caption:
        return True
    is_below = line.page == previous.page and line.y0 > previous.y0
    if not is_below:
        return False
    return line.y0 - previous.y1 > PARAGRAPH_GAP * body.size or _is_indented(block, line)


def _is_indented(block: LayoutBlock, line: Line) -> bool:
    previous = block.lines[-1]
    left = min(other.x0 for other in block.lines[-8:])
    right = max(other.x1 for other in block.lines[-8:])
    return (
        line.x0 - left > INDENT_PT
        and line.x0 - previous.x0 > INDENT_PT
        and previous.x1 < right + 3
        and bool(PARAGRAPH_END.search(previous.text))
    )


def _starts_entry(block: LayoutBlock, line: Line) -> bool:
    """Tell a new reference from the next line of one."""
    first, previous = block.lines[0], block.lines[-1]
    if NUMBERED_ENTRY.match(first.text):
        number = _entry_number(line.text)
        return number is not None and number == (_entry_number(first.text) or 0) + 1
    if line.page != previous.page or line.y0 < previous.y0:
        return bool(SENTENCE_END.search(previous.text))
    if len(block.lines) == 1:
        return line.x0 < first.x0 + HANGING_PT and bool(SENTENCE_END.search(previous.text))
    return line.x0 < previous.x0 - HANGING_PT


def _entry_number(text: str) -> int | None:
    match = re.match(r"\[?(\d{1,3})(?=[\].\s])", text)
    return int(match[1]) if match else None


# ------------------------------------------------------------------------------ joining


def _release_floats(drafts: Sequence[tuple[LayoutBlock, Role]]) -> list[LayoutBlock]:
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
        if last is None or block.type is BlockType.HEADING or SENTENCE_END.search(last.text):
            blocks += held
            held = []
        blocks.append(block)
    return blocks + held


def _resumes(last: LayoutBlock, block: LayoutBlock) -> bool:
    """Tell whether a paragraph goes on after a column, a page or a float."""
    if not last.type == block.type == BlockType.PARAGRAPH or SENTENCE_END.search(last.text):
        return False
    if last.text.endswith("-") or CONTINUES_LOWER.match(block.text):
        return True
    same_style = abs(last.lines[-1].size - block.lines[0].size) < 0.3
    return same_style and _is_elsewhere(last, block) and _is_full(last)


def _interrupts(last: LayoutBlock, block: LayoutBlock) -> bool:
    """Tell a figure's labels that stand between the two halves of a sentence."""
    return (
        last.type == block.type == BlockType.PARAGRAPH
        and not SENTENCE_END.search(last.text)
        and _is_full(last)
        and len(last.text) > LABEL_CHARACTERS
        and len(block.text) < LABEL_CHARACTERS
        and not SENTENCE_END.search(block.text)
        and not _resumes(last, block)
    )


def _is_full(block: LayoutBlock) -> bool:
    """Tell whether the last line reaches the right edge, so that its sentence goes on."""
    last = block.lines[-1]
    column = [line for line in block.lines[-8:] if line.page == last.page and line.x0 < last.x1]
    return last.x1 > max(line.x1 for line in column) - 0.1 * last.width - 5


def _is_elsewhere(last: LayoutBlock, block: LayoutBlock) -> bool:
    before, after = last.lines[-1], block.lines[0]
    return before.page != after.page or after.y0 < before.y0


def _rejoin(text: str, following: str) -> str:
    joined = join_lines(text, following)
    return joined.replace(JOINT, "")
