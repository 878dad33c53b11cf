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
    NUMBER_CONCENTRATION = "number_concentration"  # 1/L, of cells, colonies, copies
    FRACTION = "fraction"  # %
    ACTIVITY = "activity"  # U
    ACTIVITY_CONCENTRATION = "activity_concentration"  # U/L
    ACCELERATION = "acceleration"  # x g
    ROTATION = "rotation"  # rpm
    LENGTH = "length"  # m
    VOLTAGE = "voltage"  # V
    CURRENT = "current"  # A
    POWER = "power"  # W
    PRESSURE = "pressure"  # Pa
    ACIDITY = "acidity"  # pH
    RATIO = "ratio"  # 1; 0.001 for "1:1000"
    FOLD = "fold"  # 1; 10 for "10X buffer" and "ten-fold"
    COUNT = "count"  # 1, of cells, cycles, repeats


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """One amount, or a range of it, as a text states it.

    Attributes:
        kind: What is measured.
        low: Lower end in the canonical unit of the kind; what is only bounded from above ("up to")
            begins at nothing, a temperature at absolute zero.
        high: Upper end; equal to `low` where a single value is stated, infinite where only the
            lower end is ("at least").
        unit: The canonical unit.
        span: Where it is written, in `Document.text`.
    """

    kind: QuantityKind
    low: float
    high: float
    unit: str
    span: Span
