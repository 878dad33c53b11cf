"""Pinecone: a namespace of a serverless index for each collection.

Keys are ids as text and stand in the metadata too, where filters see them; the stored form is the
metadata; what the collection says of itself is the one record of a second namespace. Written for
API version 2026-07, over REST: the service tells in headers how far its searches have come, and
that is waited for; its own client hides them in some releases and has changed its interface in
each. Tested against a stand-in that keeps the published protocol and its limits, and against the
service where a key is at hand. HNSW parameters do not exist here, and are passed over; a search is
never exact. Source: Pinecone documentation, Indexing overview and Filter by metadata.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import numpy.typing as npt

from aliquot.errors import StoreError
from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState, Limits
from aliquot.storage.engines.opening import opens_index
from aliquot.storage.engines.pinecone_index import PineconeIndex, Record
from aliquot.storage.engines.pinecone_records import KEY, numbers, record_of, row_of
from aliquot.storage.engines.pinecone_rest import API_VERSION, Patience
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.storage.keyed import Candidates

__all__ = ["PineconeEngine", "open_index"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]

# Rows go out in requests of 2 MB, and are waited for once, after the last: that takes seconds.
LIMITS = Limits(rows=5_000, hits=10_000, among=10_000)
STATE = "state"
STATES = "__state"
# How far a stored number may be from what was written: float32, and the digits sent.
TOLERANCE = 1e-5


class PineconeEngine:
    """One namespace of a Pinecone index, and the namespace that says what it is."""

    limits = LIMITS

    def __init__(self, settings: CollectionSettings, patience: Patience | None = None) -> None:
        """Connect; an index that is not there is made by `create`.

        Args:
            settings: Of the collection; `location` is `pinecone://NAME` or the index's host, and
                `options` are `cloud` and `region` of a new index, and `namespace`, which stands
                before the collection's name.
            patience: How long the service is waited for.

        Raises:
            ConfigError: There is no address or no key, or they cannot be right.
            StoreError: The service cannot be reached, or the index takes other vectors.
        """
        prefix = settings.options.get("namespace")
        self._namespace = f"{prefix}__{settings.name}" if prefix else settings.name
        self._states = self._namespace + STATES
        self._settings = settings
        self._index = PineconeIndex(settings, patience or Patience())

    # -------------------------------------------------------------------------- collection

    def state(self) -> EngineState | None:
        """Return what the collection's second namespace says."""
        if not self._index.is_there:
            return None
        found = self._index.fetch(self._states, [STATE])
        return _state_of(found[STATE]) if STATE in found else None

    def create(self, state: EngineState) -> None:
        """Create the collection in place of one of this name, and its index where there is none.

        Raises:
            StoreError: The namespace holds records that are nobody's collection.
        """
        if not self._index.is_there:
            self._index.create()
        if self.state() is not None:
            self.drop()
        elif self._index.search(self._namespace, self._index.axis, 1):
            raise self._foreign("records")
        self.put_state(state)

    def put_state(self, state: EngineState) -> None:
        """Keep what the collection says of itself, and wait until it is read."""
        # Numbers as texts: the service's are doubles.
        kept = {KEY: STATE, **{name: str(value) for name, value in asdict(state).items()}}
        record = {"id": STATE, "values": numbers(self._index.axis), "metadata": kept}
        self._index.put(self._states, [record], lambda found: _state_of(found) == state)

    def drop(self) -> None:
        """Remove the collection with all it holds; the index stays.

        Marked first: one half removed by a killed process is told as another embedder's, and is
        built again.
        """
        state = self.state()
        if state is None:
            return
        self.put_state(replace(state, embedder="", dimension=0))
        self._index.clear(self._namespace)
        self._index.clear(self._states)

    # -------------------------------------------------------------------------- rows

    def upsert(self, rows: Sequence[StoredRow]) -> None:
        """Write rows in place of older ones, and wait until searches find them."""
        if not rows:
            return
        last = rows[-1].vector
        self._index.put(
            self._namespace,
            [record_of(one) for one in rows],
            lambda found: np.allclose(found["values"], last, atol=TOLERANCE),
        )

    def remove(self, keys: Sequence[int]) -> None:
        """Remove rows, and wait until searches find none of them."""
        self._index.remove(self._namespace, [str(key) for key in keys])

    def nearest(
        self, vector: Floats, k: int, among: Keys | None = None, *, is_exact: bool = False
    ) -> Candidates:
        """Return the nearest rows; Pinecone has no exact search."""
        wanted = None
        if among is not None:
            wanted = {KEY: {"$in": [str(key) for key in among.tolist()]}}
        found = self._index.search(self._namespace, vector, k, wanted)
        return Candidates(
            np.array([self._key(one) for one in found], dtype=np.int64),
            np.array([one["score"] for one in found], dtype=np.float32),
        )

    def vectors(self, keys: Keys) -> tuple[Keys, Floats]:
        """Return the vectors of those keys that are there."""
        found = self._index.fetch(self._namespace, [str(key) for key in keys.tolist()])
        vectors = np.empty((len(found), self._settings.dimension), dtype=np.float32)
        for place, record in enumerate(found.values()):
            vectors[place] = record["values"]
        return np.array([int(one) for one in found], dtype=np.int64), vectors

    def rows(self) -> Iterator[StoredRow]:
        """Yield every row in the stored form; what is not Aliquot's is passed over."""
        for ids in self._index.ids(self._namespace):
            ours = [one for one in ids if one.isdecimal()]
            yield from map(row_of, self._index.fetch(self._namespace, ours).values())

    def count(self) -> int:
        """Count rows: those that searches find; beyond one search, by the service's late count."""
        summary = (self._index.stats().get("namespaces") or {}).get(self._namespace) or {}
        counted = int(summary.get("vectorCount") or 0)
        if counted >= LIMITS.hits:
            return counted
        found = len(self._index.search(self._namespace, self._index.axis, LIMITS.hits))
        return found if found < LIMITS.hits else max(found, counted)

    def health(self) -> str:
        """Return which index answers."""
        dimension = self._index.stats().get("dimension")
        return f"Pinecone index {self._index.where}, {dimension} numbers, API {API_VERSION}"

    def close(self) -> None:
        """Release the connections."""
        self._index.close()

    def _key(self, match: Record) -> int:
        """Return a record's key.

        Raises:
            StoreError: Another program has put the record there.
        """
        record_id = str(match["id"])
        if not record_id.isdecimal():
            raise self._foreign(f"the record {record_id!r}")
        return int(record_id)

    def _foreign(self, what: str) -> StoreError:
        return StoreError(
            f"The namespace {self._namespace} of {self._index.where} holds {what} of another "
            "program.",
            hint="Name another one: 'namespace' under [vectors.options].",
        )


@opens_index
def open_index(settings: CollectionSettings, folder: Path) -> Engine:
    """Open a library's index in Pinecone.

    Args:
        settings: Of its collection.
        folder: Not used: it is all in the service.

    Raises:
        ConfigError: No address is given, or no key.
        StoreError: It cannot be reached.
    """
    return PineconeEngine(settings)


def _state_of(record: Record) -> EngineState:
    return EngineState.read(record.get("metadata") or {})
