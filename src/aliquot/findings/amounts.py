"""Which amounts a text states that a substance may have, where most of the text states none.

What enters: the text of a document. What leaves: its amounts in order, each as a person would write
it alone: the `250` of "250, 500 and 1000 µg/mL" is 250 µg/mL. Only stretches that hold a digit
before a unit are read closely, since reading all of a paper costs more than all finders together.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from aliquot.quantities import find_quantities
from aliquot.types import Quantity, QuantityKind, Span

__all__ = ["OF_WEIGHT", "Amount", "amounts_of", "quantities_of"]

Kind = QuantityKind
# What a substance is measured in; a temperature or a speed is no amount of one.
OF_SUBSTANCES = frozenset(
    {Kind.VOLUME, Kind.MASS, Kind.AMOUNT, Kind.MOLARITY, Kind.MASS_CONCENTRATION}
    | {Kind.FRACTION, Kind.ACTIVITY, Kind.ACTIVITY_CONCENTRATION, Kind.RATIO, Kind.FOLD}
)
# A digit, or a number in words, before what may be a unit: cheap, and never misses one.
LIKELY = re.compile(
    r"\d[^\S\n]?-?(?:[%℃°º˚㎖㎕㎎㎍]|[xX×](?![A-Za-z]{3})|(?:[munpµμkcdfM]?(?:[lLgMUVN]|mol|IU|Pa|bar|Ci|Bq)|mc[gl]|microg|gm|[cd]pm"
    r"|hr?s?|min|mins|s|secs?|d|wks?|mo|yrs?|[CFX]|cc|rcf|RCF|RPM|oC|cfu|pfu|cells?)(?![A-Za-z])"
    r"|units?\b|drops?\b|parts?\b|tablets?\b|tuberculin|vol|cycles?|[ap]m\b|seconds?|minutes?|hours?|days?|weeks?"
    r"|months?|years?|rpm|[A-Za-z]*(?:lit[er]{2}s?|grams?|molar)\b"
    r"|[ミマグリモユ単回秒分時日週か度倍])"
    r"|\d[^\S\n]?:[^\S\n]?\d|[Oo]vernight|\bRT\b|[Rr]oom [Tt]emp|on ice|室温|一晩|氷上"
    r"|\b(?:[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en)"
    r"\s(?:ml|mL|drops|volumes|parts?|minutes|hours|days|weeks)\b"
)
# The sign of a ratio that publishers set for a colon: "1∶10,000".
RATIO_SIGN = "∶"
# Where a stretch may begin and end; nothing an amount needs stands beyond.
EDGES = ("\n", ". ", "。")
# A stretch without an edge, such as a table written in one line, is cut: linear for any text.
REACH = 600
# Amounts that no kind of quantity stands for: doses by weight or surface, drops, volumes, tablets,
# a mass in a volume of several, radioactivity, a range that changes its unit ("1 ng–5 μg/mL"), a
# number in words, a strength glued to the word before ("with1X").
NUMBER = r"(?<![A-Za-zÀ-ÿ\d_.,/-])\d[\d,]*+(?:\.\d+)?(?:\s?[-–—−~]\s?\d[\d,]*(?:\.\d+)?)?"
PER = r"(?:\s?/\s?[munµμ]?[lL]|\sper\s[munµμ]?[lL])?"
FEW = r"\b(?:[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en)"
OTHER_FORMS = re.compile(
    rf"""(?:{NUMBER})\s?(?:
      (?:[mµμunp]?g|mcg|microg(?:rams?)?|milligrams?|nanograms?|mmol|[µμ]mol|nmol|IU|U|m[lL]|[µμ][lL])\s?(?:/|\bper\s)\s?(?:kg|m\s?[2²]|[gG])
        (?:\s?(?:b\.?w\.?\b|body\sweight))?
      |(?:[kmµμunp]?g|mcg|[µμm]mol|IU)\s?[·⋅]?\s?kg\s?[-−⁻–][1¹]
      |(?:[kmµμunp]?g)\s?/\s?\d+\s?(?:[mµμu]?[lL]|k?g)\b
      |(?:[kmunµμMGT]?(?:Ci|Bq)|[cd]pm)(?:\s?/\s?\w+)?\b
      |[munpµμ]?(?P<base>[gM]){PER}[-–—−]\d[\d,]*(?:\.\d+)?\s?[munpµμ]?(?P=base){PER}\b
      |drops?\b|volumes?\b|parts?\b|tablets?\b|(?:tuberculin\s)?units?\b)
      |(?<=at\s)1:\d{{3,7}}\b
      |\d(?<=[a-z][a-z]\d)\d?[xX×](?=\s[A-Z])
      |\d(?<=[a-z]/\d)\d?(?:\.\d+)?\s?%
      |(?:{FEW})\s(?:m[lL]|[µμ][lL]|drops|volumes|parts?)\b
      |(?<!\w)\d{{1,2}}\s?[x×]\s?\d+(?:\.\d+)?\s?(?:m[lL]|[µμu][lL]|m?g)\b
      |(?<![\w:.])\d{{1,3}}\s?:\s?\d{{1,3}}(?:\s?:\s?\d{{1,3}})?(?=,?\s?\(?v\s?/\s?v)
    """,
    re.X,
)
# A dose: by weight or surface of the body, or tablets.
OF_WEIGHT = re.compile(r"kg|/\s?m\s?[2²]|tablets?|\bper\s(?:kg|m)")
UNIT = re.compile(r"[^\W\d_%]|%")
RATIO = re.compile(r"[:∶]")
# What an amount is for, behind it: "50 mM/l", "1 ml/rat/day".
FOR_EACH = re.compile(
    r"(?:[.·⋅]\s?[lL]\s?[-−⁻–][1¹]|\sha\s?[-−⁻–][1¹]|/(?:[lL]|ha|day|d|dis[ck]s?|wells?|mouse|mice|rats?|animal|tube|plate|dish|reaction)\b)+"
)
# A letter with an accent behind a unit: "97310 Mérida".
LATIN = re.compile(r"[\u00c0-\u024f\u0300-\u036f]")
# The number of a catalogue before a pack's size: "58030-1 g".
DESCENDING = re.compile(r"(\d{3,})-(\d+)(?![\d.])")
LEADING = re.compile(r"\d[\d,]*(?:\.\d+)?")
# No share is over 100 %, and nothing is stronger than water is in itself, 55.5 M.
MOST = {Kind.FRACTION: 100.0, Kind.MOLARITY: 56.0}
UNSCALED = re.compile(r"%|\d\s?M$")
# Members of a list stand this close to the next.
LIST_REACH = 12
# Numbers of a list before the one that has the unit: "25, 50 & 100 mg/kg".
OF_LIST = re.compile(
    r"(?:(?<![\w.,/-])\d+(?:\.\d+)?(?:\s?,\s(?:(?:and|or|&)\s)?|\s(?:and|or|&)\s))+$"
)
NUMBERS_REACH = 80
SHARED = re.compile(r"^[~≈<>≤≥±\d.,\s–—-]+")
SHARE_OF = re.compile(r"(?:,\s?|\s)[wv]\s?/\s?[wv]\b")


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount that a substance may have.

    Attributes:
        start: Where it begins in the document's text.
        end: Where it ends.
        written: As written, with the unit it shares with those it is listed with.
        kind: What is measured; `None` for a dose, drops and the like.
    """

    start: int
    end: int
    written: str
    kind: QuantityKind | None


@lru_cache(maxsize=2)
def quantities_of(text: str) -> tuple[Quantity, ...]:
    """Return the quantities of a document's text, read once for all finders."""
    text = text.replace(RATIO_SIGN, ":")
    found: list[Quantity] = []
    for stretch in _stretches(text):
        found += find_quantities(stretch.of(text), stretch.start)
    return tuple(found)


@lru_cache(maxsize=2)
def amounts_of(text: str) -> tuple[Amount, ...]:
    """Return the amounts of substances that a document's text states, in order."""
    plain_text = text.replace(RATIO_SIGN, ":")
    others = [
        one
        for stretch in _stretches(plain_text)
        for match in OTHER_FORMS.finditer(plain_text, stretch.start, stretch.end)
        for one in _listed(text, Span(*match.span()))
    ]
    known = [one for one in quantities_of(text) if _is_of_a_substance(text, one)]
    plain = [_amount(text, known, place) for place in range(len(known))]
    return tuple(_in_order(others, plain))


@lru_cache(maxsize=2)
def _stretches(text: str) -> tuple[Span, ...]:
    """Return the sentences and lines that may state an amount; none overlap."""
    stretches: list[Span] = []
    end = 0
    for match in LIKELY.finditer(text):
        if match.start() < end:
            continue
        first = max(end, match.start() - REACH)
        start = max(first, *(text.rfind(edge, first, match.start()) + 1 for edge in EDGES))
        last = min(len(text), match.end() + REACH)
        stops = [text.find(edge, match.end(), last) for edge in EDGES]
        end = min((stop for stop in stops if stop >= 0), default=last)
        stretches.append(Span(start, end))
    return tuple(stretches)


def _is_of_a_substance(text: str, one: Quantity) -> bool:
    """Tell what a substance may have from what cannot be, such as the number of a place."""
    if one.kind not in OF_SUBSTANCES or LATIN.match(text, one.span.end):
        return False
    written = one.span.of(text)
    if one.kind is Kind.FOLD and "fold" in written.casefold():
        return False
    span = DESCENDING.match(written)
    if span and float(span[1]) > float(span[2]):
        return False
    number = LEADING.match(written)
    most = MOST.get(one.kind) if UNSCALED.search(written) else None
    return not (most and number and float(number[0].replace(",", "")) > most)


def _amount(text: str, known: Sequence[Quantity], place: int) -> Amount:
    span = known[place].span
    written = span.of(text)
    if not RATIO.search(written) and not UNIT.search(written):
        written += _shared_unit(text, known, place)
    share = SHARE_OF.match(text, span.end)
    end = share.end() if share else span.end
    written += text[span.end : end].rstrip(")")
    return _amount_of(text, span.start, end, written, known[place].kind)


def _amount_of(text: str, start: int, end: int, written: str, kind: QuantityKind | None) -> Amount:
    """Return an amount with what it is for: "10 µg/disc"."""
    tail = FOR_EACH.match(text, end)
    if tail is None:
        return Amount(start, end, written, kind)
    return Amount(start, tail.end(), written + tail[0], kind)


def _listed(text: str, span: Span) -> Iterator[Amount]:
    """Yield an amount of another form, before it the numbers that share its unit."""
    last = _amount_of(text, span.start, span.end, span.of(text), None)
    numbers = OF_LIST.search(text, max(0, span.start - NUMBERS_REACH), span.start)
    unit = SHARED.sub("", last.written)
    if numbers and "/" in unit:
        for number in LEADING.finditer(text, *numbers.span()):
            written = number[0].rstrip(",")
            yield Amount(number.start(), number.start() + len(written), f"{written} {unit}", None)
    yield last


def _shared_unit(text: str, known: Sequence[Quantity], place: int) -> str:
    """Return the unit that stands after the last of a list."""
    for one, after in zip(known[place:], known[place + 1 :], strict=False):
        is_listed = after.span.start - one.span.end <= LIST_REACH and after.kind is one.kind
        if not is_listed:
            return ""
        written = after.span.of(text)
        if UNIT.search(written):
            unit = SHARED.sub("", written)
            return f" {unit}"
    return ""


def _in_order(others: list[Amount], plain: list[Amount]) -> Iterator[Amount]:
    """Merge both, the longer forms before what they hold."""
    end = 0
    for one in sorted([*others, *plain], key=lambda one: (one.start, -one.end)):
        if one.start >= end:
            yield one
            end = one.end
