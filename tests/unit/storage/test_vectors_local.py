"""The local vector index: exact, durable at every moment, the same whatever the path to a row."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aliquot.errors import IndexMismatchError, StoreError
from aliquot.protocols import ChunkRecord, Hit, Scope, VectorIndex
from aliquot.storage.vectors_local import LocalVectorIndex
from aliquot.storage.vectors_local.files import VectorFiles
from aliquot.storage.vectors_local.graph import NeighbourGraph
from aliquot.types import Chunk, Span

DIMENSION = 8
BIG_KEY = 2**62


def vector_of(key: int) -> np.ndarray:
    """Return a vector that depends on the key alone; every fifth key shares one with others."""
    seed = 0 if key % 5 == 0 else key
    vector = np.random.default_rng(seed).standard_normal(DIMENSION).astype(np.float32)
    return vector / np.linalg.norm(vector)


def record(key: int, vector: np.ndarray | None = None) -> ChunkRecord:
    chunk = Chunk(id=f"c{key}", document_id="d", text="t", header="", span=Span(0, 1))
    return ChunkRecord(key, chunk, vector_of(key) if vector is None else vector)


def records(*keys: int) -> list[ChunkRecord]:
    return [record(key) for key in keys]


def opened(folder: Path, **options: Any) -> LocalVectorIndex:
    settings = {"name": "v", "dimension": DIMENSION, "embedder_id": "e1", **options}
    return LocalVectorIndex(folder, **settings)


def scope_of(*keys: int) -> Scope:
    return Scope(np.array(sorted(keys), dtype=np.int64))


def keys_of(hits: list[Hit]) -> list[int]:
    return [hit.key for hit in hits]


def brute_force(model: dict[int, np.ndarray], query: np.ndarray, k: int) -> list[int]:
    scores = {
        key: np.float32((vector.astype(np.float64) * query).sum()) for key, vector in model.items()
    }
    return sorted(scores, key=lambda key: (-scores[key], key))[:k]


QUERY = vector_of(123_457)


# ------------------------------------------------------------------------------ searching


def test_it_is_a_vector_index(tmp_path: Path) -> None:
    index: VectorIndex = opened(tmp_path)
    assert index.sequence == 0


def test_an_empty_index_finds_nothing(tmp_path: Path) -> None:
    assert opened(tmp_path).search(QUERY, 10) == []
    assert opened(tmp_path).search(QUERY, 10, scope_of(1)) == []


def test_equal_vectors_come_in_order_of_key_wherever_they_lie(tmp_path: Path) -> None:
    index = opened(tmp_path, fold_limit=1)
    index.apply(records(40, 10, 7, 5), [], 1)
    index.flush()
    index.apply(records(25, 15, 3), [], 2)
    hits = index.search(vector_of(0), 5)
    assert keys_of(hits) == [5, 10, 15, 25, 40]
    assert len({hit.score for hit in hits}) == 1


def test_the_score_of_a_chunk_does_not_depend_on_how_it_was_found(tmp_path: Path) -> None:
    keys = range(1, 300)
    index = opened(tmp_path / "scan")
    index.apply(records(*keys), [], 1)
    index.flush()
    graph = opened(tmp_path / "graph", exact_limit=50)
    graph.apply(records(*keys), [], 1)
    graph.flush()
    by_scan = {hit.key: hit.score for hit in index.search(QUERY, 300)}
    by_graph = {hit.key: hit.score for hit in graph.search(QUERY, 20)}
    by_filter = {hit.key: hit.score for hit in index.search(QUERY, 9, scope_of(*range(9)))}
    assert by_graph.items() <= by_scan.items()
    assert by_filter.items() <= by_scan.items()


def test_k_larger_than_the_index_gives_everything(tmp_path: Path) -> None:
    index = opened(tmp_path)
    index.apply(records(1, 2, 3), [], 1)
    assert sorted(keys_of(index.search(QUERY, 1000))) == [1, 2, 3]


@pytest.mark.parametrize("k", [0, -1])
def test_k_below_one_gives_nothing(tmp_path: Path, k: int) -> None:
    index = opened(tmp_path)
    index.apply(records(1), [], 1)
    assert index.search(QUERY, k) == []


def test_a_scope_that_names_no_indexed_chunk_gives_nothing(tmp_path: Path) -> None:
    index = opened(tmp_path, fold_limit=1)
    index.apply(records(1, 2), [], 1)
    index.flush()
    assert index.search(QUERY, 5, scope_of()) == []
    assert index.search(QUERY, 5, scope_of(99)) == []


def test_keys_may_be_as_large_as_the_catalog_counts(tmp_path: Path) -> None:
    index = opened(tmp_path, exact_limit=1, fold_limit=1)
    index.apply(records(BIG_KEY, BIG_KEY - 1, 3), [], 1)
    index.flush()
    assert sorted(keys_of(index.search(QUERY, 3))) == [3, BIG_KEY - 1, BIG_KEY]


def test_vectors_are_compared_by_direction_not_length(tmp_path: Path) -> None:
    index = opened(tmp_path)
    index.apply([record(1, 100 * vector_of(1)), record(2)], [], 1)
    assert index.search(3 * vector_of(1), 1)[0].score == pytest.approx(1.0, abs=1e-6)


# ------------------------------------------------------------------------------ bad input


@pytest.mark.parametrize("bad", [np.zeros(DIMENSION), np.full(DIMENSION, np.nan)])
def test_a_vector_without_direction_is_refused_and_nothing_changes(
    tmp_path: Path, bad: np.ndarray
) -> None:
    index = opened(tmp_path)
    with pytest.raises(StoreError, match="NaN or only zeros"):
        index.apply([record(1), record(2, bad.astype(np.float32))], [], 1)
    assert (len(index), index.sequence) == (0, 0)
    with pytest.raises(StoreError, match="NaN or only zeros"):
        index.search(bad.astype(np.float32), 1)


def test_a_vector_of_another_dimension_is_refused(tmp_path: Path) -> None:
    index = opened(tmp_path)
    with pytest.raises(IndexMismatchError, match="8 numbers"):
        index.apply([record(1, np.ones(9, np.float32))], [], 1)
    with pytest.raises(IndexMismatchError, match="8 numbers"):
        index.search(np.ones(9, np.float32), 1)


def test_a_chunk_without_vector_is_refused(tmp_path: Path) -> None:
    bare = ChunkRecord(1, record(1).chunk)
    with pytest.raises(StoreError, match="c1 has no vector"):
        opened(tmp_path).apply([bare], [], 1)


# ------------------------------------------------------------------------------ changing


def test_the_same_changes_twice_leave_the_same_index(tmp_path: Path) -> None:
    index = opened(tmp_path)
    for _ in range(2):
        index.apply(records(1, 2, 3), [2], 7)
    assert sorted(keys_of(index.search(QUERY, 9))) == [1, 3]
    assert index.sequence == 7


def test_a_replaced_vector_is_found_by_its_new_direction(tmp_path: Path) -> None:
    index = opened(tmp_path, fold_limit=1)
    index.apply(records(1, 2), [], 1)
    index.flush()
    index.apply([record(1, vector_of(77))], [], 2)
    assert index.search(vector_of(77), 1)[0] == Hit(1, 1.0)
    assert len(index) == 2


def test_a_search_under_way_does_not_see_a_change(tmp_path: Path) -> None:
    index = opened(tmp_path)
    index.apply(records(*range(100)), [], 1)
    errors: list[str] = []
    stop = threading.Event()

    def search() -> None:
        while not stop.is_set():
            if len(index.search(QUERY, 100)) != 100:
                errors.append("half a change was visible")

    thread = threading.Thread(target=search)
    thread.start()
    for step in range(200):  # Every change replaces one chunk: there are always 100.
        index.apply(records(100 + step), [step], step + 2)
    stop.set()
    thread.join()
    assert errors == []


Change = tuple[frozenset[int], frozenset[int]]
KEYS = st.frozensets(st.integers(0, 60), max_size=25)


@settings(max_examples=60, deadline=None)
@given(
    steps=st.lists(
        st.one_of(st.tuples(KEYS, KEYS), st.sampled_from(["flush", "reopen", "other"])),
        max_size=14,
    ),
    exact_limit=st.sampled_from([5, 1000]),
    fold_limit=st.sampled_from([1, 10, 1000]),
    scope=KEYS,
)
def test_any_history_gives_what_comparing_everything_gives(
    tmp_path_factory: pytest.TempPathFactory,
    steps: list[Change | str],
    exact_limit: int,
    fold_limit: int,
    scope: frozenset[int],
) -> None:
    folder = tmp_path_factory.mktemp("index")
    options = {"exact_limit": exact_limit, "fold_limit": fold_limit, "ef_search": 200}
    index = opened(folder, **options)
    model: dict[int, np.ndarray] = {}
    flushed, sequence = (dict(model), 0), 0
    for step in steps:
        if step == "flush":
            index.flush()
            flushed = (dict(model), sequence)
        elif step == "reopen":
            index.close()
            index = opened(folder, **options)
            model, sequence = dict(flushed[0]), flushed[1]
        elif step == "other":  # Another process flushes one change more; this one learns of it.
            sequence += 1
            change = (records(61), [7])
            other = opened(folder, **options)
            other.apply(records(*model), [key for key in range(62) if key not in model], sequence)
            other.apply(*change, sequence)
            other.flush()
            index.apply(*change, sequence)
            model[61] = vector_of(61)
            model.pop(7, None)
            flushed = (dict(model), sequence)
        else:
            added, removed = step
            sequence += 1
            index.apply(records(*added), sorted(removed), sequence)
            model.update({key: vector_of(key) for key in added})
            for key in removed:
                model.pop(key, None)
    assert index.sequence == sequence
    assert keys_of(index.search(QUERY, 7)) == brute_force(model, QUERY, 7)
    inside = {key: vector for key, vector in model.items() if key in scope}
    assert keys_of(index.search(QUERY, 7, scope_of(*scope))) == brute_force(inside, QUERY, 7)
    index.flush()
    again = opened(folder, **options)
    assert again.sequence == sequence
    assert keys_of(again.search(QUERY, 100)) == brute_force(model, QUERY, 100)


# ------------------------------------------------------------------------------ the graph


def large(folder: Path, **options: Any) -> tuple[LocalVectorIndex, np.ndarray]:
    vectors = np.random.default_rng(0).standard_normal((1500, 32)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    index = opened(folder, dimension=32, exact_limit=1000, **options)
    index.apply([record(key, vector) for key, vector in enumerate(vectors)], [], 1)
    index.flush()
    return index, vectors


def test_a_large_index_gets_a_graph_that_finds_nearly_everything(tmp_path: Path) -> None:
    index, vectors = large(tmp_path)
    assert list(tmp_path.glob("*.graph"))
    model = dict(enumerate(vectors))
    queries = np.random.default_rng(1).standard_normal((20, 32)).astype(np.float32)
    queries /= np.linalg.norm(queries, axis=1, keepdims=True)
    found = [
        len({*keys_of(index.search(query, 10))} & {*brute_force(model, query, 10)})
        for query in queries
    ]
    assert sum(found) / 200 >= 0.98


def test_every_row_of_a_graph_can_be_reached(tmp_path: Path) -> None:
    index, vectors = large(tmp_path)
    assert [index.search(vector, 1)[0].key for vector in vectors] == list(range(1500))


@pytest.mark.parametrize("share", [0.01, 0.3, 0.9])
def test_a_filter_on_a_graph_never_lets_others_through(tmp_path: Path, share: float) -> None:
    index, vectors = large(tmp_path)
    allowed = set(np.random.default_rng(2).choice(1500, int(1500 * share), replace=False).tolist())
    hits = index.search(vectors[3], 12, scope_of(*allowed))
    assert len(hits) == 12
    assert set(keys_of(hits)) <= allowed


def test_rows_removed_from_a_graph_are_never_found(tmp_path: Path) -> None:
    index, vectors = large(tmp_path)
    index.apply([], range(0, 200), 2)
    assert index.search(vectors[5], 1)[0].key >= 200
    index.flush()
    reopened = opened(tmp_path, dimension=32, exact_limit=1000)
    assert reopened.search(vectors[5], 1)[0].key >= 200
    assert len(reopened) == 1300


def test_a_graph_grows_instead_of_being_built_again(tmp_path: Path) -> None:
    index, _ = large(tmp_path, fold_limit=100)
    more = np.random.default_rng(9).standard_normal((300, 32)).astype(np.float32)
    index.apply([record(5000 + place, row) for place, row in enumerate(more)], [1, 2], 2)
    index.flush()
    state = json.loads((tmp_path / "state.json").read_text())
    assert state["base"]["dropped"] == 2
    graph = NeighbourGraph.opened(tmp_path / state["base"]["graph"]["name"])
    assert len(graph) == 1500 - 2 + 300
    assert [index.search(row, 1)[0].key for row in more] == list(range(5000, 5300))


def test_a_chunk_replaced_in_a_graph_is_found_by_its_new_vector_only(tmp_path: Path) -> None:
    index, vectors = large(tmp_path, fold_limit=1)
    index.apply([record(5, -vectors[9])], [], 2)
    index.flush()
    assert index.search(-vectors[9], 1)[0].key == 5
    assert index.search(vectors[5], 1)[0].key != 5


def test_a_filter_far_from_the_question_is_still_answered_in_full(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    near, far = np.eye(2, 32, dtype=np.float32)
    rows = [near] * 1050 + [far] * 450
    noisy = np.array(rows) + 0.1 * rng.standard_normal((1500, 32)).astype(np.float32)
    index = opened(tmp_path, dimension=32, exact_limit=1000)
    index.apply([record(key, vector) for key, vector in enumerate(noisy)], [], 1)
    index.flush()
    hits = index.search(near, 100, scope_of(*range(1050, 1500)))
    unit = noisy / np.linalg.norm(noisy, axis=1, keepdims=True)
    allowed = {key: unit[key] for key in range(1050, 1500)}
    assert keys_of(hits) == brute_force(allowed, near, 100)


def test_searches_in_many_threads_agree(tmp_path: Path) -> None:
    index, vectors = large(tmp_path)
    expected = [index.search(vector, 5) for vector in vectors[:100]]
    wrong: list[int] = []

    def search() -> None:
        wrong.extend(
            place for place in range(100) if index.search(vectors[place], 5) != expected[place]
        )

    threads = [threading.Thread(target=search) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


# ------------------------------------------------------------------------------ on disk


def test_nothing_is_written_before_a_flush(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    index = opened(folder)
    index.apply(records(1), [], 1)
    assert not folder.exists()


def test_what_was_not_flushed_is_forgotten_with_its_sequence(tmp_path: Path) -> None:
    index = opened(tmp_path)
    index.apply(records(1), [], 1)
    index.flush()
    index.apply(records(2), [], 2)
    index.close()
    again = opened(tmp_path)
    assert (again.sequence, keys_of(again.search(QUERY, 9))) == (1, [1])


def test_a_change_without_chunks_still_moves_the_sequence(tmp_path: Path) -> None:
    index = opened(tmp_path)
    index.apply([], [], 5)
    index.flush()
    assert opened(tmp_path).sequence == 5


def test_one_chunk_more_does_not_rewrite_a_large_base(tmp_path: Path) -> None:
    index, _ = large(tmp_path)
    before = {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("base-*")}
    index.apply([record(9999, np.ones(32, np.float32))], [4], 2)
    index.flush()
    assert {path.name: path.stat().st_mtime_ns for path in tmp_path.glob("base-*")} == before
    assert sum(path.stat().st_size for path in tmp_path.glob("delta-*")) < 5000


def test_many_small_flushes_leave_few_files(tmp_path: Path) -> None:
    index, _ = large(tmp_path)
    for step in range(60):
        index.apply([record(2000 + step, np.ones(32, np.float32))], [step], step + 2)
        index.flush()
    assert len(list(tmp_path.iterdir())) <= 25
    assert len(opened(tmp_path, dimension=32, exact_limit=1000)) == 1500


def test_a_reader_keeps_its_state_while_files_are_replaced(tmp_path: Path) -> None:
    writer = opened(tmp_path, fold_limit=1)
    writer.apply(records(1, 2), [], 1)
    writer.flush()
    reader = opened(tmp_path)
    writer.apply(records(3), [1], 2)
    writer.flush()
    assert keys_of(reader.search(QUERY, 9)) == brute_force(
        {1: vector_of(1), 2: vector_of(2)}, QUERY, 9
    )
    assert len(opened(tmp_path)) == 2


def test_a_reader_that_meets_a_writer_sees_the_newer_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = opened(tmp_path, fold_limit=1)
    writer.apply(records(1), [], 1)
    writer.flush()
    stale = VectorFiles(tmp_path, embedder_id="e1", dimension=DIMENSION).state()
    writer.apply(records(2), [], 2)
    writer.flush()
    read = VectorFiles.state
    answers = [stale]
    monkeypatch.setattr(VectorFiles, "state", lambda self: answers.pop() if answers else read(self))
    assert opened(tmp_path).sequence == 2


def test_a_writer_left_behind_by_another_process_does_not_write_over_its_work(
    tmp_path: Path,
) -> None:
    behind = opened(tmp_path, fold_limit=1)
    behind.apply(records(1, 2), [], 1)
    behind.flush()
    behind = opened(tmp_path, fold_limit=1000)
    other = opened(tmp_path, fold_limit=1)
    other.apply(records(3), [1], 2)
    other.flush()
    behind.apply(records(3), [1], 2)  # It learns from the catalog what the other did,
    behind.apply(records(4), [], 3)  # and has news of its own.
    behind.flush()
    again = opened(tmp_path)
    assert sorted(keys_of(again.search(QUERY, 9))) == [2, 3, 4]
    assert again.sequence == 3


def test_a_writer_that_is_behind_takes_what_is_on_disk(tmp_path: Path) -> None:
    behind = opened(tmp_path)
    other = opened(tmp_path)
    other.apply(records(1, 2), [], 5)
    other.flush()
    behind.apply(records(1), [], 3)
    behind.flush()
    assert (behind.sequence, len(behind)) == (5, 2)
    assert opened(tmp_path).sequence == 5


def test_leftovers_of_a_killed_writer_are_removed_by_the_next(tmp_path: Path) -> None:
    index = opened(tmp_path, fold_limit=1)
    index.apply(records(1), [], 1)
    index.flush()
    (tmp_path / "base-77.vectors.npy").write_bytes(b"half")
    (tmp_path / "state.json.new").write_text("{")
    again = opened(tmp_path, fold_limit=1)
    again.apply(records(2), [], 2)
    again.flush()
    assert not (tmp_path / "base-77.vectors.npy").exists()
    assert len(opened(tmp_path)) == 2


@pytest.mark.parametrize("call", ["write_keys", "write_vectors", "write_delta", "commit"])
def test_a_full_disk_leaves_the_old_state_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    index = opened(tmp_path, fold_limit=1000 if call == "write_delta" else 1)
    index.apply(records(1), [], 1)
    index.flush()
    index.apply(records(2), [], 2)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(VectorFiles, call, full)
        with pytest.raises(StoreError, match="No space left") as caught:
            index.flush()
        assert "Free some disk space" in caught.value.hint
    assert (len(opened(tmp_path)), opened(tmp_path).sequence) == (1, 1)
    index.flush()
    assert (len(opened(tmp_path)), opened(tmp_path).sequence) == (2, 2)


_WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, {tests!r})
from test_vectors_local import opened, records
folder = Path({folder!r})
index = opened(folder, fold_limit={fold_limit}, exact_limit=20)
print("ready", flush=True)
for step in range(index.sequence + 1, 100_000):
    index.apply(records(2 * step, 2 * step + 1), [2 * step - 40], step)
    index.flush()
"""


