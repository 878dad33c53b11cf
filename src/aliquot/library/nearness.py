"""Documents whose vectors, taken together, are nearest to another one's."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from aliquot.assembly import DenseIndex
from aliquot.library.parts import Parts
from aliquot.protocols import Scope
from aliquot.storage.catalog import Catalog
from aliquot.types import Comparison, Document, Filter, Operator

__all__ = ["SimilarDocument", "nearest_documents"]

Vectors = npt.NDArray[np.float32]

# Chunks looked at for each document wanted: of a near one, several are found.
CHUNKS_EACH = 12
# Documents compared whole, for each one wanted.
COMPARED_EACH = 2
# Chunks of a document that its mean is taken of, spread over it: more move a mean no more.
# Source: over the six development documents of 80 chunks and more, the cosine between this mean
# and that of all chunks is .999 and more (November 2026).
MEAN_CHUNKS = 48
# Chunks of the library that its own mean is taken of.
SAMPLE = 512


@dataclass(frozen=True, slots=True)
class SimilarDocument:
    """A document near to another one.

    Attributes:
        document: Without text and blocks.
        score: Cosine beyond what any two documents of the library share, -1 to 1.
    """

    document: Document
    score: float


def nearest_documents(
    parts: Parts, document: Document, where: Filter | None, count: int
) -> list[SimilarDocument]:
    """Return the documents nearest to one by the mean of their chunks' vectors, best first.

    Nothing is embedded. What all chunks of the library share is taken off first, as dense legs do
    for languages: without that, every document is near to every other.

    Args:
        parts: What the library searches with.
        document: Of which.
        where: Which documents count; it should leave out the document itself.
        count: How many at most.
    """
    dense = _embedder_of(parts.dense, document)
    own = None if dense is None else _mean(parts.catalog, dense, document.id)
    if dense is None or own is None:
        return []
    scope = None if where is None else Scope(parts.catalog.keys(where), where)
    centre = _centre(parts.catalog, dense)
    hits = dense.index.search(_unit(own), count * CHUNKS_EACH, scope)
    chunks = parts.catalog.chunks([hit.key for hit in hits])
    candidates = dict.fromkeys(chunks[hit.key].document_id for hit in hits if hit.key in chunks)
    candidates.pop(document.id, None)
    scores: dict[str, float] = {}
    for one in list(candidates)[: count * COMPARED_EACH]:
        mean = _mean(parts.catalog, dense, one)
        if mean is not None:
            scores[one] = float(_unit(own - centre) @ _unit(mean - centre))
    return _ranked(parts.catalog, scores, count)


def _ranked(catalog: Catalog, scores: dict[str, float], count: int) -> list[SimilarDocument]:
    best = tuple(sorted(scores, key=lambda one: (-scores[one], one))[:count])
    found = catalog.documents(Comparison("document_id", Operator.IN, best)) if best else []
    return [
        SimilarDocument(one, scores[one.id])
        for one in sorted(found, key=lambda d: best.index(d.id))
    ]


def _embedder_of(dense: Sequence[DenseIndex], document: Document) -> DenseIndex | None:
    """Return the embedder that understands a document, and most others beside it."""
    serving = [
        one
        for one in dense
        if one.embedder.languages is None or document.language in one.embedder.languages
    ]
    return max(
        serving or list(dense),
        key=lambda one: len(one.embedder.languages or range(1_000)),
        default=None,
    )


def _mean(catalog: Catalog, dense: DenseIndex, document_id: str) -> Vectors | None:
    """Return the mean of a document's vectors, float32 (dimension,); `None` where it has none."""
    keys = catalog.keys(Comparison("document_id", Operator.EQ, document_id))
    return _mean_of(catalog, dense, _spread(keys, MEAN_CHUNKS))


def _centre(catalog: Catalog, dense: DenseIndex) -> Vectors:
    mean = _mean_of(catalog, dense, _spread(catalog.keys(), SAMPLE))
    return np.zeros(dense.embedder.dimension, dtype=np.float32) if mean is None else mean


def _mean_of(catalog: Catalog, dense: DenseIndex, keys: Iterable[int]) -> Vectors | None:
    records = catalog.records(list(keys), dense.embedder.id)
    rows = [one.vector for one in records if one.vector is not None]
    return np.mean(rows, axis=0, dtype=np.float32) if rows else None


def _spread(keys: npt.NDArray[np.int64], most: int) -> list[int]:
    places = np.unique(np.linspace(0, len(keys) - 1, min(most, len(keys))).astype(np.int64))
    return [int(key) for key in keys[places]]


def _unit(vector: Vectors) -> Vectors:
    length = np.linalg.norm(vector)
    return vector / length if length > 0 else vector
