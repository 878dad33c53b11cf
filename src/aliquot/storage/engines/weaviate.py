"""Weaviate: a server, a cluster or Weaviate Cloud, at an address.

An object is the stored form: `key`, `chunk_id` (`id` is taken), `content`, and `metadata` as JSON
text, which alone brings lists, whole numbers and fields of any name back as they were; what other
tools filter and show most stands beside it in properties of its own. The catalog's key is the last
62 bits of an object's UUID. What a collection says of itself is its description, as JSON.

Requests go through the vendor's client, since it sends vectors as bytes by gRPC, as servers prefer,
and knows their versions; it takes servers from 1.27. The tests run against a stand-in that speaks
the published protocol (REST, and gRPC by the client's own stubs), and against a real server where
`ALIQUOT_TEST_WEAVIATE_URL` names one. Source: Weaviate documentation, Collection definition, Vector
index, Cursor API; server's source, `adapters/repos/db/vector/hnsw/search.go`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import grpc
import httpx
import numpy as np
import numpy.typing as npt
from weaviate.classes.config import ConsistencyLevel
from weaviate.classes.data import DataObject
from weaviate.classes.query import Filter, MetadataQuery
from weaviate.exceptions import WeaviateBaseError

from aliquot.errors import StoreError
from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState, Limits
from aliquot.storage.engines.opening import (
    opens_index,
    shown,
    translated,
)
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.storage.engines.weaviate_client import connected_client, whole_option
from aliquot.storage.engines.weaviate_form import (
    VECTOR,
    definition,
    description_of,
    key_of,
    properties_of,
    row_of,
    state_of,
    uuid_of,
)
from aliquot.storage.keyed import Candidates

__all__ = ["WeaviateEngine", "open_index"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]

# 500 vectors of 4,096 numbers are 8 MB; servers take 100 MB a message, and add so many to a graph
# in a second. A search gives 10,000 at most (QUERY_MAXIMUM_RESULTS). The server starts a routine
# for every key that is named, and very many hold up all other questions. Source: weaviate/weaviate
# issue 12242.
LIMITS = Limits(rows=500, hits=10_000, among=2_000)
# Seconds until vectors have to be in the graph where the server adds them in the background
# (ASYNC_INDEXING), and between two looks.
INDEXING_TIMEOUT, INDEXING_STEP = 600, 0.1
# Seconds after which a server is asked whether it still is there, before anything else.
SILENCE = 5.0
# Where a cursor starts. Without one, several shards give their first rows in no common order.
START = UUID(int=0)
FAULTS = (WeaviateBaseError, httpx.HTTPError, grpc.RpcError, ValueError, KeyError)


class WeaviateEngine:
    """One collection of Weaviate."""

    limits = LIMITS

    def __init__(self, settings: CollectionSettings) -> None:
        """Connect, by HTTP and by gRPC.

        Args:
            settings: Of the collection; `location` is an `http(s)://` address, `options` are
                `grpc_port`, `grpc_host`, `shards` and `replicas`.

        Raises:
            ConfigError: There is no address.
            StoreError: The server cannot be reached, is too old, or refuses the key.
        """
        self._settings = settings
        # Names begin with a capital.
        self._name = settings.name[:1].upper() + settings.name[1:]
        self._where = shown(settings.location, Path())
        self._heard = time.monotonic()
        with self._translated():
            self._client = connected_client(settings, self._where)

    def _translated(self) -> AbstractContextManager[None]:
        return translated("Weaviate", self._where, FAULTS)

    @contextmanager
    def _asked(self) -> Iterator[Any]:
        """Give the collection, of a server that was heard of lately."""
        with self._translated():
            if time.monotonic() - self._heard > SILENCE:
                # Fails at once where it has gone away; by gRPC the client would try for a minute.
                self._client.get_meta()
            yield self._client.collections.get(self._name)
            self._heard = time.monotonic()

    def _written(self, collection: Any) -> Any:
        if self._replicas > 1:
            # A search asks one replica of a shard: each has to have what was written.
            return collection.with_consistency_level(ConsistencyLevel.ALL)
        return collection

    @property
    def _replicas(self) -> int:
        return whole_option(self._settings, "replicas", 1)

    # -------------------------------------------------------------------------- collection

    def state(self) -> EngineState | None:
        """Return what the collection's description says."""
        with self._translated():
            if not self._client.collections.exists(self._name):
                return None
            kept = self._client.collections.get(self._name).config.get(simple=True)
            return state_of(kept.description)

    def create(self, state: EngineState) -> None:
        """Create the collection, in place of one of this name."""
        with self._translated():
            self._client.collections.delete(self._name)
            self._client.collections.create_from_dict(
                definition(
                    self._name,
                    self._settings,
                    state,
                    shards=whole_option(self._settings, "shards", 1),
                    replicas=self._replicas,
                )
            )

    def put_state(self, state: EngineState) -> None:
        """Keep what the collection says of itself, once every vector is in the graph."""
        with self._asked() as collection:
            self._wait_until_indexed(collection)
            collection.config.update(description=description_of(state))

    def _wait_until_indexed(self, collection: Any) -> None:
        deadline = time.monotonic() + INDEXING_TIMEOUT
        while True:
            shards = collection.config.get_shards()
            if any(one.status == "READONLY" for one in shards):
                raise StoreError(
                    f"Weaviate at {self._where} takes no more rows: its disk is nearly full.",
                    hint="Make room on the server, set its shards to READY, and run "
                    "'aliquot sync'.",
                )
            if all(one.status == "READY" and not one.vector_queue_size for one in shards):
                return
            if time.monotonic() > deadline:
                raise StoreError(
                    f"Weaviate at {self._where} has vectors waiting after {INDEXING_TIMEOUT} s.",
                    hint="Run 'aliquot sync' once it is less busy.",
                )
            time.sleep(INDEXING_STEP)

    # -------------------------------------------------------------------------- rows

    def upsert(self, rows: Sequence[StoredRow]) -> None:
        """Write objects in place of older ones; whole, never merged."""
        objects = [
            DataObject(
                uuid=uuid_of(one.key),
                properties=properties_of(one),
                vector={VECTOR: one.vector.tolist()},
            )
            for one in rows
        ]
        with self._asked() as collection:
            errors = self._written(collection).data.insert_many(objects).errors
        if errors:
            first = next(iter(errors.values())).message
            raise StoreError(
                f"Weaviate at {self._where} refused {len(errors)} of {len(rows)} rows: {first}.",
                hint="Mend what it names; what was not written is written by the next "
                "'aliquot sync'.",
            )

    def remove(self, keys: Sequence[int]) -> None:
        """Remove objects."""
        if not keys:
            return
        with self._asked() as collection:
            done = self._written(collection).data.delete_many(where=_among(keys))
        if done.failed:
            raise StoreError(
                f"Weaviate at {self._where} did not remove {done.failed} of {done.matches} rows.",
                hint="Check that all its nodes run; the next 'aliquot sync' removes them.",
            )

    def nearest(
        self, vector: Floats, k: int, among: Keys | None = None, *, is_exact: bool = False
    ) -> Candidates:
        """Return the nearest objects.

        Where a filter leaves fewer than 40,000 (`flatSearchCutoff`), the server compares all of
        them: so is a search among keys exact, and one that has to be up to that size.
        """
        where = None if among is None else _among(among.tolist())
        if where is None and is_exact:
            where = Filter.by_property("key").greater_or_equal(0)
        with self._asked() as collection:
            found = collection.query.near_vector(
                vector.tolist(),
                target_vector=VECTOR,
                limit=k,
                filters=where,
                return_metadata=MetadataQuery(distance=True),
                return_properties=[],
            ).objects
        return Candidates(
            np.array([key_of(one.uuid) for one in found], dtype=np.int64),
            1 - np.array([one.metadata.distance for one in found], dtype=np.float32),
        )

    def vectors(self, keys: Keys) -> tuple[Keys, Floats]:
        """Return the vectors of those keys that are there."""
        vectors = np.empty((len(keys), self._settings.dimension), dtype=np.float32)
        if not len(keys):
            return keys, vectors
        with self._asked() as collection:
            found = collection.query.fetch_objects(
                filters=_among(keys.tolist()),
                limit=len(keys),
                include_vector=True,
                return_properties=[],
            ).objects
        for place, one in enumerate(found):
            vectors[place] = one.vector[VECTOR]
        return np.array([key_of(one.uuid) for one in found], dtype=np.int64), vectors[: len(found)]

    def rows(self) -> Iterator[StoredRow]:
        """Yield every object in the stored form, by key."""
        after = START
        while True:
            with self._asked() as collection:
                found = collection.query.fetch_objects(
                    limit=self.limits.rows,
                    after=after,
                    include_vector=True,
                    return_properties=["chunk_id", "content", "metadata"],
                ).objects
            if not found:
                return
            yield from map(row_of, found)
            after = found[-1].uuid

    def count(self) -> int:
        """Count objects."""
        with self._asked() as collection:
            return int(collection.aggregate.over_all(total_count=True).total_count)

    def drop(self) -> None:
        """Remove the collection."""
        with self._translated():
            self._client.collections.delete(self._name)

    def health(self) -> str:
        """Return the server's version."""
        with self._translated():
            return f"Weaviate {self._client.get_meta()['version']}"

    def close(self) -> None:
        """Release the connections."""
        self._client.close()


@opens_index
def open_index(settings: CollectionSettings, folder: Path) -> Engine:
    """Open a library's index in Weaviate.

    Args:
        settings: Of its collection.
        folder: Not used: it is all in the server.

    Raises:
        ConfigError: No address is given, or a key is missing.
        StoreError: It cannot be reached.
    """
    return WeaviateEngine(settings)


def _among(keys: Sequence[int]) -> Any:
    return Filter.by_property("key").contains_any(list(keys))
