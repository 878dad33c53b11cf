"""The promises an index keeps whatever the engine behind it can do."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from aliquot.errors import IndexMismatchError, StoreError
from aliquot.protocols import ChunkRecord, Hit, Scope
from aliquot.storage.engines.engine import EngineState, Limits
from aliquot.storage.engines.index import STALE_ROWS, EngineVectorIndex
from aliquot.storage.keyed import Candidates
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


# ------------------------------------------------------------------------------ under its feet


def caught_up(writing: EngineVectorIndex, last: int) -> None:
    """Apply changes 1 to `last`, each of one chunk, and flush, as a follower does."""
    while writing.sequence < last:
        writing.apply([record(writing.sequence + 1)], [], writing.sequence + 1)
        if writing.sequence == last:
            writing.flush()


def vanish(disk: Collections) -> None:
    disk.states.clear()
    disk.rows.clear()


def fall_back(disk: Collections) -> None:
    """Let another process build the collection again, with two changes so far."""
    vanish(disk)
    caught_up(index(disk), 2)


def test_opening_writes_nothing() -> None:
    disk = Collections()
    index(disk)
    assert (disk.states, disk.rows) == ({}, {})


def test_opening_afresh_leaves_what_is_there_until_it_is_replaced() -> None:
    disk = Collections()
    caught_up(index(disk), 3)
    afresh = EngineVectorIndex(MemoryEngine("test", disk), name="test", wanted=WANTED, afresh=True)
    assert (afresh.sequence, len(afresh), afresh.search(vector(1), 5)) == (0, 0, [])
    assert sorted(disk.rows["test"]) == [1, 2, 3]
    afresh.apply([record(9)], [], 1)
    afresh.flush()
    assert list(disk.rows["test"]) == [9]
    assert index(disk).sequence == 1


def test_two_that_begin_at_once_lose_nothing_of_each_other() -> None:
    disk = Collections()
    slow, quick = index(disk), index(disk)
    caught_up(quick, 5)
    caught_up(slow, 6)
    assert sorted(disk.rows["test"]) == [1, 2, 3, 4, 5, 6]


@pytest.mark.parametrize("happens", [vanish, fall_back])
def test_what_is_gone_from_the_engine_is_given_to_it_again(
    happens: Callable[[Collections], None],
) -> None:
    disk = Collections()
    writing = index(disk)
    caught_up(writing, 5)
    happens(disk)
    caught_up(writing, 6)
    assert sorted(disk.rows["test"]) == [1, 2, 3, 4, 5, 6]
    assert index(disk).sequence == 6


def test_a_search_in_a_deleted_collection_says_so() -> None:
    class Server(MemoryEngine):
        """Fails like one that does not know the collection."""

        def nearest(self, *words: Any, **named: Any) -> Candidates:
            if self.state() is None:
                raise StoreError("There is no such table.")
            return super().nearest(*words, **named)

    disk = Collections()
    reading = EngineVectorIndex(Server("test", disk), name="test", wanted=WANTED)
    caught_up(reading, 2)
    vanish(disk)
    with pytest.raises(IndexMismatchError, match="deleted"):
        reading.search(vector(1), 5)


class Switchable(MemoryEngine):
    """A server that can be switched off."""

    is_away = False

    def state(self) -> EngineState | None:
        """Say what it is, where it is on."""
        self.assert_on()
        return super().state()

    def nearest(self, *words: Any, **named: Any) -> Candidates:
        """Search, where it is on."""
        self.assert_on()
        return super().nearest(*words, **named)

    def assert_on(self) -> None:
        """Fail where it is off."""
        if self.is_away:
            raise StoreError("The engine is away.")


def test_an_engine_that_is_away_is_not_taken_for_one_that_is_empty() -> None:
    disk = Collections()
    server = Switchable("test", disk)
    open_one = EngineVectorIndex(server, name="test", wanted=WANTED)
    caught_up(open_one, 2)
    server.is_away = True
    with pytest.raises(StoreError, match="away") as caught:
        open_one.search(vector(1), 5)
    assert not isinstance(caught.value, IndexMismatchError)
    with pytest.raises(StoreError, match="away"):
        caught_up(open_one, 3)
    server.is_away = False
    open_one.flush()
    assert sorted(disk.rows["test"]) == [1, 2, 3]


def test_a_flush_with_nothing_new_writes_nothing() -> None:
    disk = Collections()
    caught_up(index(disk), 3)
    again = index(disk)
    assert isinstance(again.engine, MemoryEngine)
    again.engine.fails_after = 0
    again.flush()
