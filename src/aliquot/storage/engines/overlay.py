"""Changes an engine has not been given yet: in memory, searched exactly beside it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from aliquot.storage.engines.stored_form import StoredRow
from aliquot.storage.keyed import Candidates, positions_of
from aliquot.storage.vectors_local.recent import RecentRows
from aliquot.storage.vectors_local.scan import Rows, nearest

__all__ = ["Overlay", "OverlayView"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class OverlayView:
    """An overlay as of a moment; it does not change while it is searched.

    Attributes:
        rows: Added and replaced rows.
        masked: int64 (n,) ascending: what the engine holds of these keys is out of date.
    """

    rows: Rows
    masked: Keys

    def nearest(self, vector: Floats, k: int, keys: Keys | None) -> Candidates:
        """Compare with every row, or with those of `keys` (ascending)."""
        if keys is None:
            return nearest(self.rows, vector, k)
        _, is_wanted = positions_of(self.rows.keys, keys)
        return nearest(self.rows, vector, k, np.flatnonzero(is_wanted))

    def unmasked(self, keys: Keys) -> npt.NDArray[np.bool_]:
        """Tell which keys the engine may answer for."""
        _, is_masked = positions_of(keys, self.masked)
        return ~is_masked


class Overlay:
    """A growing set of changes with one writer."""

    def __init__(self, dimension: int) -> None:
        self._dimension = dimension
        self.clear()

    def clear(self) -> None:
        """Forget everything: the engine holds it."""
        self._recent = RecentRows(self._dimension)
        self._rows: dict[int, StoredRow] = {}
        self._removed: set[int] = set()

    def __len__(self) -> int:
        return len(self._rows) + len(self._removed)

    @property
    def upserts(self) -> Mapping[int, StoredRow]:
        """What the engine has to be given, by key."""
        return self._rows

    @property
    def removed(self) -> Sequence[int]:
        """What the engine has to remove, ascending."""
        return sorted(self._removed)

    def put(self, rows: Sequence[StoredRow]) -> None:
        """Take rows in, in place of older ones of their keys."""
        if not rows:
            return
        keys = np.array([one.key for one in rows], dtype=np.int64)
        self._recent.put(keys, np.stack([one.vector for one in rows]))
        self._rows.update((one.key, one) for one in rows)
        self._removed.difference_update(one.key for one in rows)

    def remove(self, keys: Iterable[int]) -> None:
        """Take removals in."""
        gone = set(keys)
        self._recent.drop(np.array(sorted(gone), dtype=np.int64))
        for key in gone:
            self._rows.pop(key, None)
        self._removed |= gone

    def view(self) -> OverlayView:
        """Return the overlay as of now."""
        masked = np.array(sorted(self._removed | self._rows.keys()), dtype=np.int64)
        return OverlayView(self._recent.rows(), masked)
