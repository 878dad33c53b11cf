"""What every vector database behind the index promises, as tests to inherit.

from aliquot.testing.contract_engines import EngineContract

class TestMyEngine(EngineContract):
    def open_engine(self, folder: Path, dimension: int) -> Engine:
        return MyEngine(folder, dimension)

The index over it keeps `VectorIndexContract` too: inherit both, `EngineIndexContract` does.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from aliquot.protocols import Scope
from aliquot.storage.engines.engine import Engine, EngineState
from aliquot.storage.engines.index import EngineVectorIndex
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.testing.contract_vector_indexes import VectorIndexContract

__all__ = ["EngineContract", "EngineIndexContract"]

Floats = npt.NDArray[np.float32]

_DIMENSION = 16


class EngineContract:
    """Inherit, and open an engine's collection in `open_engine`; opened again it is the same.

    The folder is new for every test; a collection in a server takes its name from it.
    """

    score_tolerance = 1e-5

    def open_engine(self, folder: Path, dimension: int) -> Engine:
        """Open a folder's collection, which may not be there yet."""
        raise NotImplementedError

    def setup_method(self) -> None:
        """Begin with nothing open."""
        self._open_engines: list[Engine] = []

    def teardown_method(self) -> None:
        """Close what a test opened and left so; closing twice does no harm."""
        for engine in self._open_engines:
            engine.close()

    def _opened_engine(self, folder: Path, dimension: int) -> Engine:
        engine = self.open_engine(folder, dimension)
        self._open_engines.append(engine)
        return engine

    # -------------------------------------------------------------------------- collection

    def test_a_collection_that_was_never_created_has_no_state(self, tmp_path: Path) -> None:
        assert self._opened_engine(tmp_path, _DIMENSION).state() is None

    def test_what_a_collection_says_of_itself_outlives_the_connection(self, tmp_path: Path) -> None:
        engine = self._created(tmp_path)
        kept = EngineState("library", "bge-small-en-v1.5 ✓ 日本", _DIMENSION, 2**53)
        engine.put_state(kept)
        assert engine.state() == kept
        engine.close()
        assert self._opened_engine(tmp_path, _DIMENSION).state() == kept

    def test_a_collection_created_again_is_empty(self, tmp_path: Path) -> None:
        engine = self._created(tmp_path, range(1, 6))
        engine.create(_state())
        assert engine.count() == 0

    def test_a_dropped_collection_is_gone(self, tmp_path: Path) -> None:
        engine = self._created(tmp_path, range(1, 6))
        engine.drop()
        assert engine.state() is None
        engine.close()
        assert self._opened_engine(tmp_path, _DIMENSION).state() is None

    def test_an_engine_says_what_it_is(self, tmp_path: Path) -> None:
        assert self._created(tmp_path).health()

    # -------------------------------------------------------------------------- rows

    def test_rows_come_back_in_the_stored_form(self, tmp_path: Path) -> None:
        row = StoredRow(
            2**53 - 1,
            "2021-宮本-プロトコル#手順-1",
            _vector(1),
            "見出し\n本文 µ × 10⁻⁶ \U0001f9ec \"quoted\" 'single' \\ back",
            {
                "document_id": "2021-宮本",
                "section": "手順",
                "authors": ["宮本, 太郎", "O'Neil, A."],
                "year": 2021,
                "impact": 2.5,
            },
        )
        engine = self._created(tmp_path)
        engine.upsert([row])
        (found,) = engine.rows()
        assert (found.key, found.id, found.content) == (row.key, row.id, row.content)
        assert dict(found.metadata) == dict(row.metadata)
        assert np.allclose(found.vector, row.vector, atol=self.score_tolerance)

    def test_every_row_is_given_back_once(self, tmp_path: Path) -> None:
        engine = self._created(tmp_path, range(1, 1_201))
        assert sorted(one.key for one in engine.rows()) == list(range(1, 1_201))
        assert engine.count() == 1_200

    def test_an_update_replaces_the_row_with_all_it_said(self, tmp_path: Path) -> None:
        engine = self._created(tmp_path)
        engine.upsert([_row(1, metadata={"year": 2020, "journal": "Old"})])
        engine.upsert([_row(1, 500, metadata={"year": 2021})])
        (found,) = engine.rows()
        assert dict(found.metadata) == {"year": 2021}
        assert np.allclose(found.vector, _vector(500), atol=self.score_tolerance)
        assert engine.count() == 1

    def test_a_removed_row_is_gone_at_once(self, tmp_path: Path) -> None:
        engine = self._created(tmp_path, range(1, 51))
        engine.remove([1, 2, 99_999])
        assert engine.count() == 48
        found = engine.nearest(_vector(1), 50)
        assert not {1, 2} & set(found.keys.tolist())

    def test_a_search_gives_cosines(self, tmp_path: Path) -> None:
        engine = self._created(tmp_path, range(1, 51))
        found = engine.nearest(_vector(9_999), 50)
        assert len(found.keys) == 50
        expected = [float(_vector(key) @ _vector(9_999)) for key in found.keys.tolist()]
        assert np.allclose(found.scores, expected, atol=self.score_tolerance)

    def test_a_search_among_keys_gives_those_alone(self, tmp_path: Path) -> None:
        engine = self._created(tmp_path, range(1, 301))
        if not engine.limits.among:
            return
        among = np.array([3, 77, 299, 100_000], dtype=np.int64)
        found = engine.nearest(_vector(9_999), 4, among)
        assert sorted(found.keys.tolist()) == [3, 77, 299]

    def test_as_many_keys_as_an_engine_takes_can_be_named(self, tmp_path: Path) -> None:
        engine = self._created(tmp_path, range(1, 301))
        if not engine.limits.among:
            return
        among = np.arange(2, engine.limits.among + 2, dtype=np.int64)
        found = engine.nearest(_vector(9_999), 10, among)
        assert len(found.keys) == 10
        assert 1 not in found.keys

    def test_vectors_are_given_of_keys_that_are_there(self, tmp_path: Path) -> None:
        engine = self._created(tmp_path, range(1, 51))
        keys, vectors = engine.vectors(np.array([7, 50, 51], dtype=np.int64))
        assert sorted(keys.tolist()) == [7, 50]
        for key, vector in zip(keys.tolist(), vectors, strict=True):
            assert np.allclose(vector, _vector(key), atol=self.score_tolerance)

    def test_no_key_has_no_vector(self, tmp_path: Path) -> None:
        keys, vectors = self._created(tmp_path).vectors(np.array([5], dtype=np.int64))
        assert keys.shape == (0,)
        assert vectors.shape == (0, _DIMENSION)

    def test_rows_written_are_there_when_opened_again(self, tmp_path: Path) -> None:
        engine = self._created(tmp_path, range(1, 51))
        engine.close()
        again = self._opened_engine(tmp_path, _DIMENSION)
        assert again.count() == 50
        assert len(again.nearest(_vector(3), 5).keys) == 5

    def _created(self, folder: Path, keys: Iterable[int] = ()) -> Engine:
        engine = self._opened_engine(folder, _DIMENSION)
        engine.create(_state())
        rest = iter(keys)
        while batch := list(itertools.islice(rest, engine.limits.rows)):
            engine.upsert([_row(key) for key in batch])
        return engine


