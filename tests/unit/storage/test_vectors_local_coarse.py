"""Coarse rows: nothing is found otherwise than by comparing the rows themselves."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aliquot.protocols import ChunkRecord
from aliquot.storage.vectors_local import LocalVectorIndex, coarse
from aliquot.storage.vectors_local.coarse import CoarseRows, LaterCoarse
from aliquot.storage.vectors_local.packing import PackedRows, packed
from aliquot.storage.vectors_local.scan import Rows, nearest
from aliquot.types import Chunk, Span

CHUNK = Chunk(id="c", document_id="d", text="t", header="", span=Span(0, 1))
MANY = 3000


def units(rng: np.random.Generator, count: int, dimension: int, spread: float) -> np.ndarray:
    """Return float32 (count, dimension) of unit length; the smaller the spread, the nearer."""
    rows = rng.standard_normal(dimension) + spread * rng.standard_normal((count, dimension))
    rows /= np.linalg.norm(rows, axis=1, keepdims=True)
    return rows.astype(np.float32)


def best(rows: Rows, vector: np.ndarray, k: int) -> list[tuple[float, int]]:
    found = nearest(rows, vector, k)
    return sorted(zip((-found.scores).tolist(), found.keys.tolist(), strict=True))[:k]


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from([8, 384, 1024]),
    st.sampled_from([1e-6, 1e-4, 1e-2, 1.0]),
    st.sampled_from(["float32", "float16"]),
)
def test_the_best_are_those_of_the_rows_themselves(
    seed: int, dimension: int, spread: float, dtype: str
) -> None:
    rng = np.random.default_rng(seed)
    vectors = packed(units(rng, MANY, dimension, spread), dtype)
    plain = Rows(np.arange(MANY), vectors, rng.random(MANY) > 0.1)
    often = Rows(plain.keys, vectors, plain.alive, LaterCoarse(vectors))
    query = units(rng, 1, dimension, 1.0)[0]
    for vector in (query, vectors.floats(slice(5, 6))[0]):
        expected = best(plain, vector, 100)
        for _ in range(coarse._SCANS_BEFORE + 1):
            assert best(often, vector, 100) == expected


@given(st.integers(0, 2**32 - 1), st.sampled_from([1e-4, 1.0]))
@settings(max_examples=30, deadline=None)
def test_no_product_is_farther_off_than_it_says(seed: int, spread: float) -> None:
    rng = np.random.default_rng(seed)
    rows = units(rng, 500, 384, spread)
    # As far from a half as a number can be, and smaller than any half.
    rows[0] = np.float32(1 + 2**-11) / np.sqrt(384)
    rows[1, 1:] = 1e-9
    rows[1, 0] = 1
    vector = units(rng, 1, 384, spread)[0]
    products, error = CoarseRows(PackedRows(rows)).products(vector)
    assert np.abs(products - rows.astype(np.float64) @ vector.astype(np.float64)).max() <= error
    assert error < 1e-3


def test_only_who_asks_often_gets_a_copy() -> None:
    rows = PackedRows(units(np.random.default_rng(1), MANY, 8, 1.0))
    later = LaterCoarse(rows)
    given = [later.get() is not None for _ in range(coarse._SCANS_BEFORE + 2)]
    assert given == [False] * (coarse._SCANS_BEFORE - 1) + [True] * 3


@pytest.mark.parametrize(
    "rows",
    [
        PackedRows(units(np.random.default_rng(1), 100, 8, 1.0)),
        packed(units(np.random.default_rng(1), MANY, 8, 1.0), "int8"),
    ],
    ids=["few", "int8"],
)
def test_few_rows_and_codes_are_never_copied(rows: PackedRows) -> None:
    later = LaterCoarse(rows)
    assert all(later.get() is None for _ in range(3 * coarse._SCANS_BEFORE))


def test_a_processor_without_kernels_scans_the_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("numkong.get_capabilities", lambda: {"serial": True, "haswell": False})
    later = LaterCoarse(PackedRows(units(np.random.default_rng(1), MANY, 8, 1.0)))
    assert all(later.get() is None for _ in range(3 * coarse._SCANS_BEFORE))


def test_changes_are_seen_after_the_copy_is_made(tmp_path: Path) -> None:
    rows = units(np.random.default_rng(1), MANY, 16, 1.0)
    index = LocalVectorIndex(tmp_path, name="v", dimension=16, embedder_id="e")
    index.apply([ChunkRecord(key, CHUNK, row) for key, row in enumerate(rows)], [], 1)
    index.flush()
    query = rows[7]
    for _ in range(coarse._SCANS_BEFORE + 1):
        hits = index.search(query, 3)
    assert hits[0].key == 7
    index.apply([ChunkRecord(9, CHUNK, query)], [7], 2)
    assert [hit.key for hit in index.search(query, 3)][:1] == [9]
    assert 7 not in [hit.key for hit in index.search(query, MANY)]
    index.flush()
    assert [hit.key for hit in index.search(query, 3)][:1] == [9]
