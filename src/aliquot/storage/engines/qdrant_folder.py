"""Qdrant in a folder: its own engine inside this process, over one shard.

Every row is compared: a search is exact, and the HNSW parameters have no use. Source: Qdrant
documentation, Qdrant Edge.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from importlib.metadata import version
from pathlib import Path
from uuid import UUID

import numpy as np
import numpy.typing as npt
from qdrant_edge import (
    CountRequest,
    Filter,
    HasIdCondition,
    Point,
    Query,
    QueryRequest,
    Record,
    ScrollRequest,
    SearchParams,
    UpdateOperation,
)

from aliquot.storage.engines.engine import CollectionSettings, EngineState, Limits
from aliquot.storage.engines.opening import translated
from aliquot.storage.engines.qdrant_shard import FAULTS, shared_shard
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.storage.keyed import Candidates
from aliquot.storage.sqlite_files import require_space

__all__ = ["QdrantFolder"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]

# Naming 20,000 keys takes 5 ms, and 20,000 hits 30.
LIMITS = Limits(rows=1_000, hits=20_000, among=20_000)
# Its files grow by mapped pieces of 32 MB, for the log and for vectors: on a disk that is full,
# writing to one ends the process.
GROWTH_BYTES = 2 * 32 * 2**20


class QdrantFolder:
    """One collection of Qdrant in a folder."""

    limits = LIMITS

    def __init__(self, settings: CollectionSettings, folder: Path) -> None:
        """Open nothing yet.

        Args:
            settings: Of the collection; its location is a folder that may hold others.
            folder: Where it is kept without a location.
        """
        place = Path(settings.location) if settings.location else folder
        self._shard = shared_shard(place / settings.name)
        self._dimension = settings.dimension
        self._is_closed = False

    def _translated(self) -> AbstractContextManager[None]:
        return translated("Qdrant", str(self._shard.folder), FAULTS)

    # -------------------------------------------------------------------------- collection

    def state(self) -> EngineState | None:
        """Return what the file beside the shard says."""
        with self._translated():
            return self._shard.state()

    def create(self, state: EngineState) -> None:
        """Create the collection, in place of one of this name."""
        with self._translated():
            self._shard.create(state)

    def put_state(self, state: EngineState) -> None:
        """Make rows durable, and then what the collection says of itself."""
        with self._translated():
            self._shard.put_state(state)

    # -------------------------------------------------------------------------- rows

    def upsert(self, rows: Sequence[StoredRow]) -> None:
        """Write points: into the log first, which outlives the process."""
        points = [
            Point(
                id=one.key,
                vector=one.vector.tolist(),
                payload={"id": one.id, "content": one.content, "metadata": dict(one.metadata)},
            )
            for one in rows
        ]
        with self._translated():
            shard = self._shard.opened()
            require_space(self._shard.folder, GROWTH_BYTES, "Writing vectors")
            shard.update(UpdateOperation.upsert_points(points))

    def remove(self, keys: Sequence[int]) -> None:
        """Remove points."""
        with self._translated():
            self._shard.opened().update(UpdateOperation.delete_points(list(keys)))

    def nearest(
        self, vector: Floats, k: int, among: Keys | None = None, *, is_exact: bool = False
    ) -> Candidates:
        """Return the nearest points; every search is exact."""
        named = None if among is None else Filter(must=[HasIdCondition(set(among.tolist()))])
        request = QueryRequest(
            limit=k,
            query=Query.Nearest(vector.tolist()),
            filter=named,
            params=SearchParams(exact=True),
            with_vector=False,
            with_payload=False,
        )
        with self._translated():
            found = self._shard.opened().query(request)
        return Candidates(
            np.array([one.id for one in found], dtype=np.int64),
            np.array([one.score for one in found], dtype=np.float32),
        )

    def vectors(self, keys: Keys) -> tuple[Keys, Floats]:
        """Return the vectors of those keys that are there."""
        with self._translated():
            found = self._shard.opened().retrieve(
                keys.tolist(), with_payload=False, with_vector=True
            )
        vectors = np.empty((len(found), self._dimension), dtype=np.float32)
        for place, one in enumerate(found):
            vectors[place] = np.asarray(one.vector, dtype=np.float32)
        return np.array([one.id for one in found], dtype=np.int64), vectors

    def rows(self) -> Iterator[StoredRow]:
        """Yield every point in the stored form, by key."""
        start: int | UUID | str | None = None
        while True:
            request = ScrollRequest(
                offset=start, limit=self.limits.rows, with_payload=True, with_vector=True
            )
            with self._translated():
                found, start = self._shard.opened().scroll(request)
            yield from map(_row, found)
            if start is None:
                return

    def count(self) -> int:
        """Count points."""
        with self._translated():
            return self._shard.opened().count(CountRequest(exact=True))

    def drop(self) -> None:
        """Remove the collection."""
        with self._translated():
            self._shard.remove()

    def health(self) -> str:
        """Return the version of the engine in this process."""
        return f"Qdrant Edge {version('qdrant-edge-py')}, in a folder"

    def close(self) -> None:
        """Let the folder go, unless others in this process use it."""
        if not self._is_closed:
            self._is_closed = True
            with self._translated():
                self._shard.release()


def _row(found: Record) -> StoredRow:
    payload = found.payload or {}
    return StoredRow(
        key=int(str(found.id)),
        id=str(payload.get("id", "")),
        vector=np.asarray(found.vector, dtype=np.float32),
        content=str(payload.get("content", "")),
        metadata=payload.get("metadata", {}),
    )