class EngineIndexContract(EngineContract, VectorIndexContract):
    """The contract of an engine, and of the index over it."""

    # Rows that are all asked for at once: more than most engines give in one search. An engine that
    # takes milliseconds a row may have fewer, with its `limits.hits` lowered below it.
    many = 10_001

    def open_index(self, folder: Path, dimension: int) -> EngineVectorIndex:
        """Open the index over the engine."""
        engine = self.open_engine(folder, dimension)
        return EngineVectorIndex(engine, name="test", wanted=_state(dimension))

    def setup_method(self) -> None:
        """Begin with nothing open."""
        VectorIndexContract.setup_method(self)
        EngineContract.setup_method(self)

    def teardown_method(self) -> None:
        """Close what a test opened."""
        VectorIndexContract.teardown_method(self)
        EngineContract.teardown_method(self)

    def _engine_index(self, folder: Path) -> EngineVectorIndex:
        index = self.open_index(folder, _DIMENSION)
        self._open.append(index)
        return index

    def test_more_hits_than_one_search_gives_are_all_there(self, tmp_path: Path) -> None:
        index = self._engine_index(tmp_path)
        index.flush()
        self._fill_rows(index.engine, range(1, self.many + 1))
        found = index.search(_vector(1), self.many + 10)
        assert len({one.key for one in found}) == self.many
        assert found[0].key == 1

    def test_a_filter_that_leaves_more_than_can_be_named_is_exact(self, tmp_path: Path) -> None:
        index = self._engine_index(tmp_path)
        index.flush()
        self._fill_rows(index.engine, range(1, 1_001))
        allowed = np.arange(2, 1_001, 2, dtype=np.int64)
        found = [one.key for one in index.search(_vector(9_999), 20, Scope(allowed))]
        cosines = {key: float(_vector(key) @ _vector(9_999)) for key in allowed.tolist()}
        best = sorted(cosines, key=lambda key: -cosines[key])[:20]
        assert len(set(found) & set(best)) >= 19

    @staticmethod
    def _fill_rows(engine: Engine, keys: Iterable[int]) -> None:
        rest = iter(keys)
        while batch := list(itertools.islice(rest, engine.limits.rows)):
            engine.upsert([_row(key) for key in batch])


def _state(dimension: int = _DIMENSION) -> EngineState:
    return EngineState("library", "embedder", dimension)


def _vector(seed: int, dimension: int = _DIMENSION) -> Floats:
    vector = np.random.default_rng(seed).standard_normal(dimension).astype(np.float32)
    unit: Floats = vector / np.linalg.norm(vector)
    return unit


def _row(
    key: int, seed: int = 0, metadata: dict[str, str | int | float | bool | list[str]] | None = None
) -> StoredRow:
    return StoredRow(key, f"d#{key}", _vector(seed or key), f"Chunk {key}.", metadata or {})
