"""The promises an index keeps whatever the engine behind it can do."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aliquot.errors import IndexMismatchError, StoreError
from aliquot.protocols import ChunkRecord, Hit, Scope
from aliquot.storage.engines.engine import EngineState, Limits
from aliquot.storage.engines.index import STALE_ROWS, EngineVectorIndex
from aliquot.testing.contract_vector_indexes import VectorIndexContract
from aliquot.testing.memory_engine import Collections, MemoryEngine
from aliquot.types import Chunk, Span

DIMENSION = 8
WANTED = EngineState("library", "embedder", DIMENSION)


class _Contract(VectorIndexContract):
    limits = Limits()
    score_tolerance = 1e-5

    def open_index(self, folder: Path, dimension: int) -> EngineVectorIndex:
        disks = self.__dict__.setdefault("disks", {})
        disk = disks.setdefault(folder, Collections())
        engine = MemoryEngine("test", disk, self.limits)
        return EngineVectorIndex(engine, name="test", wanted=EngineState("l", "e", dimension))


class TestUnlimited(_Contract):
    limits = Limits(rows=10_000, hits=100_000, among=100_000)


class TestNarrow(_Contract):
    """An engine that gives few rows at a time, and cannot be restricted to keys."""

    limits = Limits(rows=7, hits=25, among=0)


class TestWithFetchedVectors(_Contract):
    """An engine whose own filtered search is not trusted."""

    limits = Limits(rows=50, hits=64, among=0, exact=1_000)


def index(disk: Collections, limits: Limits | None = None) -> EngineVectorIndex:
    return EngineVectorIndex(MemoryEngine("test", disk, limits), name="test", wanted=WANTED)


def vector(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(DIMENSION).astype(np.float32)


def record(key: int) -> ChunkRecord:
    chunk = Chunk(id=f"d#{key}", document_id="d", text=f"Chunk {key}.", header="D", span=Span(0, 8))
    return ChunkRecord(key, chunk, vector(key))


def keys_of(found: list[Hit]) -> list[int]:
    return [one.key for one in found]


def test_nothing_reaches_the_engine_before_flush() -> None:
    disk = Collections()
    writing = index(disk)
    writing.apply([record(1)], [], 1)
    assert disk.states == {}
    assert keys_of(writing.search(vector(1), 5)) == [1]
    writing.flush()
    assert list(disk.rows["test"]) == [1]


@pytest.mark.parametrize("steps", range(12))
def test_a_flush_that_breaks_anywhere_is_finished_by_the_next(steps: int) -> None:
    disk = Collections()
    first = index(disk)
    first.apply([record(key) for key in range(1, 6)], [], 1)
    first.flush()
    changes = ([record(key) for key in range(4, 10)], [1, 2], 2)
    breaking = index(disk)
    breaking.apply(*changes)
    engine = breaking.engine
    assert isinstance(engine, MemoryEngine)
    engine.fails_after = steps
    try:
        breaking.flush()
    except StoreError:
        # The process is killed here: what it held in memory is gone.
        again = index(disk)
        assert again.sequence == 1
        again.apply(*changes)
        again.flush()
    assert sorted(disk.rows["test"]) == [3, 4, 5, 6, 7, 8, 9]
    assert index(disk).sequence == 2


def test_a_broken_flush_keeps_what_is_in_memory() -> None:
    disk = Collections()
    breaking = index(disk)
    breaking.apply([record(1), record(2)], [], 1)
    engine = breaking.engine
    assert isinstance(engine, MemoryEngine)
    engine.fails_after = 1
    with pytest.raises(StoreError):
        breaking.flush()
    assert sorted(keys_of(breaking.search(vector(1), 5))) == [1, 2]
    engine.fails_after = None
    breaking.flush()
    assert sorted(disk.rows["test"]) == [1, 2]


def test_a_removed_row_never_takes_the_place_of_one_that_stays() -> None:
    disk = Collections()
    writing = index(disk, Limits(hits=16))
    writing.apply([record(key) for key in range(1, 61)], [], 1)
    writing.flush()
    nearest = keys_of(writing.search(vector(1), 10))
    writing.apply([], nearest, 2)
    left = keys_of(writing.search(vector(1), 10))
    assert len(left) == 10
    assert not set(left) & set(nearest)


def test_a_search_restricted_to_keys_is_restricted_in_the_engine() -> None:
    writing = index(Collections())
    writing.apply([record(key) for key in range(1, 61)], [], 1)
    writing.flush()
    engine = writing.engine
    assert isinstance(engine, MemoryEngine)
    before = engine.searches
    found = writing.search(vector(1), 3, Scope(np.array([5, 7, 60], dtype=np.int64)))
    assert sorted(keys_of(found)) == [5, 7, 60]
    assert engine.searches == before + 1


def test_more_hits_than_an_engine_gives_at_a_time_are_all_there() -> None:
    writing = index(Collections(), Limits(rows=50, hits=20, among=0))
    writing.apply([record(key) for key in range(1, 101)], [], 1)
    writing.flush()
    assert sorted(keys_of(writing.search(vector(1), 1000))) == list(range(1, 101))


def test_a_collection_of_another_library_is_refused_and_left_alone() -> None:
    disk = Collections()
    index(disk).flush()
    with pytest.raises(StoreError, match="another library"):
        EngineVectorIndex(
            MemoryEngine("test", disk), name="t", wanted=EngineState("other", "embedder", 8)
        )
    assert disk.states["test"].library == "library"


def test_a_collection_of_another_embedder_is_told_apart() -> None:
    disk = Collections()
    index(disk).flush()
    with pytest.raises(IndexMismatchError, match="embedder"):
        EngineVectorIndex(
            MemoryEngine("test", disk), name="t", wanted=EngineState("library", "new", 8)
        )


def test_a_process_that_only_searches_forgets_what_another_has_written() -> None:
    disk = Collections()
    reading, writing = index(disk), index(disk)
    changes = [record(key) for key in range(1, STALE_ROWS + 2)]
    writing.apply(changes, [], 1)
    writing.flush()
    reading.apply(changes, [], 1)
    assert len(reading._overlay) == 0
    assert keys_of(reading.search(vector(5), 1)) == [5]


def test_its_length_counts_each_row_once() -> None:
    writing = index(Collections())
    writing.apply([record(key) for key in range(1, 11)], [], 1)
    writing.flush()
    writing.apply([record(10), record(11)], [1, 99], 2)
    assert len(writing) == 10
