"""Amounts that stand in a list: the members of a series, and alternatives that are one of it.

What enters: a text and amounts of one kind that follow each other. What leaves: the members of the
series: "25, 50 and 100 µM" are three, "100 or 150 µl" is one, "1:100 or 10 µl/ml" says one strength
twice, and a gradient is one, as written.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from aliquot.findings.amounts import Amount
from aliquot.types import QuantityKind

__all__ = ["as_gradient", "members_of"]

OR = re.compile(r"\s(?:or|または)\s$")
# A series of strengths that one thing goes through, named before or behind it.
GRADIENT = re.compile(r"\b(?:gradients?|graded|gradual)\b[^.;\n]{0,40}$")
GRADIENT_REACH = 60


def members_of(text: str, amounts: Sequence[Amount]) -> list[Amount]:
    """Return the members of a series, alternatives joined."""
    kept: list[Amount] = []
    for one in amounts:
        is_other = kept and OR.match(text, kept[-1].end, one.start)
        kept.append(_either(text, kept.pop(), one) if is_other else one)
    return kept


def as_gradient(text: str, members: Sequence[Amount]) -> list[Amount]:
    """Return the members of a series as one amount where the text calls it a gradient."""
    first, last = members[0], members[-1]
    if len(members) == 1 or not GRADIENT.search(
        text, max(0, first.start - GRADIENT_REACH), first.start
    ):
        return list(members)
    return [Amount(first.start, last.end, text[first.start : last.end], first.kind)]


def _either(text: str, one: Amount, other: Amount) -> Amount:
    """Join two alternatives; a ratio and a strength with a unit are two ways to say the same."""
    is_same = _is_dilution(one) != _is_dilution(other)
    written = f"{one.written}; {other.written}" if is_same else text[one.start : other.end]
    return Amount(one.start, other.end, written, other.kind)


def _is_dilution(one: Amount) -> bool:
    return one.kind is QuantityKind.RATIO and ":" in one.written
