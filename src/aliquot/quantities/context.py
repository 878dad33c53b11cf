"""What a unit of one letter means where it stands.

What enters: the text and the match of a number with its unit. What leaves: the unit, or `None`
where the letter is not one: `4C` is a method and `4C, inverted` a temperature, `350 g` is weighed
and `350 g` is spun, `2M` a panel of a figure and `2 M NaCl` a concentration.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from decimal import Decimal

from aliquot.quantities.units import CELSIUS, UNITS, Unit
from aliquot.quantities.words import COMPARISON
from aliquot.types import QuantityKind

__all__ = ["IN_CONTEXT", "ReadUnit"]

ReadUnit = Callable[[str, re.Match[str]], Unit | None]

GRAVITY = Unit(QuantityKind.ACCELERATION, Decimal(1))
FOLD = Unit(QuantityKind.FOLD, Decimal(1))
ONE = Unit(QuantityKind.COUNT, Decimal(1))
FAHRENHEIT = Unit(QuantityKind.TEMPERATURE, Decimal(5) / Decimal(9), shift=32)

# How far before and after a number its meaning is looked for, in characters.
REACH = 60
CENTRIFUGE = re.compile(
    r"(?:centrifug|\bspin|\bspun|\bpellet|\bpulse|sediment|\brcf\b|遠心|スピン)(?:[^.;。]|\.(?=\d))*$",
    re.I,
)
AT_SPEED = re.compile(r"(?:\bat|@)\s*(?:~|approx\.?\s)?$")
FOR_TIME = re.compile(r"[\s,]+(?:for|x|×)?\s*\d+(?:\.\d)?\s?(?:min|s\b|sec|h\b|hr)", re.I)
# Nothing is spun below 20 x g, and a mass of a thousand grams is written in kilograms.
LEAST_SPEED, FAST = 20, 1_000
PLACE = re.compile(
    r"(?:\b(?:at|to|from|of|below|above|in(?:to)?(?:\s(?:an?|the))?|reach(?:es)?|is|until|the|an?)|@|[=<>~(,–-])"
    r"\s*[-−–]?$",
    re.I,
)
REACHED = re.compile(r"(?:\b(?:at|to|from|below|above|until|reach(?:es)?)|[@=<>~])\s*[-−–]?$", re.I)
WARM_THING = re.compile(
    r"\s*(?:for\b|overnight|water|bath|incubator|freezer|room|oven|fridge|o/n)", re.I
)
ISOTOPES = frozenset({"11", "12", "13", "14"})
# Cells are kept in liquid nitrogen at -196 and sterilised at 121; beyond, "C" is a base or a name.
COLDEST, HOTTEST = -200, 200
ACID = re.compile(
    r"\s*(?:HCl|NaOH|KOH|H2SO4|H₂SO₄|HNO3|acid|base|hydrochloric|sulph?uric|nitric|sodium|potassium)"
)
NOT_MOLAR = re.compile(
    r"\s*(?:reads|cells|bp|base|people|pairs|clusters|mice|males?\b|[=:])|-[A-Z]", re.I
)
RIBOSOME = re.compile(r"\s?(?:r?RNA|rDNA|ribosom|subunit|metabar|amplicon|sequenc|gene)", re.I)
DECADE = re.compile(r"(?:1[89]|20)?\d0")
METRE = re.compile(
    r"\s?(?:long|deep|high|wide|tall|depth|column|above|below|away|apart|in (?:length|diameter))\b"
    r"|\s?[x×]\s?\d"
)
ANGLE_BEFORE = re.compile(r"(?:rotat|tilt|angle|turn|bend|inclin|flip)\w*[^.]{0,20}$", re.I)
ANGLE_AFTER = re.compile(r"\s*(?:angle|rotation|turn|tilt|[NSEW]\b|[\d'′])", re.I)
STRAND = re.compile(
    r"[-‐‑–,)\]A-Za-z]|\s(?:UTR|end|overhang|phosph|primer|exonucl|cap|RACE|splice|LTR|to\s[35])"
)
FOR_THIS_TIME = re.compile(r"(?:\bfor|[x×@]|\beach|\bafter)\s*$", re.I)
# No stock is kept stronger; what is, is half of an ISSN.
STRONGEST = 1_000
# Cells, genes and tags that begin with what looks like a strength.
NO_STRENGTH = re.compile(
    r"\s?-?(?:genomics|chromium|visium|xenium|magnif|objective|lens|oil|coverage|depth|sequenc|FLAG"
    r"|HA\b|c?-?Myc|His|GFP|NLS|Strep|V5|Ty1|YT|higher|lower|more|less|greater|as\b|the\b|per\b|daily"
    r"|(?:a|every|each)\s(?:day|week)|/)",
    re.I,
)
STRENGTH = re.compile(r"\s?\(?[A-Za-zα-ωΑ-Ω\u3040-\u9fff]|\s*(?:[.,;)\]]|$)")
COMPARED = re.compile(COMPARISON)
SHARES = re.compile(r"[割注画子化離裂類泌配散析解枝]|の(?=\d)")
ORDINAL_OR_DATE = re.compile(r"目|本|曜")
DEGREES_AFTER = re.compile(r"[でにのまかを以、。,.)\s〜～~-]|C|$")


def _after(text: str, match: re.Match[str]) -> str:
    return text[match.end() : match.end() + REACH]


def _before(text: str, match: re.Match[str]) -> str:
    return text[max(0, match.start() - REACH) : match.start()]


def _number(match: re.Match[str]) -> float:
    return _plain_value(match["high"] or match["low"])


def _plain_value(written: str | None) -> float:
    """Return the value of a number without a power of ten, 0 for any other."""
    digits = (written or "").lstrip("-−–").replace(",", "")
    return float(digits) if digits.replace(".", "", 1).isdecimal() else 0.0


def _gram(text: str, match: re.Match[str]) -> Unit | None:
    """Tell grams from multiples of gravity, which half of all labs write without the cross."""
    before, after = _before(text, match), _after(text, match)
    if _number(match) < LEAST_SPEED or after.startswith((" of ", "/")):
        return UNITS["g"]
    is_fast = _number(match) >= FAST or FOR_TIME.match(after)
    is_spun = CENTRIFUGE.search(before) or (AT_SPEED.search(before) and is_fast)
    return GRAVITY if is_spun else UNITS["g"]


def _gravity(text: str, match: re.Match[str]) -> Unit | None:
    is_spun = _number(match) >= LEAST_SPEED and CENTRIFUGE.search(_before(text, match))
    return GRAVITY if is_spun else None


def _celsius(text: str, match: re.Match[str]) -> Unit | None:
    """Tell a temperature without its ring from bases, isotopes and methods such as 4C."""
    before, after = _before(text, match), _after(text, match)
    number = (match["high"] or match["low"]).lstrip("-−–")
    is_place = bool(PLACE.search(before) or WARM_THING.match(after) or match["high"])
    if not number.replace(".", "", 1).isdecimal() or not COLDEST < float(number) < HOTTEST:
        return None
    if after[:1] in tuple("-‐>→/") and not before.endswith(("-", "−")):
        return None
    if is_place:
        return CELSIUS
    # "37C" says it alone, "14C" and "4C" do not.
    return CELSIUS if not match["gap"] and len(number) > 1 and number not in ISOTOPES else None


def _degree(text: str, match: re.Match[str]) -> Unit | None:
    """Tell degrees of temperature from those of an angle or a place on earth."""
    before, after = _before(text, match), _after(text, match)
    is_angle = ANGLE_BEFORE.search(before) or ANGLE_AFTER.match(after)
    is_place = REACHED.search(before) or WARM_THING.match(after)
    return CELSIUS if is_place and not is_angle and _number(match) < HOTTEST * 2 else None


def _molar(text: str, match: re.Match[str]) -> Unit | None:
    return None if NOT_MOLAR.match(_after(text, match)) else UNITS["M"]


def _normal(text: str, match: re.Match[str]) -> Unit | None:
    """Read normality as molarity, which it is for acids and bases of one proton."""
    return UNITS["M"] if ACID.match(_after(text, match)) else None


def _units(text: str, match: re.Match[str]) -> Unit | None:
    """Read units of an enzyme; "10 U.S. sheep" are none."""
    return (
        None
        if _after(text, match)[:1] == "." and _after(text, match)[1:2].isupper()
        else UNITS["U"]
    )


def _second(text: str, match: re.Match[str]) -> Unit | None:
    if RIBOSOME.match(_after(text, match)) or _is_decade(text, match):
        return None
    return UNITS["s"]


def _is_decade(text: str, match: re.Match[str]) -> bool:
    is_round = DECADE.fullmatch(match["low"]) is not None and not match["gap"]
    return is_round and (len(match["low"]) == 4 or _before(text, match).endswith("the "))


def _days(text: str, match: re.Match[str]) -> Unit | None:
    """Read "7 d" and "14d"; "2d" and "3d" are pictures."""
    return UNITS["d"] if match["gap"] or _number(match) > 3 else None


def _metre(text: str, match: re.Match[str]) -> Unit | None:
    return UNITS["m"] if METRE.match(_after(text, match)) else None


def _micron(text: str, match: re.Match[str]) -> Unit | None:
    return None if _after(text, match)[:1].isalnum() else UNITS["µ"]


def _prime(text: str, match: re.Match[str]) -> Unit | None:
    """Tell 15' (minutes) from the ends of a strand (5', 3') and positions in a ring (4',6-)."""
    before, after = _before(text, match), _after(text, match)
    is_double = match["unit"] in ('"', "″", "''")
    is_said = FOR_THIS_TIME.search(before) is not None or before.endswith(("'", "′"))
    if STRAND.match(after) or not (is_said or (_number(match) >= 10 and not is_double)):
        return None
    return UNITS["s"] if is_double else Unit(QuantityKind.TIME, Decimal(60))


def _strength(text: str, match: re.Match[str]) -> Unit | None:
    """Read "10X buffer" and "3x 5 min", but neither "10X Genomics" nor "40x objective"."""
    after = _after(text, match)
    if after.lstrip()[:1].isdigit():
        return ONE
    if any(_plain_value(match[end]) > STRONGEST for end in ("low", "high")):
        return None
    return FOLD if STRENGTH.match(after) and not NO_STRENGTH.match(after) else None


def _fold(text: str, match: re.Match[str]) -> Unit | None:
    return FOLD


def _times(text: str, match: re.Match[str]) -> Unit | None:
    return None if COMPARED.match(_after(text, match)) else ONE


def _minute_ja(text: str, match: re.Match[str]) -> Unit | None:
    return None if SHARES.match(_after(text, match)) else UNITS["分"]


def _day_ja(text: str, match: re.Match[str]) -> Unit | None:
    is_date = _before(text, match).endswith("月") or ORDINAL_OR_DATE.match(_after(text, match))
    return None if is_date else UNITS["日"]


def _degree_ja(text: str, match: re.Match[str]) -> Unit | None:
    return CELSIUS if DEGREES_AFTER.match(_after(text, match)) else None


def _share_ja(text: str, match: re.Match[str]) -> Unit | None:
    """Read 回 as repeats; "3回目" is the third of them."""
    return None if _after(text, match).startswith("目") else UNITS["回"]


IN_CONTEXT: Mapping[str, ReadUnit] = {
    "g": _gram,
    "G": _gravity,
    "C": _celsius,
    "°": _degree,
    "degree": _degree,
    "M": _molar,
    "N": _normal,
    "s": _second,
    "U": _units,
    "d": _days,
    "m": _metre,
    "µ": _micron,
    "μ": _micron,
    "'": _prime,
    "′": _prime,
    '"': _prime,
    "″": _prime,
    "''": _prime,
    "x": _strength,
    "fold": _fold,
    "times": _times,
    "分": _minute_ja,
    "日": _day_ja,
    "度": _degree_ja,
    "回": _share_ja,
    "°F": lambda text, match: FAHRENHEIT,
    # Of cells, where only "/ml" follows.
    "": lambda text, match: ONE,
    "x g": lambda text, match: GRAVITY,
}
