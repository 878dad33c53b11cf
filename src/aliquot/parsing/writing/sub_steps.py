"""Take back headings that are parts of a step: reagents, cycles, remarks.

What enters: the blocks of a protocol. What leaves: the same blocks over the same text, with fewer
headings. Exports of protocol repositories and people in a hurry set any short line as a heading; a
step then stands in a section called "57 °C for 30 seconds".
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from aliquot.parsing.sections import classify_section
from aliquot.parsing.writing.heads import BYLINE
from aliquot.parsing.writing.items import BULLET, is_number
from aliquot.parsing.writing.protocols import is_imperative
from aliquot.types import Block, BlockType

__all__ = ["take_back_headings"]

# Title and chapters are never taken back.
SMALLEST_LEVEL = 2
EXPORT_LEVEL = 3
EXPORT = re.compile(r"protocols\.io", re.I)
EXPORT_BLOCKS = 3
NUMBER_WORD = (
    r"(?:\d+|one|two|three|four|five|ten|fifteen|twenty|twenty-five|thirty|thirty-five|forty)"
)
AMOUNT = re.compile(
    r"^[~≈<>≤≥]?\s?\d[\d.,]*(?:\s?[-–]\s?\d[\d.,]*)?\s?"
    r"(?:[µμu]?[lL]|m[lL]|[µμun]g|mg|g|kg|[pnµμu]?mol|°\s?C|º\s?C|˚C|℃|min(?:utes?)?|s(?:ec(?:onds?)?)?"
    r"|h(?:ours?|rs?)?|cycles?|units?|U|drops?)\b(?!\s*(?:incubation|spin|step|protocol|method))"
)
CYCLE = re.compile(
    rf"^(?:held?\s+at\b|{NUMBER_WORD}\s+cycles?\b|final\s+(?:concentration|volume)\b)"
    r"|\d\s?(?:°|º|˚)\s?C\s+for\s+\d",
    re.I,
)
DILUTION = re.compile(r"\(\s*1\s?:\s?\d[\d,]*\b[^()]*\)")
SEQUENCE = re.compile(r"\b(?:[ACGTUN]{3}\s){3,}[ACGTUN]{1,3}|\b[ACGTU]{6,}\s*$")
REMARK = re.compile(
    r"^(?:NOTES?\b(?=.)|(?:Note|Remark|Tip|Caution|Warning|Critical|Important|Pause point)\s*:"
    r"|Notes\s*:\s*\S|N\.?B\.?\s*:|RESULTS?\s+\S|(?:注意?|警告|メモ|重要)[：:])"
)
LETTERED = re.compile(r"^(?P<marker>\(?[a-z][.)])\s+\S")
# "pestles will not reach the bottom": a clause, unlike siRNA, qPCR, pH or in vitro.
CLAUSE = re.compile(r"^(?!in\b|ex\b|de\b)[a-z][a-z']+ (?:\S+ ){2,}\S+$")
# Orders of fewer words serve as names of sections: "Prepare the lysis buffer".
ORDER_WORDS = 6


def take_back_headings(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """Return the blocks with sub-steps as list items, remarks as paragraphs."""
    is_export = any(EXPORT.search(block.text) for block in blocks[:EXPORT_BLOCKS])
    changed: list[Block] = []
    following: Block | None = None
    was_taken = False
    for block in reversed(blocks):
        taken = _taken_back(block, following, was_taken=was_taken, is_export=is_export)
        changed.append(taken or block)
        following, was_taken = block, taken is not None
    return tuple(_with_paths(changed[::-1]))


def _taken_back(
    block: Block, following: Block | None, *, was_taken: bool, is_export: bool
) -> Block | None:
    """Return what a heading is instead, `None` where it is a heading or the block is none."""
    text = block.text
    if block.type is not BlockType.HEADING or block.level < SMALLEST_LEVEL:
        return None
    if BYLINE.fullmatch(text) or REMARK.match(text):
        return replace(block, type=BlockType.PARAGRAPH, level=0)
    lettered = LETTERED.match(text)
    if lettered and block.level >= EXPORT_LEVEL:
        return replace(block, type=BlockType.LIST_ITEM, level=2, marker=lettered["marker"])
    opens_list = following is not None and (
        following.type is BlockType.TABLE
        or (following.type is BlockType.LIST_ITEM and not is_number(following.marker))
    )
    if _is_amount(text) and not opens_list:
        return replace(block, type=BlockType.LIST_ITEM, level=2, marker=BULLET)
    if not is_export or block.level < EXPORT_LEVEL:
        return None
    if was_taken and text.endswith(":"):
        return replace(block, type=BlockType.PARAGRAPH, level=0)
    if CLAUSE.match(text) or (_is_order(text) and not _is_numbered(following)):
        return replace(block, type=BlockType.LIST_ITEM, level=2, marker=BULLET)
    return None


def _is_amount(text: str) -> bool:
    return any(sign(text) for sign in SIGNS)


SIGNS: tuple[Callable[[str], re.Match[str] | None], ...] = (
    AMOUNT.match,
    CYCLE.search,
    DILUTION.search,
    SEQUENCE.search,
)


def _is_order(text: str) -> bool:
    return len(text.split()) >= ORDER_WORDS and is_imperative(text)


def _is_numbered(block: Block | None) -> bool:
    return block is not None and is_number(block.marker)


def _with_paths(blocks: Sequence[Block]) -> list[Block]:
    """Set the section of every block anew, by the headings that are left."""
    path: list[tuple[int, str]] = []
    placed = []
    for block in blocks:
        if block.type is BlockType.HEADING:
            path = [(level, text) for level, text in path if level < block.level]
            path.append((block.level, block.text))
        names = tuple(text for _, text in path)
        if names != block.section_path:
            block = replace(block, section_path=names, section_class=classify_section(names))
        placed.append(block)
    return placed
