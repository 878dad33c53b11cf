"""Indexes in segments: alive is what was put last, on disk as in memory, whatever is merged."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aliquot.errors import IndexMismatchError, StoreError
from aliquot.protocols import ChunkRecord
from aliquot.storage.encodings import EncodedRecord, pack_weights
from aliquot.storage.impacts_local import LocalImpactIndex
from aliquot.storage.segmented import index as segmented
from aliquot.storage.segmented.files import SegmentFiles
from aliquot.storage.tokens_local import LocalTokenIndex
from aliquot.types import Chunk, Span


def chunk(key: int) -> Chunk:
    return Chunk(id=f"c{key}", document_id="d", text="t", header="", span=Span(0, 1))


def record(key: int, weights: Mapping[str, float]) -> EncodedRecord:
    return EncodedRecord(key, chunk(key), encoded=pack_weights(weights))


def opened(folder: Path, encoder_id: str = "e") -> LocalImpactIndex:
    return LocalImpactIndex(folder, name="sparse", encoder_id=encoder_id)


def held(index: LocalImpactIndex) -> dict[int, float]:
    return {hit.key: hit.score for hit in index.search_weights({"a": 1.0}, 10_000)}


def put(index: LocalImpactIndex, sequence: int, *keys: int, weight: float = 1.0) -> None:
    index.apply([record(key, {"a": weight}) for key in keys], [], sequence)


STEP = st.tuples(
    st.lists(st.integers(1, 12), max_size=5),
    st.lists(st.integers(1, 12), max_size=3),
    st.sampled_from(["", "flush", "reopen"]),
)


@settings(max_examples=60, deadline=None)
@given(steps=st.lists(STEP, max_size=30), minimum=st.sampled_from([1, 4, 256]))
def test_any_history_leaves_what_was_put_last(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[tuple[list[int], list[int], str]],
    minimum: int,
) -> None:
    folder = tmp_path_factory.mktemp("index")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(segmented, "_MERGE_MINIMUM", minimum)
        patch.setattr(segmented, "_MAX_SMALL", 3)
        index, model = opened(folder), {}
        for number, (keys, removals, then) in enumerate(steps, start=1):
            put_now = {key: float(number) for key in keys}
            index.apply([record(key, {"a": number}) for key in put_now], removals, number)
            model = {k: v for k, v in (model | put_now).items() if k not in removals}
            if then:
                index.flush()
            if then == "reopen":
                index.close()
                index = opened(folder)
            assert held(index) == model
            assert len(index) == len(model)
            assert index.sequence == number


def test_what_was_not_flushed_is_not_there_when_opened_again(tmp_path: Path) -> None:
    index = opened(tmp_path)
    put(index, 1, 1, 2)
    index.flush()
    put(index, 2, 3)
    assert held(opened(tmp_path)).keys() == {1, 2}


def test_a_failed_flush_leaves_the_last_state_and_keeps_the_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    index = opened(tmp_path)
    put(index, 1, 1)
    index.flush()
    before = sorted(path.name for path in tmp_path.iterdir())
    put(index, 2, 2)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(SegmentFiles, "commit", full)
        with pytest.raises(StoreError, match="cannot be written"):
            index.flush()
    assert sorted(path.name for path in tmp_path.iterdir()) == before
    assert held(opened(tmp_path)).keys() == {1}
    put(index, 3, 3)
    index.flush()
    assert held(opened(tmp_path)).keys() == {1, 2, 3}


def test_many_small_flushes_leave_few_files(tmp_path: Path) -> None:
    index = opened(tmp_path)
    put(index, 1, *range(1, 3000))
    index.flush()
    for number in range(2, 60):
        put(index, number, 10_000 + number)
        index.flush()
    assert len(list(tmp_path.iterdir())) < 90
    assert len(held(index)) == 2999 + 58


def test_two_processes_that_flush_in_turn_lose_nothing(tmp_path: Path) -> None:
    first, second = opened(tmp_path), opened(tmp_path)
    put(first, 1, 1, 2)
    put(second, 1, 1, 2)
    put(second, 2, 3, weight=2.0)
    second.apply([], [1], 3)
    first.flush()
    second.flush()
    assert held(opened(tmp_path)) == held(second) == {2: 1.0, 3: 2.0}


def test_an_index_of_another_encoder_is_refused(tmp_path: Path) -> None:
    index = opened(tmp_path)
    put(index, 1, 1)
    index.flush()
    with pytest.raises(IndexMismatchError, match="encoder e, not other"):
        opened(tmp_path, "other")


@pytest.mark.parametrize("damage", ["state.json", "keys", "rows", "vocabulary", "impacts"])
def test_damage_is_found_when_it_is_opened(tmp_path: Path, damage: str) -> None:
    index = opened(tmp_path)
    put(index, 1, 1, 2, 3)
    index.flush()
    (path,) = (one for one in tmp_path.iterdir() if damage in one.name)
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(IndexMismatchError, match="damaged"):
        opened(tmp_path)


def test_a_chunk_without_its_encoding_changes_nothing(tmp_path: Path) -> None:
    index = opened(tmp_path)
    with pytest.raises(StoreError, match="without what its encoder gave"):
        index.apply([ChunkRecord(1, chunk(1))], [], 1)
    assert (index.sequence, len(index)) == (0, 0)


def test_a_chunk_of_another_dimension_changes_nothing(tmp_path: Path) -> None:
    index = LocalTokenIndex(tmp_path, name="late", dimension=4, encoder_id="e")
    spoilt = EncodedRecord(1, chunk(1), encoded=b"\x03\0\0\0" + bytes(6))
    with pytest.raises(IndexMismatchError, match="4 numbers, not 3"):
        index.apply([spoilt], [], 1)
    assert (index.sequence, len(index)) == (0, 0)
