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
    r"\d[^\S\n]?-?(?:[%℃°º˚㎖㎕㎎㎍]|[xX×](?![A-Za-z]{3})|(?:[munpµμkcdfM]?(?:[lLgMUVN]|mol|IU|Pa|bar)|mc[gl]|gm"
    r"|hr?s?|min|mins|s|secs?|d|wks?|mo|yrs?|[CFX]|cc|rcf|RCF|RPM|oC|cfu|pfu|cells?)(?![A-Za-z])"
    r"|units?\b|drops?\b|tablets?\b|tuberculin|vol|cycles?|[ap]m\b|seconds?|minutes?|hours?|days?|weeks?"
    r"|months?|years?|rpm|[A-Za-z]*(?:lit[er]{2}s?|grams?|molar)\b"
    r"|[ミマグリモユ単回秒分時日週か度倍])"
    r"|\d[^\S\n]?:[^\S\n]?\d|[Oo]vernight|\bRT\b|[Rr]oom [Tt]emp|on ice|室温|一晩|氷上"
    r"|\b(?:[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en)"
    r"\s(?:ml|mL|drops|volumes|minutes|hours|days|weeks)\b"
)
# Where a stretch may begin and end; nothing an amount needs stands beyond.
EDGES = ("\n", ". ", "。")
# A stretch without an edge, such as a table written in one line, is cut: linear for any text.
REACH = 600
# Amounts that no kind of quantity stands for: doses by weight or surface, drops, volumes, tablets,
# a mass in a volume of several, a number in words.
NUMBER = r"(?<![\w.,/-])\d[\d,]*+(?:\.\d+)?(?:\s?[-–—~]\s?\d[\d,]*(?:\.\d+)?)?"
FEW = r"\b(?:[Oo]ne|[Tt]wo|[Tt]hree|[Ff]our|[Ff]ive|[Ss]ix|[Ss]even|[Ee]ight|[Nn]ine|[Tt]en)"
OTHER_FORMS = re.compile(
    rf"""(?:{NUMBER})\s?(?:
      (?:[kmµμunp]?g|mcg|mmol|[µμ]mol|nmol|IU|U|m[lL]|[µμ][lL])\s?(?:/|\bper\s)\s?(?:kg|m\s?[2²]|[gG])
        (?:\s?(?:b\.?w\.?\b|body\sweight))?
      |(?:[kmµμunp]?g|mcg|[µμm]mol|IU)\s?[·⋅]?\s?kg\s?[-−⁻–][1¹]
      |(?:[kmµμunp]?g)\s?/\s?\d+\s?[mµμu][lL]\b
      |drops?\b|volumes?\b|tablets?\b|(?:tuberculin\s)?units?\b)
      |(?<=at\s)1:\d{{3,7}}\b
      |(?:{FEW})\s(?:m[lL]|[µμ][lL]|drops|volumes)\b
      |(?<!\w)\d{{1,2}}\s?[x×]\s?\d+(?:\.\d+)?\s?(?:m[lL]|[µμu][lL]|m?g)\b
      |(?<![\w:.])\d{{1,3}}\s?:\s?\d{{1,3}}(?:\s?:\s?\d{{1,3}})?(?=,?\s?\(?v\s?/\s?v)
    """,
    re.X,
)
# A dose: by weight or surface of the body, or tablets.
OF_WEIGHT = re.compile(r"kg|/\s?m\s?[2²]|tablets?|\bper\s(?:kg|m)")
UNIT = re.compile(r"[^\W\d_%]|%")
# Members of a list stand this close to the next.
LIST_REACH = 12
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
    found: list[Quantity] = []
    for stretch in _stretches(text):
        found += find_quantities(stretch.of(text), stretch.start)
    return tuple(found)


@lru_cache(maxsize=2)
def amounts_of(text: str) -> tuple[Amount, ...]:
    """Return the amounts of substances that a document's text states, in order."""
    others = [
        Amount(match.start(), match.end(), match[0], None)
        for stretch in _stretches(text)
        for match in OTHER_FORMS.finditer(text, stretch.start, stretch.end)
    ]
    known = [one for one in quantities_of(text) if one.kind in OF_SUBSTANCES]
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


def _amount(text: str, known: Sequence[Quantity], place: int) -> Amount:
    span = known[place].span
    written = span.of(text)
    if known[place].kind is not Kind.RATIO and not UNIT.search(written):
        written += _shared_unit(text, known, place)
    share = SHARE_OF.match(text, span.end)
    end = share.end() if share else span.end
    return Amount(span.start, end, written + text[span.end : end].rstrip(")"), known[place].kind)


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
