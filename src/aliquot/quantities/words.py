"""Amounts without a number and a unit of their own: overnight, RT, on ice, 1:1000, pH 7.4, -80.

What enters: a text. What leaves: where such an amount stands and what it means, in canonical units.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from decimal import Decimal

from aliquot.quantities.found import Found
from aliquot.quantities.units import WORDS, Unit
from aliquot.types import QuantityKind

__all__ = ["COMPARISON", "said_in_words"]

Ends = tuple[Decimal, Decimal] | None
Read = Callable[[re.Match[str]], Ends]

# Source: controlled room temperature, United States Pharmacopeia, general chapter 659.
ROOM = (Decimal(20), Decimal(25))
ICE = Decimal(0)
# Sublimation of carbon dioxide at normal pressure.
DRY_ICE = Decimal("-78.5")
# From the evening to the morning: what protocols give in brackets, "overnight (12-18 h)".
OVERNIGHT = (Decimal(12 * 3600), Decimal(18 * 3600))
NUMBER_WORDS = {
    "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "twelve": 12, "fifteen": 15, "twenty": 20, "twenty-five": 25,
    "thirty": 30, "thirty-five": 35, "forty": 40, "forty-five": 45, "fifty": 50, "sixty": 60,
    "ninety": 90,
}  # fmt: skip
LONGEST_FIRST = sorted(NUMBER_WORDS, key=len, reverse=True)
ANY_WORD = "|".join(LONGEST_FIRST)
FIRST_LETTERS = "".join(sorted({word[0] for word in NUMBER_WORDS}))
RESTS = "|".join(f"(?<=[{word[0]}{word[0].upper()}]){word[1:]}" for word in LONGEST_FIRST)
# "Three times higher" and "three times a week" tell no number of repeats.
COMPARISON = (
    r"\s(?:more|higher|lower|less|greater|as\b|the\b|larger|smaller|longer|faster|an?\s(?:day|week)"
    r"|each\b|per\b|every\b|daily|weekly)"
)
FOLD_OR_TIMES = {"fold": Unit(QuantityKind.FOLD, Decimal(1))}
WRITTEN_OUT = re.compile(
    rf"(?P<low>[{FIRST_LETTERS}{FIRST_LETTERS.upper()}](?<!\w.)(?<!half .)(?:{RESTS}))"
    rf"(?:[ -](?:to|or)[ -](?P<high>{ANY_WORD}))?[ -]?"
    r"(?P<unit>(?:second|minute|min|hour|hr|day|week|month|cycle)s?|fold|times)\b"
    rf"(?!{COMPARISON})"
)
HALF_HOUR = Decimal(1_800)
STRONGEST_BASE = 14
# "1:30" at the end of "at 1:30 pm" is an hour of the day.
RATIO = re.compile(
    r"(\d(?<![\w:.,/-].)\d*(?:,\d{3})*(?:\.\d+)?)(\s?):\2(\d+(?:,\d{3})*(?:\.\d+)?)"
    r"(?![\d:]|[.,]\d|[-–—]\d|\s?(?:[ap]\.?m\b|h\b|hours?\b|[A-Za-z]{2,}:))"
)
OF_DAY = re.compile(r"(?:\bat|\bat about|[A-Za-z]:)\s?$")


def _constant(low: Decimal, high: Decimal | None = None) -> Read:
    ends = (low, low if high is None else high)
    return lambda match: ends


def _cold(match: re.Match[str]) -> Ends:
    value = -Decimal(match[0][1:])
    return value, value


def _written_out(match: re.Match[str]) -> Found | None:
    """Read "two to three hours", "thirty cycles", "ten-fold"."""
    name, low_word = match["unit"].casefold(), match["low"].casefold()
    unit = FOLD_OR_TIMES.get(name) or WORDS[name]
    if low_word == "an" and name != "hour":
        return None
    low = NUMBER_WORDS[low_word] * unit.scale
    high = NUMBER_WORDS[match["high"].casefold()] * unit.scale if match["high"] else low
    return Found(match.start(), match.end(), unit.kind, low, high, unit.scale)


def _clock(match: re.Match[str]) -> Ends:
    hours, _, rest = match[0].partition(":")
    seconds = Decimal(int(hours) * 3600 + int(rest[:2]) * 60)
    return seconds, seconds


def _acidity(match: re.Match[str]) -> Ends:
    low = Decimal(match[1])
    high = Decimal(match[2]) if match[2] else low
    return (low, high) if low <= high <= STRONGEST_BASE else None


def _ratio(match: re.Match[str]) -> Ends:
    """Read one part in many, or many to one; "7:3" and "25:24:1" are mixtures of several."""
    left, right = (Decimal(part.replace(",", "").rstrip(".")) for part in (match[1], match[3]))
    is_hour = OF_DAY.search(match.string, max(0, match.start() - 9), match.start())
    if is_hour or 1 not in (left, right) or not right or match[3].startswith("0"):
        return None
    return left / right, left / right


# A number of degrees below zero that freezers have, without its unit.
FREEZER = r"(?:20|25|30|40|60|65|70|80|86|150|196)"
UNIT_FOLLOWS = (
    r"[\d:/-]|[.,]\d|\s?[°º˚℃%]|\s?(?:[CKF]|deg\w*|[a-zµμ]?[glLMmVsh]|mol|min|rpm|x)(?![A-Za-z])"
)
# Reverse transcription is RT too: it is neither a place nor a time that something is kept at.
NOT_ROOM = r"(?![\w-]|\s?(?:primer|enzyme|mix|buffer|reaction|step|q?PCR))"
# Every pattern begins with a few fixed characters, which is what makes a search fast.
PATTERNS: tuple[tuple[QuantityKind, re.Pattern[str], Read], ...] = (
    (
        QuantityKind.TIME,
        re.compile(r"[Oo](?:ver[ -]?night\b|(?<![\w/].)/[Nn]\b)"),
        _constant(*OVERNIGHT),
    ),
    (QuantityKind.TIME, re.compile(r"OVERNIGHT|一晩|終夜|オーバーナイト"), _constant(*OVERNIGHT)),
    (
        QuantityKind.TEMPERATURE,
        re.compile(
            r"[RrAa](?:oom|mbient)[ -][Tt]emp(?:erature)?\b|ROOM TEMP(?:ERATURE)?\b|室温|常温"
        ),
        _constant(*ROOM),
    ),
    (
        QuantityKind.TEMPERATURE,
        re.compile(
            r"RT(?:(?<=(?:at|to|in|or|nd|rs|es|ht|.h|.C|s:|.,|.~) RT)|(?<=@ RT)|(?<=@RT))"
            rf"{NOT_ROOM}"
        ),
        _constant(*ROOM),
    ),
    (QuantityKind.TEMPERATURE, re.compile(r"\(RT(?<!temperature \(RT)(?=[,)])"), _constant(*ROOM)),
    (QuantityKind.TEMPERATURE, re.compile(r"r\.t\.(?<=(?:at|to|in) r\.t\.)"), _constant(*ROOM)),
    (QuantityKind.TEMPERATURE, re.compile(r"[Oo](?<!\w.)n[ -](?:wet )?ice\b"), _constant(ICE)),
    (QuantityKind.TEMPERATURE, re.compile(r"ON ICE\b|氷上|氷中"), _constant(ICE)),
    (
        QuantityKind.TEMPERATURE,
        re.compile(r"[Oo](?<!\w.)n dry[ -]ice\b|ドライアイス上"),
        _constant(DRY_ICE),
    ),
    (
        QuantityKind.TEMPERATURE,
        re.compile(
            rf"[-−–](?:(?<=\b(?:at|in|to) .)|(?<=\ba .)|(?<=\bthe .)){FREEZER}(?!{UNIT_FOLLOWS})"
            rf"|[-−–](?<![\w.].){FREEZER}(?=\s(?:freezer|fridge))"
        ),
        _cold,
    ),
    (
        QuantityKind.TIME,
        re.compile(r"\d(?<![\w:].)\d?:[0-5]\d(?=\s?(?:h|hrs?|hours?)\b)\s?h\w*"),
        _clock,
    ),
    (QuantityKind.TIME, re.compile(r"[Hh](?<!\w.)alf[ -](?:an[ -])?hour\b"), _constant(HALF_HOUR)),
    (
        QuantityKind.ACIDITY,
        re.compile(
            r"[pP](?<![A-Za-z].)H\s?(?:[-=:~≈]|of|is|to)?\s?(\d{1,2}(?:\.\d++)?)"
            r"(?:\s?(?:[-–—~〜]|to)\s?(\d{1,2}(?:\.\d++)?))?(?![\d%]|\.\d)"
        ),
        _acidity,
    ),
    (QuantityKind.RATIO, RATIO, _ratio),
)


def said_in_words(text: str) -> Iterator[Found]:
    """Find the amounts that stand in words; in no order."""
    yield from filter(None, map(_written_out, WRITTEN_OUT.finditer(text)))
    for kind, pattern, read in PATTERNS:
        for match in pattern.finditer(text):
            ends = read(match)
            if ends:
                yield Found(match.start(), match.end(), kind, *ends)
