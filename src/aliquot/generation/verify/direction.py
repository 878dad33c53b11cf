"""The direction gate: a statement points the way its source does, and compares the same way round.

What enters: a statement and what its source says, both plain. What leaves: why it fails, or
nothing. A word of direction is held against that of the source with most words around it in common;
"higher in A than in B" is also "lower in B than in A".
"""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.generation.verify.directions import Direction, directions_of

__all__ = ["check_direction"]

# Of the best fitting words of the source those this near to the best may be the one meant.
NEAR_BEST = 0.85
# Axes on which one word may stand for another: what is suppressed is less.
SAME_WAY = frozenset({"amount", "effect", "worth"})


def check_direction(statement: str, source: str) -> str:
    """Return which word of direction is contradicted; empty where none is."""
    given = directions_of(source)
    for one in directions_of(statement):
        candidates = [other for other in given if other.axis == one.axis]
        if not candidates and one.axis in SAME_WAY:
            candidates = [other for other in given if other.axis in SAME_WAY]
            if any(other.sign == one.sign for other in candidates):
                continue
            candidates = []
        if reason := _contradicted(one, candidates):
            return reason
    return ""


def _contradicted(one: Direction, candidates: Sequence[Direction]) -> str:
    if not candidates:
        return ""
    scores = [_alike(one, other) for other in candidates]
    best = max(scores)
    meant = [
        other for other, score in zip(candidates, scores, strict=True) if score >= NEAR_BEST * best
    ]
    if any(other.sign * _turn(one, other) == one.sign for other in meant):
        return ""
    other = meant[0]
    if other.sign == one.sign:
        return f"the sides of the comparison “{one.written} ... than” are exchanged"
    return f"the statement says “{one.written}” where the source says “{other.written}”"


def _alike(one: Direction, other: Direction) -> float:
    shared = sum(min(weight, other.context.get(stem, 0.0)) for stem, weight in one.context.items())
    return shared + (0.02 if one.written.casefold() == other.written.casefold() else 0.0)


def _turn(one: Direction, other: Direction) -> int:
    """Return -1 where the two compare the same things the other way round, else 1."""
    if one.compared is None or other.compared is None:
        return 1
    (a, b), (x, y) = one.compared, other.compared
    turned = len(a & y) + len(b & x)
    return -1 if turned > 2 * len(b & y) else 1
