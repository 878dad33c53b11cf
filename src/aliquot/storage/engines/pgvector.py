"""PostgreSQL with pgvector: a table for each index, and one that says what they are.

A table holds the stored form: `key`, `id`, `embedding`, `content`, `metadata` (jsonb). What is
restricted to keys is compared exactly; everything else goes through an HNSW index that scans on
until there are enough rows. A password is read from PGPASSWORD, by the client itself. Source:
pgvector documentation, HNSW and Iterative Index Scans.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt
import psycopg
from pgvector.psycopg import register_vector
from psycopg import sql
from psycopg.types.json import Jsonb

from aliquot.errors import ConfigError
from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState, Limits
from aliquot.storage.engines.opening import (
    is_server,
    opens_index,
    shown,
    translated,
)
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.storage.keyed import Candidates

__all__ = ["PgvectorEngine", "open_index"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]

LIMITS = Limits(rows=1_000, hits=100_000, among=100_000)
# `hnsw.ef_search` takes no more: beyond, rows are compared exactly.
MAX_EF = 1_000
# Longer vectors have no HNSW index in `vector`; `halfvec` has one up to 4,000.
MAX_FLOAT, MAX_HALF = 2_000, 4_000
# Seconds until a server that does not answer is given up.
TIMEOUT = 30
FAULTS = (psycopg.Error, OSError, ValueError)
STATES = "aliquot_collections"


class PgvectorEngine:
    """One collection: a table of a PostgreSQL database."""

    limits = LIMITS

    def __init__(self, settings: CollectionSettings) -> None:
        """Connect.

        Args:
            settings: Of the collection; `location` is a `postgresql://` address.

        Raises:
            ConfigError: There is no address.
            StoreError: The server cannot be reached, or pgvector is not there.
        """
        if not is_server(settings.location):
            raise ConfigError(
                "pgvector needs the address of a PostgreSQL server.",
                hint='Put location = "postgresql://user@host/database" under [vectors], and the '
                "password in PGPASSWORD.",
            )
        self._settings = settings
        self._table = sql.Identifier(settings.name)
        self._where = shown(settings.location, Path())
        self._lock = Lock()
        self._connection: psycopg.Connection[Any] | None = None
        with self._session():
            pass

    @contextmanager
    def _session(self) -> Iterator[psycopg.Connection[Any]]:
        """Give the connection in one transaction; a broken one is made anew."""
        with self._lock, self._translated():
            connection = self._connected()
            with connection.transaction():
                yield connection

    def _translated(self) -> AbstractContextManager[None]:
        return translated("PostgreSQL", self._where, FAULTS)

    def _connected(self) -> psycopg.Connection[Any]:
        connection = self._connection
        if connection is None or connection.closed or connection.broken:
            connection = psycopg.connect(
                self._settings.location, connect_timeout=TIMEOUT, autocommit=True
            )
            connection.execute("CREATE EXTENSION IF NOT EXISTS vector")
            register_vector(connection)
            self._connection = connection
        return connection

    # -------------------------------------------------------------------------- collection

    def state(self) -> EngineState | None:
        """Return what the table of collections says; `None` where this one is not there."""
        with self._session() as connection:
            is_there = "SELECT to_regclass(%s) IS NOT NULL AND to_regclass(%s) IS NOT NULL"
            (there,) = _one(connection, is_there, [STATES, _quoted(self._settings.name)])
            if not there:
                return None
            row = connection.execute(
                sql.SQL(
                    "SELECT library, embedder, dimension, sequence FROM {} WHERE name = %s"
                ).format(sql.Identifier(STATES)),
                [self._settings.name],
            ).fetchone()
        return None if row is None else EngineState(*row)

    def create(self, state: EngineState) -> None:
        """Create the table and its index, in place of one of this name."""
        kind, ops = _kind(state.dimension)
        with self._session() as connection:
            connection.execute(
                sql.SQL(
                    "CREATE TABLE IF NOT EXISTS {} (name text PRIMARY KEY, library text NOT NULL,"
                    " embedder text NOT NULL, dimension integer NOT NULL, sequence bigint NOT NULL)"
                ).format(sql.Identifier(STATES))
            )
            connection.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(self._table))
            connection.execute(
                sql.SQL(
                    "CREATE TABLE {} (key bigint PRIMARY KEY, id text NOT NULL,"
                    " embedding {}({}) NOT NULL, content text NOT NULL, metadata jsonb NOT NULL)"
                ).format(self._table, sql.SQL(kind), sql.Literal(state.dimension))
            )
            connection.execute(
                sql.SQL(
                    "CREATE INDEX ON {} USING hnsw (embedding {})"
                    " WITH (m = {}, ef_construction = {})"
                ).format(
                    self._table,
                    sql.SQL(ops),
                    sql.Literal(self._settings.m),
                    # pgvector refuses fewer than twice `m`.
                    sql.Literal(max(self._settings.ef_construction, 2 * self._settings.m)),
                )
            )
            self._write_state(connection, state)

    def put_state(self, state: EngineState) -> None:
        """Keep what the collection says of itself."""
        with self._session() as connection:
            self._write_state(connection, state)

    def _write_state(self, connection: psycopg.Connection[Any], state: EngineState) -> None:
        connection.execute(
            sql.SQL(
                "INSERT INTO {} VALUES (%s, %s, %s, %s, %s) ON CONFLICT (name) DO UPDATE SET"
                " (library, embedder, dimension, sequence) ="
                " (excluded.library, excluded.embedder, excluded.dimension, excluded.sequence)"
            ).format(sql.Identifier(STATES)),
            [self._settings.name, state.library, state.embedder, state.dimension, state.sequence],
        )

    # -------------------------------------------------------------------------- rows

    def upsert(self, rows: Sequence[StoredRow]) -> None:
        """Write rows in place of older ones, all or none."""
        written = [
            (one.key, _kept(one.id), one.vector, _kept(one.content), Jsonb(_kept_all(one.metadata)))
            for one in rows
        ]
        with self._session() as connection, connection.cursor() as cursor:
            cursor.executemany(
                sql.SQL(
                    "INSERT INTO {} VALUES (%s, %s, %s, %s, %s) ON CONFLICT (key) DO UPDATE SET"
                    " (id, embedding, content, metadata) ="
                    " (excluded.id, excluded.embedding, excluded.content, excluded.metadata)"
                ).format(self._table),
                written,
            )

    def remove(self, keys: Sequence[int]) -> None:
        """Remove rows, all or none."""
        with self._session() as connection:
            connection.execute(
                sql.SQL("DELETE FROM {} WHERE key = ANY(%s)").format(self._table), [list(keys)]
            )

    def nearest(
        self, vector: Floats, k: int, among: Keys | None = None, *, is_exact: bool = False
    ) -> Candidates:
        """Return the nearest rows; those among keys, or very many, by comparing exactly."""
        is_scanned = is_exact or among is not None or k > MAX_EF
        condition = sql.SQL("" if among is None else "WHERE key = ANY(%(among)s)")
        query = sql.SQL(
            "SELECT key, 1 - (embedding <=> %(vector)s) FROM {} {}"
            " ORDER BY embedding <=> %(vector)s LIMIT %(k)s"
        ).format(self._table, condition)
        values = {"vector": vector, "k": k, "among": None if among is None else among.tolist()}
        with self._session() as connection:
            self._tune(connection, k, is_scanned=is_scanned)
            found = connection.execute(query, values).fetchall()
        return Candidates(
            np.array([key for key, _ in found], dtype=np.int64),
            np.array([score for _, score in found], dtype=np.float32),
        )

    def _tune(self, connection: psycopg.Connection[Any], k: int, *, is_scanned: bool) -> None:
        """Set, for this transaction, how it is searched."""
        if is_scanned:
            # The graph is read by an index scan; keys are still looked up, by a bitmap scan.
            connection.execute("SET LOCAL enable_indexscan = off")
            return
        effort = min(max(self._settings.ef_search, k), MAX_EF)
        connection.execute(f"SET LOCAL hnsw.ef_search = {effort}")
        connection.execute("SET LOCAL hnsw.iterative_scan = strict_order")

    def vectors(self, keys: Keys) -> tuple[Keys, Floats]:
        """Return the vectors of those keys that are there."""
        query = sql.SQL("SELECT key, embedding FROM {} WHERE key = ANY(%s)").format(self._table)
        with self._session() as connection:
            found = connection.execute(query, [keys.tolist()]).fetchall()
        vectors = np.empty((len(found), self._settings.dimension), dtype=np.float32)
        for place, (_, vector) in enumerate(found):
            vectors[place] = _floats(vector)
        return np.array([key for key, _ in found], dtype=np.int64), vectors

    def rows(self) -> Iterator[StoredRow]:
        """Yield every row in the stored form, by key."""
        query = sql.SQL(
            "SELECT key, id, embedding, content, metadata FROM {} WHERE key > %s ORDER BY key"
            " LIMIT %s"
        ).format(self._table)
        last = -1
        while True:
            with self._session() as connection:
                found = connection.execute(query, [last, self.limits.rows]).fetchall()
            if not found:
                return
            for key, chunk_id, vector, content, metadata in found:
                yield StoredRow(key, chunk_id, _floats(vector), content, metadata)
            last = found[-1][0]

    def count(self) -> int:
        """Count rows."""
        with self._session() as connection:
            query = sql.SQL("SELECT count(*) FROM {}").format(self._table)
            return int(_one(connection, query)[0])

    def drop(self) -> None:
        """Remove the table, and what is said of it."""
        with self._session() as connection:
            connection.execute(sql.SQL("DROP TABLE IF EXISTS {}").format(self._table))
            connection.execute(
                sql.SQL("DELETE FROM {} WHERE name = %s").format(sql.Identifier(STATES)),
                [self._settings.name],
            )

    def health(self) -> str:
        """Return the versions of server and extension."""
        with self._session() as connection:
            server = _one(connection, "SHOW server_version")[0]
            query = "SELECT extversion FROM pg_extension WHERE extname = 'vector'"
            return f"PostgreSQL {server} with pgvector {_one(connection, query)[0]}"

    def close(self) -> None:
        """Release the connection."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None


