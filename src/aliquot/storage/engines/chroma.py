"""Chroma: in the library's folder, or its HTTP server at an address.

Keys are ids as text, the stored form is the document with its metadata, and what the collection
says of itself is its own metadata. Source: Chroma documentation, Collections and Query.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import chromadb
import numpy as np
import numpy.typing as npt
from chromadb.config import Settings
from chromadb.errors import ChromaError, InternalError, NotFoundError

from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState, Limits
from aliquot.storage.engines.keys import key_for
from aliquot.storage.engines.opening import (
    is_server,
    opens_index,
    shown,
    translated,
)
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.storage.keyed import Candidates

__all__ = ["ChromaEngine", "open_index"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]

TOKEN, TOKEN_HEADER = "CHROMA_TOKEN", "X-Chroma-Token"
DEFAULT_PORT = 8000
# One request takes 5,461 rows at most (`get_max_batch_size`), bound by SQLite's 32,766 variables.
LIMITS = Limits(rows=2_000, hits=20_000, among=10_000)
# Seconds a request may take: the client itself would wait for ever.
TIMEOUT = 60.0
# What the client raises of its own, and of Python where a folder is damaged.
FAULTS: tuple[type[Exception], ...] = (ChromaError, ValueError, RuntimeError, OSError, KeyError)
# Of a server: what a proxy before it answers is raised as nothing more special.
SERVER_FAULTS: tuple[type[Exception], ...] = (Exception,)
# A document's own field called "id" would hide the chunk's.
OWN = "metadata."


class ChromaEngine:
    """One collection of Chroma."""

    limits = LIMITS

    def __init__(self, settings: CollectionSettings, folder: Path) -> None:
        """Connect; nothing is told to the vendor.

        Args:
            settings: Of the collection.
            folder: Where it is kept without a location.

        Raises:
            StoreError: The server cannot be reached, or the folder cannot be read.
        """
        self._settings = settings
        self._where = shown(settings.location, folder)
        self._token = key_for("chroma", TOKEN, settings)
        with self._translated():
            if is_server(settings.location):
                self._client = _server_client(settings.location, self._token)
            else:
                self._client = _folder_client(Path(settings.location or folder))

    def _translated(self) -> AbstractContextManager[None]:
        faults = SERVER_FAULTS if is_server(self._settings.location) else FAULTS
        return translated("Chroma", self._where, faults, secret=self._token)

    @property
    def _collection(self) -> Any:
        return self._client.get_collection(self._settings.name, embedding_function=None)

    # -------------------------------------------------------------------------- collection

    def state(self) -> EngineState | None:
        """Return what the collection's metadata say."""
        with self._translated():
            try:
                kept = self._collection.metadata or {}
            except NotFoundError:
                return None
            return EngineState.read(kept)

    def create(self, state: EngineState) -> None:
        """Create the collection, in place of one of this name."""
        settings = self._settings
        with self._translated():
            with suppress(NotFoundError):
                self._client.delete_collection(settings.name)
            self._client.create_collection(
                settings.name,
                embedding_function=None,
                metadata=asdict(state),
                configuration={
                    "hnsw": {
                        "space": "cosine",
                        "max_neighbors": settings.m,
                        "ef_construction": settings.ef_construction,
                        "ef_search": settings.ef_search,
                    }
                },
            )

    def put_state(self, state: EngineState) -> None:
        """Keep what the collection says of itself in its metadata."""
        with self._translated():
            self._collection.modify(metadata=asdict(state))

    # -------------------------------------------------------------------------- rows

    def upsert(self, rows: Sequence[StoredRow]) -> None:
        """Write rows in place of older ones: Chroma itself would merge their metadata."""
        ids = [str(one.key) for one in rows]
        with self._translated():
            collection = self._collection
            if collection.get(ids=ids, include=[], limit=1)["ids"]:
                collection.delete(ids=ids)
            collection.upsert(
                ids=ids,
                embeddings=np.stack([one.vector for one in rows]),
                documents=[one.content for one in rows],
                metadatas=[{"id": one.id, **_prefixed(one)} for one in rows],
            )

    def remove(self, keys: Sequence[int]) -> None:
        """Remove rows."""
        with self._translated():
            self._collection.delete(ids=[str(key) for key in keys])

    def nearest(
        self, vector: Floats, k: int, among: Keys | None = None, *, is_exact: bool = False
    ) -> Candidates:
        """Return the nearest rows; Chroma has no exact search."""
        with self._translated():
            collection = self._collection
            if among is None:
                found = self._query(collection, vector, k, None)
            else:
                found = self._among(collection, vector, k, [str(key) for key in among.tolist()])
        ids, distances = found
        return Candidates(
            np.array([int(one) for one in ids], dtype=np.int64),
            1 - np.array(distances, dtype=np.float32),
        )

    def _among(
        self, collection: Any, vector: Floats, k: int, ids: list[str]
    ) -> tuple[list[str], list[float]]:
        try:
            return self._query(collection, vector, k, ids)
        except InternalError:
            # It refuses ids that are not there.
            there = collection.get(ids=ids, include=[])["ids"]
            return self._query(collection, vector, k, there) if there else ([], [])

    @staticmethod
    def _query(
        collection: Any, vector: Floats, k: int, ids: list[str] | None
    ) -> tuple[list[str], list[float]]:
        found = collection.query(
            query_embeddings=[vector], n_results=k, ids=ids, include=["distances"]
        )
        return found["ids"][0], found["distances"][0]

    def vectors(self, keys: Keys) -> tuple[Keys, Floats]:
        """Return the vectors of those keys that are there."""
        with self._translated():
            found = self._collection.get(
                ids=[str(key) for key in keys.tolist()], include=["embeddings"]
            )
        vectors = np.asarray(found["embeddings"], dtype=np.float32)
        ids = np.array([int(one) for one in found["ids"]], dtype=np.int64)
        return ids, vectors.reshape(len(ids), self._settings.dimension)

    def rows(self) -> Iterator[StoredRow]:
        """Yield every row in the stored form."""
        step, offset = self.limits.rows, 0
        while True:
            with self._translated():
                found = self._collection.get(
                    limit=step, offset=offset, include=["embeddings", "documents", "metadatas"]
                )
            kept = zip(
                found["ids"],
                found["embeddings"],
                found["documents"],
                found["metadatas"],
                strict=True,
            )
            for key, vector, content, metadata in kept:
                yield StoredRow(
                    key=int(key),
                    id=str(metadata["id"]),
                    vector=np.asarray(vector, dtype=np.float32),
                    content=content or "",
                    metadata={
                        name.removeprefix(OWN): value
                        for name, value in metadata.items()
                        if name != "id"
                    },
                )
            if len(found["ids"]) < step:
                return
            offset += step

    def count(self) -> int:
        """Count rows."""
        with self._translated():
            return int(self._collection.count())

    def drop(self) -> None:
        """Remove the collection."""
        with self._translated():
            self._client.delete_collection(self._settings.name)

    def health(self) -> str:
        """Return the version that answers."""
        with self._translated():
            self._client.heartbeat()
            return f"Chroma {self._client.get_version()}"

    def close(self) -> None:
        """Release the folder or the connections."""
        self._client.close()
        if is_server(self._settings.location):
            # The client leaves its connections to the garbage collector.
            for session in _sessions(self._client):
                session.close()


