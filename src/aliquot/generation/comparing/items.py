"""A document as what is compared: steps, lines of lists, sentences of prose, rows of tables.

What enters: a document. What leaves: its items in reading order, a line of a step being one. A
number in front of a step is its label and no part of its words, so that counting anew changes
nothing.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from aliquot.sentences import sentence_spans
from aliquot.types import Block, BlockType, Document, Span

__all__ = ["Item", "items_of"]

# Prose is compared sentence by sentence; everything else as it is set.
PROSE = frozenset({BlockType.PARAGRAPH, BlockType.NOTE, BlockType.FOOTNOTE})
# Headings are told as sections; what others wrote is no part of a version.
LEFT_OUT = frozenset({BlockType.HEADING, BlockType.REFERENCE})
# Markers that count; bullets, "o" among them, do not.
COUNTING = re.compile(
    r"[(（]?(?P<number>\d+(?:\.\d+)*(?=[.):）．、]?$)|[a-zA-Z]{1,4}(?=[.):）]$))[.):）．、]?"
)
COUNTED = frozenset({BlockType.STEP, BlockType.LIST_ITEM})
# What the lines above the first section are, and how many of them are its head.
HEADS = frozenset({BlockType.PARAGRAPH, BlockType.FIELD})
MOST_HEAD_ITEMS = 8
# A line of its own in a step says something of its own; exports put bare durations there ("1200s").
LINE = re.compile(r"[^\n]*\S[^\n]*(?:\n[^\n]{0,8}(?=\n|$))*")
# The line between the header and the rows of a Markdown table.
RULE = re.compile(r"[\s|:-]+")
# A bar that parts two cells, not one that was written into a cell.
BAR = re.compile(r"(?<!\\)\|")
SPACE = re.compile(r"\s+")
END = re.compile(r"[\s.。;；,、]+$")


@dataclass(frozen=True, slots=True)
class Item:
    """What is compared as one.

    Attributes:
        text: Its words, without its number.
        span: All of it in `Document.text`, with its number.
        key: The same for the same words in other white space, case and numbering.
        section: Headings above it, outermost first.
        label: Number of a step with those of the steps above, as `3.2`; empty for none.
        cells: Of a row of a table.
        columns: Names of the cells; empty for the header row itself.
        is_head: Whether it stands above the first section.
    """

    text: str
    span: Span
    key: str
    section: tuple[str, ...] = ()
    label: str = ""
    cells: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    is_head: bool = False

    @property
    def heading(self) -> str:
        """Innermost heading above it."""
        return self.section[-1] if self.section else ""


def items_of(document: Document) -> list[Item]:
    """Return what is compared of a document, in reading order."""
    found: list[Item] = []
    numbers: list[str] = []
    section: tuple[str, ...] = ()
    headings = 0
    for block in document.blocks:
        if block.section_path != section:
            section, numbers = block.section_path, []
        headings += block.type is BlockType.HEADING
        if block.type in LEFT_OUT:
            continue
        label = _label(block, numbers)
        is_head = headings <= 1 and block.type in HEADS and len(found) < MOST_HEAD_ITEMS
        found += (one for one in _of_block(block, label, is_head) if one.key)
    return found


def _label(block: Block, numbers: list[str]) -> str:
    """Return the number of a step below others; `numbers` holds those it stands under."""
    counted = COUNTING.fullmatch(unicodedata.normalize("NFKC", block.marker).strip())
    if block.type not in COUNTED or counted is None:
        return ""
    if "." in counted["number"]:
        return counted["number"]
    del numbers[max(0, block.level - 1) :]
    numbers.append(counted["number"])
    return ".".join(numbers)


def _of_block(block: Block, label: str, is_head: bool) -> Iterator[Item]:
    if block.type is BlockType.TABLE:
        yield from _rows(block)
        return
    for span in _parts(block):
        text = span.of(block.text)
        if span.start == 0 and block.marker:
            text = text.removeprefix(block.marker).lstrip()
        place = span.shifted(block.span.start)
        yield Item(text, place, _key(text), block.section_path, label, is_head=is_head)
        # The number is that of the first line.
        label = ""


def _parts(block: Block) -> Iterator[Span]:
    """Yield the sentences of prose, and the lines of anything else."""
    if block.type in PROSE:
        yield from sentence_spans(block.text)
        return
    for match in LINE.finditer(block.text):
        yield Span(*match.span())


def _rows(block: Block) -> Iterator[Item]:
    """Yield the rows of a table, its header row first."""
    columns: tuple[str, ...] = ()
    start = block.span.start
    for line in block.text.splitlines(keepends=True):
        text = line.rstrip("\r\n")
        place = Span(start, start + len(text))
        start += len(line)
        if RULE.fullmatch(text):
            continue
        cells = tuple(one.strip() for one in BAR.split(text.strip().strip("|")))
        key = _key(" | ".join(cells))
        yield Item(text, place, key, block.section_path, cells=cells, columns=columns)
        columns = columns or cells


def _key(text: str) -> str:
    """Return words as they compare; empty for what holds no letter and no digit."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    if not any(map(str.isalnum, folded)):
        return ""
    return END.sub("", SPACE.sub(" ", folded).strip())
