"""Write list items with their numbers, the same way for every prose format.

What enters: an item's marker, text and depth. What leaves: blocks. A number stays in the text ("3.
Incubate"), since chunks and quotes are exact slices and a reader asks for "step 3"; a bullet only
stands in `marker`.
"""

from __future__ import annotations

import re

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.writing.typography import collapse
from aliquot.types import Block, BlockType

__all__ = [
    "BULLET",
    "add_item",
    "continue_item",
    "drop_export_leftovers",
    "is_number",
    "last_block",
]

BULLET = "•"
# 3. · 3) · (3) · 2.1 · 2.1. · a) · b. · iv) · Step 3: · ① · 手順1 · ３． · ⑴ · 一、 · (ア)
NUMBER = re.compile(
    r"(?:step\s+|手順\s*)?(?:\(?\d{1,3}(?:\.\d{1,3})*[.):：]?|\(?[a-zA-Z][.)]|\(?[ivxIVX]{1,5}[.)])"
    r"|[①-⒛]|（?[０-９]{1,3}[）．.)]?|[（(]?(?:[一二三四五六七八九十]{1,3}|[ア-ン])[）)．.、]?",
    re.I,
)
# An item that goes on for longer is a chapter; its lines become paragraphs.
ITEM_CHARS = 10_000
# What protocols.io leaves in its plain exports where an amount, a picture, a step's title or a link
# to another protocol was.
EXPORT_LEFTOVER = re.compile(
    r"(?:None|-?[\d.]*(?:amount|temperature)|(?-i:reagents|protocols)|imageblock\w?|softwarepackage)",
    re.I,
)
# The same inside a line, glued to the words around it.
GLUED_LEFTOVER = re.compile(
    r"(?<=[.):])(?:reagents|imageblock[a-z]?)\b|\bimageblock[a-z]?\b\s*|\blink(?=https?://)"
)


def is_number(marker: str) -> bool:
    """Tell a number or letter from a bullet."""
    return bool(NUMBER.fullmatch(marker))


def add_item(out: DocumentBuilder, text: str, *, marker: str, level: int) -> None:
    """Append a list item, its number in front of the text.

    Args:
        out: Where the block goes.
        text: The item without its marker.
        marker: Number or bullet as printed.
        level: Nesting depth from 1.
    """
    text = drop_export_leftovers(text)
    if text and is_number(marker):
        text = f"{marker} {text}"
    out.add(BlockType.LIST_ITEM, text, level=level, marker=marker)


def continue_item(out: DocumentBuilder, text: str) -> bool:
    """Add lines to the list item that stands last; tell whether there was room for them."""
    last = out.drop_last()
    if last is None:
        return False
    is_item = last.type is BlockType.LIST_ITEM and len(last.text) < ITEM_CHARS
    more = drop_export_leftovers(text) if is_item else ""
    _put_back(out, last, f"{last.text}\n{more}" if more else last.text)
    return is_item


def last_block(out: DocumentBuilder) -> Block | None:
    """Return the block that stands last, leaving it in place."""
    last = out.drop_last()
    if last is not None:
        _put_back(out, last, last.text)
    return last


def _put_back(out: DocumentBuilder, block: Block, text: str) -> None:
    out.add(
        block.type,
        text,
        level=block.level,
        locations=block.locations,
        marker=block.marker,
        flags=block.flags,
        grid=block.grid,
        caption=block.caption,
        section_class=block.section_class,
    )


def drop_export_leftovers(text: str) -> str:
    """Return the lines, tidied, without those that hold only a placeholder of an export."""
    lines = [collapse(GLUED_LEFTOVER.sub("", line)) for line in text.split("\n")]
    return "\n".join(line for line in lines if line and not EXPORT_LEFTOVER.fullmatch(line))
