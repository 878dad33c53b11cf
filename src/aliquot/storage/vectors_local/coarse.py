"""A float16 copy of rows, compared first where one process asks again and again.

Half the bytes are read, by kernels that know halves (numkong): 20,000 x 384 took 0.8 ms of CPU
where float32 took 2.8 beside other work (2026-11-30). How far a product can be off is known, so
every row that may be among the best is scored again from the row itself: nothing is found otherwise
than by the whole scan. A process that asks once, as the command line does, makes no copy.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from aliquot.storage.vectors_local.packing import ROUNDING, PackedRows, as_float32

__all__ = ["CoarseRows", "LaterCoarse"]

Floats = npt.NDArray[np.float32]
Halves = npt.NDArray[np.float16]

# Scans before a copy is made, which takes as long as some twenty of them.
_SCANS_BEFORE = 16
# Fewer rows are compared in less time than it takes to tell.
_LEAST_ROWS = 2048
_BLOCK_ROWS = 4096


class CoarseRows:
    """Halves of rows of unit length, with how far they are from them."""

    def __init__(self, rows: PackedRows) -> None:
        """Copy rows of floats."""
        self._halves: Halves = np.empty(rows.numbers.shape, np.float16)
        farthest = 0.0
        for start in range(0, len(rows), _BLOCK_ROWS):
            block = slice(start, start + _BLOCK_ROWS)
            floats = rows.floats(block)
            halves = floats.astype(np.float16)
            self._halves[block] = halves
            off = np.linalg.norm(floats - as_float32(halves), axis=1)
            farthest = max(farthest, float(off.max()))
        self._farthest = farthest

    def products(self, vector: Floats) -> tuple[Floats, float]:
        """Return the products with every row, and how far one can be off.

        Args:
            vector: float32 (dimension,), unit length.

        Returns:
            float32 (n,), and the largest difference from the products in float64. By Cauchy and
            Schwarz that is the length of what rounding took from the row, and from the vector.
        """
        import numkong

        half = vector.astype(np.float16)
        off = float(np.linalg.norm(vector - as_float32(half)))
        # Asked for float32, it goes another way that takes eight times as long.
        scores = np.asarray(numkong.cdist(half[None], self._halves, "dot")).astype(np.float32)
        # A row of halves is as much longer than 1 as it is off, at most.
        return scores[0], self._farthest + off * (1 + self._farthest) + ROUNDING


class LaterCoarse:
    """Makes the coarse rows once a process has asked often enough to gain by them."""

    def __init__(self, rows: PackedRows) -> None:
        """Take what may be copied."""
        self._rows = rows
        self._scans = 0
        self._coarse: CoarseRows | None = None

    def get(self) -> CoarseRows | None:
        """Return the coarse rows, or `None` for a scan that had better read the rows themselves."""
        if self._scans < _SCANS_BEFORE:
            self._scans += 1
            if self._scans == _SCANS_BEFORE and self._may_be_copied():
                self._coarse = CoarseRows(self._rows)
        return self._coarse

    def _may_be_copied(self) -> bool:
        is_large = len(self._rows) >= _LEAST_ROWS
        return is_large and self._rows.scales is None and _has_kernels()


def _has_kernels() -> bool:
    """Tell whether this processor has more than numkong's plain loops, which are slow."""
    try:
        from numkong import get_capabilities
    except ImportError:
        # Older releases of usearch do not bring it along.
        return False
    return any(there for name, there in get_capabilities().items() if name != "serial")
