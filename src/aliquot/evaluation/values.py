"""The values a text states, compared as a scientist would: amounts, bare numbers, identifiers.

Enters: any text, in English or Japanese. Leaves: its values, and whether one of another text says
the same. 20 % is 20 percent, 5 µM is 5 µmol/L, 1,250 is 1250, IL 6 is IL-6; 5 mM is not 5 µM.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from aliquot.quantities import find_quantities
from aliquot.quantities.numbers import NARROW
from aliquot.types import Quantity

__all__ = ["Terms", "Value", "ValueKind", "Values", "identifiers_in", "narrow"]

# Text to its content terms; identifiers in one spelling, English words as stems.
Terms = Callable[[str], Sequence[str]]

# Conversions are exact decimals; what is left is the rounding of binary floats.
TOLERANCE = 1e-6

# Source: usual spellings. Units that amounts of protocols do not have, with what they are one of.
_OTHER_UNITS: dict[str, tuple[str, float]] = {
    "mg/kg": ("g/kg", 1e-3), "µg/kg": ("g/kg", 1e-6), "ug/kg": ("g/kg", 1e-6), "g/kg": ("g/kg", 1),
    "bp": ("bp", 1), "kb": ("bp", 1e3), "kbp": ("bp", 1e3), "Mb": ("bp", 1e6), "Mbp": ("bp", 1e6),
    "Gb": ("bp", 1e9), "Gbp": ("bp", 1e9), "nt": ("bp", 1),
    "MB": ("B", 1e6), "GB": ("B", 1e9), "TB": ("B", 1e12),
    "Da": ("Da", 1), "kDa": ("Da", 1e3), "MDa": ("Da", 1e6),
    "aa": ("aa", 1), "アミノ酸": ("aa", 1), "塩基": ("bp", 1), "塩基対": ("bp", 1),
}  # fmt: skip
_UNIT = "|".join(sorted(map(re.escape, _OTHER_UNITS), key=len, reverse=True))
# A range shares the unit behind it: "500-1000 GB".
_UNIT_AFTER = re.compile(rf"\s?(?:[-–~～]\s?[\d.,]+\s?)?(?P<unit>{_UNIT})(?![A-Za-z/])", re.ASCII)
_NUMBER = re.compile(
    r"(?<![\w.])(?:(?<=[\s(=~<>≤≥:;,/])-|−)?(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?"
    r"|(?<![\w.])\.\d+"
    # Japanese sets no blank in front of a number: 人数は3000人.
    r"|(?<=[\u3005-\u30ff\u3400-\u9fff])(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?",
)
_WORDS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip
_NUMBER_WORD = re.compile(rf"\b(?:{'|'.join(_WORDS)})\b", re.IGNORECASE)
_PLUS_MINUS = re.compile(r"±|\+/[-−]")
# DOIs and URLs as a whole; else a word with a letter and a digit: NCT01234567, P04637, IL-6.
_IDENTIFIER = re.compile(
    r"10\.\d{4,9}/[-._;()/:A-Za-z0-9]*[A-Za-z0-9]"
    r"|https?://[^\s<>\"')、。]*[^\s<>\"')、。.,;]"
    r"|(?<![A-Za-z0-9.])(?=[A-Za-z0-9.-]*[A-Za-z])(?=[A-Za-z0-9.-]*\d)"
    r"[A-Za-z0-9]+(?:[-.][A-Za-z0-9]+)*",
)
# A number with its unit against it is no identifier: 2.5g, 5µL, 1X, 10th, 30kDa; isolate 2A is.
_MEASURE = re.compile(
    r"\d+(?:[.,-]\d+)*-?(?:[a-zµ]{1,5}|[a-zµ]?[MLXUVWN]|[kM]?(?:Da|bp?|Hz)|[kMGT]B|[MG]bp?|C)"
)
_NARROW = {**NARROW, **dict.fromkeys(map(ord, "‐‑–—―"), "-"), ord("μ"): "µ", ord("º"): "°"}


class ValueKind(StrEnum):
    """What a value is."""

    AMOUNT = "amount"
    NUMBER = "number"
    IDENTIFIER = "identifier"


@dataclass(frozen=True, slots=True)
class Value:
    """Something a text states that is either right or wrong.

    Attributes:
        kind: What it is.
        text: As it is written.
        low: Lower end of an amount or number, in its unit.
        high: Upper end; the same where there is no range.
        unit: Of an amount, canonical; of a number, where it is known; empty otherwise.
        name: Normal form of an identifier.
        has_tolerance: Whether it is written with "±", so that its middle is what was measured.
    """

    kind: ValueKind
    text: str
    low: float = 0.0
    high: float = 0.0
    unit: str = ""
    name: str = ""
    has_tolerance: bool = False

    @property
    def is_range(self) -> bool:
        """Whether it has two ends: "80 to 85 %"."""
        return self.low != self.high and not self.has_tolerance

    @property
    def ends(self) -> tuple[Value, Value]:
        """Both ends, as values of their own: "between 80 and 85 %"."""
        low = replace(self, text="", high=self.low)
        return low, replace(self, text="", low=self.high)

    def says(self, other: Value) -> bool:
        """Tell whether another value states the same."""
        if ValueKind.IDENTIFIER in (self.kind, other.kind):
            return self.kind is other.kind and self.name == other.name
        # Alone, "6,000 g" is a mass; in "6,000 g for 1 min" it is a speed.
        if self.unit and _compact(self.text) == _compact(other.text):
            return True
        if self.unit and other.unit and self.unit != other.unit:
            return False
        if _is_same(self.low, other.low) and _is_same(self.high, other.high):
            return True
        has_tolerance = self.has_tolerance or other.has_tolerance
        return has_tolerance and _is_same(self.low + self.high, other.low + other.high)


class Values:
    """Every value of one text."""

    def __init__(self, text: str, terms_of: Terms) -> None:
        """Read a text.

        Args:
            text: What is read.
            terms_of: Text to its content terms; see `Terms`.
        """
        plain = narrow(text)
        identifiers = list(_identifiers(plain, terms_of))
        masked = _masked(plain, (place for place, _ in identifiers))
        quantities = find_quantities(masked)
        self.identifiers = [value for _, value in identifiers]
        self.amounts = [_amount(plain, one) for one in quantities]
        places = [(one.span.start, one.span.end) for one in quantities]
        self.numbers = list(_numbers(_masked(masked, places)))
        self._bare = list(_bare_numbers(masked))
        self._spoken = [_spoken(found[0]) for found in _NUMBER_WORD.finditer(plain)]
        self._unitless = {one.low for one in self.numbers if not one.unit}
        self._terms = frozenset(terms_of(plain))

    def __iter__(self) -> Iterator[Value]:
        """Yield what has to be right in the text: amounts, numbers, identifiers."""
        yield from (*self.amounts, *self.numbers, *self.identifiers)

    def state(self, wanted: Value) -> bool:
        """Tell whether the text states a value of another one."""
        if wanted.kind is ValueKind.IDENTIFIER:
            return wanted.name in self._terms or any(map(wanted.says, self.identifiers))
        if any(map(wanted.says, (*self.amounts, *self.numbers, *self._spoken))):
            return True
        if not wanted.unit:
            return any(map(wanted.says, self._bare))
        if wanted.is_range and all(map(self._measures, wanted.ends)):
            return True
        # A table or a list names its unit once, somewhere else: the digits decide.
        measured = _PLUS_MINUS.split(wanted.text)[0] if wanted.has_tolerance else wanted.text
        digits = _digits_of(measured)
        return wanted.kind is ValueKind.AMOUNT and bool(digits) and digits <= self._unitless

    def _measures(self, end: Value) -> bool:
        return any(map(end.says, self.amounts))


def narrow(text: str) -> str:
    """Return text with full-width letters narrow, one micro sign, and every dash a hyphen.

    Raised digits stay: 10⁶ is not 106.
    """
    return text.translate(_NARROW)


def identifiers_in(text: str, terms_of: Terms) -> list[Value]:
    """Return the identifiers of a text, each once, in order."""
    found = {value.name: value for _, value in _identifiers(narrow(text), terms_of)}
    return list(found.values())


def _is_same(one: float, other: float) -> bool:
    return one == other or math.isclose(one, other, rel_tol=TOLERANCE)


def _amount(text: str, quantity: Quantity) -> Value:
    written = text[quantity.span.start : quantity.span.end]
    return Value(
        ValueKind.AMOUNT,
        written,
        quantity.low,
        quantity.high,
        # "1" is the unit of several kinds, which are not the same.
        f"{quantity.unit} {quantity.kind}",
        has_tolerance=bool(_PLUS_MINUS.search(written)),
    )


def _numbers(text: str) -> Iterator[Value]:
    for found in _NUMBER.finditer(text):
        after = _UNIT_AFTER.match(text, found.end())
        base, scale = _OTHER_UNITS[after["unit"]] if after else ("", 1.0)
        value = _value_of(found[0]) * scale
        written = found[0] + (f" {after['unit']}" if after else "")
        yield Value(ValueKind.NUMBER, written, value, value, base)


def _bare_numbers(text: str) -> Iterator[Value]:
    """Yield every number as if it had no unit: the "24" of "24 studies" and of "24 h"."""
    for found in _NUMBER.finditer(text):
        value = _value_of(found[0])
        yield Value(ValueKind.NUMBER, found[0], value, value)


def _compact(written: str) -> str:
    return "".join(written.split()).casefold()


def _digits_of(written: str) -> frozenset[float]:
    return frozenset(_value_of(found[0]) for found in _NUMBER.finditer(written))


def _value_of(written: str) -> float:
    return float(written.replace(",", "").replace("−", "-"))


def _spoken(word: str) -> Value:
    value = float(_WORDS.index(word.casefold()))
    return Value(ValueKind.NUMBER, word, value, value)


def _identifiers(text: str, terms_of: Terms) -> Iterator[tuple[tuple[int, int], Value]]:
    for found in _IDENTIFIER.finditer(text):
        if _MEASURE.fullmatch(found[0]):
            continue
        name = _normal(found[0], terms_of)
        yield found.span(), Value(ValueKind.IDENTIFIER, found[0], name=name)


def _normal(written: str, terms_of: Terms) -> str:
    """Return the one spelling of an identifier: the analyser's first term of it."""
    if "://" in written:
        return written.partition("://")[2].rstrip("/").casefold()
    return next(iter(terms_of(written)), written.casefold())


def _masked(text: str, places: Iterable[tuple[int, int]]) -> str:
    """Blank out places, so that all others keep theirs."""
    characters = list(text)
    for start, end in places:
        characters[start:end] = " " * (end - start)
    return "".join(characters)