@opens_index
def open_index(settings: CollectionSettings, folder: Path) -> Engine:
    """Open a library's index in Chroma.

    Args:
        settings: Of its collection.
        folder: Where it is kept without a location.

    Raises:
        StoreError: The folder cannot be opened.
    """
    return ChromaEngine(settings, folder)


def _prefixed(row: StoredRow) -> dict[str, Any]:
    return {f"{OWN}{name}" if name == "id" else name: row.metadata[name] for name in row.metadata}


def _folder_client(path: Path) -> Any:
    path.mkdir(parents=True, exist_ok=True)
    return chromadb.PersistentClient(path=str(path), settings=Settings(anonymized_telemetry=False))


def _server_client(location: str, token: str | None) -> Any:
    """Return a client of a server, which asks for no token: one is for a proxy before it."""
    address = urlsplit(location)
    port = address.port or (443 if address.scheme == "https" else DEFAULT_PORT)
    client: Any = chromadb.HttpClient(
        # Whole, with the path under which a proxy has it.
        host=f"{address.scheme}://{address.hostname}:{port}{address.path.rstrip('/')}",
        port=port,
        ssl=address.scheme == "https",
        headers={TOKEN_HEADER: token} if token else None,
        settings=Settings(anonymized_telemetry=False),
    )
    for session in _sessions(client):
        session.timeout = TIMEOUT
    return client


def _sessions(client: Any) -> list[Any]:
    """Return the connections of a client, and those by which it looks for its database."""
    return [one._server._session for one in (client, client._admin_client)]
