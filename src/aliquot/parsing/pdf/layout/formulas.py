"""Tell displayed equations from prose."""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.parsing.pdf.layout.drafts import Draft, ends_sentence
from aliquot.types import BlockType

__all__ = ["mark_formulas"]

RELATION = re.compile(r"\S\s*[=≈≤≥∝⇌→≡]\s*\S")
# "(n = 31)" in a box of a flow chart, "NS= nystatin" in the key of a table.
NO_EQUATION = re.compile(r"\(\s*[nN]\s*=|\b[A-Z]{1,3}\s?=\s?[a-z]{4,}|[:：]\s|https?:|@")
EQUATION_NUMBER = re.compile(r"\(\s*(?:Eq\.?\s*)?\d{1,3}[a-z]?\s*\)\.?$")
ANNOUNCES = re.compile(
    r"(?:[:：,，]|\b(?:formulas?|formulae|equations?|below|follows|following|by|as|is|was|where)"
    r"(?:\s*[\[(]\d+[\])])?[.:,]?|式)\s*$",
    re.IGNORECASE,
)
MAXIMUM_CHARACTERS, MAXIMUM_LINES = 200, 6
# Equations name their quantities in a few words; more is a sentence with an equation in it.
MAXIMUM_WORDS = 16
WORD = re.compile(r"[^\W\d_]{4,}")


def mark_formulas(drafts: Sequence[Draft]) -> None:
    """Give displayed equations their type: numbered at the right, or announced by the text."""
    above = ""
    for block, _ in drafts:
        if block.type is BlockType.PARAGRAPH:
            if _is_equation(block.text, len(block.lines), above):
                block.type = BlockType.FORMULA
            above = block.text


def _is_equation(text: str, lines: int, above: str) -> bool:
    is_short = len(text) <= MAXIMUM_CHARACTERS and lines <= MAXIMUM_LINES
    if not is_short or not RELATION.search(text) or NO_EQUATION.search(text):
        return False
    if len(WORD.findall(text)) > MAXIMUM_WORDS:
        return False
    if EQUATION_NUMBER.search(text):
        return True
    return bool(ANNOUNCES.search(above[-60:])) and not ends_sentence(text)
