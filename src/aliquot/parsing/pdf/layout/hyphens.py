"""Undo the hyphens that line ends put in and keep those the author wrote.

The document itself is the dictionary: "micro-" + "biome" is joined unless the document writes
"micro-biome" inside a line more often than "microbiome".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from aliquot.parsing.pdf.pages.glyphs import SOFT_HYPHEN

__all__ = ["JOINT", "join_lines", "resolve_hyphens", "vocabulary"]

JOINT = "\x1f"  # where a line-end hyphen stood, until the vocabulary is known
LETTERS = r"A-Za-z\u00c0-\u024f\u0370-\u03ff"
HYPHEN_AT_END = re.compile(rf"[{LETTERS}][-‐‑{SOFT_HYPHEN}]$")
DOUBLED = re.compile(rf"(?<=[{LETTERS}\d])[-‐‑{SOFT_HYPHEN}]{{2}}$")
LOWER_START = re.compile(r"[a-z\u00df-\u00ff\u03b1-\u03ff]")
TIGHT_END = re.compile(r"[\w)\]][-‐–/]$")
JOINED = re.compile(rf"([{LETTERS}]+){JOINT}([{LETTERS}]+)")
WORD = re.compile(rf"[{LETTERS}]+(?:-[{LETTERS}]+)*")
# Word on a Mac prints the hyphen of a compound as two characters, "anti-" and a soft hyphen; the
# second has no width, which reads as a gap.
DOUBLE_HYPHEN = re.compile(rf"(?<=\w)[-‐‑]{SOFT_HYPHEN}[-‐‑]?\s?(?=\w)")
CJK = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uff00-\uffef]")


def join_lines(text: str, following: str) -> str:
    """Append a line to a paragraph."""
    if not text:
        return following
    if DOUBLED.search(text[-3:]):  # typed by the author, doubled by the word processor
        return DOUBLED.sub("-", text) + following
    end = text[-2:]  # searching the whole of a long paragraph for each line would be quadratic
    if HYPHEN_AT_END.search(end) and LOWER_START.match(following):
        return text[:-1] + JOINT + following
    if text.endswith(SOFT_HYPHEN):
        return text[:-1] + "-" + following
    if TIGHT_END.search(end) and following[:1].isalnum():
        return text + following  # "IL-" + "6", "2010–" + "2012"
    if CJK.match(text[-1]) and CJK.match(following):
        return text + following
    return f"{text} {following}"


def vocabulary(texts: Iterable[str]) -> Counter[str]:
    """Count the words of a document, hyphenated ones whole."""
    return Counter(word for text in texts for word in WORD.findall(text.lower()))


def resolve_hyphens(text: str, words: Counter[str]) -> str:
    """Decide every joint, and turn what is left of soft hyphens into hyphens."""

    def decide(match: re.Match[str]) -> str:
        first, second = match[1], match[2]
        hyphenated = words[f"{first}-{second}".lower()]
        joined = words[f"{first}{second}".lower()]
        return first + ("-" if hyphenated > joined else "") + second

    text = DOUBLE_HYPHEN.sub("-", text)
    return JOINED.sub(decide, text).replace(JOINT, "").replace(SOFT_HYPHEN, "-")
