"""Changes since the base was written: rows in memory, appended and never moved."""

from __future__ import annotations

from typing import TypeVar

import numpy as np
import numpy.typing as npt

from aliquot.storage.vectors_local.packing import PackedRows
from aliquot.storage.vectors_local.scan import Rows

__all__ = ["RecentRows"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]
Scalar = TypeVar("Scalar", bound=np.generic)

_FIRST_CAPACITY = 64


class RecentRows:
    """A growing table with one writer; `rows()` stays as it was while more is appended."""

    def __init__(self, dimension: int) -> None:
        self._count = 0
        self._keys = np.empty(_FIRST_CAPACITY, np.int64)
        self._vectors = np.empty((_FIRST_CAPACITY, dimension), np.float32)
        self._alive = np.zeros(_FIRST_CAPACITY, np.bool_)
        self._places: dict[int, int] = {}

    def __len__(self) -> int:
        return self._count

    def __contains__(self, key: int) -> bool:
        return key in self._places

    def put(self, keys: Keys, vectors: Floats) -> None:
        """Append rows; the older row of a key dies."""
        self.drop(keys)
        start, stop = self._count, self._count + len(keys)
        self._reserve(stop)
        self._keys[start:stop] = keys
        self._vectors[start:stop] = vectors
        self._alive[start:stop] = True
        self._places.update(zip(keys.tolist(), range(start, stop), strict=True))
        self._count = stop

    def drop(self, keys: Keys) -> None:
        """Let rows die; unknown keys are passed over."""
        for key in keys.tolist():
            place = self._places.pop(key, None)
            if place is not None:
                self._alive[place] = False

    def rows(self) -> Rows:
        """Return the rows as of now."""
        count = self._count
        vectors = PackedRows(self._vectors[:count])
        return Rows(self._keys[:count], vectors, self._alive[:count].copy())

    def keys(self) -> Keys:
        """Return the keys of rows alive, ascending."""
        return np.array(sorted(self._places), dtype=np.int64)

    def vectors_of(self, keys: Keys) -> Floats:
        """Return float32 (n, dimension), the rows of keys that are alive."""
        return self._vectors[[self._places[key] for key in keys.tolist()]]

    def _reserve(self, count: int) -> None:
        capacity = len(self._keys)
        if count <= capacity:
            return
        grown = max(count, 2 * capacity)
        self._keys = _grown(self._keys, grown)
        self._vectors = _grown(self._vectors, grown)
        self._alive = _grown(self._alive, grown)


def _grown(array: npt.NDArray[Scalar], capacity: int) -> npt.NDArray[Scalar]:
    larger = np.zeros((capacity, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger
