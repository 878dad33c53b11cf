"""Milvus: in the library's folder (Milvus Lite), or a server or cluster at an address.

Keys are the primary key, the stored form its fields. What the collection says of itself is the one
row of a small collection beside it, `NAME_state`: neither Milvus Lite nor older servers keep
properties of a collection. Source: Milvus documentation, Manage Collections, Single-Vector Search
and Milvus Limits.

Milvus keeps 65,535 bytes of a text and as many of a row's metadata. Longer ones are cut in the
collection, which other tools read; the catalog keeps them whole, and searches go by vectors alone.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from grpc import RpcError
from pymilvus import DataType, MilvusClient, MilvusException

from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState, Limits
from aliquot.storage.engines.milvus_client import (
    SESSION,
    STRONG,
    consistency_of,
    served_folder,
    token_of,
)
from aliquot.storage.engines.milvus_rows import (
    CONTENT,
    ID,
    KEY,
    MAX_BYTES,
    METADATA,
    VECTOR,
    Fields,
    fields,
    requests,
)
from aliquot.storage.engines.opening import (
    is_server,
    opens_index,
    shown,
    translated,
)
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.storage.keyed import Candidates

if TYPE_CHECKING:
    from aliquot.storage.engines.milvus_folder import FolderServer

__all__ = ["MilvusEngine", "open_index"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]

# It logs every error it raises, with its stack, where nobody has asked for it.
logging.getLogger("pymilvus").setLevel(logging.CRITICAL)

# A server gives 16,384 hits, offset included. Source: Milvus Limits, `proxy.maxResultWindow`.
HITS = 16_384
# A server takes 150 ms to read 5,000 keys; where a filter leaves more, over-fetching is quicker.
LIMITS = Limits(rows=1_000, hits=HITS, among=5_000)
# Candidates of the graph for each hit: 1 finds .976 of the best 100 at 20,000 rows. A server takes
# 32,768, which is that many for all the hits it gives.
WIDER = 2
# Candidates where a search is restricted: a graph whose nearest rows are not allowed is lost with
# fewer. Of the best 10 among the farthest half of 20,000 rows, 128 find .30, 512 .89, 2,048 .996
# (Milvus 2.3.5); reading the keys costs more than the candidates.
RESTRICTED = 4_096
# Seconds a server may take to be found, to answer, and to make or load a collection. In a folder
# nobody else is waited for: Milvus Lite takes minutes to write among 200,000 rows.
CONNECTING, TIMEOUT, LOADING, IN_A_FOLDER = 10.0, 30.0, 600.0, 3600.0
# What the client raises of its own, and of gRPC and Python where a server breaks off.
FAULTS: tuple[type[Exception], ...] = (
    MilvusException,
    RpcError,
    OSError,
    ValueError,
    RuntimeError,
    KeyError,
)
STATE = "state"
STORED = [KEY, ID, VECTOR, CONTENT, METADATA]
# Every collection needs a vector, the state's too; two numbers are the fewest.
NO_VECTOR = [1.0, 0.0]


class MilvusEngine:
    """One collection of Milvus."""

    limits = LIMITS

    def __init__(self, settings: CollectionSettings, folder: Path) -> None:
        """Connect.

        Args:
            settings: Of the collection; `options` are a cluster's `shards` and `replicas`, and
                `consistency`: a level of Milvus for every read, rather than what each one needs.
            folder: Where it is kept without a location.

        Raises:
            ConfigError: There is no such consistency, or a key would be sent readable.
            StoreError: The server cannot be reached, or the folder is in use or cannot be read.
        """
        self._settings = settings
        self._name = settings.name
        self._state_name = f"{settings.name}_state"
        self._consistency = consistency_of(settings.options)
        self._epoch, self._caught_up = 1, 0
        self._where = shown(settings.location, folder)
        self._folder: FolderServer | None = None
        self._token = ""
        self._patience = TIMEOUT if is_server(settings.location) else IN_A_FOLDER
        address = settings.location
        if is_server(address):
            self._token = token_of(settings)
        else:
            self._folder = served_folder(address, folder)
            address = self._folder.address
        try:
            with self._translated():
                self._client = MilvusClient(address, token=self._token, timeout=CONNECTING)
                self._load()
        except BaseException:
            self._release()
            raise

    def _translated(self) -> AbstractContextManager[None]:
        return translated("Milvus", self._where, FAULTS, secret=self._token)

    @contextmanager
    def _reading(self) -> Iterator[str]:
        """Translate errors, and give the consistency a read needs.

        What another process wrote before it put its state has to be seen once the state was read:
        the first read after that is strong, and takes 200 ms, a tick of the server's clock. Later
        ones need no more than what this process writes itself: the server does not go back.
        """
        epoch = self._epoch
        with self._translated():
            if self._consistency:
                yield self._consistency
            elif self._caught_up < epoch or self._count_of("replicas") > 1:
                # Another replica may not be as far.
                yield STRONG
            else:
                yield SESSION
        self._caught_up = max(self._caught_up, epoch)

    def _count_of(self, option: str) -> int:
        return int(str(self._settings.options.get(option, 1)))

    # -------------------------------------------------------------------------- collection

    def state(self) -> EngineState | None:
        """Return what the row of the collection beside it says."""
        self._epoch += 1
        with self._translated():
            if not self._is_there():
                return None
            found = self._client.query(
                self._state_name,
                ids=[1],
                output_fields=[STATE],
                consistency_level=STRONG,
                timeout=self._patience,
            )
        if not found:
            return None
        return EngineState.read(found[0][STATE])

    def create(self, state: EngineState) -> None:
        """Create both collections, in place of those of this name; the state's last."""
        self.drop()
        with self._translated():
            rows = MilvusClient.create_schema(auto_id=False, enable_dynamic_field=False)
            rows.add_field(KEY, DataType.INT64, is_primary=True)
            rows.add_field(ID, DataType.VARCHAR, max_length=MAX_BYTES)
            rows.add_field(VECTOR, DataType.FLOAT_VECTOR, dim=state.dimension)
            rows.add_field(CONTENT, DataType.VARCHAR, max_length=MAX_BYTES)
            rows.add_field(METADATA, DataType.JSON)
            self._create(self._name, rows, *self._graph())
            said = MilvusClient.create_schema(auto_id=False, enable_dynamic_field=False)
            said.add_field(KEY, DataType.INT64, is_primary=True)
            said.add_field(VECTOR, DataType.FLOAT_VECTOR, dim=len(NO_VECTOR))
            said.add_field(STATE, DataType.JSON)
            self._create(self._state_name, said, "FLAT", {})
        self.put_state(state)

    def put_state(self, state: EngineState) -> None:
        """Keep what the collection says of itself."""
        with self._translated():
            if self._folder is not None:
                # Milvus Lite searches what it has not put into a segment twenty times slower.
                self._client.flush(self._name, timeout=max(LOADING, self._patience))
            row = {KEY: 1, VECTOR: NO_VECTOR, STATE: asdict(state)}
            self._client.upsert(self._state_name, [row], timeout=self._patience)

    def _create(self, name: str, schema: Any, index: str, params: Fields) -> None:
        indexes = self._client.prepare_index_params()
        indexes.add_index(VECTOR, index_type=index, metric_type="COSINE", params=params)
        self._client.create_collection(
            name,
            schema=schema,
            num_shards=self._count_of("shards"),
            consistency_level=self._consistency or STRONG,
            timeout=max(LOADING, self._patience),
        )
        self._client.create_index(name, indexes, timeout=max(LOADING, self._patience))
        self._client.load_collection(
            name, replica_number=self._count_of("replicas"), timeout=max(LOADING, self._patience)
        )

    def _graph(self) -> tuple[str, Fields]:
        if self._folder is not None:
            # Milvus Lite compares in Python which rows are current, for every search: its graph
            # saves nothing, takes 9 s to close at 20,000 rows, and misses rows under a filter.
            return "FLAT", {}
        settings = self._settings
        return "HNSW", {"M": settings.m, "efConstruction": settings.ef_construction}

    def _is_there(self) -> bool:
        names = (self._name, self._state_name)
        return all(self._client.has_collection(one, timeout=self._patience) for one in names)

    def _load(self) -> None:
        """Load what is there: Milvus Lite forgets what was loaded, and people release."""
        if not self._is_there():
            return
        replicas = self._count_of("replicas")
        for name in (self._name, self._state_name):
            loaded = self._client.get_load_state(name, timeout=self._patience)["state"]
            if loaded.name != "Loaded":
                self._client.load_collection(
                    name, replica_number=replicas, timeout=max(LOADING, self._patience)
                )

    # -------------------------------------------------------------------------- rows

    def upsert(self, rows: Sequence[StoredRow]) -> None:
        """Write rows in place of older ones, in requests a server takes."""
        with self._translated():
            for some in requests(map(fields, rows)):
                self._client.upsert(self._name, some, timeout=self._patience)

    def remove(self, keys: Sequence[int]) -> None:
        """Remove rows."""
        if not keys:
            return
        with self._translated():
            self._client.delete(self._name, ids=list(keys), timeout=self._patience)

    def nearest(
        self, vector: Floats, k: int, among: Keys | None = None, *, is_exact: bool = False
    ) -> Candidates:
        """Return the nearest rows: all are compared in a folder, and found by graph in a server."""
        least = self._settings.ef_search if among is None else RESTRICTED
        effort = {"ef": max(least, WIDER * k)}
        with self._reading() as consistency:
            found = self._client.search(
                self._name,
                data=[vector],
                limit=k,
                filter="" if among is None else f"{KEY} in {among.tolist()}",
                anns_field=VECTOR,
                search_params={"metric_type": "COSINE", "params": effort},
                # Milvus Lite gives every field where none is named.
                output_fields=[KEY],
                consistency_level=consistency,
                timeout=self._patience,
            )[0]
        return Candidates(
            np.array(found.ids, dtype=np.int64), np.array(found.distances, dtype=np.float32)
        )

    def vectors(self, keys: Keys) -> tuple[Keys, Floats]:
        """Return the vectors of those keys that are there."""
        found = []
        if len(keys):
            with self._reading() as consistency:
                found = self._client.query(
                    self._name,
                    ids=keys.tolist(),
                    output_fields=[KEY, VECTOR],
                    consistency_level=consistency,
                    timeout=self._patience,
                )
        vectors = np.array([one[VECTOR] for one in found], dtype=np.float32)
        there = np.array([one[KEY] for one in found], dtype=np.int64)
        return there, vectors.reshape(len(found), self._settings.dimension)

    def rows(self) -> Iterator[StoredRow]:
        """Yield every row in the stored form, by key."""
        last = -1
        while True:
            with self._translated():
                found = self._client.query(
                    self._name,
                    filter=f"{KEY} > {last}",
                    limit=self.limits.rows,
                    output_fields=STORED,
                    timeout=self._patience,
                    # Only so are the smallest keys given, rather than any of those above.
                    iterator="True",
                    reduce_stop_for_best="True",
                )
            for one in found:
                yield StoredRow(
                    key=int(one[KEY]),
                    id=str(one[ID]),
                    vector=np.asarray(one[VECTOR], dtype=np.float32),
                    content=str(one[CONTENT]),
                    metadata=one[METADATA],
                )
            # A server may give fewer than asked for while there are more.
            if not found:
                return
            last = max(int(one[KEY]) for one in found)

    def count(self) -> int:
        """Count rows."""
        with self._reading() as consistency:
            found = self._client.query(
                self._name,
                filter="",
                output_fields=["count(*)"],
                consistency_level=consistency,
                timeout=self._patience,
            )
        return int(found[0]["count(*)"])

    def drop(self) -> None:
        """Remove both collections, the state's first."""
        with self._translated():
            for name in (self._state_name, self._name):
                if self._client.has_collection(name, timeout=self._patience):
                    self._client.drop_collection(name, timeout=max(LOADING, self._patience))

    def health(self) -> str:
        """Return the version that answers."""
        with self._translated():
            version = self._client.get_server_version(timeout=self._patience)
        if self._folder is not None:
            return f"Milvus Lite {str(version).rpartition('-')[2]}"
        return f"Milvus {version}"

    def close(self) -> None:
        """Release the folder or the connections."""
        self._client.close()
        self._release()

    def _release(self) -> None:
        if self._folder is not None:
            self._folder.release()
            self._folder = None


@opens_index
def open_index(settings: CollectionSettings, folder: Path) -> Engine:
    """Open a library's index in Milvus.

    Args:
        settings: Of its collection.
        folder: Where it is kept without a location.

    Raises:
        ConfigError: An option has a value Milvus does not know.
        StoreError: It is in use, or cannot be reached.
    """
    return MilvusEngine(settings, folder)
