"""Qdrant's server or cluster, by REST.

Keys are point ids, the stored form without its vector is the payload, and what the collection says
of itself is its metadata. Source: Qdrant documentation, Collections and Points.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from http import HTTPStatus
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from qdrant_client import QdrantClient, models
from qdrant_client.http.exceptions import (
    ApiException,
    ResponseHandlingException,
    UnexpectedResponse,
)

from aliquot.errors import ConfigError, StoreError
from aliquot.storage.engines.engine import CollectionSettings, EngineState, Limits
from aliquot.storage.engines.keys import key_for
from aliquot.storage.engines.opening import shown, translated
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.storage.keyed import Candidates

__all__ = ["API_KEY", "QdrantServer"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]

API_KEY = "QDRANT_API_KEY"
# A request of 256 rows of 1,024 numbers with their texts is about 3 MB of JSON; servers take 32.
LIMITS = Limits(rows=256, hits=10_000, among=10_000)
# Seconds a request may take: a server that optimises its segments answers late.
TIMEOUT = 60
FAULTS = (ApiException, ValueError, RuntimeError, OSError, KeyError)
# Collections have metadata from here on. Source: Qdrant, release notes of 1.16.
OLDEST = (1, 16)
REFUSALS = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN)
SHARDS, REPLICAS = "shards", "replicas"


class QdrantServer:
    """One collection of a Qdrant server."""

    limits = LIMITS

    def __init__(self, settings: CollectionSettings, *, timeout: int = TIMEOUT) -> None:
        """Prepare requests; none is sent.

        Args:
            settings: Of the collection; `options` are `shards` and `replicas` of a cluster.
            timeout: Seconds a request may take.

        Raises:
            ConfigError: The key would be sent readable over a network, or an option is none.
        """
        self._settings = settings
        self._name = settings.name
        self._where = shown(settings.location, Path())
        self._shards = _whole(settings, SHARDS)
        self._replicas = _whole(settings, REPLICAS)
        self._key = key_for("qdrant", API_KEY, settings)
        self._client = QdrantClient(
            settings.location,
            # As an ordinary header: given as a key, the client warns of http even on this machine.
            headers={"api-key": self._key} if self._key else None,
            timeout=timeout,
            # The check of versions runs in a thread, and warns where a server is away.
            check_compatibility=False,
        )

    @contextmanager
    def _translated(self) -> Iterator[None]:
        """Turn the client's errors into ours, which say nothing of the key.

        Raises:
            StoreError: The server could not be reached or refused.
        """
        with translated("Qdrant", self._where, FAULTS, secret=self._key):
            try:
                yield
            except UnexpectedResponse as exc:
                raise self._refused(exc) from None
            except ResponseHandlingException as exc:
                # Its own text is empty; what it holds tells time-outs from refused connections.
                raise OSError(str(exc.source) or type(exc.source).__name__) from exc

    def _refused(self, exc: UnexpectedResponse) -> Exception:
        """Return what a server's refusal means."""
        if exc.status_code in REFUSALS:
            return StoreError(
                f"Qdrant at {self._where} refused the key ({exc.status_code}).",
                hint=f"Put a key that may write in {API_KEY}."
                if self._key
                else f"It wants one: put it in {API_KEY}.",
            )
        text = exc.content.decode("utf-8", "replace")
        return OSError(f"it answered {exc.status_code} {exc.reason_phrase}: {text}")

    # -------------------------------------------------------------------------- collection

    def state(self) -> EngineState | None:
        """Return what the collection's metadata say."""
        with self._translated():
            if not self._client.collection_exists(self._name):
                return None
            kept = self._client.get_collection(self._name).config.metadata or {}
            return EngineState.read(kept)

    def create(self, state: EngineState) -> None:
        """Create the collection, in place of one of this name."""
        settings = self._settings
        with self._translated():
            self._require_version()
            if self._client.collection_exists(self._name):
                self._client.delete_collection(self._name)
            self._client.create_collection(
                self._name,
                vectors_config=models.VectorParams(
                    size=state.dimension,
                    distance=models.Distance.COSINE,
                    hnsw_config=models.HnswConfigDiff(
                        m=settings.m, ef_construct=settings.ef_construction
                    ),
                ),
                shard_number=self._shards,
                replication_factor=self._replicas,
                metadata=asdict(state),
            )

    def _require_version(self) -> None:
        """Refuse a server that would forget what a collection is of.

        Raises:
            StoreError: It is too old.
        """
        found = self._client.info().version
        numbers = tuple(int(part) for part in found.split(".")[:2] if part.isdigit())
        # A version of another form is a build of one's own.
        if len(numbers) == len(OLDEST) and numbers < OLDEST:
            raise StoreError(
                f"Qdrant at {self._where} is version {found}, and 1.16 is the oldest that serves.",
                hint="Update the server.",
            )

    def put_state(self, state: EngineState) -> None:
        """Keep what the collection says of itself in its metadata."""
        with self._translated():
            self._client.update_collection(self._name, metadata=asdict(state))

    # -------------------------------------------------------------------------- rows

    def upsert(self, rows: Sequence[StoredRow]) -> None:
        """Write points, and wait until they are applied; in halves where they are too large."""
        points = [_point(one) for one in rows]
        with self._translated():
            try:
                self._client.upsert(self._name, points=points, wait=True)
                return
            except UnexpectedResponse as exc:
                if exc.status_code != HTTPStatus.REQUEST_ENTITY_TOO_LARGE or len(rows) == 1:
                    raise
        half = len(rows) // 2
        self.upsert(rows[:half])
        self.upsert(rows[half:])

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
        with self._translated():
            found = self._client.query_points(
                self._name,
                query=vector.tolist(),
                limit=k,
                query_filter=None if ids is None else models.Filter(must=[ids]),
                search_params=models.SearchParams(
                    hnsw_ef=max(self._settings.ef_search, k), exact=is_exact
                ),
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
            yield from map(_row, found)
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
        """Return the server's version."""
        with self._translated():
            return f"Qdrant {self._client.info().version}"

    def close(self) -> None:
        """Release the connections."""
        self._client.close()


def _point(row: StoredRow) -> models.PointStruct:
    return models.PointStruct(
        id=row.key,
        vector=row.vector.tolist(),
        payload={"id": row.id, "content": row.content, "metadata": dict(row.metadata)},
    )


def _row(found: models.Record) -> StoredRow:
    payload = found.payload or {}
    return StoredRow(
        key=int(found.id),
        id=str(payload.get("id", "")),
        vector=np.asarray(found.vector, dtype=np.float32),
        content=str(payload.get("content", "")),
        metadata=payload.get("metadata", {}),
    )


def _whole(settings: CollectionSettings, name: str) -> int | None:
    """Return an option that is a number of machines.

    Raises:
        ConfigError: It is no whole number from 1 on.
    """
    value = settings.options.get(name)
    if value is None:
        return None
    if isinstance(value, bool) or not str(value).isdecimal() or int(value) < 1:
        raise ConfigError(
            f"The option {name} is {value!r}, and has to be a whole number from 1 on.",
            hint=f"Correct {name} under [vectors.options].",
        )
    return int(value)
