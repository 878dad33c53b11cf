"""What every sparse encoder, and every index of its weights, promises, as tests to inherit.

from aliquot.testing.contract_sparse import SparseEncoderContract

class TestMyEncoder(SparseEncoderContract):
    def encoder(self) -> SparseEncoder:
        return MyEncoder()
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Protocol

import numpy as np

from aliquot.protocols import ChunkRecord, Hit, Role, Scope, SparseEncoder
from aliquot.storage.encodings import EncodedRecord, pack_weights
from aliquot.types import Chunk, Span

__all__ = ["FakeSparseEncoder", "ImpactIndexContract", "SparseEncoderContract"]

_TEXTS = (
    "Mutations of TP53 are found in half of all human cancers.",
    "Buffer A: 50 mM Tris-HCl, pH 7.4, 150 mM NaCl.",
    "遺伝子編集の効率を調べた。",
    "",
    "half an emoji: \ud83e",
    "\x00\x01\x1b[31m",
    "word " * 20_000,
    "a\nb\r\nc",
)

_COUNT = 300


class FakeSparseEncoder:
    """Weigh words by ln(1 + count): deterministic, without a model."""

    languages: frozenset[str] | None = None

    def __init__(self, *, threads: int = 0) -> None:
        """Create the encoder.

        Args:
            threads: Taken because the config gives it to every encoder; counting needs one.
        """
        self.id = "fake-sparse-1"

    def encode(self, texts: Sequence[str], role: Role) -> list[Mapping[str, float]]:
        """Return the weights of each text's words, in lower case."""
        return [_word_weights(text) for text in texts]


def _word_weights(text: str) -> Mapping[str, float]:
    readable = text.encode("utf-8", "replace").decode("utf-8")
    counts = Counter(re.findall(r"\w+", readable.casefold()))
    return {word: float(np.log1p(count)) for word, count in counts.items()}


class SparseEncoderContract:
    """Inherit, and return a new encoder from `encoder`."""

    # How far the weights of one text in different calls may be apart.
    weight_tolerance = 1e-5

    def encoder(self) -> SparseEncoder:
        """Return a new encoder."""
        raise NotImplementedError

    def test_each_text_has_its_weights_in_order(self) -> None:
        encoder = self.encoder()
        forward = encoder.encode(_TEXTS, "document")
        backward = encoder.encode(_TEXTS[::-1], "document")[::-1]
        assert len(forward) == len(_TEXTS)
        for left, right in zip(forward, backward, strict=True):
            self._require_equal(left, right)

    def test_weights_are_above_zero_and_can_be_kept(self) -> None:
        for role in ("query", "document"):
            for weights in self.encoder().encode(_TEXTS, role):
                assert all(0 < value < np.inf for value in weights.values())
                assert pack_weights(weights)

    def test_no_texts_give_no_weights(self) -> None:
        assert self.encoder().encode([], "document") == []

    def test_a_text_has_the_same_weights_alone_and_among_others(self) -> None:
        encoder = self.encoder()
        together = encoder.encode(_TEXTS, "document")
        for text, weights in zip(_TEXTS, together, strict=True):
            self._require_equal(encoder.encode([text], "document")[0], weights)

    def test_a_text_on_the_subject_scores_higher_than_one_that_is_not(self) -> None:
        encoder = self.encoder()
        (query,) = encoder.encode(["TP53 mutations in human cancers"], "query")
        near, far = encoder.encode(_TEXTS[:2], "document")
        assert _product(query, near) > _product(query, far)

    def test_two_encoders_of_one_id_give_the_same_weights(self) -> None:
        first, second = self.encoder(), self.encoder()
        assert first.id
        assert first.id == second.id
        for role in ("query", "document"):
            left, right = first.encode(_TEXTS[:1], role), second.encode(_TEXTS[:1], role)
            self._require_equal(left[0], right[0])

    def test_threads_may_share_an_encoder(self) -> None:
        encoder = self.encoder()
        (expected,) = encoder.encode(_TEXTS[:1], "query")
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda _: encoder.encode(_TEXTS[:1], "query")[0], range(8)))
        for weights in results:
            self._require_equal(weights, expected)

    def _require_equal(self, left: Mapping[str, float], right: Mapping[str, float]) -> None:
        for term in left.keys() | right.keys():
            assert abs(left.get(term, 0) - right.get(term, 0)) <= self.weight_tolerance


def _product(left: Mapping[str, float], right: Mapping[str, float]) -> float:
    return sum(weight * right.get(term, 0.0) for term, weight in left.items())


class _ImpactIndex(Protocol):
    sequence: int

    def apply(
        self, upserts: Sequence[ChunkRecord], removals: Sequence[int], sequence: int
    ) -> None: ...

    def flush(self) -> None: ...

    def close(self) -> None: ...

    def search_weights(
        self, weights: Mapping[str, float], k: int, scope: Scope | None = None
    ) -> list[Hit]: ...


