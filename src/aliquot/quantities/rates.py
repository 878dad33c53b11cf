"""Look below the line: "20 mg/ml" is a concentration, "20 mg/kg" no amount of mass.

What enters: an amount and the text behind it. What leaves: the amount with what belongs to it, or
`None` where the text states a rate, which no kind stands for.
"""

from __future__ import annotations

import re
from dataclasses import replace
from decimal import Decimal

from aliquot.quantities.found import Found
from aliquot.quantities.units import DIVISORS, UNITS
from aliquot.types import QuantityKind

__all__ = ["divided"]

Kind = QuantityKind
PER = re.compile(r"\s?(?:/|\bper\s)\s?(?P<unit>[A-Za-zµμℓ]++|㎖|㎕)[²2]?(?![A-Za-z])")
# "30 min-1 h" is a range, "30 min-1" a rate.
RANGE_GOES_ON = (
    r"[\d.]\d?|\s?(?:h|hrs?|hours?|min|s|sec|d|days?|weeks?|months?)(?![A-Za-z])|\s?[%°]"
)
PER_POWER = re.compile(
    r"\s?[·⋅*]?\s?(?P<unit>[A-Za-zµμ]{1,3})\s?(?:⁻[¹²]|\^?\(?[-−–][12]\)?)"
    rf"(?!{RANGE_GOES_ON})"
)
OWN_POWER = re.compile(rf"⁻[¹²³]|\^?[-−][12](?!{RANGE_GOES_ON})")
# Units whose rates have no kind; a well, a tube or a mouse below the line leaves the amount whole.
RATES = frozenset(
    {"s", "sec", "second", "min", "mins", "minute", "h", "hr", "hour", "day", "d", "week", "month"}
    | {"year", "kg", "g", "mg", "µg", "μg", "ug", "ng", "kb", "bp", "cycle", "m", "cm", "mm", "mol"}
    | {"cell"}
)
CONCENTRATIONS = {
    Kind.MASS: Kind.MASS_CONCENTRATION,
    Kind.AMOUNT: Kind.MOLARITY,
    Kind.ACTIVITY: Kind.ACTIVITY_CONCENTRATION,
    Kind.COUNT: Kind.NUMBER_CONCENTRATION,
    Kind.VOLUME: Kind.RATIO,
}
# "106 cells/ml" are a million: the raised exponent has lost its place. Nobody counts 106.
FLAT_POWERS = range(104, 110)
LIGHT = re.compile(r"\s?(?:photons?|quanta|einstein)|\s?(?:of )?m[⁻-]", re.I)
SHARE_OF = r"[wvm]\s?/\s?[wv]|vol\s?/\s?vol|wt\s?/\s?vol"
OF_WHAT = re.compile(
    rf"\s?(?:\((?:{SHARE_OF})\)|\[(?:{SHARE_OF})\]|(?:[wv]/[wv])\b|by (?:volume|weight))"
)
MINUTES_GLUED = re.compile(r"([0-5]\d)(?![\d.:A-Za-z%])")
HOUR = 3_600


def divided(text: str, found: Found) -> Found | None:
    """Return a concentration where a volume stands below the line, nothing for other rates."""
    per = PER.match(text, found.end) or _negative_power(text, found.end)
    if per is None:
        return None if OWN_POWER.match(text, found.end) else _completed(text, found)
    divisor = DIVISORS.get(per["unit"]) or DIVISORS.get(per["unit"].casefold())
    kind = CONCENTRATIONS.get(found.kind)
    if divisor is None or kind is None:
        return None if per["unit"].casefold() in RATES else found
    low, high = found.low, found.high
    if kind is Kind.NUMBER_CONCENTRATION and low == high in FLAT_POWERS:
        low = high = Decimal(10) ** (int(low) - 100)
    return replace(
        found,
        end=per.end(),
        kind=kind,
        low=low / divisor,
        high=high / divisor,
        scale=found.scale / divisor,
    )


def _negative_power(text: str, end: int) -> re.Match[str] | None:
    power = PER_POWER.match(text, end)
    is_unit = power is not None and (power["unit"] in UNITS or power["unit"] in RATES)
    return power if is_unit else None


def _completed(text: str, found: Found) -> Found | None:
    """Take in "(w/v)" and the minutes of "1h30"; light is no amount of substance."""
    if found.kind is Kind.AMOUNT and LIGHT.match(text, found.end):
        return None
    if found.kind is Kind.AMOUNT and text.startswith("%", found.end):
        # "4 mol%": a share of the molecules.
        low, high = found.low / found.scale, found.high / found.scale
        return replace(found, end=found.end + 1, kind=Kind.FRACTION, low=low, high=high)
    if found.kind is Kind.FRACTION and (share := OF_WHAT.match(text, found.end)):
        return replace(found, end=share.end())
    if found.kind is Kind.TIME and found.scale == HOUR and text[found.end - 1] == "h":
        return _with_minutes(text, found)
    return found


def _with_minutes(text: str, found: Found) -> Found:
    minutes = MINUTES_GLUED.match(text, found.end)
    if minutes is None:
        return found
    more = int(minutes[1]) * 60
    return replace(found, end=minutes.end(), low=found.low + more, high=found.high + more)
