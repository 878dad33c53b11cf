"""Exact search over rows of unit vectors.

A chunk's score is the same whichever way it was found (whole scan, filtered scan, graph) and
wherever its row lies: candidates are picked in float32 and scored again row by row in float64.
Equal vectors therefore score equal, and ties are broken by key as promised.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from aliquot.storage.keyed import Candidates
from aliquot.storage.vectors_local.coarse import LaterCoarse
from aliquot.storage.vectors_local.packing import ROUNDING, PackedRows, as_float32

__all__ = ["Rows", "nearest", "rescored"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]
Positions = npt.NDArray[np.intp]
Mask = npt.NDArray[np.bool_]

# Numbers multiplied at a time. BLAS hands larger products to several threads, whose waiting costs
# more than it saves: 20,000 x 384 in one took 6 ms of CPU and 16 ms of wall time on busy cores, in
# blocks 1.1 and 1.1 (2026-11-29). Rows that do not lie side by side are also copied by the block.
_BLOCK_NUMBERS = 512 * 384

# Above this share of the rows, comparing all (1.1 ms for 20,000) is faster than copying those
# wanted (1.0 ms for 30 %, 1.7 for 50 %; 2026-11-29).
_COPY_SHARE = 0.3


@dataclass(frozen=True, slots=True)
class Rows:
    """Vectors with their keys.

    Attributes:
        keys: int64 (n,).
        vectors: (n, dimension), rows of unit length as they are kept.
        alive: bool (n,), false where a row was removed or replaced.
        coarse: Of the vectors, where all of them are compared often.
    """

    keys: Keys
    vectors: PackedRows
    alive: Mask
    coarse: LaterCoarse | None = None

    def __len__(self) -> int:
        return len(self.keys)


def nearest(rows: Rows, vector: Floats, k: int, wanted: Positions | None = None) -> Candidates:
    """Compare `vector` with every row that is alive, or with the wanted ones among them.

    Args:
        rows: What is searched.
        vector: float32 (dimension,), unit length.
        k: How many are needed; ties at the end may add more.
        wanted: Positions of the rows that may be returned; `None` for all.
    """
    if wanted is None or len(wanted) > _COPY_SHARE * len(rows):
        scores, slack = _all_products(rows, vector)
        positions = np.flatnonzero(rows.alive) if wanted is None else wanted[rows.alive[wanted]]
        if len(positions) < len(rows):
            scores = scores[positions]
    else:
        positions = wanted[rows.alive[wanted]]
        scores, slack = _products(rows.vectors, vector, positions), ROUNDING
    return rescored(rows, positions[_best(scores, k, slack)], vector)


def rescored(rows: Rows, positions: Positions, vector: Floats) -> Candidates:
    """Score rows so that the result depends on their content alone."""
    scores = np.empty(len(positions), dtype=np.float32)
    exact = vector.astype(np.float64)
    for block in _blocks(len(positions), len(vector)):
        # Not a matrix product: BLAS sums in an order that depends on where a row stands.
        scores[block] = (rows.vectors.floats(positions[block]) * exact).sum(axis=1)
    return Candidates(rows.keys[positions], scores)


def _all_products(rows: Rows, vector: Floats) -> tuple[Floats, float]:
    """Return the products with all rows, and how far apart equal ones can come out."""
    coarse = rows.coarse.get() if rows.coarse is not None else None
    if coarse is None:
        return _products(rows.vectors, vector), ROUNDING
    scores, error = coarse.products(vector)
    return scores, 2 * error


def _products(rows: PackedRows, vector: Floats, positions: Positions | None = None) -> Floats:
    """Return the products with all rows, or with those at the positions."""
    count = len(rows) if positions is None else len(positions)
    scores = np.empty(count, dtype=np.float32)
    for block in _blocks(count, len(vector)):
        places = block if positions is None else positions[block]
        np.dot(as_float32(rows.numbers[places]), vector, out=scores[block])
    if rows.scales is not None:
        scores *= rows.scales if positions is None else rows.scales[positions]
    return scores


def _blocks(count: int, dimension: int) -> Iterator[slice]:
    step = max(1, _BLOCK_NUMBERS // dimension)
    return (slice(start, start + step) for start in range(0, count, step))


def _best(scores: Floats, k: int, slack: float) -> Positions:
    """Return the places of the `k` best scores and of all that are no more than `slack` below."""
    if len(scores) <= k:
        return np.arange(len(scores))
    kth = np.partition(scores, len(scores) - k)[len(scores) - k]
    return np.flatnonzero(scores >= kth - np.float32(slack))
