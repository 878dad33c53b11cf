"""The unit behind a number, as a dimension and an exact scale.

What enters: a plain text and a position. What leaves: what the unit there measures, how much one
of it is in canonical units, and where it ends. The units are those of `aliquot.quantities`, with
some that only a check of numbers has need of.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from aliquot.quantities.units import JAPANESE, UNITS, WORDS

__all__ = ["Dimension", "unit_at", "units_named"]

Dimension = tuple[tuple[str, int], ...]

# Units the tables of amounts have no need of: (kind, scale).
MORE_UNITS: Mapping[str, tuple[str, Fraction]] = {
    "bp": ("bases", Fraction(1)), "nt": ("bases", Fraction(1)), "kb": ("bases", Fraction(1000)),
    "kbp": ("bases", Fraction(1000)), "mb": ("bases", Fraction(10**6)),
    "gbp": ("bases", Fraction(10**9)),
    "bases": ("bases", Fraction(1)), "nucleotides": ("bases", Fraction(1)),
    "塩基対": ("bases", Fraction(1)), "塩基": ("bases", Fraction(1)), "da": ("dalton", Fraction(1)),
    "kda": ("dalton", Fraction(1000)), "ppm": ("ppm", Fraction(1)), "hz": ("hertz", Fraction(1)),
    "khz": ("hertz", Fraction(1000)), "mhz": ("hertz", Fraction(10**6)), "°f": ("°F", Fraction(1)),
    "°c": ("temperature", Fraction(1)), "per cent": ("fraction", Fraction(1)),
    "percentage points": ("points", Fraction(1)), "‰": ("fraction", Fraction(1, 10)),
    "x g": ("acceleration", Fraction(1)), "匹": ("animals", Fraction(1)),
    "頭": ("animals", Fraction(1)), "人": ("people", Fraction(1)), "名": ("people", Fraction(1)),
    "倍": ("fold", Fraction(1)), "fold": ("fold", Fraction(1)), "種類": ("sorts", Fraction(1)),
    "gy": ("gray", Fraction(1)), "mgy": ("gray", Fraction(1, 1000)), "j": ("joule", Fraction(1)),
    "年": ("time", Fraction(WORDS["year"].scale)), "月": ("month of the year", Fraction(1)),
    "gb": ("bytes", Fraction(10**9)), "gbytes": ("bytes", Fraction(10**9)),
    "gigabytes": ("bytes", Fraction(10**9)), "tb": ("bytes", Fraction(10**12)),
    "歳": ("time", Fraction(WORDS["year"].scale)), "x": ("fold", Fraction(1)),
    "アミノ酸": ("residues", Fraction(1)), "aa": ("residues", Fraction(1)),
    "amino acids": ("residues", Fraction(1)), "amino acid residues": ("residues", Fraction(1)),
}  # fmt: skip
# Kinds of the tables that are one kind by another: molarity is an amount by a volume.
COMPOSED = {"molarity": (("amount", 1), ("volume", -1))}
# What is counted is not measured: cells, cycles and copies stand beside bare numbers.
COUNTED = frozenset({"count", "ratio"})

JAPANESE_NAMES = sorted(
    {name for name, _, _ in JAPANESE} | {one for one in MORE_UNITS if not one.isascii()},
    key=len,
    reverse=True,
)
# Kana are letters to a regular expression: a Latin name ends before them without a word border.
NAME = (
    r"per\s?cent(?:age\spoints?)?(?![A-Za-z])|amino\sacids?(?:\sresidues)?(?![A-Za-z])"
    # "6X dye", "100x": not "3 x 5", and not the cross of "2x10".
    r"|(?<=\d)[xX×](?![A-Za-z\d]|\s?\d|\s?g(?![A-Za-z]))"
    r"|°\s?[CFcf](?![A-Za-z])|x\s?g(?![A-Za-z])|[%°‰]"
    rf"|(?:{'|'.join(map(re.escape, JAPANESE_NAMES))})|[A-Za-zµμÅ]+"
)
# 1日目 is day 1, not one day.
UNIT = re.compile(rf"(?:\s?-\s?|\s)?(?:an?\s)?(?P<name>×\s?g(?![A-Za-z])|{NAME})(?!目)")
# What stands between the two of "1 mg of DNA per gram".
OF_WHAT = r"(?:\sof\s[\w-]+(?:\s[\w-]+)?(?=\sper\s))?"
BELOW = re.compile(
    rf"{OF_WHAT}\s?(?:/|\bper\b)\s?(?:\d+\s?)?(?P<name>{NAME})|\s?(?P<raised>{NAME})\^?-1\b"
)


def unit_at(text: str, position: int) -> tuple[Dimension, Fraction, int]:
    """Return the unit at a position: its dimension, its scale, and where it ends."""
    match = UNIT.match(text, position)
    named = _named(match["name"]) if match else None
    if match is None or named is None:
        return (), Fraction(1), position
    powers, scale = dict(named[0]), named[1]
    end = match.end()
    while (below := BELOW.match(text, end)) is not None:
        divisor = _named(below["name"] or below["raised"])
        if divisor is None or (below["name"] and len(powers) > 2):
            break
        for kind, power in divisor[0]:
            powers[kind] = powers.get(kind, 0) - power
        scale /= divisor[1]
        end = below.end()
    return tuple(sorted((kind, power) for kind, power in powers.items() if power)), scale, end


def units_named(text: str) -> frozenset[tuple[Dimension, Fraction]]:
    """Return dimension and scale of units a text names without a number: "Dose (mg)"."""
    found = {unit_at(text, one.start())[:2] for one in re.finditer(r"(?<![A-Za-z])(?=\S)", text)}
    return frozenset(one for one in found if one[0])


@lru_cache(maxsize=2048)
def _named(written: str) -> tuple[Dimension, Fraction] | None:
    """Return dimension and scale of a unit by its name; `None` where it is none."""
    name = " ".join(written.split())
    lower = name.casefold().replace("×", "x").replace("xg", "x g").replace("° ", "°")
    kind, scale = MORE_UNITS.get(lower) or MORE_UNITS.get(f"{lower}s") or ("", Fraction(1))
    if kind:
        return ((kind, 1),), scale
    unit = UNITS.get(name) or WORDS.get(lower)
    if unit is None:
        return None
    one = Fraction(unit.scale)
    if unit.kind in COUNTED:
        return (), one
    return COMPOSED.get(unit.kind.value, ((unit.kind.value, 1),)), one