@pytest.mark.parametrize("fold_limit", [1, 8])
@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_kill_at_any_moment_leaves_a_whole_state(tmp_path: Path, fold_limit: int) -> None:
    script = _WRITER.format(
        tests=str(Path(__file__).parent), folder=str(tmp_path), fold_limit=fold_limit
    )
    rng = np.random.default_rng(fold_limit)
    for _ in range(3):
        process = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(timeout=float(rng.uniform(0.05, 0.3)))
        process.send_signal(signal.SIGKILL)
        process.wait()
        process.stdout.close()
        index = opened(tmp_path, exact_limit=20)
        last = index.sequence
        expected = {key for step in range(1, last + 1) for key in (2 * step, 2 * step + 1)}
        expected -= {2 * step - 40 for step in range(1, last + 1)}
        assert set(keys_of(index.search(QUERY, 10**6))) == expected
    assert last > 0


# ------------------------------------------------------------------------------ mismatches


@pytest.fixture
def built(tmp_path: Path) -> Path:
    index = opened(tmp_path, exact_limit=5, fold_limit=10)
    index.apply(records(*range(20)), [], 1)
    index.flush()
    index.apply(records(30), [], 2)
    index.flush()
    return tmp_path


@pytest.mark.parametrize(
    ("options", "message"),
    [({"embedder_id": "e2"}, "embedder e1, not e2"), ({"dimension": 9}, "8 numbers, not 9")],
)
def test_an_index_of_another_embedder_is_not_opened(
    built: Path, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(IndexMismatchError, match=message) as caught:
        opened(built, **options)
    assert "nothing is embedded again" in caught.value.hint


def test_an_index_of_another_format_is_not_opened(built: Path) -> None:
    (built / "state.json").write_text(json.dumps({"format": 99, "novelty": []}))
    with pytest.raises(IndexMismatchError, match="format 99"):
        opened(built)


def test_every_damaged_file_is_noticed(
    built: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    names = [path.name for path in built.iterdir()]
    assert {name.split(".", 1)[1] for name in names} == {
        "json", "keys.npy", "vectors.npy", "graph", "npz",
    }  # fmt: skip
    for name in names:
        for damage in ("gone", "empty", "short", "long"):
            copy = tmp_path_factory.mktemp("copy") / "index"
            shutil.copytree(built, copy)
            _damage(copy / name, damage)
            if (name, damage) == ("state.json", "gone"):
                assert len(opened(copy)) == 0  # Without a state there is no index yet.
                continue
            with pytest.raises(IndexMismatchError, match=name):
                opened(copy, exact_limit=5)


def _damage(path: Path, damage: str) -> None:
    content = path.read_bytes()
    if damage == "gone":
        path.unlink()
    elif damage == "long":
        path.write_bytes(content + b"x")
    else:
        path.write_bytes(content[: len(content) // 2] if damage == "short" else b"")


def test_a_changed_byte_in_keys_or_changes_is_noticed(built: Path) -> None:
    for path in (*built.glob("*.keys.npy"), *built.glob("*.npz")):
        content = bytearray(path.read_bytes())
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
        with pytest.raises(IndexMismatchError, match=path.name):
            opened(built)
        content[len(content) // 2] ^= 1
        path.write_bytes(content)
    assert len(opened(built)) == 21


@pytest.mark.parametrize(
    "text", ["[]", "null", '{"format": 1}', '{"format": 1, "base": 3}', "\xff"]
)
def test_a_state_that_is_not_one_is_a_mismatch(built: Path, text: str) -> None:
    (built / "state.json").write_text(text, encoding="latin-1")
    with pytest.raises(IndexMismatchError, match="damaged"):
        opened(built)
