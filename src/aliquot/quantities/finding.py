"""Find numbers with units, in a single pass.

What enters: a text. What leaves: its amounts in order, none over another. A number is followed to
its unit; the unit, its surroundings and what stands in front of the number decide together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from aliquot.quantities.bounds import bounded
from aliquot.quantities.context import IN_CONTEXT
from aliquot.quantities.ends import with_ends
from aliquot.quantities.found import Found
from aliquot.quantities.joining import join_found, without_overlaps
from aliquot.quantities.numbers import NARROW, NUMBER, value_of
from aliquot.quantities.rates import divided
from aliquot.quantities.units import CANONICAL, CUBIC, JAPANESE, UNITS, WORDS, Unit
from aliquot.quantities.words import said_in_words
from aliquot.types import Quantity, QuantityKind, Span

__all__ = ["find_quantities"]

Kind = QuantityKind
BETWEEN = r"\s?(?:[-–—−‐‑~〜～±]|\+/[-−]|\bto\b|\band\b|から)\s?"
JAPANESE_UNIT = "|".join(name for name, _, _ in JAPANESE)
# Longer rows of digits are keys and sequences, never measured. Within one no number begins: else
# each of its digits would be followed to its end.
LONGEST_NUMBER = 24
AMOUNT = re.compile(
    rf"""(?<!\d{{{LONGEST_NUMBER}}})(?P<low>{NUMBER})(?:(?P<between>{BETWEEN})(?P<high>[-−–]?{NUMBER}))?
    (?P<gap>[^\S\n]{{0,2}}|-)
    (?P<unit>[x×]\s?(?:[gG](?![A-Za-z])|gravity\b)
      |[xX×*](?=\s?\d)
      |[xX×](?:(?=[A-Z]{{2}})|(?![A-Za-zµ]))
      |[°º˚∘](?:\s?(?:C|F\b|c\b))?|o\sC\b
      |deg(?:rees?|\.)?(?:\s?(?:C(?:elsius|entigrade)?|F(?:ahrenheit)?)\b)?
      |[rR]\.[pP]\.[mM]\b
      |[kK]\s?(?:rpm|RPM|[rR][cC][fF]|[x×]\s?g\b)
      |[A-Za-zµμÅℓ]++
      |%|℃|㎖|㎕|㏄|㎎|㎍|㎏|㎜|㎝|㎛|㎚|''|["'′″]
      |{JAPANESE_UNIT}
      |(?=/\s?m[lL]\b))""",
    re.X,
)
# Units that differ only in looks share a name in the tables.
NAMES: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"[x×](?:[gG]|gravity)"), "x g"),
    (re.compile(r"[xX×*]"), "x"),
    (re.compile(r"[kK](?:rpm|RPM)"), "krpm"),
    (re.compile(r"[kK](?:[rR][cC][fF]|[x×]g)"), "kx g"),
    (re.compile(r"(?:[°º˚∘]|deg(?:rees?|\.)?)(?:[Cc]|Celsius|Centigrade)"), "℃"),
    (re.compile(r"(?:[°º˚∘]|deg(?:rees?|\.)?)(?:F|Fahrenheit)"), "°F"),
    (re.compile(r"[°º˚∘]"), "°"),
    (re.compile(r"deg(?:rees?|\.)?"), "degree"),
)
# Hyphens join to words and to these: "2-h incubation", but not "5-M".
HYPHENATED = frozenset({"h", "s", "°"})
# Letters behind which a digit does not turn a unit into a square or a name.
BEFORE_DIGITS = frozenset({"h", "x", "X"})

# Numbers of pictures, parts, positions and orders are not amounts, whatever letter follows.
LABELS = frozenset(
    {"fig", "figs", "figure", "figures", "tab", "table", "tables", "panel", "panels", "lane"}
    | {"lanes", "scheme", "suppl", "step", "steps", "section", "sections", "chapter", "page"}
    | {"pages", "p", "pp", "eq", "eqn", "equation", "ref", "refs", "reference", "chromosome"}
    | {"chromosomes", "chr", "arm", "exon", "intron", "lot", "cat", "catalog", "catalogue"}
    | {"version", "v", "no", "nos", "type", "class", "grade", "phase", "clade", "day", "week"}
    | {"cohort", "group", "experiment", "protocol", "position", "residue"}
)
LABEL_SIGNS = tuple("#$£€№図表第")
LAST_WORD = re.compile(r"([A-Za-z]+)\.?\s?#?$")
LABEL_REACH = 16
# Half of a name ("IL-6", "BL/6", "v1.2"), or of a number this one continues.
NAME_BEFORE = re.compile(r"[A-Za-z0-9_^\u0370-\u03ff]$|\d[.,:·]$|[A-Za-z0-9)][-‐‑–−]$|[A-Za-z]/$")

JOINERS = (" and ", " or ", "/", "&", "& ", "または", "および")
LISTED = re.compile(rf"(?:{NUMBER},\s)*{NUMBER},?\s?(?:and|or|/|&|または|および)\s?$")
LIST_REACH = 48
EACH = re.compile(NUMBER)


def find_quantities(text: str, offset: int = 0) -> list[Quantity]:
    """Find the amounts a text states, in order; no two overlap.

    Args:
        text: What is searched.
        offset: Where the text begins in the document that spans shall point into.
    """
    plain = text if text.isascii() else text.translate(NARROW)
    found = without_overlaps([*_amounts(plain), *said_in_words(plain)])
    return [_quantity(one, offset) for one in join_found(plain, found)]


def _quantity(found: Found, offset: int) -> Quantity:
    return Quantity(
        kind=found.kind,
        low=float(found.low),
        high=float(found.high),
        unit=CANONICAL[found.kind],
        span=Span(offset + found.start, offset + found.end),
    )


def _amounts(text: str) -> Iterator[Found]:
    end = position = 0
    while (match := AMOUNT.search(text, position)) is not None:
        position = match.end()
        found = _read(text, match, end)
        if found is not None:
            yield from _listed_before(text, found, end)
            yield found
            position = end = found.end
        elif match["high"] is not None:
            # What is no range may still end in an amount: "step 3 - 10 min".
            position = match.start("high")


def _read(text: str, match: re.Match[str], end: int) -> Found | None:
    if len(match["low"]) > LONGEST_NUMBER or not _is_free(text, match.start(), end):
        return None
    unit = _unit(text, match)
    if unit is None:
        return None
    is_repeat = unit.kind is Kind.COUNT and _name(match["unit"]) == "x"
    found = with_ends(text, match, unit)
    if is_repeat:
        return replace(found, is_repeat=True)
    whole = divided(text, found)
    return bounded(text, whole, match["unit"]) if whole else None


# ------------------------------------------------------------------------------ before


def _is_free(text: str, start: int, end: int) -> bool:
    """Tell whether a number stands for itself; `end` is where the last amount ended."""
    if end and start - end <= 1:
        return True
    before = text[max(0, start - LABEL_REACH) : start]
    return not (NAME_BEFORE.search(before[-2:]) or _is_label(before))


def _is_label(before: str) -> bool:
    """Tell whether a text ends in what numbers are given to: "Fig. ", "step ", "No."."""
    before = before.rstrip(" ")
    if before.endswith(LABEL_SIGNS):
        return True
    word = LAST_WORD.search(before)
    return word is not None and word[1].casefold() in LABELS


def _listed_before(text: str, found: Found, end: int) -> Iterator[Found]:
    """Find the numbers that share the unit of the last: "3, 6 and 9 hours"."""
    first = max(end, found.start - LIST_REACH)
    before = text[first : found.start]
    is_unlisted = not found.scale or found.is_repeat or found.kind is Kind.FOLD
    if is_unlisted or not before.endswith(JOINERS):
        return
    listed = LISTED.search(before)
    if listed is None or not _is_free(text, first + listed.start(), end):
        return
    for number in EACH.finditer(listed[0]):
        start = first + listed.start() + number.start()
        value = value_of(number[0]) * found.scale
        yield replace(found, start=start, end=start + len(number[0]), low=value, high=value)


# ------------------------------------------------------------------------------ units


def _unit(text: str, match: re.Match[str]) -> Unit | None:
    written, name = match["unit"], _name(match["unit"])
    if match["gap"] == "-" and len(written) == 1 and name not in HYPHENATED:
        return None
    if written.isalpha() and not _ends_word(text, match):
        scale = CUBIC.get((written, text[match.end()]))
        return Unit(Kind.VOLUME, scale) if scale else None
    if name in IN_CONTEXT:
        return IN_CONTEXT[name](text, match)
    return UNITS.get(name) or WORDS.get(name)


def _ends_word(text: str, match: re.Match[str]) -> bool:
    """Tell whether a unit is followed by neither a power nor the rest of a name."""
    after = text[match.end() : match.end() + 2]
    is_power = after[:1] in tuple("0123456789²³") or after in ("^2", "^3")
    return not (match["unit"].isascii() and is_power) or match["unit"] in BEFORE_DIGITS


@lru_cache(maxsize=512)
def _name(written: str) -> str:
    """Return the name under which tables have a unit."""
    bare = re.sub(r"\s", "", written)
    for pattern, name in NAMES:
        if pattern.fullmatch(bare):
            return name
    if bare in UNITS or bare in IN_CONTEXT:
        return bare
    low = bare.casefold()
    return low if low in WORDS or (len(low) > 1 and low in IN_CONTEXT) else bare
