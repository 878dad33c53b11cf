"""Bring indexes up to the catalog, page by page of its change log."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aliquot.errors import IndexMismatchError
from aliquot.protocols import ChunkRecord, Embedder, Index, Progress, ProgressEvent, silent
from aliquot.storage.catalog import Catalog
from aliquot.storage.encodings import DenseEncoding, EncodedRecord, Encoding
from aliquot.storage.records import hash_text

__all__ = ["Follower", "Followers", "apply_page", "catch_up"]

# Changes applied at a time: bounds memory while a whole library is read back.
BATCH = 2000
# Chunks given to an index before it is made durable: bounds what it keeps in memory, 200 MB of
# vectors of 384 numbers.
FLUSH_CHUNKS = 131_072


@dataclass(frozen=True, slots=True)
class Follower:
    """An index with the embedder or encoder whose work it holds; neither for term indexes.

    Attributes:
        index: Given the catalog's changes.
        embedder: Whose vectors it holds.
        encoding: Whose term weights or token vectors it holds, as `EncodedRecord`s.
    """

    index: Index
    embedder: Embedder | None = None
    encoding: Encoding | None = None


class Followers:
    """Every index of a library; one thread at a time brings them on, any may search them."""

    def __init__(self, catalog: Catalog, followers: Sequence[Follower]) -> None:
        """Follow `catalog` with each of `followers`."""
        self._catalog = catalog
        self._followers = tuple(followers)
        self._lock = threading.Lock()

    def __iter__(self) -> Iterator[Index]:
        return (one.index for one in self._followers)

    def encodings(self) -> list[Encoding]:
        """Return the embedders and encoders whose work is followed."""
        embedders = [one.embedder for one in self._followers if one.embedder is not None]
        encodings = [one.encoding for one in self._followers if one.encoding is not None]
        return [*map(DenseEncoding, embedders), *encodings]

    def encode(self, texts: Sequence[str]) -> int:
        """Put what encoders give for new texts in the cache; return how many were computed."""
        by_hash = {hash_text(text): text for text in texts}
        computed = 0
        for encoding in self.encodings():
            missing = sorted(self._catalog.vectors.missing(encoding.id, by_hash))
            if missing:
                encoded = encoding.encode([by_hash[one] for one in missing])
                self._catalog.vectors.put_encoded(encoding.id, missing, encoded)
            computed += len(missing)
        return computed

    def catch_up(self) -> None:
        """Let every index see the last change; costs one short query when none came."""
        with self._lock:
            last = self._catalog.sequence
            for one in self._followers:
                if one.index.sequence != last:
                    _assert_not_ahead(self._catalog, one.index)
                    catch_up(self._catalog, one)

    def make_durable(self, progress: Progress = silent) -> None:
        """Let every index see the last change and keep it; needs the library's writer lock.

        Args:
            progress: Told after each index.
        """
        with self._lock:
            for number, one in enumerate(self._followers, start=1):
                _assert_not_ahead(self._catalog, one.index)
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
    given = unflushed = 0
    while True:
        while (applied := apply_page(catalog, follower)) is not None:
            given += applied
            unflushed += applied
            if is_durable and unflushed >= FLUSH_CHUNKS:
                index.flush()
                unflushed = 0
        reached = index.sequence
        if is_durable:
            index.flush()
        # An index that was deleted under this process falls back, to be given it all again.
        if index.sequence >= reached:
            return given


def _assert_not_ahead(catalog: Catalog, index: Index) -> None:
    """Tell an index that knows of changes the catalog does not.

    Raises:
        IndexMismatchError: The catalog was replaced by an older one.
    """
    if index.sequence > catalog.sequence:
        raise IndexMismatchError(
            f"{index.name} is ahead of the catalog, which seems to be restored from a backup.",
            hint="Run the command again: the index is built from the catalog, without embedding.",
        )


def apply_page(catalog: Catalog, follower: Follower) -> int | None:
    """Apply the next changes an index has not seen, in memory.

    Args:
        catalog: The truth.
        follower: Visible to this process at once.

    Returns:
        How many chunks it was given; `None` where there was no change left.
    """
    index = follower.index
    added, removed, last = catalog.changes_since(index.sequence, BATCH)
    if last == index.sequence:
        return None
    records = _records(catalog, added, follower)
    index.apply(records, removed, last)
    return len(records)


def _records(catalog: Catalog, keys: Sequence[int], follower: Follower) -> Sequence[ChunkRecord]:
    """Return the chunks with what the follower holds of them; those that lack it are left out."""
    if follower.encoding is None:
        return catalog.records(keys, None if follower.embedder is None else follower.embedder.id)
    records = catalog.records(keys)
    hashes = [hash_text(one.chunk.embedded_text) for one in records]
    encoded = catalog.vectors.encoded(follower.encoding.id, hashes)
    return [
        EncodedRecord(one.key, one.chunk, encoded=encoded[text_hash])
        for one, text_hash in zip(records, hashes, strict=True)
        if text_hash in encoded
    ]
