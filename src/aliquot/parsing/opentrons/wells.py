"""The wells of labware: how many there are, what they are called, which one is meant.

What enters: labware or wells, and the key they are asked with. What leaves: wells.
"""

from __future__ import annotations

import re
from typing import Any

from aliquot.parsing.opentrons.values import Labware, Wells, Written, well_names

__all__ = ["all_wells", "picked"]

WELL_COUNT = re.compile(
    r"_(\d+)_(?:\w*?)(?:wellplate|aluminumblock|tuberack|tiprack|reservoir|filtertiprack)"
)
# Rows and columns of the usual labware, by its number of wells.
SHAPES = {
    1: (1, 1), 6: (2, 3), 12: (3, 4), 15: (3, 5), 24: (4, 6), 48: (6, 8), 96: (8, 12),
    384: (16, 24),
}  # fmt: skip
RESERVOIR = re.compile(r"reservoir")


def all_wells(owner: Labware, order: str) -> Wells:
    """Return the wells of labware, by column from A1 down as the robot counts them.

    Args:
        owner: The labware.
        order: `wells`, `rows` or `columns`.
    """
    rows, columns = _shape(owner.model)
    if not rows:
        return Wells(owner.name, said=f"all {order}")
    by_column = [[f"{chr(65 + r)}{c + 1}" for r in range(rows)] for c in range(columns)]
    by_row = [[column[r] for column in by_column] for r in range(rows)]
    lists = {"columns": by_column, "rows": by_row}.get(order)
    if lists is None:
        return Wells(owner.name, tuple(name for column in by_column for name in column))
    return Wells(owner.name, tuple(tuple(line) for line in lists))


def _shape(model: str) -> tuple[int, int]:
    count = WELL_COUNT.search(model)
    wells = int(count[1]) if count else 0
    return (1, wells) if RESERVOIR.search(model) else SHAPES.get(wells, (0, 0))


def picked(wells: Wells, key: Any) -> Wells | None:
    """Return the wells a key means: a name, a row or column, a place in the list."""
    if isinstance(key, str):
        return Wells(wells.labware, _line_named(wells, key) or (key,))
    if isinstance(key, Written):
        return Wells(wells.labware, said=f"{wells.said or well_names(wells.names)} [{key.text}]")
    if type(key) is not int or not -len(wells.names) <= key < len(wells.names):
        return None
    one = wells.names[key]
    return Wells(wells.labware, one if isinstance(one, tuple) else (one,))


def _line_named(wells: Wells, key: str) -> tuple[str, ...]:
    """Return the wells of row "A" or column "3"."""
    lines = [line for line in wells.names if isinstance(line, tuple)]
    if key.isdigit():
        return next((line for line in lines if line[0][1:] == key and line[-1][1:] == key), ())
    return next((line for line in lines if line[0].startswith(key)), ()) if len(key) == 1 else ()
