"""What every late-interaction encoder, and every index of its vectors, promises.

from aliquot.testing.contract_late_interaction import LateInteractionEncoderContract

class TestMyEncoder(LateInteractionEncoderContract):
    def encoder(self) -> LateInteractionEncoder:
        return MyEncoder()
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from aliquot.protocols import ChunkRecord, Hit, LateInteractionEncoder, Role, Scope
from aliquot.storage.encodings import EncodedRecord, pack_tokens
from aliquot.types import Chunk, Span

__all__ = ["FakeTokenEncoder", "LateInteractionEncoderContract", "TokenIndexContract"]

Floats = npt.NDArray[np.float32]

_TEXTS = (
    "Mutations of TP53 are found in half of all human cancers.",
    "Buffer A: 50 mM Tris-HCl, pH 7.4, 150 mM NaCl.",
    "遺伝子編集の効率を調べた。",
    "",
    "half an emoji: \ud83e",
    "\x00\x01\x1b[31m",
    "word " * 5_000,
)

_DIMENSION = 16
_COUNT = 120


class FakeTokenEncoder:
    """Give every word a direction by its hash: deterministic, without a model."""

    languages: frozenset[str] | None = None

    def __init__(self, *, dimension: int = 32, threads: int = 0) -> None:
        """Create the encoder.

        Args:
            dimension: Length of a vector.
            threads: Taken because the config gives it to every encoder; hashing needs one.
        """
        self.dimension = dimension
        self.id = f"fake-tokens-{dimension}-1"

    def encode(self, texts: Sequence[str], role: Role) -> list[Floats]:
        """Return float32 (words, dimension) per text, rows of unit length."""
        return [self._rows(text) for text in texts]

    def _rows(self, text: str) -> Floats:
        words = re.findall(r"\w+", text.casefold())
        rows = np.empty((len(words), self.dimension), dtype=np.float32)
        for place, word in enumerate(words):
            digest = hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest()
            rows[place] = _unit(int.from_bytes(digest, "little"), self.dimension)
        return rows


class LateInteractionEncoderContract:
    """Inherit, and return a new encoder from `encoder`."""

    # How near the vectors of one token in different calls must be, as cosine.
    least_repeat_cosine = 0.9999

    def encoder(self) -> LateInteractionEncoder:
        """Return a new encoder."""
        raise NotImplementedError

    def test_rows_are_float32_of_the_named_dimension_and_unit_length(self) -> None:
        encoder = self.encoder()
        for role in ("query", "document"):
            encoded = encoder.encode(_TEXTS, role)
            assert len(encoded) == len(_TEXTS)
            for rows in encoded:
                assert rows.dtype == np.float32
                assert rows.shape[1:] == (encoder.dimension,)
                assert np.allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-4)

    def test_no_texts_give_nothing(self) -> None:
        assert self.encoder().encode([], "document") == []

    def test_a_text_has_the_same_vectors_alone_and_among_others(self) -> None:
        encoder = self.encoder()
        together = encoder.encode(_TEXTS, "document")
        for text, rows in zip(_TEXTS, together, strict=True):
            (alone,) = encoder.encode([text], "document")
            assert alone.shape == rows.shape
            assert ((alone * rows).sum(axis=1) >= self.least_repeat_cosine).all()

    def test_a_text_on_the_subject_scores_higher_than_one_that_is_not(self) -> None:
        encoder = self.encoder()
        (query,) = encoder.encode(["TP53 mutations in human cancers"], "query")
        near, far = encoder.encode(_TEXTS[:2], "document")
        assert _maxsim(query, near) > _maxsim(query, far)

    def test_two_encoders_of_one_id_give_the_same_vectors(self) -> None:
        first, second = self.encoder(), self.encoder()
        assert first.id
        assert first.id == second.id
        (left,), (right,) = (one.encode(_TEXTS[:1], "document") for one in (first, second))
        assert ((left * right).sum(axis=1) >= self.least_repeat_cosine).all()


class _TokenIndex(Protocol):
    sequence: int

    def apply(
        self, upserts: Sequence[ChunkRecord], removals: Sequence[int], sequence: int
    ) -> None: ...

    def flush(self) -> None: ...

    def close(self) -> None: ...

    def search_tokens(self, vectors: Floats, k: int, scope: Scope | None = None) -> list[Hit]: ...


class TokenIndexContract:
    """Inherit, and open an index over `folder` in `open_index`; opened again it must be the same.

    The folder is new for every test; an index in a server uses its name.
    """

    # How far the score may be from the exact one, per token of the query: float16 needs 1e-3.
    score_tolerance = 1e-3

    def open_index(self, folder: Path, dimension: int) -> _TokenIndex:
        """Open the index of a folder, empty at first."""
        raise NotImplementedError

    def test_a_new_index_is_empty_and_stands_at_zero(self, tmp_path: Path) -> None:
        index = self.open_index(tmp_path, _DIMENSION)
        assert index.sequence == 0
        assert index.search_tokens(_QUERY, 5) == []

    def test_hits_are_the_best_best_first(self, tmp_path: Path) -> None:
        hits = self._filled(tmp_path).search_tokens(_QUERY, 10)
        expected = _best(range(1, _COUNT + 1), 10)
        assert [hit.key for hit in hits] == [hit.key for hit in expected]
        apart = np.subtract([hit.score for hit in hits], [hit.score for hit in expected])
        assert np.abs(apart).max() <= self.score_tolerance * len(_QUERY)

    def test_equal_chunks_come_in_order_of_key_with_one_score(self, tmp_path: Path) -> None:
        index = self.open_index(tmp_path, _DIMENSION)
        index.apply([_record(key, _rows(5)) for key in (30, 10)], [], 1)
        index.flush()
        index.apply([_record(20, _rows(5))], [], 2)
        hits = index.search_tokens(_rows(5), 3)
        assert [hit.key for hit in hits] == [10, 20, 30]
        assert len({hit.score for hit in hits}) == 1

    def test_a_chunk_without_tokens_is_not_returned(self, tmp_path: Path) -> None:
        index = self.open_index(tmp_path, _DIMENSION)
        nothing = np.empty((0, _DIMENSION), np.float32)
        index.apply([_record(1, nothing), _record(2, _rows(2)), _record(3, nothing)], [], 1)
        assert [hit.key for hit in index.search_tokens(_QUERY, 5)] == [2]
        assert index.search_tokens(nothing, 5) == []

    def test_a_scope_means_exactly_its_keys(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        for keys in (range(1, _COUNT + 1, 7), range(0), range(10**9, 10**9 + 3)):
            hits = index.search_tokens(_QUERY, 10, _scope(keys))
            kept = [key for key in keys if key <= _COUNT]
            assert [hit.key for hit in hits] == [hit.key for hit in _best(kept, 10)]

    def test_changes_are_visible_at_once_and_after_flush(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([_record(1_000, _QUERY)], [7], 2)
        for _ in range(2):
            found = [hit.key for hit in index.search_tokens(_QUERY, 10 * _COUNT)]
            assert found[0] == 1_000
            assert 7 not in found
            assert len(found) == _COUNT
            index.flush()

    def test_a_replaced_chunk_is_found_by_its_new_vectors_only(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([_record(7, _QUERY)], [], 2)
        found = [hit.key for hit in index.search_tokens(_QUERY, 10 * _COUNT)]
        assert found[0] == 7
        assert len(found) == _COUNT

    def test_everything_can_be_removed(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([], range(1, _COUNT + 1), 2)
        index.flush()
        index.close()
        assert self.open_index(tmp_path, _DIMENSION).search_tokens(_QUERY, 5) == []

    def test_what_was_flushed_is_there_when_opened_again(self, tmp_path: Path) -> None:
        index = self._filled(tmp_path)
        index.apply([_record(1_000, _rows(1_000))], [7], 5)
        index.flush()
        before = index.search_tokens(_QUERY, 50)
        index.close()
        again = self.open_index(tmp_path, _DIMENSION)
        assert again.sequence == 5
        assert again.search_tokens(_QUERY, 50) == before

    def _filled(self, folder: Path) -> _TokenIndex:
        """Return an index of chunks 1 to `_COUNT`, flushed."""
        index = self.open_index(folder, _DIMENSION)
        index.apply([_record(key, _rows(key)) for key in range(1, _COUNT + 1)], [], 1)
        index.flush()
        return index


def _unit(seed: int, dimension: int) -> Floats:
    vector = np.random.default_rng(seed).standard_normal(dimension).astype(np.float32)
    unit: Floats = vector / np.linalg.norm(vector)
    return unit


def _rows(seed: int) -> Floats:
    """Return 3 to 9 token vectors that depend on the seed alone."""
    return np.stack([_unit(100 * seed + token, _DIMENSION) for token in range(3 + seed % 7)])


_QUERY = _rows(9_999)


def _maxsim(query: Floats, rows: Floats) -> float:
    return float((rows @ query.T).max(axis=0).sum())


def _record(key: int, rows: Floats) -> EncodedRecord:
    chunk = Chunk(id=f"d#{key}", document_id="d", text="t", header="", span=Span(0, 1))
    return EncodedRecord(key, chunk, encoded=pack_tokens(rows))


def _scope(keys: Iterable[int]) -> Scope:
    return Scope(np.array(sorted(keys), dtype=np.int64))


def _best(keys: Iterable[int], k: int) -> list[Hit]:
    hits = [Hit(key, _maxsim(_QUERY, _rows(key))) for key in keys]
    return sorted(hits, key=lambda one: (-one.score, one.key))[:k]
