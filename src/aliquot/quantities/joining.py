"""Join amounts that are one: "1 h 30 min", "4 °C to 8 °C"; keep "3x" only before an amount.

What enters: a text and its amounts in order. What leaves: the amounts a reader would count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from aliquot.quantities.found import Found
from aliquot.types import QuantityKind

__all__ = ["join_found", "without_overlaps"]

Kind = QuantityKind
THEN = re.compile(r"\s?(?:and\s)?")
DASH = re.compile(r"\s?(?:[-–—−~〜～]|から)\s?")
TO = re.compile(r"\sto\s")
# "Add 10 µl to 50 µl of cells" mixes two volumes; from 4 °C to 37 °C is one way.
MIXED = frozenset({Kind.VOLUME, Kind.MASS, Kind.COUNT, Kind.AMOUNT, Kind.FOLD, Kind.RATIO})
REPEATABLE = frozenset({Kind.TIME, Kind.VOLUME, Kind.MASS, Kind.TEMPERATURE, Kind.ACCELERATION})


def without_overlaps(found: Iterable[Found]) -> list[Found]:
    """Sort by place; of two that overlap the earlier and longer one stays."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if not kept or one.start >= kept[-1].end:
            kept.append(one)
    return kept


def join_found(text: str, found: Sequence[Found]) -> list[Found]:
    """Return the amounts, those that are one joined."""
    joined: list[Found] = []
    for one in found:
        whole = _whole(text, joined[-1], one) if joined else None
        if whole is None:
            joined.append(one)
        else:
            joined[-1] = whole
    return list(_without_lone_repeats(text, joined))


def _whole(text: str, left: Found, right: Found) -> Found | None:
    if left.kind is not right.kind:
        return None
    gap = text[left.end : right.start]
    if left.kind is Kind.TIME and THEN.fullmatch(gap) and _continues(left, right):
        low, high = left.low + right.low, left.high + right.high
        return replace(left, end=right.end, low=low, high=high, scale=right.scale)
    is_way = TO.fullmatch(gap) and left.kind not in MIXED
    if (DASH.fullmatch(gap) or is_way) and left.low == left.high and right.low == right.high:
        low, high = min(left.low, right.low), max(left.high, right.high)
        return replace(left, end=right.end, low=low, high=high, scale=right.scale)
    return None


def _continues(left: Found, right: Found) -> bool:
    """Tell "1 h 30 min" from "5 min 5 min": the smaller unit fills less than one of the larger."""
    return bool(right.scale) and right.scale < left.scale and right.high < left.scale


def _without_lone_repeats(text: str, found: Sequence[Found]) -> Iterator[Found]:
    for index, one in enumerate(found):
        following = found[index + 1] if index + 1 < len(found) else None
        if one.is_repeat and not (
            following
            and following.kind in REPEATABLE
            and not text[one.end : following.start].strip()
        ):
            continue
        yield one
