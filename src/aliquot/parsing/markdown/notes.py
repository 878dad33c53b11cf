"""Read footnotes in Markdown: `[^1]: the note`.

What enters: a markdown-it parser. What leaves: the same parser, which no longer takes a note of one
word for the address of a link and drops it.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, reference

__all__ = ["NOTE", "with_notes"]

# One a line; lines that do not begin a note go on with it.
NOTE = re.compile(r"^\[\^(?P<marker>[^\]\s]{1,40})\]:\s*(?P<text>.*(?:\n(?!\[\^).*)*)", re.M)
OPENING = "[^"


def with_notes(parser: MarkdownIt) -> MarkdownIt:
    """Teach a parser to leave footnotes in the text."""
    parser.block.ruler.at("reference", _reference)
    return parser


def _reference(state: StateBlock, start: int, end: int, silent: bool) -> bool:
    position = state.bMarks[start] + state.tShift[start]
    if state.src.startswith(OPENING, position):
        return False
    return reference(state, start, end, silent)
