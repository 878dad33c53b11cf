"""Group the lines of the flow into draft blocks: paragraphs, captions, tables, references."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.parsing.pdf.layout.heading_levels import Heading
from aliquot.parsing.pdf.layout.hyphens import join_lines
from aliquot.parsing.pdf.layout.roles import REFERENCES, SMALL, Body
from aliquot.parsing.pdf.layout.tables import Table
from aliquot.parsing.pdf.records import LayoutBlock, Line, Role
from aliquot.types import BlockType, SectionClass

__all__ = ["Draft", "draft_blocks", "ends_sentence", "is_full"]

Draft = tuple[LayoutBlock, Role]

NUMBERED_ENTRY = re.compile(r"\[?\d{1,3}[\].]\s*\S|\[\d{1,3}\]|\d{1,3}\s+[A-Z]")
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
# Entries that may be missing between two (cut off, or read out of order).
LOST_ENTRIES = 2
# Hanging indents of references start at three points.
HANGING_PT = 3.0


def draft_blocks(
    flow: Sequence[Line],
    headings: Sequence[Heading],
    tables: Sequence[Table],
    body: Body,
) -> list[Draft]:
    """Return the blocks in the order of the flow, each with the role of its lines."""
    drafter = _Drafter(body, tables)
    at = {heading.start: heading for heading in headings}
    for index, line in enumerate(flow):
        if index in at:
            drafter.open_section(at[index])
        if line.role is not Role.HEADING:
            drafter.add(line)
    return drafter.drafts


class _Drafter:
    """Adds lines to the open block or opens another, and knows when references are listed."""

    def __init__(self, body: Body, tables: Sequence[Table]) -> None:
        self.drafts: list[Draft] = []
        self._body = body
        self._tables = {table.caption[0]: table for table in tables}
        self._in_references = False
        self._entry: Line | None = None
        self._is_open = False

    def open_section(self, heading: Heading) -> None:
        """Add a heading; the reference list goes on under lower headings."""
        block = LayoutBlock(BlockType.HEADING, heading.text, heading.lines, level=heading.level)
        self.drafts.append((block, Role.HEADING))
        lists_on = self._in_references and heading.level > 1
        self._in_references = lists_on or bool(REFERENCES.fullmatch(heading.text))
        self._is_open = False

    def add(self, line: Line) -> None:
        """Add a line of the flow."""
        if line in self._tables:
            self.drafts += [(block, Role.TABLE) for block in _table_blocks(self._tables[line])]
            self._is_open = False
        elif self._is_open and not self._starts_block(line):
            append_line(self.drafts[-1][0], line)
        else:
            self.drafts.append((self._block(line), line.role))
            self._is_open = True

    def _block(self, line: Line) -> LayoutBlock:
        if line.role is Role.CAPTION or not self._lists(line):
            return LayoutBlock(BLOCK_TYPES[line.role], line.text, [line])
        self._entry = self._entry or line
        return LayoutBlock(
            BlockType.REFERENCE, line.text, [line], section_class=SectionClass.REFERENCES
        )

    def _lists(self, line: Line) -> bool:
        """Tell a reference; lists are resumed after a section set into the other column."""
        entry = self._entry
        resumed = entry is not None and entry.size < SMALL * self._body.size
        is_alike = entry is not None and (line.role, line.size) == (entry.role, entry.size)
        return self._in_references or (resumed and is_alike)

    def _starts_block(self, line: Line) -> bool:
        block, role = self.drafts[-1]
        previous = block.lines[-1]
        if block.type is BlockType.REFERENCE:
            other = role is not line.role and line.role is Role.CAPTION
            return other or not self._lists(line) or _starts_entry(block, line)
        if role is not line.role or line.opens_caption:
            return True
        if line.page != previous.page or line.y0 <= previous.y0:
            return ends_sentence(previous.text) and not is_full(block)
        gap = line.y0 - previous.y1
        return gap > PARAGRAPH_GAP * self._body.size or _is_indented(block, line)


def _table_blocks(table: Table) -> list[LayoutBlock]:
    caption = LayoutBlock(BlockType.CAPTION, "", [])
    for line in table.caption:
        append_line(caption, line)
    grid = table.grid()
    kind = BlockType.PARAGRAPH if grid is None else BlockType.TABLE
    rows = LayoutBlock(kind, table.text(), table.lines, grid=grid, caption=caption.text)
    return [caption, rows]


def append_line(block: LayoutBlock, line: Line) -> None:
    """Add a line to a block."""
    block.text = join_lines(block.text, line.text)
    block.lines.append(line)


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
        above = _entry_number(first.text) or 0
        return number is not None and above < number <= above + LOST_ENTRIES + 1
    if line.page != previous.page or line.y0 < previous.y0:
        return bool(ends_sentence(previous.text))
    if len(block.lines) == 1:
        return line.x0 < first.x0 + HANGING_PT and bool(ends_sentence(previous.text))
    return line.x0 < previous.x0 - HANGING_PT


def _entry_number(text: str) -> int | None:
    match = re.match(r"\[?(\d{1,3})(?=[\].\s])", text)
    return int(match[1]) if match else None


def ends_sentence(text: str) -> bool:
    """Tell whether a text ends with a full stop or the like."""
    return bool(SENTENCE_END.search(text[-TAIL:]))


def is_full(block: LayoutBlock) -> bool:
    """Tell whether the last line reaches the right edge, so that its sentence goes on."""
    last = block.lines[-1]
    column = [line for line in block.lines[-8:] if line.page == last.page and line.x0 < last.x1]
    return last.x1 > max(line.x1 for line in column) - 0.1 * last.width - 5
