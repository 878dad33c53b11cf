"""An amount while a text is searched: its place, and its ends as exact decimals."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal

from aliquot.types import QuantityKind

__all__ = ["Found"]


@dataclass(frozen=True, slots=True)
class Found:
    """An amount.

    Attributes:
        start: Where it begins in the text searched.
        end: Where it ends.
        kind: What is measured.
        low: Lower end in the canonical unit.
        high: Upper end.
        scale: One of its unit, in the canonical unit; 0 where it has none.
        is_repeat: Whether it is the "3x" of "3x 5 min", which an amount must follow.
    """

    start: int
    end: int
    kind: QuantityKind
    low: Decimal
    high: Decimal
    scale: Decimal = Decimal(0)
    is_repeat: bool = False
