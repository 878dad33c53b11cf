"""What one stretch of a source says of a claim: supports it, contradicts it, or neither.

The gates decide, and what is demanded beyond them. A stretch that speaks of the same things, and
gives another value of the same kind, denies what is claimed or points the other way, contradicts
it; where it only says less, it says nothing against it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from aliquot.generation.checking.bounds import differs_in_bound
from aliquot.generation.checking.demands import demands_unmet, without_steps
from aliquot.generation.checking.differences import Difference, differences_of
from aliquot.generation.checking.rows import other_cell
from aliquot.generation.labels import cite
from aliquot.generation.verify import Verifier
from aliquot.generation.verify.amounts import amounts_of
from aliquot.generation.verify.pairing import swapped
from aliquot.generation.verify.plain import plain
from aliquot.generation.verify.support import Support, support_of
from aliquot.generation.verify.wording import covered
from aliquot.types import Chunk, Citation, Gate, GateResult, Span, Statement

__all__ = ["Stance", "Weighed", "Weigher"]

OPPOSING = frozenset({Gate.NEGATION, Gate.DIRECTION})
# Without these there is nothing to hold a claim against.
GROUND = frozenset({Gate.EVIDENCE, Gate.QUOTE})
CJK = re.compile("[\u3041-\u30fa\u3400-\u9fff]")
# Amounts that agree by chance are rarely two.
LEAST_SHARED_AMOUNTS = 2


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
        fit: Share, 0 to 1, of the claim's words it has; words of the heading count half.
        has_values: Whether the claim gives numbers the stretch confirms.
        differences: What the claim says otherwise, and what stands there instead.
    """

    stance: Stance
    citation: Citation
    gates: tuple[GateResult, ...]
    fit: float = 0.0
    has_values: bool = False
    differences: tuple[Difference, ...] = ()

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
        cited = cite(chunk, span)
        chunks = {chunk.id: chunk}
        checked = self._verifier.verify(Statement(claim, (cited,)), chunks)
        gates, citation = checked.statement.gates, checked.statement.citations[0]
        if {one.gate for one in gates if not one.passed} & GROUND:
            return Weighed(Stance.ELSEWHERE, citation, gates)
        said, support = plain(claim), without_steps(support_of((cited,), chunks))
        fit, _ = covered(said, support)
        failed = {one.gate for one in gates if not one.passed}
        if Gate.WORDS in failed:
            is_same = not failed - {Gate.WORDS} and _is_translated(said, support)
            return Weighed(Stance.SILENT if is_same else Stance.ELSEWHERE, citation, gates, fit)
        cell = other_cell(said, cited.quote, chunk)
        return _weighed(said, support, Weighed(Stance.SILENT, citation, gates, fit), cell)


def _weighed(claim: str, support: Support, near: Weighed, cell: Difference | None) -> Weighed:
    """Return what a stretch about the same thing says of a claim, when nothing is taken on trust.

    Args:
        claim: Plain text.
        support: What the stretch says.
        near: The stretch, as the gates left it.
        cell: What the claim gives a row of a table, and what stands there.
    """
    denied = bool({one.gate for one in near.failed} & OPPOSING)
    is_opposed = denied or cell is not None or differs_in_bound(claim, support.said)[1]
    gates = _with(near.gates, demands_unmet(claim, support))
    if cell is not None:
        reason = f"the row says “{cell[1]}”, not “{cell[0]}”"
        gates = _with(gates, (GateResult(Gate.WORDS, False, reason),))
    stance = _stance(claim, support, gates, is_opposed=is_opposed)
    if stance is Stance.FOR:
        has_values = any(not one.is_weak for one in amounts_of(claim))
        return replace(near, stance=stance, gates=gates, has_values=has_values)
    differences = (*([cell] if cell else []), *differences_of(claim, support))
    return replace(near, stance=stance, gates=gates, differences=differences)


def _is_translated(claim: str, support: Support) -> bool:
    """Tell whether all numbers agree of two texts that share no script, and so no words."""
    if (CJK.search(claim) is None) == (CJK.search(support.said) is None):
        return False
    return sum(bool(one.dimension) for one in amounts_of(claim)) >= LEAST_SHARED_AMOUNTS


def _with(gates: Sequence[GateResult], failed: Iterable[GateResult]) -> tuple[GateResult, ...]:
    """Return gates with those replaced that fail after all."""
    failures = {one.gate: one for one in failed}
    known = {one.gate for one in gates}
    kept = (failures.get(one.gate, one) if one.passed else one for one in gates)
    return (*kept, *(one for one in failures.values() if one.gate not in known))


def _stance(
    claim: str, support: Support, gates: Sequence[GateResult], *, is_opposed: bool
) -> Stance:
    failed = {one.gate for one in gates if not one.passed}
    if not failed:
        return Stance.FOR
    if Gate.IDENTIFIERS in failed:
        return Stance.SILENT
    if is_opposed or (Gate.NUMBERS in failed and _gives_another(claim, support.said)):
        return Stance.AGAINST
    return Stance.SILENT


def _gives_another(claim: str, source: str) -> bool:
    """Tell whether a source gives another value of a kind whose value it does not confirm."""
    if swapped(claim, source):
        return True
    given = [one for one in amounts_of(source) if not one.is_weak]
    for said in amounts_of(claim):
        alike = [one.size for one in given if one.dimension == said.dimension]
        if not said.is_weak and alike and said.size not in alike:
            return True
    return False
