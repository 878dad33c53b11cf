"""Read models that stand inside a bracket or right before it, whatever family they are of.

What enters: what a bracket holds, or a text and where a bracket begins. What leaves: where the
model stands: "(Grass 7D, USA)", "(U-2900, Hitachi)", "(model 680; Bio-Rad)", and
"monitor CARDIOSYS CO-101 (Experimetria, Hungary)".
"""

from __future__ import annotations

import re

from aliquot.findings.models import HEAD, LOOSE, UNIT
from aliquot.findings.named_things import MAKER
from aliquot.types import Span

__all__ = ["model_before", "model_inside"]

# Letters with digits; more digits are an order number or a postal code, and "40X" is a strength.
CODE = r"(?=[\w/-]*\d)(?![\w/-]*\d{5})(?:[A-Z][\w/-]*|(?!\d+[xXCWVKGLMA](?!\w))\d+[A-Z][\w-]*)"
# Digits alone, of which years are no model.
DIGITS = r"(?!19\d\d|20[0-2]\d)\d{3,4}(?![\w-])"
# Papers are told by their grade: "Whatman No. 1", "Whatman 3MM", "Whatman GF/C".
GRADED = (
    r"Whatman(?:®|™)?,?\s(?:(?:[Nn]o\.?|#|[Gg]rade)\s?\d+|\d?[A-Z]{2}(?:/[A-Z])?\d*(?!\w))"
    r"(?:\s[Pp]aper)?"
)
# What a model adds behind its code: "DM1000 LED", "Z 36 HK", "UV-2450 PC".
BEHIND_CODE = r"(?:\s[A-Z]{1,4}(?![\w-]))?"
WORDS = r"(?:[A-Z][\w®™&.-]*\s)"
# The first thing a bracket says, up to the comma before the maker or the address.
FIRST = re.compile(
    rf"(?:[Mm]odel(?:\s[Nn]o\.?)?:?\s)?(?P<model>{WORDS}{{0,3}}{CODE}{BEHIND_CODE}"
    rf"|(?<=odel\s)\d{{3,4}}(?![\w-])|{WORDS}{{1,2}}{DIGITS}{BEHIND_CODE}"
    rf"|{WORDS}{{2,3}}\d-\d{{1,2}}(?![\w-])|{GRADED})(?=\s?(?:[,;]|$))"
)
# Numbers behind these words are of an order, a picture or a place and name no model.
NUMBERED_THINGS = re.compile(
    r"\b(?:cat|ref|no|lot|fig(?:ure|s)?|tables?|part|see|supp\w*|section|panel|video|movie|step|file"
    r"|appendix|building|room|grant|sample|group|channel|protocol|text|additional|data|experiment)\b",
    re.IGNORECASE,
)
# Right before a bracket: the kind of thing, then the model.
BEHIND_HEAD = re.compile(
    rf"(?<![\w-])(?P<head>{HEAD}|{LOOSE})s?,?\s(?:[Mm]odel\s)?"
    rf"(?P<model>(?P<words>{WORDS}{{1,3}})(?!{UNIT})(?:{CODE}|{DIGITS}){BEHIND_CODE}"
    rf"|{CODE}{BEHIND_CODE}|(?<=odel\s)[\w/-]*\d[\w/-]*)$"
)
BEHIND_REACH = 60
IS_GRADED = re.compile(GRADED)
A_MAKER = re.compile(rf"(?:{MAKER})$")


def model_inside(inside: str) -> Span | None:
    """Return where in a bracket's text its first part is a model; none where it is not.

    Args:
        inside: What stands between the brackets.
    """
    match = FIRST.match(inside)
    if match is None or A_MAKER.match(match["model"]):
        return None
    if NUMBERED_THINGS.search(match["model"]) and not IS_GRADED.match(match["model"]):
        return None
    return Span(*match.span("model"))


def model_before(text: str, end: int) -> Span | None:
    """Return the model, with the kind of thing where it is a code alone, that ends there.

    Args:
        text: Of the document.
        end: Where the bracket that gives its maker begins.
    """
    match = BEHIND_HEAD.search(text, max(0, end - BEHIND_REACH), end)
    if match is None:
        return None
    start = match.start("model") if match["words"] else match.start("head")
    return Span(start, match.end("model"))