class ImpactIndexContract:
    """Inherit, and open an index over `folder` in `open_index`; opened again it must be the same.

    The folder is new for every test; an index in a server uses its name.
    """

    # How far scores may be from the product: float16 weights need 1e-3 of it.
    score_tolerance = 2e-3

    def open_index(self, folder: Path) -> _ImpactIndex:
        """Open the index of a folder, empty at first."""
        raise NotImplementedError

    def test_a_new_index_is_empty_and_stands_at_zero(self, tmp_path: Path) -> None:
        index = self.open_index(tmp_path)
        assert index.sequence == 0
        assert index.search_weights({"t1": 1.0}, 5) == []

    def test_hits_are_the_best_products_best_first(self, tmp_path: Path) -> None:
        hits = self._filled(tmp_path).search_weights(_QUERY, 20)
        expected = _best(range(1, _COUNT + 1), 20)
        assert [hit.key for hit in hits] == [hit.key for hit in expected]
        scores = [hit.score for hit in expected]
        assert np.allclose([hit.score for hit in hits], scores, rtol=self.score_tolerance)

    def test_equal_chunks_come_in_order_of_key_with_one_score(self, tmp_path: Path) -> None:
        index = self.open_index(tmp_path)
        index.apply([_record(key, _weights(5)) for key in (30, 10)], [], 1)
        index.flush()
        index.apply([_record(20, _weights(5))], [], 2)
        hits = index.search_weights(_weights(5), 3)
        assert [hit.key for hit in hits] == [10, 20, 30]
        assert len({hit.score for hit in hits}) == 1

    def test_chunks_without_a_common_term_are_not_returned(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        assert index.search_weights({"never": 1.0}, 5) == []
        assert index.search_weights({}, 5) == []
        index.apply([_record(1_000, {"only": 2.0})], [], 2)
        assert [hit.key for hit in index.search_weights({"only": 1.0}, 5)] == [1_000]

    def test_a_chunk_without_terms_does_no_harm(self, tmp_path: Path) -> None:
        index = self.open_index(tmp_path)
        index.apply([_record(1, {}), _record(2, {"a": 1.0})], [], 1)
        index.flush()
        index.close()
        hits = self.open_index(tmp_path).search_weights({"a": 1.0}, 5)
        assert [hit.key for hit in hits] == [2]

    def test_a_scope_means_exactly_its_keys(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        for keys in (range(1, _COUNT + 1, 7), range(0), range(10**9, 10**9 + 3)):
            hits = index.search_weights(_QUERY, 10, _scope(keys))
            kept = [key for key in keys if key <= _COUNT]
            assert [hit.key for hit in hits] == [hit.key for hit in _best(kept, 10)]

    def test_changes_are_visible_at_once_and_after_flush(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([_record(1_000, {"new": 1.0}), _record(8, {"other": 1.0})], [7], 2)
        for _ in range(2):
            assert [hit.key for hit in index.search_weights({"new": 1.0}, 5)] == [1_000]
            found = {hit.key for hit in index.search_weights(_QUERY, 10 * _COUNT)}
            assert not found & {7, 8}
            index.flush()

    def test_the_same_changes_twice_leave_the_same_index(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([_record(1_000, _weights(1_000))], [7, 8], 2)
        once = index.search_weights(_QUERY, 10 * _COUNT)
        index.apply([_record(1_000, _weights(1_000))], [7, 8], 2)
        assert index.search_weights(_QUERY, 10 * _COUNT) == once
        assert index.sequence == 2

    def test_everything_can_be_removed(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([], range(1, _COUNT + 1), 2)
        index.flush()
        assert index.search_weights(_QUERY, 5) == []
        index.close()
        assert self.open_index(tmp_path).search_weights(_QUERY, 5) == []

    def test_what_was_flushed_is_there_when_opened_again(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([_record(1_000, _weights(1_000))], [7], 5)
        index.flush()
        before = index.search_weights(_QUERY, 50)
        index.close()
        again = self.open_index(tmp_path)
        assert again.sequence == 5
        assert again.search_weights(_QUERY, 50) == before

    def _filled(self, folder: Path) -> _ImpactIndex:
        """Return an index of chunks 1 to `_COUNT`, flushed."""
        index = self.open_index(folder)
        index.apply([_record(key, _weights(key)) for key in range(1, _COUNT + 1)], [], 1)
        index.flush()
        return index


def _weights(seed: int) -> Mapping[str, float]:
    """Return some of 40 terms; weights have few digits, so that any float keeps them."""
    rng = np.random.default_rng(seed)
    terms = rng.choice(40, size=8, replace=False)
    return {
        f"t{term}": int(value) / 64
        for term, value in zip(terms, rng.integers(1, 200, 8), strict=True)
    }


_QUERY = {f"t{term}": 0.5 + term / 8 for term in range(12)}


def _record(key: int, weights: Mapping[str, float]) -> EncodedRecord:
    chunk = Chunk(id=f"d#{key}", document_id="d", text="t", header="", span=Span(0, 1))
    return EncodedRecord(key, chunk, encoded=pack_weights(weights))


def _scope(keys: Iterable[int]) -> Scope:
    return Scope(np.array(sorted(keys), dtype=np.int64))


def _best(keys: Iterable[int], k: int) -> list[Hit]:
    hits = [Hit(key, _product(_QUERY, _weights(key))) for key in keys]
    return sorted((one for one in hits if one.score), key=lambda one: (-one.score, one.key))[:k]
