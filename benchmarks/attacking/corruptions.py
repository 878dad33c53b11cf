"""Ways of making a true statement false, each with a seeded choice.

What enters: a pair and the pairs it may be mixed with. What leaves: a pair that is false, or
`None` where the statement offers nothing to corrupt in this way. The words used here are chosen
without a look at those the gates know.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from attacking.pairs import Pair

__all__ = ["CORRUPTIONS"]

Corrupt = Callable[[Pair, Sequence[Pair], random.Random], Pair | None]

NUMBER = re.compile(r"(?<![\w.,^/-])\d+(?:,\d{3})*(?:\.\d+)?(?![\w^]|[.,/-]\d|\))")
# The marks of references are no part of what is stated.
REFERENCE = re.compile(r"\[\d[\d,;\s–-]*\]")
OTHER_UNITS = {
    "µM": "mM", "μM": "nM", "mM": "µM", "nM": "µM", "mg": "µg", "µg": "mg", "ng": "µg", "g": "mg",
    "ml": "µl", "mL": "µL", "µL": "mL", "μL": "mL", "µl": "ml", "μl": "ml", "ul": "ml",
    "min": "h", "minutes": "hours", "minute": "hour", "h": "min", "hours": "minutes",
    "hour": "day", "days": "weeks", "day": "month", "weeks": "days", "week": "day",
    "months": "weeks", "years": "months", "year": "month", "s": "min", "sec": "min",
    "%": " mg", "°C": "%", "kb": "bp", "bp": "kb", "nm": "µm", "µm": "nm", "μm": "nm", "mm": "cm",
    "cm": "mm", "塩基": "分", "分": "時間",
    "種類": "匹", "rpm": "g", "U": "mg", "kDa": "Da",
}  # fmt: skip
UNITS = "|".join(sorted(map(re.escape, OTHER_UNITS), key=len, reverse=True))
WITH_UNIT = re.compile(rf"(?<![\w.,^/-])(\d+(?:\.\d+)?\s?)({UNITS})(?![A-Za-z/\d%⁻-])")
# Symbols with a digit: a gene, a line, a trial, a kit.
SYMBOL = re.compile(r"(?<![\w.-])(?=[\w-]*[A-Za-z])(?=[\w-]*\d)[A-Za-z][\w-]*\d+[A-Za-z]?(?![\w-])")
CAPITALS = re.compile(r"(?<![\w.-])[A-Z]{3,6}(?![\w-])")

AUXILIARY = re.compile(
    r"\b(was|were|is|are|can|could|should|may|might|will|would|did|does|do|has been|have been)\b"
    r"(?! not\b|n't|\s(?:no|never|neither)\b)"
)
DENIAL = re.compile(
    r"\b(?P<aux>was|were|is|are|can|could|should|may|might|will|would|did|does|do|has|have)"
    r"(?:\s(?:not|never)|n't)\b"
)
NO_NOUN = re.compile(r"\b(?:no)\s(?=[a-z]{4,})")
JAPANESE_YES = (
    ("できる。", "できない。"), ("できます。", "できません。"), ("します。", "しません。"),
    ("ています。", "ていません。"), ("ている。", "ていない。"), ("あります。", "ありません。"),
    ("である。", "ではない。"), ("ある。", "ない。"), ("する。", "しない。"),
    ("れます。", "れません。"),
    ("れる。", "れない。"), ("います。", "いません。"), ("です。", "ではありません。"),
)  # fmt: skip
OPPOSITES = (
    ("increased", "decreased"), ("increase", "decrease"), ("increases", "decreases"),
    ("increasing", "decreasing"), ("higher", "lower"), ("greater", "smaller"), ("more", "less"),
    ("larger", "smaller"), ("longer", "shorter"), ("before", "after"), ("up-regulated",
    "down-regulated"), ("upregulated", "downregulated"), ("above", "below"), ("high", "low"),
    ("reduced", "increased"), ("reduce", "increase"), ("reduces", "increases"),
    ("reduction", "increase"), ("inhibits", "activates"), ("inhibited", "activated"),
    ("inhibit", "activate"), ("enhanced", "reduced"), ("earlier", "later"), ("faster", "slower"),
    ("minimum", "maximum"), ("better", "worse"), ("falling", "rising"), ("raised", "lowered"),
    ("増加", "減少"),
    ("高い", "低い"), ("高く", "低く"), ("多い", "少ない"), ("多く", "少なく"),
    ("長い", "短い"), ("大きい", "小さい"), ("以上", "以下"), ("上昇", "低下"),
    ("促進", "阻害"),
    ("最大", "最小"), ("大きく", "小さく"), ("超える", "下回る"), ("高速", "低速"),
    ("最後", "最初"),
)  # fmt: skip
OPPOSITE = {a: b for one, other in OPPOSITES for a, b in ((one, other), (other, one))}
OPPOSITE |= {"increase": "decrease", "increases": "decreases", "increased": "decreased"}
DIRECTION = re.compile(
    "|".join(
        rf"\b{re.escape(word)}\b" if word.isascii() else re.escape(word)
        for word in sorted(OPPOSITE, key=len, reverse=True)
    )
)
# Words whose opposite would not make the sentence false: "at least", "more than" of a phrase.
IDLE = re.compile(
    r"\b(?:once more|more or less|further|no more|the more|(?:or|one or) more"
    r"|more likely to be true"
    r"|high[- ](?:speed|performance|molecular|quality|throughput|school|fidelity|resolution|res)"
    r"|before and after|before or after|looked after)\b",
    re.IGNORECASE,
)
COMPARED = re.compile(
    r"\b(?P<word>higher|lower|greater|smaller|larger|more|less|longer|shorter|better)"
    r"(?P<mid>[^.;,]{0,60}?)\s(?P<prep>in|for|with|of)\s(?P<one>[\w-]+(?:\s[\w-]+)?)\s"
    r"(?:than|compared (?:to|with))\s(?P<prep2>in|for|with|of)\s(?P<other>[\w-]+(?:\s[\w-]+)?)"
)
# "A was higher than B", both sides whole: what opens a sentence, and what closes it or a clause.
SUBJECT = re.compile(
    r"(?:^|[.;,]\s)(?P<one>[A-Z][\w-]*(?:\s[\w-]+){0,2})\s"
    r"(?:is|are|was|were|had|has|have|show|shows|showed|have been)\s[^.;,]{0,40}?"
    r"\b(?:higher|lower|greater|smaller|larger|more|less|longer|shorter|better|faster|slower)\b"
    r"[^.;,]{0,40}?\s(?:than|compared (?:to|with))\s(?P<other>[\w-]+(?:\s[\w-]+){0,2})(?=[.;,(])"
)
JAPANESE_SIDES = re.compile(
    r"(?P<one>[一-龥ァ-ヴーA-Za-z0-9]{2,})(?:は|が)(?P<other>[一-龥ァ-ヴーA-Za-z0-9]{2,})より"
)


def number(pair: Pair, pool: Sequence[Pair], rng: random.Random) -> Pair | None:
    """Put another number where one stands."""
    marks = [one.span() for one in REFERENCE.finditer(pair.text)]
    found = [
        one
        for one in NUMBER.finditer(pair.text)
        if not any(start <= one.start() < end for start, end in marks)
    ]
    if not found:
        return None
    one = rng.choice(found)
    digits = one[0]
    place = rng.choice([n for n, char in enumerate(digits) if char.isdigit()])
    other = rng.choice([char for char in "123456789" if char != digits[place]])
    false = digits[:place] + other + digits[place + 1 :]
    if re.search(rf"(?<![\d.,]){re.escape(false)}(?![\d,]|\.\d)", pair.quote):
        return None
    return _with(pair, one.span(), false)


def swapped_numbers(pair: Pair, pool: Sequence[Pair], rng: random.Random) -> Pair | None:
    """Exchange two numbers that are followed by the same unit."""
    found = list(re.finditer(r"(?<![\w.,^/-])(\d+(?:\.\d+)?)\s?(%|[a-zµμ]{1,7}\b)", pair.text))
    for first in found:
        for second in found:
            is_pair = first.start() < second.start() and first[2] == second[2] != "of"
            if is_pair and first[1] != second[1] and second.start() - first.end() > 8:
                text = pair.text
                text = text[: second.start(1)] + first[1] + text[second.end(1) :]
                return replace(pair, text=text[: first.start(1)] + second[1] + text[first.end(1) :])
    return None


def unit(pair: Pair, pool: Sequence[Pair], rng: random.Random) -> Pair | None:
    """Put another unit behind a number."""
    found = list(WITH_UNIT.finditer(pair.text))
    if not found:
        return None
    one = rng.choice(found)
    false = OTHER_UNITS[one[2]]
    if re.search(re.escape(one[1].strip()) + r"\s?-?" + re.escape(false.strip()), pair.quote):
        return None
    return _with(pair, one.span(2), false)


def identifier(pair: Pair, pool: Sequence[Pair], rng: random.Random) -> Pair | None:
    """Change a symbol by a digit or a letter, or put another symbol in its place."""
    found = list(SYMBOL.finditer(pair.text))
    if found:
        one = rng.choice(found)
        digits = [n for n, char in enumerate(one[0]) if char.isdigit()]
        place = rng.choice(digits)
        other = rng.choice([char for char in "123456789" if char != one[0][place]])
        false = rng.choice([one[0][:place] + other + one[0][place + 1 :], one[0] + "T"])
    else:
        found = list(CAPITALS.finditer(pair.text))
        if not found:
            return None
        one = rng.choice(found)
        place = rng.randrange(len(one[0]))
        letter = rng.choice([char for char in "BCDFGKLMPRTVX" if char != one[0][place]])
        false = one[0][:place] + letter + one[0][place + 1 :]
    return None if false in pair.chunk.searchable_text else _with(pair, one.span(), false)


def negation(pair: Pair, pool: Sequence[Pair], rng: random.Random) -> Pair | None:
    """Take a denial away, or put one in."""
    if pair.language == "ja":
        for yes, no in (*JAPANESE_YES, *((no, yes) for yes, no in JAPANESE_YES)):
            if pair.text.endswith(yes):
                return replace(pair, text=pair.text.removesuffix(yes) + no)
        return None
    if denied := DENIAL.search(pair.text):
        return _with(pair, denied.span(), denied["aux"])
    if denied := NO_NOUN.search(pair.text):
        return _with(pair, denied.span(), "")
    found = list(AUXILIARY.finditer(pair.text))
    if not found:
        return None
    one = rng.choice(found)
    return _with(pair, one.span(), f"{one[0].split()[0]} not{one[0][len(one[0].split()[0]) :]}")


def direction(pair: Pair, pool: Sequence[Pair], rng: random.Random) -> Pair | None:
    """Put the opposite of a direction in its place."""
    idle = [one.span() for one in IDLE.finditer(pair.text)]
    found = [
        one
        for one in DIRECTION.finditer(pair.text)
        if not any(start <= one.start() < end for start, end in idle)
    ]
    if not found:
        return None
    one = rng.choice(found)
    return _with(pair, one.span(), OPPOSITE[one[0]])


def swapped_sides(pair: Pair, pool: Sequence[Pair], rng: random.Random) -> Pair | None:
    """Exchange what is compared: "higher in A than in B" becomes "higher in B than in A"."""
    patterns = (COMPARED, SUBJECT, JAPANESE_SIDES)
    one = next((match for match in (each.search(pair.text) for each in patterns) if match), None)
    if one is None:
        return None
    text = pair.text
    text = text[: one.start("other")] + one["one"] + text[one.end("other") :]
    return replace(pair, text=text[: one.start("one")] + one["other"] + text[one.end("one") :])


def quote_swapped(pair: Pair, pool: Sequence[Pair], rng: random.Random) -> Pair | None:
    """Cite another sentence of the same chunk, or of the same file."""
    others = [one for one in pool if one.file == pair.file and one.quote != pair.quote]
    near = [one for one in others if one.chunk.id == pair.chunk.id] or others
    if not near:
        return None
    other = rng.choice(near)
    return replace(pair, quote=other.quote, chunk=other.chunk)


def quote_altered(pair: Pair, pool: Sequence[Pair], rng: random.Random) -> Pair | None:
    """Say what is stated with an invented quote: the statement, with a word left out of it."""
    words = pair.quote.split() if pair.language == "en" else list(pair.quote)
    inner = [n for n in range(1, len(words) - 1) if any(map(str.isalnum, words[n]))]
    if len(inner) < 4:
        return None
    place = rng.choice(inner)
    quote = (" " if pair.language == "en" else "").join(words[:place] + words[place + 1 :])
    return replace(pair, quote=quote)


def source_swapped(pair: Pair, pool: Sequence[Pair], rng: random.Random) -> Pair | None:
    """Name a chunk of another file for a quote that is true."""
    others = [one for one in pool if one.file != pair.file and pair.quote not in one.chunk.text]
    return replace(pair, chunk=rng.choice(others).chunk) if others else None


def source_and_quote_swapped(pair: Pair, pool: Sequence[Pair], rng: random.Random) -> Pair | None:
    """Cite a true sentence of another file."""
    others = [
        one
        for one in pool
        if one.file != pair.file and one.language == pair.language and one.text != pair.text
    ]
    other = rng.choice(others) if others else None
    return replace(pair, quote=other.quote, chunk=other.chunk) if other else None


def _with(pair: Pair, place: tuple[int, int], false: str) -> Pair:
    return replace(pair, text=pair.text[: place[0]] + false + pair.text[place[1] :])


CORRUPTIONS: Mapping[str, Corrupt] = {
    "number": number,
    "numbers swapped": swapped_numbers,
    "unit": unit,
    "identifier": identifier,
    "negation": negation,
    "direction": direction,
    "sides swapped": swapped_sides,
    "quote altered": quote_altered,
    "quote swapped": quote_swapped,
    "source": source_swapped,
    "source and quote": source_and_quote_swapped,
}
