"""Whether a number is a least, a most or a plain value: "at least 30 min", "≤ 5 mM".

What enters: a claim and what a source says, both plain. What leaves: how they differ.
"""

from __future__ import annotations

import re
from enum import StrEnum

from aliquot.generation.verify.amounts import Amount, amounts_of

__all__ = ["Bound", "differs_in_bound"]

LEAST = re.compile(
    r"(?:\bat least|\b(?:a )?minimum(?: of)?|\bno(?:t)? (?:less|fewer) than|\bmore than|\bover"
    r"|\bolder than|\babove|\bexceed\w*|[>≥])\W{0,3}(?:\w+\W)?$",
    re.IGNORECASE,
)
MOST = re.compile(
    r"(?:\bat most|\b(?:a )?maximum(?: of)?|\bno(?:t)? more than|\bless than|\bfewer than|\bup to"
    r"|\byounger than|\bbelow|\bwithin|[<≤])\W{0,3}(?:\w+\W)?$",
    re.IGNORECASE,
)
LEAST_BEHIND = re.compile(
    r"\s?(?:[ァ-ヶー一-龥]{0,6}(?:以上|超)|or (?:more|longer|older|higher)|\+)"
)
MOST_BEHIND = re.compile(r"\s?(?:[ァ-ヶー一-龥]{0,6}(?:以下|未満|以内)|or (?:less|fewer|lower))")
# Characters before a number that may bound it.
REACH = 28


class Bound(StrEnum):
    """What a number bounds."""

    LEAST = "at least"
    MOST = "at most"
    NONE = ""


def differs_in_bound(claim: str, source: str) -> tuple[str, bool]:
    """Return how a bound of a claim differs from its source, and whether it is the opposite.

    Empty where the source bounds the same number the same way. A source that bounds what the claim
    gives plainly is let pass: "30 min" is said of "at least 30 min" every day.
    """
    offered = amounts_of(source)
    for one in amounts_of(claim):
        said = _bound(claim, one)
        given = {
            _bound(source, other)
            for other in offered
            if (other.dimension, other.size) == (one.dimension, one.size)
        }
        if said is Bound.NONE or not given or said in given:
            continue
        opposite = next((bound for bound in given if bound is not Bound.NONE), None)
        if opposite is None:
            return f"the source does not say “{said}” of “{one.written}”", False
        return f"the statement says “{said}” where the source says “{opposite}”", True
    return "", False


def _bound(text: str, one: Amount) -> Bound:
    before = text[max(0, one.start - REACH) : one.start]
    if LEAST.search(before) or LEAST_BEHIND.match(text, one.end):
        return Bound.LEAST
    if MOST.search(before) or MOST_BEHIND.match(text, one.end):
        return Bound.MOST
    return Bound.NONE
