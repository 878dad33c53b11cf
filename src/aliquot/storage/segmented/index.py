"""The life of an index in segments: changes, flushes, merges.

A key is alive in the last segment that holds it, unless a later one takes it away. Searches read
one immutable view and never wait for a writer; `apply`, `flush` and `close` are for one thread at a
time. Several processes may search; the one that flushes holds the library's writer lock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from pathlib import Path
from threading import Lock
from typing import Generic

import numpy as np
import numpy.typing as npt

from aliquot.errors import StoreError
from aliquot.protocols import ChunkRecord
from aliquot.storage.encodings import EncodedRecord
from aliquot.storage.keyed import positions_of
from aliquot.storage.segmented.files import Change, SegmentFiles, State
from aliquot.storage.segmented.form import SegmentForm, SegmentT, View

__all__ = ["SegmentedIndex"]

Keys = npt.NDArray[np.int64]
Mask = npt.NDArray[np.bool_]

_NO_KEYS: Keys = np.empty(0, np.int64)

# Everything becomes one segment when what is beside the first reaches this share of it, but never
# for fewer rows than the minimum.
_MERGE_SHARE = 1 / 8
_MERGE_MINIMUM = 256

# Small segments beside the first before they become one: every search looks into each.
_MAX_SMALL = 16


class SegmentedIndex(Generic[SegmentT]):
    """What indexes in segments share; each kind adds its search over `self._views`."""

    def __init__(self, folder: Path, form: SegmentForm[SegmentT], *, name: str) -> None:
        """Open the index, or start an empty one; nothing is written before `flush`.

        Args:
            folder: Where its files are; it holds nothing else.
            form: What its segments hold.
            name: Its name in the library.

        Raises:
            IndexMismatchError: The folder's index is of another encoder or version, or damaged;
                delete the folder and apply the catalog's chunks again.
            StoreError: The folder cannot be read.
        """
        self.name = name
        self.sequence = 0
        self._form = form
        self._files = SegmentFiles(folder, form)
        self._writer = Lock()
        self._open()

    def __len__(self) -> int:
        return sum(map(len, self._views))

    # -------------------------------------------------------------------------- changing

    def apply(self, upserts: Sequence[ChunkRecord], removals: Sequence[int], sequence: int) -> None:
        """Add, replace and remove chunks in memory; a key in both lists is removed.

        Raises:
            StoreError: A record carries no encoding, or one that cannot be read; nothing is
                changed then.
        """
        gone = set(removals)
        records = {one.key: _encoded(one) for one in upserts if one.key not in gone}
        segment = self._form.build([records[key] for key in sorted(records)])
        with self._writer:
            self.sequence = sequence
            if records or gone:
                self._append(Change(segment, np.array(sorted(gone), dtype=np.int64)))
                self._join_unwritten()
                self._publish()

    def _append(self, change: Change[SegmentT]) -> None:
        """Let a change count, without showing it yet."""
        gone = np.union1d(change.segment.keys, change.removals)
        for earlier, alive in zip(self._changes, self._alive, strict=True):
            places, found = positions_of(gone, earlier.segment.keys)
            alive[places[found]] = False
        self._changes.append(change)
        self._alive.append(np.ones(len(change.segment.keys), dtype=np.bool_))

    def _publish(self) -> None:
        pairs = zip(self._changes, self._alive, strict=True)
        self._views = tuple(View(one.segment, alive.copy()) for one, alive in pairs)

    def _join_unwritten(self) -> None:
        """Keep what waits for a flush in few segments."""
        first = next(n for n, one in enumerate(self._changes) if one.written is None)
        if len(self._changes) - first > _MAX_SMALL:
            self._join(first)

    def _join(self, first: int) -> None:
        """Make one segment of those from `first` on."""
        later = self._changes[first:]
        if len(later) == 1 and self._alive[first].all():
            return
        merged = self._form.merge(
            [(one.segment, alive) for one, alive in zip(later, self._alive[first:], strict=True)]
        )
        removals = reduce(np.union1d, (one.removals for one in later), _NO_KEYS)
        # What was replaced and then removed lives in none of them, but may in an earlier one.
        replaced = reduce(np.union1d, (one.segment.keys for one in later), _NO_KEYS)
        removals = np.setdiff1d(np.union1d(removals, replaced), merged.keys)
        del self._changes[first:], self._alive[first:]
        if first:
            self._append(Change(merged, removals))
        elif len(merged.keys):
            self._append(Change(merged, _NO_KEYS))

    # -------------------------------------------------------------------------- on disk

    def flush(self) -> None:
        """Make everything applied durable and visible to processes that open the index next.

        Raises:
            StoreError: The disk is full or cannot be written; the last flushed state is intact,
                and the changes stay in memory for another try.
        """
        with self._writer:
            if self._files.state() != self._state:
                self._rebase()
            if any(one.written is None for one in self._changes):
                self._write()
            elif self.sequence != self._state.sequence:
                with self._files.writing():
                    self._commit(replace(self._state, sequence=self.sequence))

    def close(self) -> None:
        """Let go of files and memory; what was not flushed is forgotten."""
        with self._writer:
            self._changes.clear()
            self._alive.clear()
            self._publish()

    def _open(self) -> None:
        self._state, changes = self._files.opened()
        self._changes: list[Change[SegmentT]] = []
        self._alive: list[Mask] = []
        for change in changes:
            self._append(change)
        self.sequence = self._state.sequence
        self._publish()

    def _write(self) -> None:
        """Write what is new as one segment, merged with as many as is due, and open it."""
        unwritten = next(n for n, one in enumerate(self._changes) if one.written is None)
        self._join(self._merge_from(unwritten))
        kept = [one.written for one in self._changes if one.written is not None]
        encoder_id, version = self._state.encoder_id, self._state.version
        with self._files.writing() as serial:
            new = [self._files.write(serial, one) for one in self._changes[len(kept) :]]
            self._commit(State(encoder_id, version, self.sequence, (*kept, *new)))
        self._open()

    def _merge_from(self, unwritten: int) -> int:
        """Return the first of the segments that become one."""
        beside = sum(int(alive.sum()) for alive in self._alive[1:])
        beside += int((~self._alive[0]).sum())
        if beside >= max(_MERGE_MINIMUM, len(self._alive[0]) * _MERGE_SHARE):
            return 0
        return 1 if unwritten >= _MAX_SMALL else unwritten

    def _commit(self, state: State) -> None:
        self._files.commit(state)
        self._state = state

    def _rebase(self) -> None:
        """Stand on what another process flushed, with what only this one knows beside it.

        Its files have replaced ours. Chunks are told apart by key: keys are never used twice, but
        what is still unwritten here may replace what is there.
        """
        ours, sequence = self._views, self.sequence
        fresh = [one.segment.keys for one in self._changes if one.written is None]
        self._open()
        if self.sequence >= sequence:
            return
        theirs = _keys_alive(self._views)
        known = np.setdiff1d(theirs, reduce(np.union1d, fresh, _NO_KEYS))
        wanted = [(one.segment, one.alive & ~np.isin(one.segment.keys, known)) for one in ours]
        removals = np.setdiff1d(theirs, _keys_alive(ours))
        self._append(Change(self._form.merge(wanted), removals))
        self.sequence = sequence
        self._publish()


def _keys_alive(views: Sequence[View[SegmentT]]) -> Keys:
    keys = [view.segment.keys[view.alive] for view in views]
    return np.concatenate([_NO_KEYS, *keys])


def _encoded(record: ChunkRecord) -> EncodedRecord:
    if not isinstance(record, EncodedRecord):
        raise StoreError(
            f"The chunk {record.chunk.id} comes without what its encoder gave.",
            hint="This is a defect in the caller: let its follower name the encoding.",
        )
    return record
