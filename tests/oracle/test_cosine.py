"""Scores of the local vector index against cosines worked out by hand and in exact arithmetic."""

from __future__ import annotations

from fractions import Fraction
from math import sqrt
from pathlib import Path

import numpy as np
import pytest

from aliquot.protocols import ChunkRecord
from aliquot.storage.vectors_local import LocalVectorIndex
from aliquot.types import Chunk, Span


def index_of(folder: Path, vectors: dict[int, list[float]]) -> LocalVectorIndex:
    dimension = len(next(iter(vectors.values())))
    index = LocalVectorIndex(folder, name="v", dimension=dimension, embedder_id="e")
    chunk = Chunk(id="c", document_id="d", text="t", header="", span=Span(0, 1))
    records = [
        ChunkRecord(key, chunk, np.array(vector, dtype=np.float32))
        for key, vector in vectors.items()
    ]
    index.apply(records, [], 1)
    index.flush()
    return index


# Cosine with (1, 0): worked out by hand.
BY_HAND = {
    1: ([1.0, 0.0], 1.0),
    2: ([0.0, 1.0], 0.0),
    3: ([-1.0, 0.0], -1.0),
    4: ([1.0, 1.0], 1 / sqrt(2)),
    5: ([3.0, 4.0], 0.6),
    6: ([-3.0, 4.0], -0.6),
    7: ([8.0, 15.0], 8 / 17),
}


def test_scores_are_the_cosines_worked_out_by_hand(tmp_path: Path) -> None:
    index = index_of(tmp_path, {key: vector for key, (vector, _) in BY_HAND.items()})
    hits = index.search(np.array([1.0, 0.0], dtype=np.float32), 10)
    assert [hit.key for hit in hits] == [1, 4, 5, 7, 2, 6, 3]
    for hit in hits:
        assert hit.score == pytest.approx(BY_HAND[hit.key][1], abs=1e-7)


def exact_cosine(left: np.ndarray, right: np.ndarray) -> float:
    """Work the cosine out in rational numbers; only the last root and quotient are rounded."""
    a = [Fraction(float(value)) for value in left]
    b = [Fraction(float(value)) for value in right]
    product = sum(x * y for x, y in zip(a, b, strict=True))
    squares = sum(x * x for x in a) * sum(y * y for y in b)
    return float(product) / sqrt(float(squares))


def test_scores_agree_with_exact_arithmetic_and_so_does_the_order(tmp_path: Path) -> None:
    rng = np.random.default_rng(5)
    vectors = rng.standard_normal((200, 96)).astype(np.float32)
    query = rng.standard_normal(96).astype(np.float32)
    index = index_of(tmp_path, {key: list(row) for key, row in enumerate(vectors)})
    expected = {key: exact_cosine(row, query) for key, row in enumerate(vectors)}
    hits = index.search(query, 200)
    assert [hit.key for hit in hits] == sorted(expected, key=lambda key: -expected[key])
    for hit in hits:
        assert hit.score == pytest.approx(expected[hit.key], abs=2e-7)
