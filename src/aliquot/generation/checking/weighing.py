"""What one stretch of a source says of a claim: supports it, contradicts it, or neither.

The gates decide. A stretch that speaks of the same things, and gives another value of the same
kind, denies what is claimed or points the other way, contradicts it; where it only says less, it
says nothing against it.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from aliquot.generation.labels import cite
from aliquot.generation.verify import Verifier
from aliquot.generation.verify.amounts import amounts_of
from aliquot.generation.verify.plain import plain
from aliquot.types import Chunk, Citation, Gate, GateResult, Span, Statement

__all__ = ["Stance", "Weighed", "Weigher"]

OPPOSING = frozenset({Gate.NEGATION, Gate.DIRECTION})


class Stance(IntEnum):
    """How a stretch stands to a claim; more is nearer to support."""

    ELSEWHERE = 0
    SILENT = 1
    AGAINST = 2
    FOR = 3


@dataclass(frozen=True, slots=True)
class Weighed:
    """What a stretch says of a claim.

    Attributes:
        stance: Whether it supports it.
        citation: The stretch, verified where it supports.
        gates: How the claim fared.
    """

    stance: Stance
    citation: Citation
    gates: tuple[GateResult, ...]

    @property
    def failed(self) -> tuple[GateResult, ...]:
        """The gates the claim failed."""
        return tuple(one for one in self.gates if not one.passed)


class Weigher:
    """Weigh stretches of sources; safe to share between threads."""

    def __init__(self, verifier: Verifier) -> None:
        """Take the gates."""
        self._verifier = verifier

    def weigh(self, claim: str, chunk: Chunk, span: Span) -> Weighed:
        """Return what a stretch says of a claim.

        Args:
            claim: One sentence.
            chunk: Of the source.
            span: The stretch, in the document's text, inside the chunk.

        Raises:
            ModelError: A judge failed.
        """
        statement = Statement(claim, (cite(chunk, span),))
        checked = self._verifier.verify(statement, {chunk.id: chunk})
        gates = checked.statement.gates
        citation = checked.statement.citations[0]
        if checked.passed:
            return Weighed(Stance.FOR, citation, gates)
        failed = {one.gate for one in gates if not one.passed}
        return Weighed(_stance(claim, citation.quote, failed), citation, gates)


def _stance(claim: str, quote: str, failed: set[Gate]) -> Stance:
    if failed & {Gate.EVIDENCE, Gate.QUOTE, Gate.WORDS}:
        return Stance.ELSEWHERE
    if Gate.IDENTIFIERS in failed:
        return Stance.SILENT
    if failed & OPPOSING or (Gate.NUMBERS in failed and _gives_another(claim, quote)):
        return Stance.AGAINST
    return Stance.SILENT


def _gives_another(claim: str, quote: str) -> bool:
    """Tell whether a quote gives another value of a kind whose value it does not confirm."""
    given = [one for one in amounts_of(plain(quote)) if not one.is_weak]
    for said in amounts_of(plain(claim)):
        alike = [one.size for one in given if one.dimension == said.dimension]
        if not said.is_weak and alike and said.size not in alike:
            return True
    return False
