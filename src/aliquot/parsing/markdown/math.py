"""Read formulas in Markdown: `$...$` in a line, `$$...$$` on their own.

What enters: a markdown-it parser. What leaves: the same parser, with tokens `math` for formulas;
without this, `_` and `*` in them would count as emphasis.
"""

from __future__ import annotations

import re

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline

__all__ = ["DISPLAY", "MATH", "with_math"]

MATH = "math"
DISPLAY = "$$"
# As Pandoc tells a formula from two prices: no space inside the dollars, no digit behind them.
FORMULA = re.compile(
    r"\$\$(?P<display>(?:[^$\\]|\\.)+)\$\$|\$(?![\s$])(?P<inline>(?:[^$\\\n]|\\.|\n(?!\n))+?)(?<![\s\\])\$(?!\d)",
    re.S,
)
# Longer ones are text between two prices.
FORMULA_CHARS = 2_000


def with_math(parser: MarkdownIt) -> MarkdownIt:
    """Teach a parser to read formulas."""
    parser.inline.ruler.before("escape", MATH, _formula)
    return parser


def _formula(state: StateInline, silent: bool) -> bool:
    if state.src[state.pos] != "$":
        return False
    found = FORMULA.match(state.src, state.pos, min(state.posMax, state.pos + FORMULA_CHARS))
    if not found:
        return False
    if not silent:
        token = state.push(MATH, "", 0)
        token.content = found["display"] or found["inline"]
        token.markup = DISPLAY if found["display"] else "$"
    state.pos = found.end()
    return True
