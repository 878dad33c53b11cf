"""Qdrant: in the library's folder, or a server or cluster at an address.

Keys are point ids, the stored form without its vector is the payload, and what the collection says
of itself is its metadata. Source: Qdrant documentation, Collections and Points.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import ApiException

from aliquot.storage.engines.engine import CollectionSettings, EngineState, Limits
from aliquot.storage.engines.index import EngineVectorIndex
from aliquot.storage.engines.opening import (
    collection_settings,
    is_server,
    opened,
    shown,
    translated,
)
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.storage.keyed import Candidates

if TYPE_CHECKING:
    from aliquot.config import VectorIndexConfig

__all__ = ["QdrantEngine", "open_index"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]

API_KEY = "QDRANT_API_KEY"
# A request of 256 rows of 1,024 numbers with their texts is about 3 MB of JSON; servers take 32.
LIMITS = Limits(rows=256, hits=10_000, among=10_000)
# In a folder it is Python: 1,000 rows are fetched in 97 ms and searched among in 303 (2026-11-30).
FOLDER_LIMITS = replace(LIMITS, exact=2_000)
# Seconds a request may take: a server that optimises its segments answers late.
TIMEOUT = 60
# Its client raises these, and these of Python where a local folder is damaged or in use.
FAULTS = (ApiException, ValueError, RuntimeError, OSError, KeyError)


class QdrantEngine:
    """One collection of Qdrant."""

    def __init__(self, settings: CollectionSettings, folder: Path) -> None:
        """Connect.

        Args:
            settings: Of the collection; `options` are `shards` and `replicas` of a cluster.
            folder: Where it is kept without a location.

        Raises:
            StoreError: The folder is in use by another process, or cannot be read.
        """
        self.limits = LIMITS if is_server(settings.location) else FOLDER_LIMITS
        self._settings = settings
        self._name = settings.name
        self._where = shown(settings.location, folder)
        with self._translated():
            if is_server(settings.location):
                key = os.environ.get(API_KEY)
                self._client = QdrantClient(settings.location, api_key=key, timeout=TIMEOUT)
            else:
                self._client = QdrantClient(path=settings.location or str(folder))

    def _translated(self) -> Any:
        return translated("Qdrant", self._where, FAULTS)

    # -------------------------------------------------------------------------- collection

    def state(self) -> EngineState | None:
        """Return what the collection's metadata say."""
        with self._translated():
            if not self._client.collection_exists(self._name):
                return None
            kept = self._client.get_collection(self._name).config.metadata or {}
            return EngineState(
                library=str(kept.get("library", "")),
                embedder=str(kept.get("embedder", "")),
                dimension=int(kept.get("dimension", 0)),
                sequence=int(kept.get("sequence", 0)),
            )

    def create(self, state: EngineState) -> None:
        """Create the collection, in place of one of this name."""
        options = self._settings.options
        with self._translated():
            if self._client.collection_exists(self._name):
                self._client.delete_collection(self._name)
            self._client.create_collection(
                self._name,
                vectors_config=models.VectorParams(
                    size=state.dimension,
                    distance=models.Distance.COSINE,
                    hnsw_config=models.HnswConfigDiff(
                        m=self._settings.m, ef_construct=self._settings.ef_construction
                    ),
                ),
                shard_number=_whole(options.get("shards")),
                replication_factor=_whole(options.get("replicas")),
                metadata=_metadata(state),
            )

    def put_state(self, state: EngineState) -> None:
        """Keep what the collection says of itself in its metadata."""
        with self._translated():
            self._client.update_collection(self._name, metadata=_metadata(state))

    # -------------------------------------------------------------------------- rows

    def upsert(self, rows: Sequence[StoredRow]) -> None:
        """Write points, and wait until they are applied."""
        points = [
            models.PointStruct(
                id=one.key,
                vector=one.vector.tolist(),
                payload={"id": one.id, "content": one.content, "metadata": dict(one.metadata)},
            )
            for one in rows
        ]
        with self._translated():
            self._client.upsert(self._name, points=points, wait=True)

    def remove(self, keys: Sequence[int]) -> None:
        """Remove points, and wait until they are gone."""
        with self._translated():
            self._client.delete(
                self._name, points_selector=models.PointIdsList(points=list(keys)), wait=True
            )

    def nearest(
        self, vector: Floats, k: int, among: Keys | None = None, *, is_exact: bool = False
    ) -> Candidates:
        """Return the nearest points."""
        ids = None if among is None else models.HasIdCondition(has_id=among.tolist())
        effort = models.SearchParams(hnsw_ef=max(self._settings.ef_search, k), exact=is_exact)
        with self._translated():
            found = self._client.query_points(
                self._name,
                query=vector.tolist(),
                limit=k,
                query_filter=None if ids is None else models.Filter(must=[ids]),
                # The local mode compares every point, and warns of settings it has no use for.
                search_params=effort if is_server(self._settings.location) else None,
                with_payload=False,
            ).points
        return Candidates(
            np.array([one.id for one in found], dtype=np.int64),
            np.array([one.score for one in found], dtype=np.float32),
        )

    def vectors(self, keys: Keys) -> tuple[Keys, Floats]:
        """Return the vectors of those keys that are there."""
        with self._translated():
            found = self._client.retrieve(
                self._name, ids=keys.tolist(), with_vectors=True, with_payload=False
            )
        vectors = np.empty((len(found), self._settings.dimension), dtype=np.float32)
        for place, one in enumerate(found):
            vectors[place] = np.asarray(one.vector, dtype=np.float32)
        return np.array([one.id for one in found], dtype=np.int64), vectors

    def rows(self) -> Iterator[StoredRow]:
        """Yield every point in the stored form."""
        offset: Any = None
        while True:
            with self._translated():
                found, offset = self._client.scroll(
                    self._name, limit=self.limits.rows, offset=offset, with_vectors=True
                )
            for one in found:
                payload = one.payload or {}
                yield StoredRow(
                    key=int(one.id),
                    id=str(payload.get("id", "")),
                    vector=np.asarray(one.vector, dtype=np.float32),
                    content=str(payload.get("content", "")),
                    metadata=payload.get("metadata", {}),
                )
            if offset is None:
                return

    def count(self) -> int:
        """Count points."""
        with self._translated():
            return self._client.count(self._name, exact=True).count

    def drop(self) -> None:
        """Remove the collection."""
        with self._translated():
            self._client.delete_collection(self._name)

    def health(self) -> str:
        """Return the server's version, or that the library's folder is used."""
        if not is_server(self._settings.location):
            return "Qdrant in a folder"
        with self._translated():
            return f"Qdrant {self._client.info().version}"

    def close(self) -> None:
        """Release the folder or the connections."""
        self._client.close()


def open_index(
    folder: Path,
    *,
    name: str,
    dimension: int,
    embedder_id: str,
    library: str,
    settings: VectorIndexConfig,
    afresh: bool = False,
) -> EngineVectorIndex:
    """Open a library's index in Qdrant.

    Args:
        folder: Where it is kept without a location.
        name: Of the index in the library.
        dimension: Length of a vector.
        embedder_id: The embedder whose vectors it holds.
        library: The library's id.
        settings: The section `[vectors]`.
        afresh: Whether what it holds is dropped.

    Raises:
        IndexMismatchError: It is of another embedder or dimension.
        StoreError: It is another library's, in use, or cannot be reached.
    """
    engine = QdrantEngine(collection_settings(name, dimension, library, settings), folder)
    return opened(engine, name, EngineState(library, embedder_id, dimension), afresh=afresh)


def _metadata(state: EngineState) -> dict[str, str | int]:
    return {
        "library": state.library,
        "embedder": state.embedder,
        "dimension": state.dimension,
        "sequence": state.sequence,
    }


def _whole(value: object) -> int | None:
    return None if value is None else int(str(value))
