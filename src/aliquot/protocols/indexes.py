"""Followers of the catalog that find chunks by words or vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, runtime_checkable

import numpy as np
import numpy.typing as npt

from aliquot.types import Chunk, Filter, Query

__all__ = ["ChunkRecord", "Hit", "Index", "Scope", "TermIndex", "VectorIndex"]


@dataclass(frozen=True, slots=True)
class ChunkRecord:
    """What an index is given for one chunk.

    Attributes:
        key: The catalog's number for the chunk, never used twice.
        chunk: The chunk, with metadata: the stored form of engines other tools may read.
        vector: float32 (dimension,), unit length; `None` for indexes that need none.
    """

    key: int
    chunk: Chunk
    vector: npt.NDArray[np.float32] | None = None


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk's key with its score in one index."""

    key: int
    score: float


@dataclass(frozen=True)
class Scope:
    """The chunks a search may return.

    Attributes:
        keys: int64 (n,), ascending: the catalog's answer, which is the meaning of the filter.
        where: The filter itself, for engines that prove to mean the same by it.
    """

    keys: npt.NDArray[np.int64]
    where: Filter | None = field(default=None)


@runtime_checkable
class Index(Protocol):
    """A follower of the catalog's change log, derived and rebuildable.

    Attributes:
        name: Its folder or collection.
        sequence: Number of the last change it holds.
    """

    name: str
    sequence: int

    def apply(self, upserts: Sequence[ChunkRecord], removals: Sequence[int], sequence: int) -> None:
        """Add and remove chunks, then stand at `sequence`; visible to this process at once.

        Applying the same changes twice leaves the same index.
        """
        ...

    def flush(self) -> None:
        """Make everything applied durable and visible to other processes."""
        ...

    def close(self) -> None:
        """Release files; the index is not used afterwards."""
        ...


class VectorIndex(Index, Protocol):
    """Nearest chunks to a vector, by cosine."""

    def search(
        self, vector: npt.NDArray[np.float32], k: int, scope: Scope | None = None
    ) -> list[Hit]:
        """Return at most `k` hits, best first, ties by key; an empty scope gives none."""
        ...


class TermIndex(Index, Protocol):
    """Best chunks for words, by BM25."""

    def search_terms(
        self, weights: Mapping[str, float], k: int, scope: Scope | None = None
    ) -> list[Hit]:
        """Return what `search` does, for analysed terms with their weights (> 0)."""
        ...

    def search_query(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return what `search` does for a query's text, expansions and phrases.

        Of the other names of one thing the best match counts, a name of several words only where
        they follow each other, and for the expansion's weight. A chunk that does not hold every
        phrase is not returned.
        """
        ...

    def holding(self, phrases: Sequence[str], *, slop: int = 0) -> npt.NDArray[np.int64]:
        """Return int64 (n,) ascending: the chunks that hold every phrase, word after word.

        Args:
            phrases: Texts; one without a term is held by none.
            slop: How many places in all words may stand off: 0 for the very phrase.
        """
        ...

    def idf(self, terms: Sequence[str]) -> list[float]:
        """Return ln((N - n + 0.5) / (n + 0.5) + 1) per analysed term over chunk texts."""
        ...

    def search(self, text: str, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits, best first, ties by key; an empty scope gives none."""
        ...
