"""Find the conditions of a protocol: doses, temperatures, times and speeds.

What enters: a document with its chunks. What leaves: a finding for each amount of these kinds at
each place, its value in the canonical unit beside it, with the step's verb where there is one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

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
# Where what is done is told; a time in an introduction is no condition.
TELLING = frozenset({SectionClass.METHODS, SectionClass.RESULTS, SectionClass.ABSTRACT})
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
    version = "1"

    def extract(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        """Yield the conditions a document states, in reading order.

        Args:
            document: With text and blocks.
            chunks: Its chunks, in reading order.
        """
        if document.kind is DocumentKind.GENE:
            return
        is_paper = document.kind is DocumentKind.PAPER
        for finding in self._all(document, chunks):
            if not is_paper or finding.section_class in TELLING:
                yield finding

    def _all(self, document: Document, chunks: Sequence[Chunk]) -> Iterator[Finding]:
        text, quantities = document.text, quantities_of(document.text)
        for position, one in enumerate(quantities):
            if one.kind in KINDS:
                around = quantities[max(0, position - 2) : position + 3]
                details = _details(text, one, around)
                yield from self._made(document, chunks, KINDS[one.kind], one.span, details)
        for amount in amounts_of(text):
            if amount.kind is None and OF_WEIGHT.search(amount.written):
                span = Span(amount.start, amount.end)
                details = {"amount": amount.written} | _verb(text, span)
                yield from self._made(document, chunks, FindingKind.DOSE, span, details)

    def _made(
        self,
        document: Document,
        chunks: Sequence[Chunk],
        kind: FindingKind,
        span: Span,
        details: Mapping[str, str],
    ) -> Iterator[Finding]:
        finding = found(
            document,
            chunks,
            kind,
            span.start,
            span.end,
            normalised=details.get("canonical", details["amount"].replace(" ", "")),
            details=details,
            extractor=f"{self.name}/{self.version}",
            confidence=0.9,
        )
        if finding is not None:
            yield finding


def _details(text: str, one: Quantity, around: Sequence[Quantity]) -> dict[str, str]:
    details = {"amount": one.span.of(text), "canonical": _canonical(one)}
    if one.kind is QuantityKind.TIME:
        for other in around:
            name = OF_A_TIME.get(other.kind)
            if name and _is_near(text, one.span, other.span):
                details[name] = other.span.of(text)
    return details | _verb(text, one.span)


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
