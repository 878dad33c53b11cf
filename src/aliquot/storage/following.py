"""Bring indexes up to the catalog, page by page of its change log."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aliquot.protocols import Embedder, Index, Progress, ProgressEvent, silent
from aliquot.storage.catalog import Catalog

__all__ = ["Follower", "Followers", "catch_up"]

# Changes applied at a time: bounds memory while a whole library is read back.
BATCH = 2000
# Chunks given to an index before it is made durable: bounds what it keeps in memory, 200 MB of
# vectors of 384 numbers.
FLUSH_CHUNKS = 131_072


@dataclass(frozen=True, slots=True)
class Follower:
    """An index with the embedder whose vectors it holds; `None` for term indexes."""

    index: Index
    embedder: Embedder | None = None


class Followers:
    """Every index of a library; one thread at a time brings them on, any may search them."""

    def __init__(self, catalog: Catalog, followers: Sequence[Follower]) -> None:
        """Follow `catalog` with each of `followers`."""
        self._catalog = catalog
        self._followers = tuple(followers)
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[Index]:
        return (one.index for one in self._followers)

    def embedders(self) -> list[Embedder]:
        """Return the embedders whose vectors are followed."""
        return [one.embedder for one in self._followers if one.embedder is not None]

    def catch_up(self) -> None:
        """Let every index see the last change; costs one short query when none came."""
        with self._lock:
            last = self._catalog.sequence
            for one in self._followers:
                if one.index.sequence != last:
                    catch_up(self._catalog, one)

    def make_durable(self, progress: Progress = silent) -> None:
        """Let every index see the last change and keep it; needs the library's writer lock.

        Args:
            progress: Told after each index.
        """
        with self._lock:
            for number, one in enumerate(self._followers, start=1):
                catch_up(self._catalog, one, is_durable=True)
                progress(ProgressEvent("index", number, len(self._followers)))

    def close(self) -> None:
        """Release every index."""
        with self._lock:
            for one in self._followers:
                one.index.close()


def catch_up(catalog: Catalog, follower: Follower, *, is_durable: bool = False) -> int:
    """Apply every change an index has not seen; return how many chunks it was given.

    Nothing is embedded: vectors come from the cache, and chunks that have none yet are announced
    again when they do. What stops half-way goes on from the last page applied.

    Args:
        catalog: The truth.
        follower: Visible to this process at once.
        is_durable: Whether the index is also flushed, at the end and as often as memory asks.
    """
    index = follower.index
    embedder = None if follower.embedder is None else follower.embedder.id
    given = unflushed = 0
    while True:
        added, removed, last = catalog.changes_since(index.sequence, BATCH)
        if last == index.sequence:
            break
        records = catalog.records(added, embedder)
        index.apply(records, removed, last)
        given += len(records)
        unflushed += len(records)
        if is_durable and unflushed >= FLUSH_CHUNKS:
            index.flush()
            unflushed = 0
    if is_durable:
        index.flush()
    return given
