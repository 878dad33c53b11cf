from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from aliquot.protocols import Role
from aliquot.retrieval.remembered_vectors import RememberedVectors
from aliquot.testing.fakes import FakeEmbedder


class Counting(FakeEmbedder):
    """Remembers what it was asked to embed."""

    def __init__(self) -> None:
        super().__init__(dimension=16)
        self.asked: list[tuple[str, Role]] = []

    def embed(self, texts: Sequence[str], role: Role) -> npt.NDArray[np.float32]:
        self.asked += [(text, role) for text in texts]
        return super().embed(texts, role)


def test_a_question_is_embedded_once() -> None:
    embedder = Counting()
    vectors = RememberedVectors(embedder)
    first = vectors.embed(["What is p53?"], "query")
    again = vectors.embed(["What is p53?"], "query")
    assert embedder.asked == [("What is p53?", "query")]
    assert np.array_equal(first, again)


def test_rows_come_in_the_order_of_the_texts_known_or_not() -> None:
    vectors = RememberedVectors(Counting())
    vectors.embed(["b"], "query")
    plain = FakeEmbedder(dimension=16).embed(["a", "b", "a"], "query")
    assert np.array_equal(vectors.embed(["a", "b", "a"], "query"), plain)


def test_a_document_is_never_taken_for_a_question() -> None:
    embedder = Counting()
    vectors = RememberedVectors(embedder)
    vectors.embed(["a"], "query")
    vectors.embed(["a"], "document")
    vectors.embed(["a"], "document")
    assert [role for _, role in embedder.asked] == ["query", "document", "document"]


def test_the_questions_used_longest_ago_are_forgotten() -> None:
    embedder = Counting()
    vectors = RememberedVectors(embedder, remembered=2)
    for text in ("a", "b", "a", "c", "a", "b"):
        vectors.embed([text], "query")
    assert [text for text, _ in embedder.asked] == ["a", "b", "c", "b"]


def test_what_a_caller_does_to_its_rows_is_not_remembered() -> None:
    vectors = RememberedVectors(Counting())
    first = vectors.embed(["a"], "query")
    expected = first.copy()
    first[:] = 0
    assert np.array_equal(vectors.embed(["a"], "query"), expected)


def test_no_text_gives_no_row() -> None:
    assert RememberedVectors(Counting()).embed([], "query").shape == (0, 16)


def test_threads_that_ask_side_by_side_get_their_own_vectors() -> None:
    vectors = RememberedVectors(Counting(), remembered=4)
    texts = [f"question {n % 9}" for n in range(90)]
    plain = FakeEmbedder(dimension=16)
    with ThreadPoolExecutor(4) as threads:
        rows = list(threads.map(lambda text: vectors.embed([text], "query")[0], texts))
    assert all(
        np.array_equal(row, plain.embed([text], "query")[0])
        for text, row in zip(texts, rows, strict=True)
    )


def test_sentences_are_remembered_where_they_are_asked_for() -> None:
    embedder = Counting()
    vectors = RememberedVectors(embedder, "document")
    vectors.embed(["a", "b"], "document")
    vectors.embed(["b", "c"], "document")
    vectors.embed(["a"], "query")
    assert [text for text, _ in embedder.asked] == ["a", "b", "c", "a"]
