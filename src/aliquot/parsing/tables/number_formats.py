"""Show a number as its cell's format does, where the format says what the number means.

What enters: a number and the format code of its cell. What leaves: its text with percent sign,
leading zeros, currency or unit. Digits are never rounded away and thousands not parted: the stored
value is the truth, the format only its meaning. Source: ECMA-376 part 1, 18.8.31.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from aliquot.parsing.tables.cells import number_text

__all__ = ["NumberFormat", "number_format"]

# `[$£-809]` holds a currency; `[Red]`, `[>=100]` and `[$-411]` hold none.
CURRENCY = re.compile(r"\[\$([^\]-]*)(?:-[^\]]*)?\]")
BRACKETS = re.compile(r"\[[^\]]*\]")
# Space as wide as a character, and a character that fills the cell.
PADDING = re.compile(r"[_*].")
LITERAL = re.compile(r'"([^"]*)"|\\(.)')
PLACEHOLDERS = re.compile(r"[#0?][#0?,.]*")
DATE_LETTERS = re.compile(r"[ymdhse]|AM/PM", re.I)
# Signs that stand for themselves without quotes.
PLAIN_SIGNS = "$£€¥ "
ZEROS = re.compile(r"^0{2,}$")
# Marks that keep literals apart from placeholders while the code is taken to pieces.
OPEN, CLOSE = "\x01", "\x02"
MARKED = re.compile(f"{OPEN}([^{CLOSE}]*){CLOSE}")
SHOWN = re.compile(f"{OPEN}(?P<literal>[^{CLOSE}]*){CLOSE}|[{PLAIN_SIGNS}]")


@dataclass(frozen=True, slots=True)
class NumberFormat:
    """What a format code adds to a number.

    Attributes:
        before: Text in front, such as "£".
        after: Text behind, such as " µM".
        zeros: Least digits, for codes such as 00123.
        is_percent: Whether the stored value is a fraction.
        is_hidden: Whether the code shows nothing (`;;;`).
    """

    before: str = ""
    after: str = ""
    zeros: int = 0
    is_percent: bool = False
    is_hidden: bool = False

    def text(self, value: float) -> str:
        """Return the number with what its format adds."""
        shown = number_text(float(f"{value * 100:.15g}")) if self.is_percent else number_text(value)
        if self.zeros and value.is_integer() and value >= 0:
            shown = shown.zfill(self.zeros)
        return f"{self.before}{shown}{'%' if self.is_percent else ''}{self.after}"


def number_format(code: str) -> NumberFormat | None:
    """Return what a format code adds, or `None` where it adds nothing but digits or is a date."""
    if code.replace("@", "").strip() == ";;;":
        return NumberFormat(is_hidden=True)
    section = PADDING.sub("", CURRENCY.sub(r'"\1"', code.split(";")[0]))
    section = section.replace("General", "#")
    section = LITERAL.sub(lambda m: f"{OPEN}{m[1] or m[2] or ''}{CLOSE}", BRACKETS.sub("", section))
    bare = MARKED.sub("", section)
    if DATE_LETTERS.search(re.sub(r"[eE][+-]", "", bare)):
        return None
    digits = PLACEHOLDERS.search(section)
    if digits is None:
        return None
    found = NumberFormat(
        before=_literal(section[: digits.start()]),
        after=_literal(section[digits.end() :]),
        zeros=len(digits[0]) if ZEROS.match(digits[0]) else 0,
        is_percent="%" in bare,
    )
    return None if found == NumberFormat() else found


def _literal(part: str) -> str:
    """Return the text a reader sees of the part of a code beside its digits."""
    return "".join(
        found["literal"] or found[0].strip(OPEN + CLOSE) for found in SHOWN.finditer(part)
    )
