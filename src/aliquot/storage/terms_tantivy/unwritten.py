"""Changes that a process could not write: kept in memory, and searched beside what is on disk."""

from __future__ import annotations

from collections.abc import Sequence

import tantivy

from aliquot.storage.terms_tantivy.segments import SCHEMA, Entry, Segments

__all__ = ["Unwritten"]

# The least tantivy accepts for a writer.
HEAP_BYTES = 15_000_000


class Unwritten:
    """Net changes since an older state of the disk; used under the lock of its index."""

    def __init__(self) -> None:
        # By key; `None` is a removal.
        self._changes: dict[int, Entry | None] = {}
        self._segments: Segments | None = None

    def __bool__(self) -> bool:
        return bool(self._changes)

    @property
    def keys(self) -> frozenset[int]:
        """Chunks of which the disk holds something outdated, or nothing."""
        return frozenset(self._changes)

    @property
    def entries(self) -> list[Entry]:
        """What was added and not removed since."""
        return [entry for entry in self._changes.values() if entry is not None]

    @property
    def removals(self) -> list[int]:
        """Keys of what was removed and not added since."""
        return [key for key, entry in self._changes.items() if entry is None]

    def remember(self, entries: Sequence[Entry], removals: Sequence[int]) -> None:
        """Keep what is added and removed."""
        self._changes.update(dict.fromkeys(removals))
        self._changes.update((entry.key, entry) for entry in entries)
        if self._segments is None:
            self._segments = Segments(tantivy.Index(SCHEMA), HEAP_BYTES)
            self._segments.acquire()
        self._segments.replace(entries, removals)

    def view(self) -> Segments | None:
        """Return what is searched, with all that was remembered; `None` for nothing."""
        if self._segments is not None:
            self._segments.commit()
        return self._segments

    def forget(self) -> None:
        """Let go of everything, once the disk holds it."""
        self._changes = {}
        self._segments = None
