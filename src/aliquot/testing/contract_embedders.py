"""What every embedder promises, as tests to inherit.

from aliquot.testing.contract_embedders import EmbedderContract

class TestMyEmbedder(EmbedderContract):
    def embedder(self) -> Embedder:
        return MyEmbedder()
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from aliquot.protocols import Embedder

__all__ = ["EmbedderContract"]

_TEXTS = (
    "Mutations of TP53 are found in half of all human cancers.",
    "Buffer A: 50 mM Tris-HCl, pH 7.4, 150 mM NaCl.",
    "遺伝子編集の効率を調べた。",
    "",
    "TP53",
    " ".join(["The cells were washed twice with PBS."] * 60),
)

_ODD_TEXTS = (
    "",
    " \t\n",
    "\x00\x01\x1b[31m",
    "half an emoji: \ud83e",
    "🧬👩🏽‍🔬",
    "ｶﾞﾝ細胞 5～10 µM β‑catenin",
    "ACGT" * 2_000,
    "word " * 20_000,
    "<s></s>[CLS][SEP]<mask>",
)


class EmbedderContract:
    """Inherit, and return a new embedder from `embedder`."""

    # How near the vectors of one text in different calls must be, as cosine. A service may answer
    # from different machines; a local model has no excuse.
    least_repeat_cosine = 0.9999
    # Whether one text has two vectors, one as a query and one as a document.
    roles_differ = False

    def embedder(self) -> Embedder:
        """Return a new embedder."""
        raise NotImplementedError

    def test_rows_are_float32_of_the_named_dimension(self) -> None:
        embedder = self.embedder()
        vectors = embedder.embed(_TEXTS, "document")
        assert vectors.dtype == np.float32
        assert vectors.shape == (len(_TEXTS), embedder.dimension)

    def test_rows_are_of_unit_length(self) -> None:
        lengths = np.linalg.norm(self.embedder().embed(_TEXTS, "document"), axis=1)
        assert np.allclose(lengths, 1.0, atol=1e-5)

    def test_no_texts_give_no_rows(self) -> None:
        embedder = self.embedder()
        assert embedder.embed([], "document").shape == (0, embedder.dimension)

    def test_rows_come_in_the_order_of_the_texts(self) -> None:
        embedder = self.embedder()
        forward = embedder.embed(_TEXTS, "document")
        backward = embedder.embed(_TEXTS[::-1], "document")[::-1]
        assert self._least_cosine(forward, backward) >= self.least_repeat_cosine

    def test_a_text_has_the_same_vector_alone_and_among_others(self) -> None:
        embedder = self.embedder()
        together = embedder.embed(_TEXTS, "document")
        alone = np.concatenate([embedder.embed([text], "document") for text in _TEXTS])
        assert self._least_cosine(together, alone) >= self.least_repeat_cosine

    def test_two_embedders_of_one_id_give_the_same_vectors(self) -> None:
        first, second = self.embedder(), self.embedder()
        assert first.id
        assert first.id == second.id
        vectors = first.embed(_TEXTS, "query"), second.embed(_TEXTS, "query")
        assert self._least_cosine(*vectors) >= self.least_repeat_cosine

    def test_odd_texts_have_vectors_too(self) -> None:
        embedder = self.embedder()
        for role in ("query", "document"):
            vectors = embedder.embed(_ODD_TEXTS, role)
            assert np.isfinite(vectors).all()
            assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-5)

    def test_a_text_of_a_megabyte_has_a_vector(self) -> None:
        (vector,) = self.embedder().embed(["cells µ \ud83e " * 70_000], "document")
        assert np.isclose(np.linalg.norm(vector), 1.0, atol=1e-5)

    def test_roles_differ_where_the_model_says_so(self) -> None:
        embedder = self.embedder()
        query, document = (embedder.embed(_TEXTS[:1], role) for role in ("query", "document"))
        is_same = self._least_cosine(query, document) >= self.least_repeat_cosine
        assert is_same != self.roles_differ

    def test_a_text_on_the_subject_is_nearer_than_one_that_is_not(self) -> None:
        embedder = self.embedder()
        query = embedder.embed(["TP53 mutations in human cancers"], "query")
        near, far = embedder.embed(_TEXTS[:2], "document") @ query[0]
        assert near > far

    def test_threads_may_share_an_embedder(self) -> None:
        embedder = self.embedder()
        expected = embedder.embed(_TEXTS, "document")
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda _: embedder.embed(_TEXTS, "document"), range(4)))
        for vectors in results:
            assert self._least_cosine(vectors, expected) >= self.least_repeat_cosine

    def test_languages_are_named_by_two_letters(self) -> None:
        languages = self.embedder().languages
        assert languages is None or all(len(code) == 2 and code.islower() for code in languages)

    @staticmethod
    def _least_cosine(left: np.ndarray, right: np.ndarray) -> float:
        return float((left * right).sum(axis=1).min())
