"""Widen an amount by what is said around it: "± 1", "up to", "at least", 以上, 以内.

What enters: a single amount and its text. What leaves: the range that is meant.
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from aliquot.quantities.found import Found
from aliquot.quantities.numbers import NUMBER, value_of
from aliquot.types import QuantityKind

__all__ = ["bounded"]

ABSOLUTE_ZERO = Decimal("-273.15")
INFINITE = Decimal("Infinity")
UP_TO = re.compile(
    r"(?:\bup\s?to|\bat most|\bnot? (?:more|longer) than|\bless than|\bbelow"
    r"|\bmax(?:imum|\.)?(?: of)?|[<≤])\s?$",
    re.I,
)
AT_LEAST = re.compile(
    r"(?:\bat least|\b(?:more|longer) than|\bnot? less than|\bmin(?:imum)? of|\babove|[>≥])\s?$",
    re.I,
)
# How such words end: a cheap question before the dear one.
ENDINGS = ("to", "most", "than", "below", "of", "um", "max", "max.", "least", "bove", *"<≤>≥")
REACH = 16
AFTER = re.compile(r"(?P<least>以上)|(?P<most>以下|未満|以内)")
TOLERANCE = re.compile(rf"\s?(?:±|\+/[-−])\s?(?P<width>{NUMBER})(?!\d)\s?")


def bounded(text: str, found: Found, unit: str) -> Found:
    """Return the amount with its tolerance or bound.

    Args:
        text: The text it stands in.
        found: An amount; a range is left as it is.
        unit: Its unit as written.
    """
    if found.low != found.high:
        return found
    tolerance = TOLERANCE.match(text, found.end)
    if tolerance:
        return _with_tolerance(text, found, tolerance, unit)
    before = text[max(0, found.start - REACH) : found.start]
    after = AFTER.match(text, found.end)
    may_be = before.rstrip().endswith(ENDINGS)
    most = UP_TO.search(before) if may_be else None
    least = AT_LEAST.search(before) if may_be else None
    word = most or least
    start = found.start - (len(word[0]) if word else 0)
    end = after.end() if after else found.end
    if most or (after and after["most"]):
        is_temperature = found.kind is QuantityKind.TEMPERATURE
        return replace(
            found, start=start, end=end, low=ABSOLUTE_ZERO if is_temperature else Decimal(0)
        )
    if least or (after and after["least"]):
        return replace(found, start=start, end=end, high=INFINITE)
    return found


def _with_tolerance(text: str, found: Found, tolerance: re.Match[str], unit: str) -> Found:
    """Widen by a tolerance in the same unit; one in percent of another kind is left alone."""
    repeated = text.startswith(unit, tolerance.end())
    if not repeated and text.startswith("%", tolerance.end()):
        return found
    end = tolerance.end() + len(unit) if repeated else tolerance.end("width")
    width = value_of(tolerance["width"]) * (found.scale or 1)
    return replace(found, end=end, low=found.low - width, high=found.high + width)
