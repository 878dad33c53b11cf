"""Vectors by embedder and text: what was embedded once is never embedded again.

What other encoders give is kept beside them as bytes, under the encoder's id; `encodings` knows
their form. Rows of vectors are float16, unit length before rounding. A cosine moves by less than
1e-3, below the noise of the int8 models themselves (Source: FINDINGS 1, batch effects of .002;
usearch float16 recall 1.0).
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
from sqlalchemy import (
    BigInteger,
    Connection,
    Engine,
    RowMapping,
    Select,
    cast,
    delete,
    exists,
    func,
    insert,
    select,
)

from aliquot.storage.connection import reading, writing
from aliquot.storage.dialect import insert_missing
from aliquot.storage.prefixes import begins_with
from aliquot.storage.schema import chunks, meta, vectors

__all__ = ["VectorCache", "decode_vector"]

BATCH = 500


def decode_vector(data: bytes) -> npt.NDArray[np.float32]:
    """Return float32 (dimension,), restored to unit length."""
    row = np.frombuffer(data, dtype=np.float16).astype(np.float32)
    return np.asarray(row / np.linalg.norm(row), dtype=np.float32)


class VectorCache:
    """The vectors of one catalog."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def missing(self, embedder: str, hashes: Iterable[str]) -> set[str]:
        """Return the text hashes this embedder has no vector for."""
        wanted = sorted(set(hashes))
        found: set[str] = set()
        with reading(self._engine) as connection:
            for start in range(0, len(wanted), BATCH):
                batch = wanted[start : start + BATCH]
                query = select(vectors.c.text_hash).where(
                    vectors.c.embedder == embedder, vectors.c.text_hash.in_(batch)
                )
                found.update(connection.execute(query).scalars())
        return set(wanted) - found

    def put(self, embedder: str, hashes: Sequence[str], rows: npt.NDArray[np.float32]) -> None:
        """Store float32 (n, dimension) rows of unit length, one transaction."""
        self.put_encoded(embedder, hashes, [row.tobytes() for row in rows.astype(np.float16)])

    def put_encoded(self, encoder: str, hashes: Sequence[str], encoded: Sequence[bytes]) -> None:
        """Store what an encoder gave for each text, one transaction."""
        if not len(hashes):
            return
        values = [
            {"embedder": encoder, "text_hash": text_hash, "vector": held}
            for text_hash, held in zip(hashes, encoded, strict=True)
        ]
        with writing(self._engine) as connection:
            connection.execute(insert_missing(connection, vectors), values)

    def encoded(self, encoder: str, hashes: Iterable[str]) -> dict[str, bytes]:
        """Return what `put_encoded` stored, by text hash; texts that have none are left out."""
        wanted = sorted(set(hashes))
        found: dict[str, bytes] = {}
        with reading(self._engine) as connection:
            for start in range(0, len(wanted), BATCH):
                batch = wanted[start : start + BATCH]
                query = select(vectors.c.text_hash, vectors.c.vector).where(
                    vectors.c.embedder == encoder, vectors.c.text_hash.in_(batch)
                )
                found.update((one, bytes(held)) for one, held in connection.execute(query))
        return found

    def lacking_texts(self, embedder: str, limit: int) -> list[tuple[str, str]]:
        """Return up to `limit` (hash, embedded text) of chunks without a vector."""
        with reading(self._engine) as connection:
            rows = connection.execute(self._lacking(embedder).limit(limit)).mappings()
            return [(row["text_hash"], _embedded(row)) for row in rows]

    def lacking_count(self, embedder: str) -> int:
        """Count chunks whose text has no vector of this embedder."""
        query = select(func.count()).select_from(self._lacking(embedder).subquery())
        with reading(self._engine) as connection:
            return int(connection.execute(query).scalar_one())

    def keys(self, embedder: str) -> npt.NDArray[np.int64]:
        """Return int64 (n,) ascending: the chunks whose text has a vector of this embedder."""
        query = (
            select(chunks.c.key)
            .join(vectors, vectors.c.text_hash == chunks.c.text_hash)
            .where(vectors.c.embedder == embedder)
            .order_by(chunks.c.key)
        )
        with reading(self._engine) as connection:
            return np.fromiter(connection.execute(query).scalars(), dtype=np.int64)

    def forget(self, embedder: str) -> int:
        """Remove every vector of an embedder; return how many there were."""
        with writing(self._engine) as connection:
            connection.execute(delete(meta).where(meta.c.name == _mark(embedder)))
            gone = connection.execute(delete(vectors).where(vectors.c.embedder == embedder))
            return gone.rowcount

    def note_complete(self, embedder: str) -> None:
        """Remember that no chunk lacks a vector now: only later ones are looked at from here on.

        Keys only grow and vectors go only with this mark, so it stays true until a chunk that is
        there gets another context: see `forget_complete`. For a holder of the writer lock, with
        nothing lacking.
        """
        name = _mark(embedder)
        with writing(self._engine) as connection:
            last = connection.execute(select(func.max(chunks.c.key))).scalar() or 0
            connection.execute(delete(meta).where(meta.c.name == name))
            connection.execute(insert(meta).values(name=name, value=str(last)))

    @staticmethod
    def forget_complete(connection: Connection) -> None:
        """Look at every chunk again, for any embedder: what is embedded of some has changed."""
        connection.execute(delete(meta).where(begins_with(meta.c.name, _mark(""))))

    @staticmethod
    def _lacking(embedder: str) -> Select[tuple[str, str, str, str]]:
        have = exists().where(
            vectors.c.embedder == embedder, vectors.c.text_hash == chunks.c.text_hash
        )
        mark = select(cast(meta.c.value, BigInteger)).where(meta.c.name == _mark(embedder))
        firsts = (
            select(func.min(chunks.c.key))
            .where(chunks.c.key > func.coalesce(mark.scalar_subquery(), 0))
            .where(chunks.c.has_vector == 1, ~have)
            .group_by(chunks.c.text_hash)
        )
        shown = (chunks.c.text_hash, chunks.c.text, chunks.c.context, chunks.c.record)
        return select(*shown).where(chunks.c.key.in_(firsts)).order_by(chunks.c.text_hash)


def _mark(embedder: str) -> str:
    return f"complete {embedder}"


def _embedded(row: RowMapping) -> str:
    parts = (json.loads(row["record"])["header"], row["context"], row["text"])
    return "\n".join(part for part in parts if part)
