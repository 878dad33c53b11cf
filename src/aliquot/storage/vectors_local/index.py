"""The local vector index: a base in files, recent changes in memory beside it.

The base is compared exactly while it is small; above `exact_limit` rows a graph proposes candidates
unless a filter leaves few rows, which are then compared exactly. Searches read one immutable
snapshot and never wait for a writer; `apply`, `flush` and `close` are for one thread at a time.
Several processes may search; the one that flushes holds the library's writer lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

from aliquot.errors import IndexMismatchError, StoreError
from aliquot.protocols import ChunkRecord, Hit, Scope
from aliquot.storage.keyed import positions_of
from aliquot.storage.vectors_local.coarse import LaterCoarse
from aliquot.storage.vectors_local.files import Delta, VectorFiles
from aliquot.storage.vectors_local.fold import write_base
from aliquot.storage.vectors_local.graph import GraphSettings, NeighbourGraph
from aliquot.storage.vectors_local.packing import Dtype, PackedRows, packed
from aliquot.storage.vectors_local.recent import RecentRows
from aliquot.storage.vectors_local.scan import Rows
from aliquot.storage.vectors_local.snapshot import Snapshot
from aliquot.storage.vectors_local.state import State

__all__ = ["LocalVectorIndex"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]

# A base is rewritten when the changes beside it reach this share of it (so that small libraries
# are mapped, not read), or `fold_limit` rows, but never for fewer than the minimum.
_FOLD_SHARE = 1 / 8
_FOLD_MINIMUM = 256

# Files of small changes beside a base before they are written as one.
_MAX_DELTAS = 16


class LocalVectorIndex:
    """Nearest chunks by cosine, from files in one folder."""

    def __init__(
        self,
        folder: Path,
        *,
        name: str,
        dimension: int,
        embedder_id: str,
        exact_limit: int = 50_000,
        m: int = 16,
        ef_construction: int = 128,
        ef_search: int = 96,
        fold_limit: int = 8192,
        dtype: Dtype = "float32",
    ) -> None:
        """Open the index, or start an empty one; nothing is written before `flush`.

        Args:
            folder: Where its files are; it holds nothing else.
            name: Its name in the library.
            dimension: Length of a vector.
            embedder_id: The embedder whose vectors it holds.
            exact_limit: Rows up to which every one is compared.
            m: Neighbours per row of the graph.
            ef_construction: Candidates looked at while the graph is built.
            ef_search: Least number of candidates the graph proposes.
            fold_limit: Rows changed beside the base at which it is rewritten.
            dtype: How vectors are kept; float16 takes half the room, int8 a quarter.

        Raises:
            IndexMismatchError: The folder's index is of another embedder, dimension, dtype or
                format, or damaged; delete the folder and apply the catalog's chunks again.
            StoreError: The folder cannot be read.
        """
        self.name = name
        self.sequence = 0
        self._dimension = dimension
        self._dtype: Dtype = dtype
        self._exact_limit = exact_limit
        self._settings = GraphSettings(m, ef_construction)
        self._ef_search = ef_search
        self._fold_limit = fold_limit
        self._files = VectorFiles(folder, embedder_id=embedder_id, dimension=dimension, dtype=dtype)
        self._writer = Lock()
        self._open()

    def __len__(self) -> int:
        return len(self._snapshot)

    def keys(self) -> Keys:
        """Return int64 (n,), the keys it holds, in no order."""
        return self._snapshot.keys()

    # -------------------------------------------------------------------------- searching

    def search(self, vector: Floats, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits by cosine, best first, ties by key.

        Raises:
            IndexMismatchError: The vector is of another dimension.
            StoreError: The vector holds NaN or only zeros.
        """
        snapshot = self._snapshot
        unit = self._units(np.asarray(vector)[None])[0]
        if k < 1:
            return []
        return snapshot.search(unit, k, scope, ef_search=self._ef_search)

    # -------------------------------------------------------------------------- changing

    def apply(self, upserts: Sequence[ChunkRecord], removals: Sequence[int], sequence: int) -> None:
        """Add, replace and remove chunks in memory; a key in both lists is removed.

        Memory grows by one row per upsert until `flush`.

        Raises:
            IndexMismatchError: A vector is of another dimension.
            StoreError: A vector is missing, holds NaN or only zeros; nothing is changed then.
        """
        gone = set(removals)
        vectors = {record.key: _vector_of(record) for record in upserts if record.key not in gone}
        # Rounded as in the files, so that a score is the same before and after a fold.
        rows = packed(self._units(list(vectors.values())), self._dtype)
        units = rows.floats(slice(None))
        with self._writer:
            keys = np.array(list(vectors), dtype=np.int64)
            self._change(Delta(keys, units, np.array(sorted(gone), dtype=np.int64)))
            self._touched.update(vectors, gone)
            self.sequence = sequence
            self._publish()

    def _change(self, delta: Delta) -> None:
        """Take a change into memory, without showing it yet."""
        for keys in (delta.keys, delta.removals):
            places, found = positions_of(keys, self._base.keys)
            self._base.alive[places[found]] = False
        self._recent.drop(delta.removals)
        self._recent.put(delta.keys, delta.vectors)

    def _publish(self) -> None:
        base = replace(self._base, alive=self._base.alive.copy())
        self._snapshot = Snapshot(base, self._recent.rows(), self._graph)

    def _units(self, vectors: Sequence[Floats] | Floats) -> Floats:
        """Return float32 (n, dimension) of unit length."""
        shapes = {np.shape(vector) for vector in vectors} - {(self._dimension,)}
        if shapes:
            raise IndexMismatchError(
                f"The index {self.name} holds vectors of {self._dimension} numbers, "
                f"not of shape {shapes.pop()}.",
                hint="Use the embedder the index was built with, or rebuild the index.",
            )
        matrix = np.array(vectors, dtype=np.float32).reshape(-1, self._dimension)
        lengths = np.linalg.norm(matrix, axis=1, keepdims=True)
        if not (np.isfinite(lengths) & (lengths > 0)).all():
            raise StoreError(
                f"A vector for the index {self.name} holds NaN or only zeros.",
                hint="The embedder is at fault: check its model, or use another.",
            )
        units: Floats = matrix / lengths
        return units

    # -------------------------------------------------------------------------- on disk

    def flush(self) -> None:
        """Make everything applied durable and visible to processes that open the index next.

        Few changes beside a large base go to a small file; many are folded into a new base.

        Raises:
            StoreError: The disk is full or cannot be written; the last flushed state is intact,
                and the changes stay in memory for another try.
        """
        with self._writer:
            if self._files.state() != self._state:
                self._rebase()
            if self._touched and self._is_fold_due():
                self._fold()
            elif self._touched:
                self._append_delta()
            elif self.sequence != self._state.sequence:
                with self._files.writing():
                    self._commit(self._next_state())

    def close(self) -> None:
        """Let go of files and memory; what was not flushed is forgotten."""
        with self._writer:
            self._start_from(_no_rows(self._dimension), None)
            self._publish()

    def _open(self) -> None:
        opened = self._files.opened()
        alive = np.ones(len(opened.keys), dtype=np.bool_)
        use_graph = len(opened.keys) > self._exact_limit
        base = Rows(opened.keys, opened.vectors, alive, LaterCoarse(opened.vectors))
        self._start_from(base, opened.graph if use_graph else None)
        for delta in opened.deltas:
            self._change(delta)
        self._state = opened.state
        self.sequence = opened.state.sequence
        self._publish()

    def _start_from(self, base: Rows, graph: NeighbourGraph | None) -> None:
        self._base = base
        self._graph = graph
        self._recent = RecentRows(self._dimension)
        self._touched: set[int] = set()

    def _is_fold_due(self) -> bool:
        changes = len(self._recent) + int((~self._base.alive).sum())
        return changes >= min(self._fold_limit, max(_FOLD_MINIMUM, len(self._base) * _FOLD_SHARE))

    def _commit(self, state: State) -> None:
        self._files.commit(state)
        self._state = state

    def _next_state(self) -> State:
        return replace(self._state, sequence=self.sequence, count=len(self))

    def _append_delta(self) -> None:
        earlier = self._state.deltas
        touched = np.array(sorted(self._touched), dtype=np.int64)
        if len(earlier) >= _MAX_DELTAS:
            earlier = ()
            dead = self._base.keys[~self._base.alive]
            touched = np.union1d(self._recent.keys(), dead)
        is_recent = np.array([key in self._recent for key in touched.tolist()], dtype=np.bool_)
        keys = touched[is_recent]
        delta = Delta(keys, self._recent.vectors_of(keys), touched[~is_recent])
        with self._files.writing() as serial:
            part = self._files.write_delta(serial, delta)
            self._commit(replace(self._next_state(), deltas=(*earlier, part)))
        self._touched.clear()

    def _fold(self) -> None:
        """Write base and changes as a new base, and open it."""
        base, recent = self._snapshot.base, self._snapshot.recent
        is_large = len(self) > self._exact_limit
        with self._files.writing() as serial:
            written = write_base(
                self._files,
                serial,
                base,
                recent,
                graph=self._settings if is_large else None,
                earlier=self._state.base,
            )
            self._commit(replace(self._next_state(), base=written, deltas=()))
        self._open()

    def _rebase(self) -> None:
        """Stand on what another process flushed, with what only this one knows beside it.

        Its files have replaced ours, so changes to ours would hang in the air. Chunks are told
        apart by key: keys are never used twice.
        """
        ours, sequence, touched = self._snapshot, self.sequence, self._touched
        self._open()
        if self.sequence >= sequence:
            return
        theirs = self._snapshot.keys()
        ours_alive = ours.keys()
        news = np.union1d(
            np.setdiff1d(ours_alive, theirs),
            np.intersect1d(ours_alive, np.array(sorted(touched), dtype=np.int64)),
        )
        removals = np.setdiff1d(theirs, ours_alive)
        self._change(Delta(news, ours.vectors_of(news), removals))
        self._touched.update(news.tolist(), removals.tolist())
        self.sequence = sequence
        self._publish()


def _vector_of(record: ChunkRecord) -> Floats:
    if record.vector is None:
        raise StoreError(
            f"The chunk {record.chunk.id} has no vector.",
            hint="This is a defect in the caller: embed chunks before they are indexed.",
        )
    return record.vector


def _no_rows(dimension: int) -> Rows:
    vectors = PackedRows(np.empty((0, dimension), np.float32))
    return Rows(np.empty(0, np.int64), vectors, np.empty(0, np.bool_))
