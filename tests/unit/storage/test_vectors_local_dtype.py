"""The local vector index with float16 rows: half the room, the same hits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aliquot.errors import IndexMismatchError
from aliquot.protocols import ChunkRecord, VectorIndex
from aliquot.storage.vectors_local import LocalVectorIndex
from aliquot.testing.contract_vector_indexes import VectorIndexContract
from aliquot.types import Chunk, Span

COUNT, DIMENSION = 2000, 64
RNG = np.random.default_rng(1)
ROWS = RNG.standard_normal((COUNT + 20, DIMENSION)).astype(np.float32)
ROWS /= np.linalg.norm(ROWS, axis=1, keepdims=True)
CHUNK = Chunk(id="c", document_id="d", text="t", header="", span=Span(0, 1))


def filled(folder: Path, dtype: str, **options: int) -> LocalVectorIndex:
    index = LocalVectorIndex(
        folder, name="v", dimension=DIMENSION, embedder_id="e", dtype=dtype, **options
    )
    index.apply([ChunkRecord(key, CHUNK, ROWS[key]) for key in range(COUNT)], [], 1)
    return index


class TestHalf(VectorIndexContract):
    exact_limit = 50_000

    def open_index(self, folder: Path, dimension: int) -> VectorIndex:
        return LocalVectorIndex(
            folder,
            name="test",
            dimension=dimension,
            embedder_id="e",
            dtype="float16",
            exact_limit=self.exact_limit,
            fold_limit=1,
        )

    def test_hits_are_the_nearest_best_first_with_their_cosine(self, tmp_path: Path) -> None:
        """Leave the order of what float16 cannot tell apart open: compare the cosines."""
        full = LocalVectorIndex(tmp_path / "full", name="t", dimension=16, embedder_id="e")
        half = self.open_index(tmp_path / "half", 16)
        for index in (full, half):
            index.apply([ChunkRecord(key, CHUNK, ROWS[key, :16]) for key in range(300)], [], 1)
            index.flush()
        query = ROWS[-1, :16]
        scores = [[hit.score for hit in index.search(query, 20)] for index in (full, half)]
        assert np.allclose(*scores, atol=1e-3)


class TestHalfWithGraph(TestHalf):
    exact_limit = 50


def test_float16_finds_what_float32_finds(tmp_path: Path) -> None:
    half, full = filled(tmp_path / "half", "float16"), filled(tmp_path / "full", "float32")
    half.flush()
    full.flush()
    shared = [
        len({h.key for h in half.search(q, 10)} & {h.key for h in full.search(q, 10)}) / 10
        for q in ROWS[COUNT:]
    ]
    assert np.mean(shared) >= 0.99


def test_a_score_is_the_same_before_and_after_a_fold(tmp_path: Path) -> None:
    index = filled(tmp_path, "float16")
    before = index.search(ROWS[-1], 50)
    index.flush()
    assert index.search(ROWS[-1], 50) == before


def test_float16_takes_half_the_room(tmp_path: Path) -> None:
    sizes = {}
    for dtype in ("float16", "float32"):
        filled(tmp_path / dtype, dtype).flush()
        (file,) = (tmp_path / dtype).glob("*.vectors.npy")
        sizes[dtype] = file.stat().st_size - 128
    assert sizes["float32"] == 2 * sizes["float16"]


def test_another_dtype_is_refused_so_that_the_index_is_built_again(tmp_path: Path) -> None:
    filled(tmp_path, "float16").flush()
    with pytest.raises(IndexMismatchError, match="as float16, not float32"):
        LocalVectorIndex(tmp_path, name="v", dimension=DIMENSION, embedder_id="e")
