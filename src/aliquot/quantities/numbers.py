"""Numbers as scientific prose writes them.

What enters: a number as written: `1,500`, `12 000`, `0,5`, `1½`, `5 × 10^6`, `10⁻⁶`, `2E+7`. What
leaves: its value as an exact decimal.
"""

from __future__ import annotations

import re
from decimal import Decimal

__all__ = ["NARROW", "NUMBER", "exponent_of", "last_group", "thousands_by_point", "value_of"]

# Full-width characters become narrow ones; one for one, so that positions stay.
NARROW = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)} | {0x3000: 0x20}
RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
HALVES = {"½": Decimal("0.5"), "¼": Decimal("0.25"), "¾": Decimal("0.75")}
# A plain space parts thousands too ("13 300 rpm"), but also a count from an amount ("2 500 mL
# flasks"): which of them it is, the unit tells.
SPACE = "[ \u00a0\u2009\u202f]"
RAISED_DIGITS = "[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,2}"
# "1x105 cells" are 100,000: the raised exponent has lost its place.
FLAT_EXPONENT = r"\s?[x×]\s?10\d{1,2}(?=\s?(?:cells?|CFU|cfu|PFU|pfu|virus|particles|spores))"
EXPONENT = rf"10(?:\^\(?[-−+]?\d{{1,2}}\)?|{RAISED_DIGITS})"
# The Lancet's decimal point; a power of ten behind it is multiplied.
RAISED_POINT = r"·\d++(?![\^⁻⁺⁰¹²³⁴-⁹])"
# Groups of thousands behind the first. Rows of readings ("123 140 118 ...") have more, and are not
# followed to their end from each of their numbers.
GROUPS = "{1,6}+"
NUMBER = (
    rf"(?:{EXPONENT}|(?:\d{{1,3}}(?:,\d{{3}}){GROUPS}(?!\d)(?:\.\d++)?"
    rf"|\d{{1,3}}(?:{SPACE}\d{{3}}){GROUPS}(?!\d)"
    rf"|\d++(?:[.,]\d++|{RAISED_POINT})?[½¼¾]?|[½¼¾])"
    rf"(?:\s?[x×·⋅*]\s?{EXPONENT}|{FLAT_EXPONENT}|[eE][-−+]?\d{{1,2}}(?![\d.]))?)"
)
POWER = re.compile(
    r"(?:^|\s?[x×·⋅*]\s?)10(?:\^\(?(?P<caret>[^)]+)\)?|(?P<raised>[⁰-⁹⁺⁻¹²³]+))$"
    r"|(?<=\d)\s?[x×]\s?10(?P<flat>\d{1,2})$"
)
SCIENTIFIC = re.compile(r"[eE]([-−+]?\d+)$")
# A group of thousands never follows a zero: "0,500 ml" is half a millilitre.
THOUSANDS = re.compile(r"[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?")
POINTED = re.compile(r"[1-9]\d{0,2}\.\d{3}")


def value_of(written: str) -> Decimal:
    """Return the value of a number that `NUMBER` matches."""
    power = _power(written)
    if power is None:
        return _mantissa(written)
    front = written[: power.start()].strip()
    return (_mantissa(front) if front else Decimal(1)).scaleb(_exponent(power))


def exponent_of(written: str) -> int:
    """Return the power of ten a number is written with, 0 where it has none."""
    power = _power(written)
    return _exponent(power) if power else 0


def _power(written: str) -> re.Match[str] | None:
    return POWER.search(written) or SCIENTIFIC.search(written)


def _exponent(power: re.Match[str]) -> int:
    digits = next(group for group in power.groups() if group)
    return int(digits.translate(RAISED).replace("−", "-").replace("–", "-"))


def thousands_by_point(written: str) -> Decimal:
    """Return the value of a number in which a point before three digits parts thousands."""
    return value_of(written.replace(".", "") if POINTED.fullmatch(written) else written)


def last_group(written: str) -> int:
    """Return where the last group of a number parted by spaces begins, 0 where none is."""
    parted = re.fullmatch(rf"(?P<front>\d{{1,3}}(?:{SPACE}\d{{3}})*{SPACE})\d{{3}}", written)
    return len(parted["front"]) if parted else 0


def _mantissa(written: str) -> Decimal:
    part = HALVES.get(written[-1], Decimal(0))
    written = re.sub(r"\s", "", written.rstrip("½¼¾"))
    if not written:
        return part
    if THOUSANDS.fullmatch(written):
        written = written.replace(",", "")
    return Decimal(written.replace(",", ".").replace("·", ".")) + part