@opens_index
def open_index(settings: CollectionSettings, folder: Path) -> Engine:
    """Open a library's index in PostgreSQL.

    Args:
        settings: Of its collection.
        folder: Not used: it is all in the server.

    Raises:
        ConfigError: No address is given, or the vectors are longer than pgvector indexes.
        StoreError: It cannot be reached.
    """
    return PgvectorEngine(settings)


def _kind(dimension: int) -> tuple[str, str]:
    """Return the type of the column, and what its index compares by.

    Raises:
        ConfigError: No type has an index for so many numbers.
    """
    if dimension <= MAX_FLOAT:
        return "vector", "vector_cosine_ops"
    if dimension <= MAX_HALF:
        return "halfvec", "halfvec_cosine_ops"
    raise ConfigError(
        f"pgvector indexes vectors of {MAX_HALF} numbers at most, and these have {dimension}.",
        hint="Use a smaller embedder, or another index.",
    )


def _quoted(name: str) -> str:
    return f'"{name}"'


def _one(
    connection: psycopg.Connection[Any], query: Any, values: Sequence[Any] = ()
) -> tuple[Any, ...]:
    row: tuple[Any, ...] | None = connection.execute(query, values).fetchone()
    assert row is not None  # An aggregate, or a setting: there is always one.
    return row


def _floats(vector: Any) -> Floats:
    return np.asarray(vector.to_numpy() if hasattr(vector, "to_numpy") else vector, np.float32)


def _kept(text: str) -> str:
    """Return a text without what PostgreSQL keeps in none: the null character."""
    return text.replace("\0", "")


def _kept_all(metadata: Any) -> dict[str, Any]:
    return {
        name: _kept(value)
        if isinstance(value, str)
        else [_kept(one) for one in value]
        if isinstance(value, list)
        else value
        for name, value in metadata.items()
    }
