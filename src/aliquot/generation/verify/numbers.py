"""The numbers gate: every number of a statement, with its unit, is said by its source.

What enters: a statement and its support, both plain. What leaves: why it fails, or nothing. Values
are exact: 20 % is 20 percent, 5 µM is 5 µmol/L, 24 h are a day; 19.6 is 20 only where the
statement says "about". Which number belongs to which subject is `pairing`'s.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from fractions import Fraction

from aliquot.generation.verify.amounts import Amount, amounts_of
from aliquot.generation.verify.measures import units_named
from aliquot.generation.verify.pairing import repeated, swapped
from aliquot.generation.verify.support import Support

__all__ = ["check_numbers"]

MASS, SPEED = (("mass", 1),), (("acceleration", 1),)
# Half of all labs write a multiple of gravity without its cross; nothing is spun below 20.
LEAST_SPEED = 20
# Counters stand beside bare numbers: 9 名 are nine women, 2 倍 twice as much.
COUNTED = {((kind, 1),) for kind in ("fold", "people", "animals", "sorts", "residues")}

# "10X dye" is a strength: no bare number of the source says it, least of all that of a step.
TIMES = re.compile(r"[xX×]$")


def check_numbers(statement: str, support: Support, *, crosses: bool = False) -> str:
    """Return why a statement's numbers are not supported; empty where they are.

    Args:
        statement: Plain text.
        support: What it rests on.
        crosses: Whether the two are in different languages, so that no words tell what a number
            is of.
    """
    offered = amounts_of(support.said)
    exact = {(one.dimension, one.size) for one in offered}
    headed = units_named(support.columns) if support.columns else frozenset()
    for one in amounts_of(statement):
        if one.is_weak or (one.dimension, one.size) in exact:
            continue
        if not any(_says(other, one, headed) for other in offered):
            return _reason(one, offered)
    if twice := repeated(statement, support.said):
        return twice
    return "" if crosses else swapped(statement, support.said)


def _reason(one: Amount, offered: Sequence[Amount]) -> str:
    alike = [other.written for other in offered if other.value == one.value]
    told = alike or [other.written for other in offered if not other.is_weak]
    listed = ", ".join(f"“{other}”" for other in dict.fromkeys(told[:6]))
    says = f"it says {listed}" if listed else "it gives no number"
    return f"the source does not say “{one.written}”: {says}"


def _says(other: Amount, one: Amount, headed: Collection[object]) -> bool:
    """Tell whether a number of the source is that of the statement."""
    if one.dimension == other.dimension:
        return _equal(other.size, one.size, one)
    if not _equal(other.value, one.value, one):
        return False
    if {one.dimension, other.dimension} == {MASS, SPEED}:
        return one.value >= LEAST_SPEED
    # A bare number of a list or a row may be said with the unit that stands over it all.
    is_bare = not other.dimension and (one.dimension, one.scale) in headed
    is_listed = other.is_shared and not one.dimension
    is_counted = (
        not (TIMES.search(one.written) or TIMES.search(other.written))
        and () in {one.dimension, other.dimension}
        and {one.dimension, other.dimension} & COUNTED
    )
    return is_bare or is_listed or bool(is_counted)


def _equal(given: Fraction, said: Fraction, one: Amount) -> bool:
    """Compare exactly, or to the last digit of a number that is said to be rounded."""
    if given == said:
        return True
    if not one.is_about:
        return False
    half = Fraction(1, 2) * Fraction(10) ** -one.digits
    return abs(given - said) <= half * (one.scale if one.dimension else 1)
