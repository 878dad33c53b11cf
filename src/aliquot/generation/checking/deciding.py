"""What all stretches that were weighed say of a claim together.

The stretch that has most of a claim's words is the one about the same thing: what only shares half
of them supports nothing that a nearer one denies.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from aliquot.generation.checking.weighing import Stance, Weighed
from aliquot.types import VerdictKind

__all__ = ["Decision", "decide", "decide_together"]

# Least fit of what supports a claim: numbers that agree vouch for a freer wording; words alone
# have to be nearly all there. Fitted on the tuning half of benchmarks/check.py, November 2026.
LEAST_FIT_WITH_VALUES = 0.6
LEAST_FIT = 0.75
# Least fit of what contradicts: below it is about something alike.
LEAST_FIT_AGAINST = 0.6
# How much nearer a stretch against has to be than one for, and how much farther than one that
# says nothing to it may be. Same benchmark.
NEARER = 0.05
FARTHER = 0.15
# A stretch that has this much more of a claim, and does not say it, tells that the one which does
# speaks of something else.
MUCH_NEARER = 0.2
# Sources named for a verdict; more would say the same.
MAX_SOURCES = 3


@dataclass(frozen=True, slots=True)
class Decision:
    """What sources say of a claim.

    Attributes:
        kind: Of the verdict.
        shown: What shows it, best first, one of each document.
        against: What says otherwise, where others support it.
    """

    kind: VerdictKind
    shown: tuple[Weighed, ...] = ()
    against: tuple[Weighed, ...] = ()

    @property
    def fit(self) -> float:
        """Of the best stretch shown, 0 to 1."""
        return self.shown[0].fit if self.shown else 0.0


def decide(weighed: Sequence[Weighed], *, is_found: bool) -> Decision:
    """Return what stretches say of one claim.

    Args:
        weighed: In any order.
        is_found: Whether anything found speaks of the claim's subject.
    """
    by_stance = {
        stance: sorted((one for one in weighed if one.stance is stance), key=_nearness)
        for stance in Stance
    }
    supporting = [one for one in by_stance[Stance.FOR] if one.fit >= _least_fit(one)]
    opposing = [one for one in by_stance[Stance.AGAINST] if one.fit >= LEAST_FIT_AGAINST]
    silent = by_stance[Stance.SILENT]
    if supporting and _is_nearest(supporting[0], opposing, silent):
        documents = {one.citation.document_id for one in supporting}
        others = (one for one in opposing if one.citation.document_id not in documents)
        return Decision(VerdictKind.SUPPORTED, _distinct(supporting), _distinct(others))
    if opposing and opposing[0].fit >= _fit(silent) - FARTHER:
        return Decision(VerdictKind.CONTRADICTED, _distinct(opposing))
    near = sorted((*silent, *opposing, *by_stance[Stance.FOR]), key=_nearness)
    if near or is_found:
        return Decision(VerdictKind.UNSUPPORTED, _distinct(near or by_stance[Stance.ELSEWHERE][:1]))
    return Decision(VerdictKind.NOT_FOUND)


def decide_together(parts: Sequence[Decision]) -> VerdictKind:
    """Return what is said of a sentence by what is said of its parts."""
    kinds = {one.kind for one in parts}
    if kinds == {VerdictKind.SUPPORTED}:
        return VerdictKind.SUPPORTED
    if VerdictKind.CONTRADICTED in kinds:
        return VerdictKind.CONTRADICTED
    return VerdictKind.NOT_FOUND if kinds == {VerdictKind.NOT_FOUND} else VerdictKind.UNSUPPORTED


def _nearness(one: Weighed) -> tuple[float, int]:
    return -one.fit, len(one.citation.quote)


def _least_fit(one: Weighed) -> float:
    return LEAST_FIT_WITH_VALUES if one.has_values else LEAST_FIT


def _is_nearest(one: Weighed, opposing: Sequence[Weighed], silent: Sequence[Weighed]) -> bool:
    is_opposed = _fit(opposing) > one.fit + NEARER
    return not is_opposed and _fit(silent) <= one.fit + MUCH_NEARER


def _fit(weighed: Sequence[Weighed]) -> float:
    return weighed[0].fit if weighed else 0.0


def _distinct(weighed: Iterable[Weighed]) -> tuple[Weighed, ...]:
    """Return the first of each document, a few at most."""
    by_document: dict[str, Weighed] = {}
    for one in weighed:
        by_document.setdefault(one.citation.document_id, one)
    return tuple(by_document.values())[:MAX_SOURCES]
