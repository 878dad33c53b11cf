"""Runs of blocks that belong together, and joining the small ones.

What enters: an `Outline`. What leaves: `Unit`s, each a row of consecutive blocks that becomes one
chunk if it fits and several if it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from aliquot.chunking.limits import Limits
from aliquot.chunking.outline import Outline

__all__ = ["MayJoin", "Unit", "join_units", "runs"]


@dataclass(frozen=True, slots=True)
class Unit:
    """Consecutive blocks.

    Attributes:
        first: Index of the first block.
        last: Index of the last one, included.
        tokens: Their size.
        is_alone: Whether it is never joined with another, as a table of a paper.
    """

    first: int
    last: int
    tokens: int
    is_alone: bool = False


MayJoin = Callable[[Unit, Unit], bool]


def runs(
    outline: Outline, indices: Iterable[int], *, is_start: Callable[[int], bool] | None = None
) -> list[Unit]:
    """Group blocks into rows under one section path.

    Args:
        outline: The document.
        indices: The blocks to group, ascending; a gap ends a run.
        is_start: Whether a block begins a run even within its section.

    Returns:
        The runs in reading order; together they hold every given block once.
    """
    units: list[Unit] = []
    for index in indices:
        if units and _continues(outline, units[-1], index, is_start):
            units[-1] = _joined(units[-1], _of_block(outline, index))
        else:
            units.append(_of_block(outline, index))
    return units


def _continues(
    outline: Outline, unit: Unit, index: int, is_start: Callable[[int], bool] | None
) -> bool:
    if unit.last != index - 1:
        return False
    if all(outline.is_heading(i) for i in range(unit.first, unit.last + 1)):
        # A heading leads whatever stands under it, be it a deeper heading.
        return outline.paths[index][: len(outline.paths[unit.last])] == outline.paths[unit.last]
    if outline.paths[unit.last] != outline.paths[index]:
        return False
    return is_start is None or not is_start(index)


def _of_block(outline: Outline, index: int) -> Unit:
    return Unit(index, index, outline.tokens[index])


def join_units(units: Sequence[Unit], limits: Limits, *rules: MayJoin) -> list[Unit]:
    """Join neighbours up to the target size, then crumbs with whichever neighbour is smaller.

    Args:
        units: In reading order.
        limits: Sizes.
        *rules: Whether two neighbours may share a chunk; from the closest relation to the widest,
            so that the parts of a subsection come together before subsections do.

    Returns:
        The units in reading order; no block is lost.
    """
    joined = list(units)
    for rule in rules:
        joinable = _joinable(rule)
        joined = _absorb_crumbs(_fill(joined, limits, joinable), limits, joinable)
    return joined


def _joinable(rule: MayJoin) -> MayJoin:
    def joinable(left: Unit, right: Unit) -> bool:
        is_plain = not left.is_alone and not right.is_alone
        return is_plain and left.last + 1 == right.first and rule(left, right)

    return joinable


def _fill(units: Sequence[Unit], limits: Limits, joinable: MayJoin) -> list[Unit]:
    filled: list[Unit] = []
    for unit in units:
        fits = bool(filled) and filled[-1].tokens + unit.tokens <= limits.target
        if fits and joinable(filled[-1], unit):
            filled[-1] = _joined(filled[-1], unit)
        else:
            filled.append(unit)
    return filled


def _absorb_crumbs(units: Sequence[Unit], limits: Limits, joinable: MayJoin) -> list[Unit]:
    """Join every crumb with its smaller neighbour, though it may have to be divided then."""
    done: list[Unit] = []
    waiting = list(reversed(units))
    while waiting:
        unit = waiting.pop()
        if unit.tokens < limits.crumb:
            before = done[-1] if done and joinable(done[-1], unit) else None
            after = waiting[-1] if waiting and joinable(unit, waiting[-1]) else None
            if after and (before is None or after.tokens < before.tokens):
                waiting[-1] = _joined(unit, after)
                continue
            if before:
                done[-1] = _joined(before, unit)
                continue
        done.append(unit)
    return done


def _joined(left: Unit, right: Unit) -> Unit:
    return Unit(left.first, right.last, left.tokens + right.tokens)
