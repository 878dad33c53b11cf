"""A vector database that is none: rows in memory, with the limits a test gives it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from aliquot.errors import StoreError
from aliquot.storage.engines.engine import EngineState, Limits
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.storage.keyed import Candidates

__all__ = ["Collections", "MemoryEngine"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]


@dataclass
class Collections:
    """What outlives a connection, as a server's disk does.

    Attributes:
        states: By the collection's name.
        rows: By the collection's name and the row's key.
    """

    states: dict[str, EngineState] = field(default_factory=dict)
    rows: dict[str, dict[int, StoredRow]] = field(default_factory=dict)


class MemoryEngine:
    """One collection in memory; it counts what it is asked, and fails where it is told to."""

    def __init__(self, name: str, collections: Collections, limits: Limits | None = None) -> None:
        """Connect to a collection.

        Args:
            name: Of the collection.
            collections: The disk.
            limits: What it takes at a time.
        """
        self.limits = limits or Limits()
        self.searches = 0
        self.fails_after: int | None = None
        self._name = name
        self._disk = collections

    @property
    def _rows(self) -> dict[int, StoredRow]:
        return self._disk.rows[self._name]

    def state(self) -> EngineState | None:
        """Return what the collection says of itself."""
        return self._disk.states.get(self._name)

    def create(self, state: EngineState) -> None:
        """Create the collection, in place of one of this name."""
        self._disk.states[self._name] = state
        self._disk.rows[self._name] = {}

    def put_state(self, state: EngineState) -> None:
        """Keep what the collection says of itself."""
        self._step()
        self._disk.states[self._name] = state

    def upsert(self, rows: Sequence[StoredRow]) -> None:
        """Write rows."""
        self._assert_fits(len(rows), self.limits.rows)
        for one in rows:
            self._step()
            self._rows[one.key] = one

    def remove(self, keys: Sequence[int]) -> None:
        """Remove rows."""
        self._assert_fits(len(keys), self.limits.rows)
        for key in keys:
            self._step()
            self._rows.pop(key, None)

    def nearest(
        self, vector: Floats, k: int, among: Keys | None = None, *, is_exact: bool = False
    ) -> Candidates:
        """Return the nearest rows."""
        self.searches += 1
        self._assert_fits(k, self.limits.hits)
        if among is not None:
            self._assert_fits(len(among), self.limits.among)
        wanted = self._rows if among is None else set(among.tolist()) & self._rows.keys()
        scored = [(float(self._rows[key].vector @ vector), key) for key in wanted]
        best = sorted(scored, key=lambda one: (-one[0], one[1]))[:k]
        return Candidates(
            np.array([key for _, key in best], dtype=np.int64),
            np.array([score for score, _ in best], dtype=np.float32),
        )

    def vectors(self, keys: Keys) -> tuple[Keys, Floats]:
        """Return the vectors of those keys that are there."""
        self._assert_fits(len(keys), self.limits.rows)
        found = [one for one in keys.tolist() if one in self._rows]
        dimension = self._disk.states[self._name].dimension
        vectors = np.empty((len(found), dimension), dtype=np.float32)
        for place, key in enumerate(found):
            vectors[place] = self._rows[key].vector
        return np.array(found, dtype=np.int64), vectors

    def rows(self) -> Iterator[StoredRow]:
        """Yield every row."""
        yield from list(self._rows.values())

    def count(self) -> int:
        """Count rows."""
        return len(self._rows)

    def drop(self) -> None:
        """Remove the collection."""
        self._disk.states.pop(self._name, None)
        self._disk.rows.pop(self._name, None)

    def health(self) -> str:
        """Return its name."""
        return "memory"

    def close(self) -> None:
        """Release nothing."""

    def _step(self) -> None:
        if self.fails_after is not None:
            self.fails_after -= 1
            if self.fails_after < 0:
                raise StoreError("The engine is gone.", hint="Start it.")

    @staticmethod
    def _assert_fits(count: int, limit: int) -> None:
        assert count <= limit, f"{count} at a time, and {limit} are allowed"
