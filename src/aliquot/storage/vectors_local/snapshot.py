"""What a search of a local vector index sees: rows that do not change while it looks."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

import numpy as np
import numpy.typing as npt

from aliquot.protocols import Hit, Scope
from aliquot.storage.keyed import Candidates, hits, positions_of
from aliquot.storage.vectors_local.graph import NeighbourGraph
from aliquot.storage.vectors_local.scan import Rows, nearest, rescored

__all__ = ["Snapshot"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]
Positions = npt.NDArray[np.intp]

# A filter that leaves a smaller share of the rows is answered exactly: the graph would have to
# propose ever more candidates. Of 200,000 chunks, 100 best: 25 % by the graph 4.6 ms of CPU, 5 %
# exactly 2.8 ms (benchmarks/results/vector_search.json).
_GRAPH_SHARE = 0.2

# Candidates the graph proposes per chunk wanted: recall@100 needs more than 100 of them.
_OVER_FETCH = 2


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A base, with a graph where it is large, and the rows beside it; no key is alive twice."""

    base: Rows
    recent: Rows
    graph: NeighbourGraph | None

    def __len__(self) -> int:
        return int(self.base.alive.sum()) + int(self.recent.alive.sum())

    def search(self, unit: Floats, k: int, scope: Scope | None, *, ef_search: int) -> list[Hit]:
        """Return at most `k` hits for a vector of unit length, best first, ties by key."""
        if scope is None:
            in_base = self._in_base(unit, k, None, ef_search)
            return hits([in_base, nearest(self.recent, unit, k)], k)
        places, found = positions_of(scope.keys, self.base.keys)
        _, is_wanted = positions_of(self.recent.keys, scope.keys)
        in_base = self._in_base(unit, k, places[found], ef_search)
        return hits([in_base, nearest(self.recent, unit, k, np.flatnonzero(is_wanted))], k)

    def keys(self) -> Keys:
        """Return the keys alive, in no order."""
        return np.concatenate([rows.keys[rows.alive] for rows in (self.base, self.recent)])

    def vectors_of(self, keys: Keys) -> Floats:
        """Return float32 (n, dimension), the vectors of keys that are alive."""
        vectors = np.empty((len(keys), self.base.vectors.dimension), np.float32)
        for rows in (self.base, self.recent):
            alive = np.flatnonzero(rows.alive)
            alive = alive[np.argsort(rows.keys[alive])]
            places, found = positions_of(keys, rows.keys[alive])
            vectors[found] = rows.vectors.floats(alive[places[found]])
        return vectors

    def _in_base(
        self, unit: Floats, k: int, wanted: Positions | None, ef_search: int
    ) -> Candidates:
        share = 1.0 if wanted is None else len(wanted) / max(1, len(self.base))
        if self.graph is not None and share >= _GRAPH_SHARE:
            count = max(ef_search, ceil(_OVER_FETCH * k / share))
            keys = self.graph.candidates(unit, count, ef_search=ef_search)
            positions = _allowed(self.base, keys, wanted)
            if len(positions) >= k:
                return rescored(self.base, positions, unit)
        return nearest(self.base, unit, k, wanted)


def _allowed(base: Rows, keys: Keys, wanted: Positions | None) -> Positions:
    """Return the positions of those keys that are alive and wanted."""
    places, known = positions_of(keys, base.keys)
    allowed = base.alive
    if wanted is not None:
        allowed = np.zeros(len(base), dtype=np.bool_)
        allowed[wanted] = base.alive[wanted]
    places = places[known]
    return places[allowed[places]]
