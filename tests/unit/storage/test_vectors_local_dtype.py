"""The local vector index with float16 or int8 rows: less room, nearly the same hits."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from aliquot.errors import IndexMismatchError
from aliquot.protocols import ChunkRecord, Scope, VectorIndex
from aliquot.storage.vectors_local import LocalVectorIndex
from aliquot.testing.contract_vector_indexes import VectorIndexContract
from aliquot.types import Chunk, Span

COUNT, DIMENSION = 2000, 64
RNG = np.random.default_rng(1)
ROWS = RNG.standard_normal((COUNT + 20, DIMENSION)).astype(np.float32)
ROWS /= np.linalg.norm(ROWS, axis=1, keepdims=True)
QUERIES = ROWS[COUNT:]
CHUNK = Chunk(id="c", document_id="d", text="t", header="", span=Span(0, 1))

SMALLER = ("float16", "int8")


def opened(folder: Path, dtype: str, **options: int) -> LocalVectorIndex:
    return LocalVectorIndex(
        folder, name="v", dimension=DIMENSION, embedder_id="e", dtype=dtype, **options
    )


def filled(folder: Path, dtype: str, **options: int) -> LocalVectorIndex:
    index = opened(folder, dtype, **options)
    index.apply([ChunkRecord(key, CHUNK, ROWS[key]) for key in range(COUNT)], [], 1)
    return index


def shared(one: LocalVectorIndex, other: LocalVectorIndex, k: int) -> float:
    """Return the mean share of hits both find."""
    found = [[{hit.key for hit in index.search(q, k)} for q in QUERIES] for index in (one, other)]
    return float(np.mean([len(left & right) / k for left, right in zip(*found, strict=True)]))


class TestHalf(VectorIndexContract):
    dtype = "float16"
    score_tolerance = 1e-3
    exact_limit = 50_000

    def open_index(self, folder: Path, dimension: int) -> VectorIndex:
        return LocalVectorIndex(
            folder,
            name="test",
            dimension=dimension,
            embedder_id="e",
            dtype=self.dtype,
            exact_limit=self.exact_limit,
            fold_limit=1,
        )


class TestHalfWithGraph(TestHalf):
    exact_limit = 50


class TestInt8(TestHalf):
    dtype = "int8"
    score_tolerance = 1e-2


class TestInt8WithGraph(TestInt8):
    exact_limit = 50


@pytest.mark.parametrize(("dtype", "least"), [("float16", 0.985), ("int8", 0.95)])
@pytest.mark.parametrize("exact_limit", [50_000, 1000])
def test_smaller_rows_find_what_float32_finds(
    tmp_path: Path, dtype: str, least: float, exact_limit: int
) -> None:
    small = filled(tmp_path / "small", dtype, exact_limit=exact_limit)
    full = filled(tmp_path / "full", "float32")
    small.flush()
    full.flush()
    assert shared(small, full, 10) >= least
    assert shared(small, full, 100) >= least


@pytest.mark.parametrize("dtype", SMALLER)
def test_a_score_is_the_same_however_its_row_was_found(tmp_path: Path, dtype: str) -> None:
    index = filled(tmp_path, dtype, exact_limit=1000)
    beside = index.search(QUERIES[0], 50)
    index.flush()
    by_graph = index.search(QUERIES[0], 50)
    scope = Scope(np.array(sorted(hit.key for hit in beside), dtype=np.int64))
    by_filter = index.search(QUERIES[0], 50, scope)
    by_scan = opened(tmp_path, dtype, exact_limit=COUNT).search(QUERIES[0], 50)
    assert beside == by_scan == by_filter
    scores = {hit.key: hit.score for hit in beside}
    assert all(scores.get(hit.key, hit.score) == hit.score for hit in by_graph)


@pytest.mark.parametrize("dtype", SMALLER)
def test_rounding_does_not_add_up_over_folds(tmp_path: Path, dtype: str) -> None:
    index = filled(tmp_path, dtype, fold_limit=1)
    index.flush()
    first = index.search(QUERIES[0], 50)
    for sequence in range(2, 5):
        far = ChunkRecord(COUNT + sequence, CHUNK, -QUERIES[0])
        index.apply([far], [], sequence)
        index.flush()
    assert index.search(QUERIES[0], 50) == first


@pytest.mark.parametrize("dtype", SMALLER)
def test_more_equal_vectors_than_wanted_come_by_key(tmp_path: Path, dtype: str) -> None:
    index = opened(tmp_path, dtype, fold_limit=1)
    keys = RNG.permutation(500).tolist()
    index.apply([ChunkRecord(key, CHUNK, ROWS[0]) for key in keys], [], 1)
    index.flush()
    assert [hit.key for hit in index.search(ROWS[0], 10)] == list(range(10))


@pytest.mark.parametrize("dtype", SMALLER)
def test_a_row_removed_from_a_graph_is_never_found(tmp_path: Path, dtype: str) -> None:
    index = filled(tmp_path, dtype, exact_limit=1000, fold_limit=1)
    index.flush()
    index.apply([ChunkRecord(5, CHUNK, QUERIES[0])], [7], 2)
    index.flush()
    assert index.search(QUERIES[0], 1)[0].key == 5
    assert index.search(ROWS[7], 1)[0].key != 7


def test_float16_takes_half_the_room_and_int8_a_quarter(tmp_path: Path) -> None:
    sizes = {}
    for dtype in ("float32", *SMALLER):
        filled(tmp_path / dtype, dtype).flush()
        files = (tmp_path / dtype).glob("*.npy")
        sizes[dtype] = sum(path.stat().st_size - 128 for path in files) - 8 * COUNT  # The keys.
    assert sizes["float32"] == 2 * sizes["float16"]
    assert sizes["float32"] == 4 * (sizes["int8"] - 4 * COUNT)  # One scale per row.


def test_a_graph_over_int8_takes_less_room(tmp_path: Path) -> None:
    sizes = {}
    for dtype in ("float32", "int8"):
        filled(tmp_path / dtype, dtype, exact_limit=1000).flush()
        (file,) = (tmp_path / dtype).glob("*.graph")
        sizes[dtype] = file.stat().st_size
    assert sizes["float32"] - sizes["int8"] == COUNT * DIMENSION


@pytest.mark.parametrize(("kept", "wanted"), [("float16", "float32"), ("int8", "float16")])
def test_another_dtype_is_refused_so_that_the_index_is_built_again(
    tmp_path: Path, kept: str, wanted: str
) -> None:
    filled(tmp_path, kept).flush()
    with pytest.raises(IndexMismatchError, match=f"as {kept}, not {wanted}") as caught:
        opened(tmp_path, wanted)
    assert "nothing is embedded again" in caught.value.hint


def test_a_base_written_before_there_were_scales_is_opened(tmp_path: Path) -> None:
    filled(tmp_path, "float32").flush()
    path = tmp_path / "state.json"
    state = json.loads(path.read_text())
    del state["base"]["scales"]
    path.write_text(json.dumps(state))
    assert len(opened(tmp_path, "float32")) == COUNT


@pytest.mark.parametrize("damage", ["gone", "short", "changed", "unnamed"])
def test_damaged_scales_are_noticed(tmp_path: Path, damage: str) -> None:
    filled(tmp_path, "int8").flush()
    (path,) = tmp_path.glob("*.scales.npy")
    content = path.read_bytes()
    name = path.name
    if damage == "gone":
        path.unlink()
    elif damage == "unnamed":
        name = "state.json"
        state = json.loads((tmp_path / name).read_text())
        (tmp_path / name).write_text(
            json.dumps({**state, "base": {**state["base"], "scales": None}})
        )
    else:
        path.write_bytes(content[:-9] if damage == "short" else content[:-1] + b"?")
    with pytest.raises(IndexMismatchError, match=name):
        opened(tmp_path, "int8")


def test_scales_of_another_base_do_not_stay_behind(tmp_path: Path) -> None:
    index = filled(tmp_path, "int8", fold_limit=1)
    index.flush()
    index.apply([ChunkRecord(9999, CHUNK, ROWS[1])], [], 2)
    index.flush()
    assert len(list(tmp_path.glob("*.scales.npy"))) == 1
