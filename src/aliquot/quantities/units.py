"""Units as laboratories write them, with what they are in the canonical unit of their kind.

What enters: nothing. What leaves: tables. Case counts: `mM` is a concentration and `mm` a length,
`pM` is one and `pm` the afternoon. Numbers are exact decimals, so that 10 µL and 0.01 mL are equal.

Source: the SI Brochure, 9th edition, for prefixes and for units used with the SI; inches of mercury
and psi by NIST SP 811.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from aliquot.types import QuantityKind

__all__ = ["CANONICAL", "CELSIUS", "CUBIC", "DIVISORS", "JAPANESE", "UNITS", "WORDS", "Unit"]

Kind = QuantityKind


@dataclass(frozen=True, slots=True)
class Unit:
    """A unit.

    Attributes:
        kind: What it measures.
        scale: One of it, in the canonical unit.
        shift: What is subtracted before scaling; only Fahrenheit has it.
    """

    kind: QuantityKind
    scale: Decimal
    shift: int = 0


CANONICAL: dict[QuantityKind, str] = {
    Kind.TEMPERATURE: "°C",
    Kind.TIME: "s",
    Kind.VOLUME: "L",
    Kind.MASS: "g",
    Kind.AMOUNT: "mol",
    Kind.MOLARITY: "mol/L",
    Kind.MASS_CONCENTRATION: "g/L",
    Kind.NUMBER_CONCENTRATION: "1/L",
    Kind.FRACTION: "%",
    Kind.ACTIVITY: "U",
    Kind.ACTIVITY_CONCENTRATION: "U/L",
    Kind.ACCELERATION: "x g",
    Kind.ROTATION: "rpm",
    Kind.LENGTH: "m",
    Kind.VOLTAGE: "V",
    Kind.CURRENT: "A",
    Kind.POWER: "W",
    Kind.PRESSURE: "Pa",
    Kind.ACIDITY: "pH",
    Kind.RATIO: "1",
    Kind.FOLD: "1",
    Kind.COUNT: "1",
}

MINUTE, HOUR, DAY = 60, 3_600, 86_400
# Months and years by the mean Gregorian year: 365.2425 days.
YEAR = Decimal("365.2425") * DAY

PREFIXES = {
    "k": "1e3", "": "1", "d": "1e-1", "c": "1e-2", "m": "1e-3",
    "µ": "1e-6", "μ": "1e-6", "u": "1e-6", "n": "1e-9", "p": "1e-12", "f": "1e-15",
}  # fmt: skip
PREFIX_WORDS = {
    "": "1", "kilo": "1e3", "deci": "1e-1", "centi": "1e-2", "milli": "1e-3", "micro": "1e-6",
    "nano": "1e-9", "pico": "1e-12", "femto": "1e-15",
}  # fmt: skip
# Base symbol, kind, and the prefixes in use with it; "-" stands for none.
SYMBOLS: tuple[tuple[str, QuantityKind, str], ...] = (
    ("L", Kind.VOLUME, "-dcmµμunpf"),
    ("l", Kind.VOLUME, "-dcmµμunpf"),
    ("g", Kind.MASS, "k-mµμunpf"),
    ("mol", Kind.AMOUNT, "-mµμunpf"),
    ("M", Kind.MOLARITY, "-mµμunpf"),
    ("m", Kind.LENGTH, "-cmµμun"),
    ("V", Kind.VOLTAGE, "k-mµμu"),
    ("A", Kind.CURRENT, "mµμunp"),
    ("W", Kind.POWER, "k-m"),
    ("U", Kind.ACTIVITY, "k-mµμu"),
    ("IU", Kind.ACTIVITY, "k-mµμu"),
    ("Pa", Kind.PRESSURE, "k-"),
    ("bar", Kind.PRESSURE, "-m"),
    ("s", Kind.TIME, "-mµμ"),
)
BAR = Decimal(100_000)
BASE_SCALE = {"bar": BAR}

OTHER_SYMBOLS: dict[str, Unit] = {
    "h": Unit(Kind.TIME, Decimal(HOUR)),
    "d": Unit(Kind.TIME, Decimal(DAY)),
    "mcl": Unit(Kind.VOLUME, Decimal("1e-6")),
    "mcL": Unit(Kind.VOLUME, Decimal("1e-6")),
    "cc": Unit(Kind.VOLUME, Decimal("1e-3")),
    "ML": Unit(Kind.VOLUME, Decimal("1e-3")),
    "Ml": Unit(Kind.VOLUME, Decimal("1e-3")),
    "UL": Unit(Kind.VOLUME, Decimal("1e-6")),
    "uls": Unit(Kind.VOLUME, Decimal("1e-6")),
    "mls": Unit(Kind.VOLUME, Decimal("1e-3")),
    "mcg": Unit(Kind.MASS, Decimal("1e-6")),
    "gm": Unit(Kind.MASS, Decimal(1)),
    "gms": Unit(Kind.MASS, Decimal(1)),
    "µ": Unit(Kind.LENGTH, Decimal("1e-6")),
    "μ": Unit(Kind.LENGTH, Decimal("1e-6")),
    "Å": Unit(Kind.LENGTH, Decimal("1e-10")),
    "krpm": Unit(Kind.ROTATION, Decimal(1_000)),
    "kx g": Unit(Kind.ACCELERATION, Decimal(1_000)),
    "MPa": Unit(Kind.PRESSURE, Decimal("1e6")),
    "hPa": Unit(Kind.PRESSURE, Decimal(100)),
    "mmHg": Unit(Kind.PRESSURE, Decimal("133.322")),
    "Torr": Unit(Kind.PRESSURE, Decimal("133.322")),
    "torr": Unit(Kind.PRESSURE, Decimal("133.322")),
    "psi": Unit(Kind.PRESSURE, Decimal("6894.757")),
    "PSI": Unit(Kind.PRESSURE, Decimal("6894.757")),
    "atm": Unit(Kind.PRESSURE, Decimal(101_325)),
    # Signs of one character, as Japanese fonts have them.
    "㎖": Unit(Kind.VOLUME, Decimal("1e-3")),
    "㎕": Unit(Kind.VOLUME, Decimal("1e-6")),
    "ℓ": Unit(Kind.VOLUME, Decimal(1)),
    "㏄": Unit(Kind.VOLUME, Decimal("1e-3")),
    "㎎": Unit(Kind.MASS, Decimal("1e-3")),
    "㎍": Unit(Kind.MASS, Decimal("1e-6")),
    "㎏": Unit(Kind.MASS, Decimal(1_000)),
    "㎜": Unit(Kind.LENGTH, Decimal("1e-3")),
    "㎝": Unit(Kind.LENGTH, Decimal("1e-2")),
    "㎛": Unit(Kind.LENGTH, Decimal("1e-6")),
    "㎚": Unit(Kind.LENGTH, Decimal("1e-9")),
}

# Written out or abbreviated; capitals do not matter.
PREFIXED_WORDS: tuple[tuple[tuple[str, ...], QuantityKind], ...] = (
    (("liter", "liters", "litre", "litres"), Kind.VOLUME),
    (("gram", "grams", "gramme", "grammes"), Kind.MASS),
    (("mole", "moles"), Kind.AMOUNT),
    (("molar",), Kind.MOLARITY),
    (("meter", "meters", "metre", "metres"), Kind.LENGTH),
    (("volt", "volts"), Kind.VOLTAGE),
    (("watt", "watts"), Kind.POWER),
)
OTHER_WORDS: tuple[tuple[tuple[str, ...], QuantityKind, Decimal | int], ...] = (
    (("sec", "secs", "second", "seconds"), Kind.TIME, 1),
    (("millisecond", "milliseconds", "msec"), Kind.TIME, Decimal("1e-3")),
    (("min", "mins", "minute", "minutes"), Kind.TIME, MINUTE),
    (("hr", "hrs", "hour", "hours"), Kind.TIME, HOUR),
    (("day", "days"), Kind.TIME, DAY),
    (("wk", "wks", "week", "weeks"), Kind.TIME, 7 * DAY),
    (("month", "months"), Kind.TIME, YEAR / 12),
    (("yr", "yrs", "year", "years"), Kind.TIME, YEAR),
    (("micron", "microns"), Kind.LENGTH, Decimal("1e-6")),
    (("angstrom", "angstroms"), Kind.LENGTH, Decimal("1e-10")),
    (("unit", "units"), Kind.ACTIVITY, 1),
    (("percent",), Kind.FRACTION, 1),
    (("rpm", "r.p.m"), Kind.ROTATION, 1),
    (("rcf",), Kind.ACCELERATION, 1),
    (("cells", "cell", "cfu", "cfus", "pfu", "pfus", "copies", "spores"), Kind.COUNT, 1),
    (("viruses", "virions", "particles", "colonies"), Kind.COUNT, 1),
    (("cycles", "cycle", "times"), Kind.COUNT, 1),
)
# Longest first where one begins another.
JAPANESE: tuple[tuple[str, QuantityKind, Decimal | int], ...] = (
    ("マイクロリットル", Kind.VOLUME, Decimal("1e-6")),
    ("ミリリットル", Kind.VOLUME, Decimal("1e-3")),
    ("リットル", Kind.VOLUME, 1),
    ("キログラム", Kind.MASS, 1_000),
    ("ミリグラム", Kind.MASS, Decimal("1e-3")),
    ("マイクログラム", Kind.MASS, Decimal("1e-6")),
    ("ナノグラム", Kind.MASS, Decimal("1e-9")),
    ("グラム", Kind.MASS, 1),
    ("ミリモル", Kind.AMOUNT, Decimal("1e-3")),
    ("マイクロモル", Kind.AMOUNT, Decimal("1e-6")),
    ("モル", Kind.AMOUNT, 1),
    ("センチメートル", Kind.LENGTH, Decimal("1e-2")),
    ("ミリメートル", Kind.LENGTH, Decimal("1e-3")),
    ("マイクロメートル", Kind.LENGTH, Decimal("1e-6")),
    ("ナノメートル", Kind.LENGTH, Decimal("1e-9")),
    ("ボルト", Kind.VOLTAGE, 1),
    ("パーセント", Kind.FRACTION, 1),
    ("ユニット", Kind.ACTIVITY, 1),
    ("単位", Kind.ACTIVITY, 1),
    ("回転", Kind.ROTATION, 1),
    ("細胞", Kind.COUNT, 1),
    ("サイクル", Kind.COUNT, 1),
    ("回", Kind.COUNT, 1),
    ("倍", Kind.FOLD, 1),
    ("秒", Kind.TIME, 1),
    ("分", Kind.TIME, MINUTE),
    ("時間", Kind.TIME, HOUR),
    ("日", Kind.TIME, DAY),
    ("週", Kind.TIME, 7 * DAY),
    ("か月", Kind.TIME, YEAR / 12),
    ("ヶ月", Kind.TIME, YEAR / 12),
    ("カ月", Kind.TIME, YEAR / 12),
    ("度", Kind.TEMPERATURE, 1),
)
CELSIUS = Unit(Kind.TEMPERATURE, Decimal(1))


def _symbols() -> dict[str, Unit]:
    table = dict(OTHER_SYMBOLS)
    for base, kind, prefixes in SYMBOLS:
        for mark in prefixes:
            prefix = mark.strip("-")
            scale = Decimal(PREFIXES[prefix]) * BASE_SCALE.get(base, 1)
            table[prefix + base] = Unit(kind, scale)
    # Half of all labs type "oC", since the raised o of a word processor does not survive.
    table["%"] = Unit(Kind.FRACTION, Decimal(1))
    for celsius in ("oC", "ºC", "C", "℃", "degC", "degreesC", "度"):
        table[celsius] = CELSIUS
    for written, kind, one in JAPANESE:
        table[written] = Unit(kind, Decimal(one))
    return table


def _words() -> dict[str, Unit]:
    table = {word: Unit(kind, Decimal(one)) for names, kind, one in OTHER_WORDS for word in names}
    for names, kind in PREFIXED_WORDS:
        for prefix, scale in PREFIX_WORDS.items():
            table |= {prefix + name: Unit(kind, Decimal(scale)) for name in names}
    return table


UNITS = _symbols()
WORDS = _words()
# Cubes of lengths are volumes: unit and power as written.
CUBIC: dict[tuple[str, str], Decimal] = {
    (length, power): Decimal(litres)
    for length, litres in (("mm", "1e-6"), ("cm", "1e-3"), ("dm", "1"))
    for power in "3³"
}
# What stands below the line of a concentration: "mg/mL", "U/µl", "cells per ml".
DIVISORS: dict[str, Decimal] = {
    name: unit.scale for name, unit in (UNITS | WORDS).items() if unit.kind is Kind.VOLUME
}
