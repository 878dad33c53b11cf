"""Read the ends of an amount from its numbers, and where it begins.

What enters: the match of a number, or of two, with a unit. What leaves: an amount in the canonical
unit. Signs, points and powers that belong to the number are taken in; numbers that only stand
beside it are left out.
"""

from __future__ import annotations

import re
from decimal import Decimal

from aliquot.quantities.found import Found
from aliquot.quantities.numbers import exponent_of, last_group, thousands_by_point, value_of
from aliquot.quantities.units import Unit
from aliquot.types import QuantityKind

__all__ = ["with_ends"]

Kind = QuantityKind
# Kinds whose numbers run into thousands and have no decimals: a space or a point parts thousands.
LARGE = frozenset({Kind.ACCELERATION, Kind.ROTATION, Kind.COUNT})
# Kinds that go below zero; a hyphen before the others is a bullet or a dash.
SIGNED = frozenset({Kind.TEMPERATURE, Kind.VOLTAGE})
MINUS = "-−–"
PLUS_MINUS = frozenset({"±", "+/-", "+/−"})
DASHES = frozenset("-−–")
# Freezers keep these temperatures below zero; after one, "-20--30" and "-70–80 °C" do not rise.
FREEZERS = frozenset({20, 30, 70, 80, 86})
# "at - 80 °C": a minus set apart, where no dash would stand; "Denaturation - 95 °C" has a dash.
SPACED_MINUS = re.compile(r"(?:\b(?:at|to|below|under|of|from|in)\s|[(（])[-−–]\s$", re.IGNORECASE)
# Characters before a number that hold the longest of these.
REACH = 9
JAPANESE = re.compile("[\u3041-\u30ff\u3400-\u9fff]")
SAYS_BETWEEN = re.compile(r"\bbetween\s$")


def with_ends(text: str, match: re.Match[str], unit: Unit) -> Found:
    """Return the amount of a number or range of numbers with a unit."""
    start, low = _first(text, match, unit)
    high = low
    if match["high"] is not None:
        start, low, high = _range(text, match, (start, low), unit)
    low, high = ((value - unit.shift) * unit.scale for value in (low, high))
    # "0.4cm3" ends behind its power.
    end = match.end()
    if unit.kind is Kind.VOLUME and text[end : end + 1] in ("3", "³"):
        end += 1
    # Lists and tolerances are in degrees of the amount's own scale, which Fahrenheit has not.
    scale = Decimal(0) if unit.shift else unit.scale
    return Found(start, end, unit.kind, low, high, scale)


def _read(written: str, unit: Unit) -> Decimal:
    return thousands_by_point(written) if unit.kind in LARGE else value_of(written)


def _first(text: str, match: re.Match[str], unit: Unit) -> tuple[int, Decimal]:
    """Return where the first number begins, its sign included, and its value."""
    start, written = match.start(), match["low"]
    group = last_group(written)
    if group and unit.kind not in LARGE and not written.endswith("000") and not match["high"]:
        start, written = start + group, written[group:]
    value = _read(written, unit)
    if unit.kind in SIGNED and (minus := _minus(text, start)) < start:
        return minus, -value
    if _is_decimal_rest(text, start):
        return start - 1, value.scaleb(-len(written))
    return start, value


def _minus(text: str, start: int) -> int:
    """Return where the minus of a number stands, `start` where it has none."""
    if SPACED_MINUS.search(text, max(0, start - REACH), start):
        return start - 2
    if start == 0 or text[start - 1] not in MINUS:
        return start
    before = text[start - 2] if start > 1 else " "
    # Japanese is written without spaces: what stands there is no half of a name.
    is_joined = before in ")%°" or (before.isalnum() and not JAPANESE.match(before))
    return start if is_joined else start - 1


def _is_decimal_rest(text: str, start: int) -> bool:
    """Tell ".5 ml" from the first number of a sentence glued to the one before."""
    if start == 0 or text[start - 1] != ".":
        return False
    return start == 1 or text[start - 2] in " (\n\t/~<>="


def _range(
    text: str, match: re.Match[str], first: tuple[int, Decimal], unit: Unit
) -> tuple[int, Decimal, Decimal]:
    start, low = first
    between, written = match["between"].strip(), match["high"].lstrip(MINUS)
    high = _read(written, unit)
    if between in PLUS_MINUS:
        return start, low - high, low + high
    if between == "and" and not SAYS_BETWEEN.search(text, max(0, start - 9), start):
        # Two amounts; the first is found from the second.
        return match.start("high"), high, high
    if unit.kind is Kind.MOLARITY and low == 10 > high and between in DASHES:
        # A raised exponent that has lost its place: nobody writes a range of 10 to 6 mol/L.
        power = Decimal(10) ** -int(high)
        return start, power, power
    if exponent_of(written) and not exponent_of(match["low"]):
        # "1-5 x 10^6": the power belongs to both.
        low = low.scaleb(exponent_of(written))
    if unit.kind in SIGNED and (match["high"] != written or (low < 0 and high in FREEZERS)):
        high = -high
    return start, min(low, high), max(low, high)
