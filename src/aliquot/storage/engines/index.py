"""A vector index in a vector database, with the promises every index keeps.

Changes are held in memory, searched beside the engine, until `flush` writes them; only then does
the collection stand at their number. A process that is killed meanwhile has lost nothing: the next
applies the same changes again. Processes that only search never write to the engine: it is `flush`
that creates a collection, begins one anew, and sees whether it still holds what it held.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import ceil
from threading import Lock
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from aliquot.errors import IndexMismatchError, StoreError
from aliquot.protocols import ChunkRecord, Hit, Scope
from aliquot.storage.engines.engine import Engine, EngineState
from aliquot.storage.engines.overlay import Overlay, OverlayView
from aliquot.storage.engines.stored_form import stored_row
from aliquot.storage.keyed import Candidates, hits, positions_of
from aliquot.storage.vectors_local.packing import PackedRows
from aliquot.storage.vectors_local.scan import Rows, nearest

__all__ = ["EngineVectorIndex"]

Floats = npt.NDArray[np.float32]
Keys = npt.NDArray[np.int64]
Item = TypeVar("Item")

# Digits of a score: engines sum in float32, each in its own order; ties are ties only after this.
DIGITS = 6
# Hits asked for each one wanted: a graph asked for no more misses some of the best hundred. Of 40
# that Chroma built on busy cores 3 missed one or two; asked for twice as many, none (2026-12-01).
OVER_FETCH = 2
# How much more is asked for where too little was left.
GROWTH = 4
# Hits asked for beyond `k` in any case: ties at the end, and rows out of date.
SPARE = 16
# Rows held in memory at which a process that does not write looks whether another has.
STALE_ROWS = 4096
# A vector whose length is this near to 1 is left as it is.
UNIT_TOLERANCE = 1e-6


class EngineVectorIndex:
    """Nearest chunks by cosine, in a collection of a vector database."""

    def __init__(
        self, engine: Engine, *, name: str, wanted: EngineState, afresh: bool = False
    ) -> None:
        """Open the collection, or begin one; nothing is written before `flush`.

        Args:
            engine: The collection.
            name: Of the index in the library.
            wanted: Library, embedder and dimension it has to be of.
            afresh: Whether what it holds of this library is left aside, and replaced by `flush`.

        Raises:
            IndexMismatchError: The collection is this library's, of another embedder or dimension.
            StoreError: It is another library's, or the engine cannot be reached.
        """
        self.name = name
        self.engine = engine
        self._wanted = replace(wanted, sequence=0)
        self._overlay = Overlay(wanted.dimension)
        self._writer = Lock()
        self._is_afresh = afresh
        state = engine.state()
        if state is not None:
            _assert_ours(state, wanted)
            if not afresh:
                _assert_same(state, wanted)
        self._begin_from(None if afresh else state)

    def _begin_from(self, held: EngineState | None) -> None:
        """Stand on what the engine holds; `None` where there is nothing that may be shown."""
        self._held = held
        self.sequence = 0 if held is None else held.sequence
        self._overlay.clear()
        self._view = self._overlay.view()

    def __len__(self) -> int:
        view = self._view
        added = int(view.rows.alive.sum())
        if self._held is None:
            return added
        known, _ = self._vectors(view.masked)
        return self.engine.count() - len(known) + added

    # -------------------------------------------------------------------------- searching

    def search(
        self, vector: Floats, k: int, scope: Scope | None = None, *, is_exact: bool = False
    ) -> list[Hit]:
        """Return at most `k` hits by cosine, best first, ties by key.

        Args:
            vector: float (dimension,), of any length but 0.
            k: How many at most.
            scope: What may be returned.
            is_exact: Whether the engine compares every row, where it can.

        Raises:
            IndexMismatchError: The vector is of another dimension.
            StoreError: The vector holds NaN or only zeros, or the engine cannot be reached.
        """
        unit = self._unit(np.asarray(vector, dtype=np.float32))
        if k < 1 or (scope is not None and not len(scope.keys)):
            return []
        view = self._view
        keys = None if scope is None else scope.keys
        found = [_rounded(view.nearest(unit, k, keys))]
        if self._held is not None:
            found.append(_rounded(self._held_nearest(unit, k, view, keys, is_exact=is_exact)))
        return hits(found, k)

    def _held_nearest(
        self, unit: Floats, k: int, view: OverlayView, keys: Keys | None, *, is_exact: bool
    ) -> Candidates:
        """Return the nearest of what the engine holds.

        Raises:
            IndexMismatchError: The collection has been deleted.
            StoreError: The engine cannot be reached.
        """
        try:
            if keys is None:
                return self._grown(unit, k, view, None, OVER_FETCH * k + SPARE, is_exact=is_exact)
            return self._within(unit, k, view, keys[view.unmasked(keys)], is_exact=is_exact)
        except StoreError as exc:
            # Whether it is only away, or gone for good, the engine's own error seldom tells.
            if self.engine.state() is not None:
                raise
            raise IndexMismatchError(
                f"The collection of {self.name} has been deleted.",
                hint="Run 'aliquot sync': it is built again from the catalog, without embedding.",
            ) from exc

    def _within(
        self, unit: Floats, k: int, view: OverlayView, allowed: Keys, *, is_exact: bool
    ) -> Candidates:
        """Return the engine's nearest among allowed keys: all `k` of them where there are as many.

        What leaves few rows is restricted in the engine; what leaves many is found by asking for
        more; and what neither finds is compared here.
        """
        limits = self.engine.limits
        if len(allowed) <= limits.exact:
            return self._compared(unit, k, allowed)
        if len(allowed) <= limits.among:
            wanted = min(len(allowed), limits.hits, k + SPARE)
            found = self.engine.nearest(unit, wanted, allowed, is_exact=is_exact)
            if len(found.keys) >= min(k, wanted):
                return found
            return self._compared(unit, k, allowed)
        share = len(allowed) / max(len(allowed), self.engine.count())
        first = ceil(OVER_FETCH * k / share) + SPARE
        found = self._grown(unit, k, view, allowed, first, is_exact=is_exact)
        return found if len(found.keys) >= k else self._compared(unit, k, allowed)

    def _grown(
        self,
        unit: Floats,
        k: int,
        view: OverlayView,
        allowed: Keys | None,
        first: int,
        *,
        is_exact: bool,
    ) -> Candidates:
        """Ask for more until `k` may be returned, or there is no more."""
        wanted = min(first, self.engine.limits.hits)
        while True:
            found = self.engine.nearest(unit, wanted, is_exact=is_exact)
            is_kept = view.unmasked(found.keys)
            if allowed is not None:
                is_kept &= positions_of(found.keys, allowed)[1]
            if is_kept.sum() >= k or len(found.keys) < wanted:
                return Candidates(found.keys[is_kept], found.scores[is_kept])
            if wanted >= self.engine.limits.hits:
                return self._all_kept(found, is_kept, unit, k, view, allowed)
            wanted = min(wanted * GROWTH, self.engine.limits.hits)

    def _all_kept(
        self,
        found: Candidates,
        is_kept: npt.NDArray[np.bool_],
        unit: Floats,
        k: int,
        view: OverlayView,
        allowed: Keys | None,
    ) -> Candidates:
        """Return what is left where the engine gives no more at a time, compared here."""
        if allowed is not None:
            return Candidates(found.keys[is_kept], found.scores[is_kept])
        rows = self.engine.rows()
        best = Candidates(np.empty(0, np.int64), np.empty(0, np.float32))
        while batch := list(itertools.islice(rows, self.engine.limits.rows)):
            keys = np.array([one.key for one in batch], dtype=np.int64)
            is_current = view.unmasked(keys)
            vectors = np.stack([one.vector for one in batch])[is_current]
            best = _best([best, _exact(keys[is_current], vectors, unit, k)], k)
        return best

    def _compared(self, unit: Floats, k: int, keys: Keys) -> Candidates:
        """Compare the engine's rows of some keys here, exactly."""
        return _exact(*self._vectors(keys), unit, k)

    def _vectors(self, keys: Keys) -> tuple[Keys, Floats]:
        found = [
            self.engine.vectors(np.array(batch, dtype=np.int64))
            for batch in batched(keys.tolist(), self.engine.limits.rows)
        ]
        if not found:
            return np.empty(0, np.int64), np.empty((0, self._wanted.dimension), np.float32)
        return np.concatenate([one for one, _ in found]), np.concatenate([one for _, one in found])

    # -------------------------------------------------------------------------- changing

    def apply(self, upserts: Sequence[ChunkRecord], removals: Sequence[int], sequence: int) -> None:
        """Take changes into memory; a key in both lists is removed.

        Raises:
            IndexMismatchError: A vector is of another dimension.
            StoreError: A vector is missing, holds NaN or only zeros; nothing is changed then.
        """
        gone = set(removals)
        rows = [stored_row(one) for one in upserts if one.key not in gone]
        units = [replace(one, vector=self._unit(one.vector)) for one in rows]
        with self._writer:
            self._overlay.put(units)
            self._overlay.remove(gone)
            self.sequence = sequence
            if len(self._overlay) >= STALE_ROWS:
                self._drop_what_was_written()
            self._view = self._overlay.view()

    def flush(self) -> None:
        """Write what is held in memory; needs the library's writer lock.

        Where the engine turns out to hold less than it did, nothing is written: `sequence` falls
        back to what it holds, and changes from there on are to be applied again.

        Raises:
            IndexMismatchError: The collection is of another embedder or dimension by now.
            StoreError: The engine cannot be reached or is full; what is in memory stays there.
        """
        with self._writer:
            state = self._continued()
            if state is None or (state.sequence == self.sequence and not len(self._overlay)):
                return
            limit = self.engine.limits.rows
            for keys in batched(self._overlay.removed, limit):
                self.engine.remove(keys)
            for rows in batched(self._overlay.upserts.values(), limit):
                self.engine.upsert(rows)
            state = replace(self._wanted, sequence=self.sequence)
            self.engine.put_state(state)
            self._begin_from(state)

    def _continued(self) -> EngineState | None:
        """Return what the engine holds, if what is in memory goes on from it.

        A collection that is not there is created where nothing of it was counted on.
        """
        state = self.engine.state()
        if state is not None:
            _assert_ours(state, self._wanted)
        if self._is_afresh or (state is None and self._held is None):
            self.engine.create(self._wanted)
            self._is_afresh = False
            self._held = self._wanted
            return self._wanted
        if state is not None:
            _assert_same(state, self._wanted)
            if self._held is None or state.sequence >= self._held.sequence:
                return state
        # Deleted, or built again by another process that had less to go on.
        self._begin_from(state)
        return None

    def _drop_what_was_written(self) -> None:
        """Forget changes another process has given the engine meanwhile."""
        state = None if self._is_afresh else self.engine.state()
        if state is not None and state.sequence >= self.sequence:
            _assert_ours(state, self._wanted)
            _assert_same(state, self._wanted)
            self._begin_from(state)

    def close(self) -> None:
        """Release connections; what was not flushed is applied again by the next."""
        self.engine.close()

    def drop(self) -> None:
        """Remove the collection with all it holds."""
        self.engine.drop()

    def _unit(self, vector: Floats) -> Floats:
        if vector.shape != (self._wanted.dimension,):
            raise IndexMismatchError(
                f"A vector of {vector.shape} does not fit {self.name}, whose vectors have "
                f"{self._wanted.dimension} numbers.",
                hint="Name the embedder the library was built with, or run 'aliquot sync'.",
            )
        length = float(np.linalg.norm(vector))
        if not np.isfinite(length) or length == 0:
            raise StoreError(
                "A vector holds NaN or only zeros.", hint="Check the embedder that made it."
            )
        return vector if abs(length - 1) < UNIT_TOLERANCE else vector / np.float32(length)


