"""Does a new vector index hold what it should? Counts, samples, and questions to old and new."""

from __future__ import annotations

from collections.abc import Sequence, Sized
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from aliquot.assembly import VectorSpace
from aliquot.protocols import Hit, Scope, VectorIndex
from aliquot.storage.catalog import Catalog
from aliquot.storage.engines.index import EngineVectorIndex

__all__ = ["MIN_OVERLAP", "Verified", "verify"]

# A sample of this size finds one fault in twenty with a probability of .96: 1 - .95 ** 64.
SAMPLE = 64
QUERIES = 20
K = 10
# Below, one hit in twenty is another one: more than any engine's exact search leaves to rounding.
MIN_OVERLAP = 0.95
# What rounding moves a cosine by: float16 and int8 rows by 1e-4 at most (see vectors_local).
ROUNDING = 1e-3
# Scores this near are ties; engines sum in float32, each in its own order.
TIE = 1e-5
SEED = 20_261


@dataclass(frozen=True, slots=True)
class Verified:
    """What was found of one leg's new index.

    Attributes:
        leg: Its name.
        vectors: How many it holds.
        expected: How many chunks have a vector.
        sampled: Vectors compared with the catalog's.
        unlike: How many of these are missing or another.
        overlap: Mean share of the ten nearest chunks that old and new have in common; `None` where
            there is no old index to ask.
    """

    leg: str
    vectors: int
    expected: int
    sampled: int
    unlike: int
    overlap: float | None = None

    @property
    def is_whole(self) -> bool:
        """Whether it holds every vector, as the catalog does."""
        return self.vectors == self.expected and not self.unlike

    @property
    def is_like_the_old(self) -> bool:
        """Whether it finds what the old one finds."""
        return self.overlap is None or self.overlap >= MIN_OVERLAP


def verify(
    catalog: Catalog,
    space: VectorSpace,
    index: VectorIndex,
    reference: VectorIndex | None,
    *,
    seed: int = SEED,
) -> Verified:
    """Compare an index with the catalog, and with the index it is to replace.

    Args:
        catalog: The truth; nothing may be written to it meanwhile.
        space: Whose vectors the index holds.
        index: Stands at the catalog's last change.
        reference: The old one, of the same vectors, as current; `None` for none.
        seed: Of the sample.

    Raises:
        StoreError: An engine cannot be reached.
    """
    keys = catalog.vectors.keys(space.embedder)
    drawn = np.random.default_rng(seed).permutation(keys)[: max(SAMPLE, QUERIES)]
    # The catalog gives records by ascending key; questions are to be a sample too.
    records = {one.key: one.vector for one in catalog.records(drawn.tolist(), space.embedder)}
    vectors = [(int(key), records[int(key)]) for key in drawn if int(key) in records]
    sample = [(key, vector) for key, vector in vectors[:SAMPLE] if vector is not None]
    unlike = sum(not _holds(index, key, vector) for key, vector in sample)
    asked = [vector for _, vector in sample[:QUERIES]]
    return Verified(
        leg=space.name,
        vectors=len(index) if isinstance(index, Sized) else len(keys),
        expected=len(keys),
        sampled=len(sample),
        unlike=unlike,
        overlap=None if reference is None else _overlap(index, reference, asked),
    )


def _holds(index: VectorIndex, key: int, vector: npt.NDArray[np.float32]) -> bool:
    """Tell whether the row of a key is this very vector: the cosine of the two is 1."""
    found = index.search(vector, 1, Scope(np.array([key], dtype=np.int64)))
    return bool(found) and found[0].key == key and found[0].score >= 1 - ROUNDING


def _overlap(
    index: VectorIndex, reference: VectorIndex, asked: Sequence[npt.NDArray[np.float32]]
) -> float | None:
    shares = [_share(_exact(reference, one), _exact(index, one)) for one in asked]
    return float(np.mean(shares)) if shares else None


def _share(old: Sequence[Hit], new: Sequence[Hit]) -> float:
    """Return the share of the old hits that are among the new, or tie with the last of them."""
    if not old:
        return float(not new)
    found = {one.key for one in new}
    least = new[-1].score if len(new) >= len(old) else np.inf
    return sum(one.key in found or abs(one.score - least) <= TIE for one in old) / len(old)


def _exact(index: VectorIndex, vector: npt.NDArray[np.float32]) -> Sequence[Hit]:
    if isinstance(index, EngineVectorIndex):
        return index.search(vector, K, is_exact=True)
    return index.search(vector, K)
