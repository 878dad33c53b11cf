"""Numbers of a plain text, each with its unit as a dimension and an exact scale.

What enters: a plain text. What leaves: every number that stands for itself, in digits or in words;
those within names (TP53, IL-6, 12S) are no numbers. Unlike `aliquot.quantities`, whose units these
are, nothing is left out when in doubt: a number that is no measure has to be proved as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from aliquot.generation.verify.measures import Dimension, unit_at

__all__ = ["Amount", "amounts_of"]

NUMBER_WORDS: dict[str, int | Fraction] = {
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    "fifteen": 15,
    "twenty": 20,
    "thirty": 30,
    "forty": 40,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
    "hundred": 100,
    "half": Fraction(1, 2),
    "twice": 2,
    "double": 2,
    "doubled": 2,
    "a": 1,
    "an": 1,
    "per": 1,
    "each": 1,
    "every": 1,
}
MULTIPLIERS = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
# Before a unit of time these say one of it: "a week", "per day".
ARTICLES = frozenset({"a", "an", "per", "each", "every"})
# "The daily intake" is one of a day; nobody states by it that something took a day.
REGULAR = {
    "hourly": "hour", "daily": "day", "weekly": "week", "monthly": "month", "yearly": "year",
    "annual": "year",
}  # fmt: skip
KANJI = {one: n for n, one in enumerate("一二三四五六七八九十", start=1)} | {
    "百": 100, "千": 1000, "万": 10_000, "億": 10**8,
}  # fmt: skip
# Words that count only before a unit ("half an hour", "one week"), and say too little elsewhere.
WEAK = frozenset({"one", "half", "twice", "double", "doubled", "hundred"}) | ARTICLES
COUNTERS = "つ|回|人|例|匹|名|本|枚|個|日|時間|分|週|か月|ヶ月|年|倍|群|種|段階"

POWER = r"10\^[-+]?\d{1,3}"
# "0.99,95%CI" are two numbers: no group of thousands has two digits and a percent sign.
INTERVAL = r"(?=9[059]\s?%\s?(?:CI|confidence|信頼))"
# What multiplies a number in digits: "8.8 million", 5万.
MANY = r"(?:thousand|million|billion)\b|[千万億]"
# Spaces part thousands in "50 000"; in "12 250" they may part two numbers.
SPACED = r"[1-9]\d{0,2}(?:\s\d{3})?\s000(?![\d.,])"
NUMBER = re.compile(
    rf"""(?<![A-Za-zµμα-ωΑ-Ω_^\d])(?<![A-Za-zα-ω]-)(?<!\d\.)(?:(?<!\d,)|{INTERVAL})
    (?P<sign>(?:(?<=^)|(?<=[\s(\[=<>~,;:/、。をにでは]))[-+])?
    (?:(?P<power>{POWER})
      |(?P<plain>\d{{1,3}}(?:,\d{{3}})+(?!\d)(?:\.\d+)?|{SPACED}|\d+(?:\.\d+)?|\.\d+)
       (?:\s?[x×*·]\s?(?P<times>{POWER}))?(?:\s?(?P<many>{MANY}))?)""",
    re.VERBOSE,
)
LONGEST_NUMBER = 24
WRITTEN = re.compile(
    rf"\b(?P<word>{'|'.join(sorted(NUMBER_WORDS, key=len, reverse=True))})\b"
    rf"(?:\s(?P<many>{'|'.join(MULTIPLIERS)})\b)?",
    re.IGNORECASE,
)
REGULARLY = re.compile(rf"\b(?:{'|'.join(REGULAR)})\b", re.IGNORECASE)
KANJI_NUMBER = re.compile(
    rf"(?<![一-龥\d])[一二三四五六七八九十百千万億](?=(?:{COUNTERS}|を?(?:[超越]え|[上下]回)|以上|以下|未満))"
)
# What is taken of a day, or done at it: 1日摂取量, 1日あたり, 1日1回.
A_DAY = re.compile(r"(?<=1日)(?=摂取|許容|あたり|当たり|当り|量|\d)")
# What parts the members of a list or the ends of a range that share the unit of the last.
SHARED = re.compile(
    r"\s?(?:-|–|~|to|and|or|,|,\s?and|,\s?or|/|±|\+/-|から|〜|と|、|または|x|×|vs\.?)\s?"
)
INTERVAL_HERE = re.compile(INTERVAL)
ABOUT = re.compile(
    r"(?:\b(?:about|approximately|around|roughly|nearly|almost|some|circa|ca\.?)\s|[~≈∼]\s?"
    r"|約|ほぼ|およそ|概ね)$",
    re.IGNORECASE,
)
ABOUT_REACH = 16
LETTERS_BEHIND = re.compile(r"[A-Za-zµμα-ω]")


@dataclass(frozen=True, slots=True)
class Amount:
    """A number with its unit.

    Attributes:
        written: As it stands, with its unit.
        value: In the written unit.
        dimension: What the unit measures; empty for a bare number.
        scale: One of the unit, in the canonical ones.
        start: Where the number begins.
        end: Where it ends, with its unit.
        digits: How many decimal places it is written with; negative for round thousands.
        is_about: Whether it is said to be rounded.
        is_weak: Whether it may be no number at all: "one", "a", "half".
        is_shared: Whether its unit is that of the list it stands in.
    """

    written: str
    value: Fraction
    dimension: Dimension
    scale: Fraction
    start: int
    end: int
    digits: int = 0
    is_about: bool = False
    is_weak: bool = False
    is_shared: bool = False

    @property
    def name_end(self) -> int:
        """Where what is written of the number alone ends: "1 mg", of DNA per gram."""
        number, of, _ = self.written.partition(" of ")
        return self.start + len(number) if of else self.end

    @property
    def size(self) -> Fraction:
        """The value in canonical units."""
        return self.value * self.scale


@lru_cache(maxsize=512)
def amounts_of(text: str) -> tuple[Amount, ...]:
    """Find the numbers of a plain text, in order."""
    found = sorted((*_in_digits(text), *_in_words(text)), key=lambda one: (one.start, one.is_weak))
    return tuple(_with_shared_units(text, found))


def _in_digits(text: str) -> Iterator[Amount]:
    for match in NUMBER.finditer(text):
        if len(match[0]) > LONGEST_NUMBER:
            continue
        dimension, scale, end = unit_at(text, match.end())
        is_named = end > match.end()
        if not is_named and LETTERS_BEHIND.match(text, match.end()):
            continue  # 12S, 3T3, 2n: a name that begins with a digit.
        yield Amount(
            written=text[match.start() : end],
            value=_value(match),
            dimension=dimension,
            scale=scale,
            start=match.start(),
            end=end,
            digits=_digits(match["plain"] or "", has_power=bool(match["times"] or match["many"])),
            is_about=_is_about(text, match.start()),
            is_weak=A_DAY.match(text, end) is not None,
        )


def _value(match: re.Match[str]) -> Fraction:
    value = Fraction(re.sub(r"[,\s]", "", match["plain"] or "1"))
    if many := match["many"]:
        value *= MULTIPLIERS.get(many) or KANJI[many]
    for power in (match["power"], match["times"]):
        if power:
            value *= Fraction(10) ** int(power.partition("^")[2])
    return -value if match["sign"] == "-" else value


def _digits(written: str, *, has_power: bool) -> int:
    """Return the decimal place a number is rounded to, as its author wrote it."""
    if has_power or not written:
        return 0
    if "." in written:
        return len(written.partition(".")[2])
    bare = re.sub(r"[,\s]", "", written)
    return len(bare.rstrip("0")) - len(bare)


def _is_about(text: str, start: int) -> bool:
    return ABOUT.search(text, max(0, start - ABOUT_REACH), start) is not None


def _in_words(text: str) -> Iterator[Amount]:
    for match in WRITTEN.finditer(text):
        word, many = match["word"].casefold(), (match["many"] or "").casefold()
        dimension, scale, end = unit_at(text, match.end())
        if word in ARTICLES and not many and dimension != (("time", 1),):
            continue
        is_weak = word in WEAK and not many and (word in ARTICLES or not dimension)
        value = Fraction(NUMBER_WORDS[word]) * MULTIPLIERS.get(many, 1)
        yield Amount(
            text[match.start() : end], value, dimension, scale, match.start(), end, is_weak=is_weak
        )
    for match in REGULARLY.finditer(text):
        dimension, scale, _ = unit_at(REGULAR[match[0].casefold()], 0)
        start, end = match.span()
        yield Amount(match[0], Fraction(1), dimension, scale, start, end, is_weak=True)
    for match in KANJI_NUMBER.finditer(text):
        dimension, scale, end = unit_at(text, match.end())
        value = Fraction(KANJI[match[0]])
        yield Amount(
            text[match.start() : end], value, dimension, scale, match.start(), end,
            is_weak=match[0] == "一",
        )  # fmt: skip


def _with_shared_units(text: str, found: Sequence[Amount]) -> list[Amount]:
    """Give the members of a list, and the ends of a range, the unit of the last."""
    shared = list(found)
    for n in range(len(found) - 2, -1, -1):
        one, following = shared[n], shared[n + 1]
        if one.dimension or not following.dimension or INTERVAL_HERE.match(text, following.start):
            continue
        if one.end <= following.start and SHARED.fullmatch(text, one.end, following.start):
            shared[n] = replace(
                one, dimension=following.dimension, scale=following.scale, is_shared=True
            )
    return shared
