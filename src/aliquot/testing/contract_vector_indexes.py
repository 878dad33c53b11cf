"""What every vector index promises, as tests to inherit.

from aliquot.testing.contract_vector_indexes import VectorIndexContract

class TestMyIndex(VectorIndexContract):
    def open_index(self, folder: Path, dimension: int) -> VectorIndex:
        return MyIndex(folder, dimension=dimension)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from aliquot.protocols import ChunkRecord, Hit, Scope, VectorIndex
from aliquot.types import Chunk, Span

__all__ = ["VectorIndexContract"]

Floats = npt.NDArray[np.float32]

_DIMENSION = 16
_COUNT = 300


class VectorIndexContract:
    """Inherit, and open an index over `folder` in `open_index`; opened again it must be the same.

    The folder is new for every test; an index in a server uses its name.
    """

    # How far scores may be from the cosine, and whose order is then open: rows of float16 need
    # 1e-3, of int8 1e-2.
    score_tolerance = 1e-5

    def open_index(self, folder: Path, dimension: int) -> VectorIndex:
        """Open the index of a folder, empty at first."""
        raise NotImplementedError

    def setup_method(self) -> None:
        """Begin with nothing open."""
        self._open: list[VectorIndex] = []

    def teardown_method(self) -> None:
        """Close what a test opened and left so; closing twice does no harm."""
        for index in self._open:
            index.close()

    def _opened(self, folder: Path, dimension: int) -> VectorIndex:
        index = self.open_index(folder, dimension)
        self._open.append(index)
        return index

    # -------------------------------------------------------------------------- searching

    def test_a_new_index_is_empty_and_stands_at_zero(self, tmp_path: Path) -> None:
        index = self._opened(tmp_path, _DIMENSION)
        assert index.sequence == 0
        assert index.search(_vector(1), 5) == []

    def test_hits_are_the_nearest_best_first_with_their_cosine(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        hits = index.search(_vector(9_999), 20)
        self._assert_nearest(hits, range(1, _COUNT + 1), _vector(9_999), 20)

    def test_equal_vectors_come_in_order_of_key(self, tmp_path: Path) -> None:
        index = self._opened(tmp_path, _DIMENSION)
        same = _vector(5)
        index.apply([_record(key, same) for key in (30, 10, 20)], [], 1)
        index.flush()
        assert [hit.key for hit in index.search(same, 3)] == [10, 20, 30]

    def test_k_beyond_the_index_gives_all_of_it(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        assert len(index.search(_vector(3), 10 * _COUNT)) == _COUNT

    def test_large_keys_come_back_whole(self, tmp_path: Path) -> None:
        index = self._opened(tmp_path, _DIMENSION)
        index.apply([_record(2**62, _vector(1)), _record(2**62 - 1, _vector(2))], [], 1)
        assert [hit.key for hit in index.search(_vector(1), 2)] == [2**62, 2**62 - 1]

    # -------------------------------------------------------------------------- scopes

    def test_a_scope_means_exactly_its_keys(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        query = _vector(9_999)
        for step in (2, 37):
            keys = range(1, _COUNT + 1, step)
            hits = index.search(query, 10, _scope(keys))
            assert {hit.key for hit in hits} <= {*keys}
            self._assert_nearest(hits, keys, query, min(10, len(keys)))

    def test_an_empty_scope_gives_nothing(self, tmp_path: Path) -> None:
        assert self._filled(tmp_path).search(_vector(1), 5, _scope([])) == []

    def test_a_scope_of_chunks_not_in_the_index_gives_nothing(self, tmp_path: Path) -> None:
        assert self._filled(tmp_path).search(_vector(1), 5, _scope([10**9])) == []

    # -------------------------------------------------------------------------- changing

    def test_changes_are_visible_at_once_and_after_flush(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([_record(1_000, _vector(1_000))], [7], 2)
        for _ in range(2):
            assert index.search(_vector(1_000), 1)[0].key == 1_000
            assert index.search(_vector(7), 1)[0].key != 7
            assert len(index.search(_vector(1), 10 * _COUNT)) == _COUNT
            index.flush()

    def test_the_same_changes_twice_leave_the_same_index(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        for _ in range(2):
            index.apply([_record(1_000, _vector(1_000))], [7, 8], 2)
        assert index.sequence == 2
        assert len(index.search(_vector(1), 10 * _COUNT)) == _COUNT - 1

    def test_a_replaced_chunk_is_found_by_its_new_vector_only(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([_record(7, _vector(5_000))], [], 2)
        assert index.search(_vector(5_000), 1)[0].key == 7
        assert index.search(_vector(7), 1)[0].key != 7
        assert len(index.search(_vector(1), 10 * _COUNT)) == _COUNT

    def test_removing_what_is_not_there_does_no_harm(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([], [10**9], 2)
        assert len(index.search(_vector(1), 10 * _COUNT)) == _COUNT

    def test_everything_can_be_removed(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([], range(1, _COUNT + 1), 2)
        index.flush()
        assert index.search(_vector(1), 5) == []
        index.close()
        assert self._opened(tmp_path, _DIMENSION).search(_vector(1), 5) == []

    # -------------------------------------------------------------------------- keeping

    def test_what_was_flushed_is_there_when_opened_again(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([_record(1_000, _vector(1_000))], [7], 5)
        index.flush()
        before = index.search(_vector(9_999), 50)
        index.close()
        again = self._opened(tmp_path, _DIMENSION)
        assert again.sequence == 5
        after = again.search(_vector(9_999), 50)
        assert [hit.key for hit in after] == [hit.key for hit in before]
        scores, expected = ([hit.score for hit in hits] for hits in (after, before))
        assert np.allclose(scores, expected, rtol=0, atol=self.score_tolerance)

    def test_a_change_without_chunks_moves_the_sequence(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([], [], 9)
        index.flush()
        index.close()
        assert self._opened(tmp_path, _DIMENSION).sequence == 9

    def test_an_answer_is_the_same_on_repeat(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        first = index.search(_vector(9_999), 50)
        assert all(index.search(_vector(9_999), 50) == first for _ in range(3))

    def _assert_nearest(
        self, hits: Sequence[Hit], keys: Iterable[int], query: Floats, count: int
    ) -> None:
        """Check scores against the hits' own cosines and, rank by rank, the best there are."""
        expected = _nearest(keys, query, count)
        scores = [hit.score for hit in hits]
        assert len({hit.key for hit in hits}) == len(hits) == count
        assert scores == sorted(scores, reverse=True)
        for cosines in (
            [float(_vector(hit.key) @ query) for hit in hits],
            [hit.score for hit in expected],
        ):
            assert np.allclose(scores, cosines, rtol=0, atol=self.score_tolerance)

    def _filled(self, folder: Path) -> VectorIndex:
        """Return an index of chunks 1 to `_COUNT`, flushed."""
        index = self._opened(folder, _DIMENSION)
        index.apply([_record(key, _vector(key)) for key in range(1, _COUNT + 1)], [], 1)
        index.flush()
        return index


def _vector(seed: int) -> Floats:
    vector = np.random.default_rng(seed).standard_normal(_DIMENSION).astype(np.float32)
    unit: Floats = vector / np.linalg.norm(vector)
    return unit


def _record(key: int, vector: Floats) -> ChunkRecord:
    text = f"Chunk {key}."
    chunk = Chunk(
        id=f"document#{key}",
        document_id="document",
        text=text,
        header="Document",
        span=Span(0, len(text)),
        metadata={"kind": "paper", "year": 2020},
    )
    return ChunkRecord(key, chunk, vector)


def _scope(keys: Iterable[int]) -> Scope:
    return Scope(np.array(sorted(keys), dtype=np.int64))


def _nearest(keys: Iterable[int], query: Floats, k: int) -> list[Hit]:
    hits = [Hit(key, float(_vector(key) @ query)) for key in keys]
    return sorted(hits, key=lambda hit: (-hit.score, hit.key))[:k]