# ------------------------------------------------------------------------------ helpers


def batched(items: Iterable[Item], size: int) -> Iterator[list[Item]]:
    """Yield items in lists of at most `size`."""
    rest = iter(items)
    while batch := list(itertools.islice(rest, size)):
        yield batch


def _exact(keys: Keys, vectors: Floats, unit: Floats, k: int) -> Candidates:
    rows = Rows(keys, PackedRows(vectors), np.ones(len(keys), dtype=np.bool_))
    return nearest(rows, unit, k)


def _best(found: Sequence[Candidates], k: int) -> Candidates:
    best = hits(found, k)
    keys = np.array([one.key for one in best], dtype=np.int64)
    return Candidates(keys, np.array([one.score for one in best], dtype=np.float32))


def _rounded(found: Candidates) -> Candidates:
    return Candidates(found.keys, np.round(found.scores, DIGITS).astype(np.float32))


def _assert_ours(state: EngineState, wanted: EngineState) -> None:
    """Refuse a collection of another library.

    Raises:
        StoreError: It is another library's.
    """
    if state.library != wanted.library:
        raise StoreError(
            "The collection belongs to another library.",
            hint="Name another one: 'collection' under [vectors.options].",
        )


def _assert_same(state: EngineState, wanted: EngineState) -> None:
    """Tell a collection of another embedder.

    Raises:
        IndexMismatchError: It is of another embedder or dimension.
    """
    if (state.embedder, state.dimension) != (wanted.embedder, wanted.dimension):
        raise IndexMismatchError(
            f"The collection holds vectors of {state.embedder} ({state.dimension} numbers).",
            hint="It is built again from the catalog.",
        )
