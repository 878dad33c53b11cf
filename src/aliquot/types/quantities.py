"""Amounts a text states, in canonical units beside the words they were written in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from aliquot.types.spans import Span

__all__ = ["Quantity", "QuantityKind"]


class QuantityKind(StrEnum):
    """What is measured; decides the canonical unit, which is given after the name."""

    TEMPERATURE = "temperature"  # °C
    TIME = "time"  # s
    VOLUME = "volume"  # L
    MASS = "mass"  # g
    AMOUNT = "amount"  # mol
    MOLARITY = "molarity"  # mol/L
    MASS_CONCENTRATION = "mass_concentration"  # g/L
    FRACTION = "fraction"  # %
    ACTIVITY = "activity"  # U
    ACTIVITY_CONCENTRATION = "activity_concentration"  # U/L
    ACCELERATION = "acceleration"  # x g
    ROTATION = "rotation"  # rpm
    LENGTH = "length"  # m
    VOLTAGE = "voltage"  # V
    COUNT = "count"  # 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """One amount, or a range of it, as a text states it.

    Attributes:
        kind: What is measured.
        low: Lower end in the canonical unit of the kind.
        high: Upper end; equal to `low` where a single value is stated.
        unit: The canonical unit.
        span: Where it is written, in `Document.text`.
    """

    kind: QuantityKind
    low: float
    high: float
    unit: str
    span: Span
