"""Find the conditions of a protocol: doses, temperatures, times and speeds.

What enters: a document with its chunks. What leaves: a finding for each amount of these kinds at
each place, its value in the canonical unit beside it, with the step's verb where there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from unicodedata import normalize

from aliquot.findings.amounts import OF_WEIGHT, amounts_of, quantities_of
from aliquot.findings.places import found
from aliquot.types import (
    Chunk,
    Document,
    DocumentKind,
    Finding,
    FindingKind,
    Quantity,
    QuantityKind,
    SectionClass,
    Span,
)

__all__ = ["Conditions"]

KINDS: Mapping[QuantityKind, FindingKind] = {
    QuantityKind.TEMPERATURE: FindingKind.TEMPERATURE,
    QuantityKind.TIME: FindingKind.DURATION,
}
# Speeds and temperatures belong to the time they are kept for, within this many characters.
OF_A_TIME: Mapping[QuantityKind, str] = {
    QuantityKind.ACCELERATION: "speed",
    QuantityKind.ROTATION: "speed",
    QuantityKind.TEMPERATURE: "temperature",
}
NEAR = 60
# An age is no time that something took: "aged 18 to 65 years", "18 years of age", "Ages: 18 Years".
AGE_AFTER = re.compile(r"[\s-]*(?:of\sages?\b|(?:(?:and|or)\s)?(?:older|above)\b|olds?\b|歳)", re.I)
AGE_BEFORE = re.compile(r"\b(?:ages?|aged|minimum age|maximum age)\b[^.;\n]{0,24}$", re.I)
AGE_REACH = 40
# An index of mass, and minutes of arc behind degrees, have the units of doses and times.
MASS_INDEX = re.compile(r".*\dkg/m", re.I)
DEGREES_BEFORE = re.compile(r"\d\s?[°º]\s?$")
DEGREES_REACH = 8
# Said with a dose by weight or not: "250 mg/kg body weight".
OF_A_BODY = re.compile(r"b\.?w\.?$|bodyweight$", re.I)
# What a time is told in, with its seconds, the longest first. Up to three days are told in hours.
TOLD_IN = (("year", 31_556_952), ("month", 2_629_746), ("d", 86_400), ("h", 3_600), ("min", 60))
MOST_HOURS = 72
# Where what is done is told; a time in an introduction is no condition.
TELLING = frozenset({SectionClass.METHODS, SectionClass.RESULTS, SectionClass.ABSTRACT})
# Where a paper has none of these its headings were not read, and its text may tell anything.
HEADED = frozenset({SectionClass.METHODS, SectionClass.RESULTS, SectionClass.INTRODUCTION})
# What a condition is of, the last such verb before it in the sentence.
VERB = re.compile(
    r"\b(?P<verb>incubat|centrifug|spin|spun|heat|boil|denatur|anneal|extend|extension|elongat|wash"
    r"|stor|kept|keep|dry|dried|cool|chill|freez|thaw|shak|rotat|stir|mix|vortex|sonicat|fix|block"
    r"|stain|cultur|grown|grow|treat|digest|elut|precipitat|pellet|ferment|anaesthe|anesthe|rest"
    r"|遠心|インキュベート|加熱|保存|培養|静置|反応)\w*",
    re.I,
)
VERB_REACH = 120


class Conditions:
    """Finds doses, temperatures, times and speeds."""

    name = "conditions"
    version = "7"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield the conditions a document states, in reading order.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        if document.kind is DocumentKind.GENE:
            return
        telling = _telling(document)
        for finding in self._all(document, chunks):
            if finding.section_class in telling:
                yield finding

    def _all(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        text, quantities = document.text, quantities_of(document.text)
        for position, one in enumerate(quantities):
            if one.kind in KINDS and not _is_other(text, one.span):
                around = quantities[max(0, position - 2) : position + 3]
                details = _details(text, one, around)
                kind, told = KINDS[one.kind], _told(one)
                yield from self._made(document, chunks, kind, one.span, told, details)
        for amount in amounts_of(text):
            span = Span(amount.start, amount.end)
            is_dose = amount.kind is None and OF_WEIGHT.search(amount.written) is not None
            if is_dose and not MASS_INDEX.match(_solid(amount.written)):
                details = {"amount": amount.written} | _verb(text, span)
                told = OF_A_BODY.sub("", _solid(amount.written))
                yield from self._made(document, chunks, FindingKind.DOSE, span, told, details)

    def _made(
        self,
        document: Document,
        chunks: Sequence[Chunk],
        kind: FindingKind,
        span: Span,
        normalised: str,
        details: Mapping[str, str],
    ) -> Iterator[Finding]:
        finding = found(
            document,
            chunks,
            kind,
            span.start,
            span.end,
            normalised=normalised,
            details=details,
            extractor=f"{self.name}/{self.version}",
            confidence=0.9,
        )
        if finding is not None:
            yield finding


def _telling(document: Document) -> frozenset[SectionClass]:
    """Return the sections of a document in which what is said is done."""
    if document.kind is not DocumentKind.PAPER:
        return frozenset(SectionClass)
    is_headed = any(block.section_class in HEADED for block in document.blocks)
    return TELLING if is_headed else TELLING | {SectionClass.OTHER}


def _details(text: str, one: Quantity, around: Sequence[Quantity]) -> dict[str, str]:
    details = {"amount": one.span.of(text), "canonical": _canonical(one)}
    if one.kind is QuantityKind.TIME:
        for other in around:
            name = OF_A_TIME.get(other.kind)
            if name and _is_near(text, one.span, other.span):
                details[name] = other.span.of(text)
    return details | _verb(text, one.span)


def _is_other(text: str, span: Span) -> bool:
    """Tell whether what has the form of a time is an age, or minutes of arc."""
    if DEGREES_BEFORE.search(text[max(0, span.start - DEGREES_REACH) : span.start]):
        return True
    if AGE_AFTER.match(text, span.end):
        return True
    return AGE_BEFORE.search(text[max(0, span.start - AGE_REACH) : span.start]) is not None


def _solid(written: str) -> str:
    """Return an amount without spaces, "m²" as "m2"."""
    return "".join(normalize("NFKC", written).split())


def _told(one: Quantity) -> str:
    """Return the one form of a value: a time in the largest unit it is whole in."""
    if one.kind is not QuantityKind.TIME:
        return _canonical(one)
    if one.high == inf:
        return f"≥ {_time(one.low)}"
    if one.low == one.high:
        return _time(one.low)
    return f"{_time(one.low)} - {_time(one.high)}" if one.low else f"≤ {_time(one.high)}"


def _time(seconds: float) -> str:
    """Return a time as a person says it: "24 h", "18 months", "90 min"."""
    for unit, scale in TOLD_IN:
        count = round(float(seconds) / scale, 4)
        is_short = unit == "d" and count * 24 <= MOST_HOURS
        if count >= 1 and count == int(count) and not is_short:
            plural = "s" if len(unit) > len("min") and count > 1 else ""
            return f"{count:g} {unit}{plural}"
    return f"{float(seconds):g} s"


def _canonical(one: Quantity) -> str:
    """Return a value in its canonical unit, a range with both ends."""
    value = f"{one.low:g}" if one.low == one.high else f"{one.low:g}-{one.high:g}"
    return f"{value} {one.unit}"


def _is_near(text: str, one: Span, other: Span) -> bool:
    """Tell whether two amounts are of one step: near, and in one sentence."""
    first, second = sorted((one, other))
    between = text[first.end : second.start]
    return len(between) <= NEAR and "\n" not in between and ". " not in between


def _verb(text: str, span: Span) -> dict[str, str]:
    """Return what is done, by the last verb before an amount in its sentence."""
    start = max(0, span.start - VERB_REACH, text.rfind("\n", 0, span.start) + 1)
    start = max(start, text.rfind(". ", start, span.start) + 1)
    verbs = [match[0] for match in VERB.finditer(text, start, span.start)]
    return {"action": verbs[-1].casefold()} if verbs else {}
