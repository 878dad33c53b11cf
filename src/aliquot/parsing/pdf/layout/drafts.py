"""Group the lines of the flow into draft blocks: paragraphs, captions, tables, references."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from aliquot.parsing.pdf.layout.heading_levels import Heading
from aliquot.parsing.pdf.layout.hyphens import join_lines
from aliquot.parsing.pdf.layout.list_items import Item, without_bullet
from aliquot.parsing.pdf.layout.reference_list import find_references
from aliquot.parsing.pdf.layout.roles import REFERENCES, Body
from aliquot.parsing.pdf.layout.tables import Table
from aliquot.parsing.pdf.records import LayoutBlock, Line, Role
from aliquot.parsing.writing.items import BULLET
from aliquot.types import BlockType, SectionClass

__all__ = ["Draft", "Parts", "draft_blocks", "ends_sentence", "is_full"]

Draft = tuple[LayoutBlock, Role]

SENTENCE_END = re.compile(r"[.?!:。？！][\W\d⁰-⁹]*$")
TAIL = 40  # the pattern would rescan a long paragraph from each of its full stops
PARAGRAPH_END = re.compile(r"[.:?!)\]。]$")

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
# Text without any sign of a paragraph's end is cut here, in characters: joining it line by line
# would take the square of its length. The longest paragraph of the development papers has 5,000.
LONGEST_PARAGRAPH = 12_000
# Lines of one paragraph differ less in size: a title stands close above its text.
OTHER_SIZE = 1.25
LABEL_CHARACTERS = 3
# The lines of an item hang by more than this behind its number.
HANGING_PT = 3.0


class Parts(NamedTuple):
    """What was found in a flow beside prose."""

    headings: Sequence[Heading]
    tables: Sequence[Table]
    items: Mapping[Line, Item]


def draft_blocks(flow: Sequence[Line], parts: Parts, body: Body) -> list[Draft]:
    """Return the blocks in the order of the flow, each with the role of its lines."""
    drafter = _Drafter(body, parts, find_references(flow, parts.headings, body))
    at = {heading.start: heading for heading in parts.headings}
    for index, line in enumerate(flow):
        if index in at:
            drafter.open_section(at[index])
        if line.role is not Role.HEADING:
            drafter.add(line)
    return drafter.drafts


class _Drafter:
    """Adds lines to the open block or opens another."""

    def __init__(self, body: Body, parts: Parts, references: Mapping[Line, bool]) -> None:
        self.drafts: list[Draft] = []
        self._body = body
        self._tables = {table.caption[0]: table for table in parts.tables}
        self._items = parts.items
        self._references = references
        self._in_references = False
        self._is_open = False

    def open_section(self, heading: Heading) -> None:
        """Add a heading; the reference list goes on under lower headings."""
        lists_on = self._in_references and heading.level > 1
        self._in_references = lists_on or bool(REFERENCES.fullmatch(heading.text))
        block = LayoutBlock(BlockType.HEADING, heading.text, heading.lines, level=heading.level)
        self.drafts.append((block, Role.HEADING))
        self._is_open = False

    def add(self, line: Line) -> None:
        """Add a line of the flow."""
        if line in self._tables:
            self.drafts += [(block, Role.TABLE) for block in _table_blocks(self._tables[line])]
            self._is_open = False
        elif line in self._references:
            self._add_reference(line)
        elif self._is_open and not self._starts_block(line):
            append_line(self.drafts[-1][0], line)
        else:
            self.drafts.append((self._block(line), line.role))
            self._is_open = True

    def _block(self, line: Line) -> LayoutBlock:
        item = self._items.get(line) if line.role is Role.TEXT else None
        if item is not None:
            text = without_bullet(line.text) if item.marker == BULLET else line.text
            block = LayoutBlock(BlockType.LIST_ITEM, text, [line], level=item.level)
            block.marker = item.marker
        else:
            block = LayoutBlock(BLOCK_TYPES[line.role], line.text, [line])
        if self._in_references:  # what stands behind the last entry is none
            block.section_class = SectionClass.OTHER
        return block

    def _add_reference(self, line: Line) -> None:
        """Add a line to the entry that was open last, whatever floats stand between."""
        entry = next(
            (block for block, _ in reversed(self.drafts) if block.type is BlockType.REFERENCE), None
        )
        if entry is None or self._references[line] or _is_overlong(entry):
            entry = LayoutBlock(BlockType.REFERENCE, "", [], section_class=SectionClass.REFERENCES)
            self.drafts.append((entry, Role.TEXT))
        append_line(entry, line)
        self._is_open = False

    def _starts_block(self, line: Line) -> bool:
        block, role = self.drafts[-1]
        previous = block.lines[-1]
        if _is_overlong(block):
            return True
        if role is not line.role or line.opens_caption or line in self._items:
            return True
        if role is Role.CAPTION:
            return False  # what goes on has been told from what follows
        if block.type is BlockType.LIST_ITEM and _ends_item(block, line):
            return True
        if line.page != previous.page or line.y0 <= previous.y0:
            return ends_sentence(previous.text) and not is_full(block)
        if _is_other_size(previous, line):
            return True
        gap = line.y0 - previous.y1
        return gap > PARAGRAPH_GAP * self._body.size or _is_indented(block, line)


def _table_blocks(table: Table) -> list[LayoutBlock]:
    """Return caption, rows and notes; a doubtful grid stands beside the rows as printed."""
    caption = _block_of(BlockType.CAPTION, table.caption)
    rows = LayoutBlock(
        BlockType.TABLE, table.text, table.lines, grid=table.grid, caption=caption.text
    )
    if table.is_suspect:
        rows.flags = frozenset({"grid_suspect"})
    notes = [_block_of(BlockType.FOOTNOTE, table.notes)] if table.notes else []
    return [caption, rows, *notes]


def _block_of(kind: BlockType, lines: Sequence[Line]) -> LayoutBlock:
    block = LayoutBlock(kind, "", [])
    for line in lines:
        append_line(block, line)
    return block


def append_line(block: LayoutBlock, line: Line) -> None:
    """Add a line to a block."""
    block.text = join_lines(block.text, line.text)
    block.lines.append(line)


def _is_overlong(block: LayoutBlock) -> bool:
    """Tell a block that has outgrown every paragraph, at the end of a sentence where it has one."""
    length = len(block.text)
    ended = length > LONGEST_PARAGRAPH and ends_sentence(block.text)
    return ended or length > 2 * LONGEST_PARAGRAPH


def _ends_item(item: LayoutBlock, line: Line) -> bool:
    """Tell a line that stands before the text of an item, or back at its number."""
    first, previous = item.lines[0], item.lines[-1]
    if line.page != previous.page or line.y0 <= previous.y0:
        return False
    hangs = len(item.lines) > 1 and item.lines[1].x0 > first.x0 + HANGING_PT
    is_back = line.x0 < first.x0 + HANGING_PT
    return line.x0 < first.x0 - HANGING_PT or (hangs and is_back and ends_sentence(previous.text))


def _is_other_size(previous: Line, line: Line) -> bool:
    if min(len(previous.text), len(line.text)) <= LABEL_CHARACTERS:
        return False  # the number of a note
    larger, smaller = max(previous.size, line.size), min(previous.size, line.size)
    return 0 < OTHER_SIZE * smaller <= larger


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


def ends_sentence(text: str) -> bool:
    """Tell whether a text ends with a full stop or the like."""
    return bool(SENTENCE_END.search(text[-TAIL:]))


def is_full(block: LayoutBlock) -> bool:
    """Tell whether the last line reaches the right edge, so that its sentence goes on."""
    last = block.lines[-1]
    column = [line for line in block.lines[-8:] if line.page == last.page and line.x0 < last.x1]
    return last.x1 > max(line.x1 for line in column) - 0.1 * last.width - 5
