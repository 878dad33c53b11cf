"""BM25 of the term index against the textbook formula, written out here."""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.protocols import ChunkRecord
from aliquot.storage.terms_tantivy import TantivyTermIndex
from aliquot.types import Chunk, Span

K1, B = 1.2, 0.75
TOP = 10
# 360 words that no stemmer touches.
VOCABULARY = ["".join(letters) + "ko" for letters in product("bcdfglmnprst", "aeiou", "bdgklm")]


class TextbookBm25:
    """Source: Robertson & Zaragoza, The Probabilistic Relevance Framework (2009), with the IDF
    ln((N - n + 0.5) / (n + 0.5) + 1), which is never negative."""

    def __init__(self, documents: list[list[str]]) -> None:
        self.counts = [Counter(terms) for terms in documents]
        self.lengths = [len(terms) for terms in documents]
        self.mean_length = sum(self.lengths) / len(self.lengths)
        self.containing = Counter(term for counts in self.counts for term in counts)

    def ranking(self, question: set[str]) -> list[tuple[int, float]]:
        scores = [(key, self._score(key, question)) for key in range(len(self.counts))]
        return sorted(
            (pair for pair in scores if pair[1] > 0), key=lambda pair: (-pair[1], pair[0])
        )

    def _score(self, key: int, question: set[str]) -> float:
        norm = K1 * (1 - B + B * self.lengths[key] / self.mean_length)
        return sum(
            self._idf(term) * frequency * (K1 + 1) / (frequency + norm)
            for term in question
            if (frequency := self.counts[key][term])
        )

    def _idf(self, term: str) -> float:
        found = self.containing[term]
        return math.log((len(self.counts) - found + 0.5) / (found + 0.5) + 1)


@pytest.fixture(scope="module")
def texts() -> list[str]:
    chooser = random.Random(7)
    weights = [1 / place for place in range(1, len(VOCABULARY) + 1)]
    return [
        " ".join(chooser.choices(VOCABULARY, weights, k=chooser.randint(20, 300)))
        for _ in range(600)
    ]


@pytest.fixture(scope="module")
def index(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[TantivyTermIndex]:
    folder: Path = tmp_path_factory.mktemp("bm25") / "terms"
    index = TantivyTermIndex(
        folder, name="terms", analyser=StandardAnalyser(), header_weight=0.0, heap_mb=15
    )
    records = [
        ChunkRecord(
            key, Chunk(id=str(key), document_id="d", text=text, header="", span=Span(0, len(text)))
        )
        for key, text in enumerate(texts)
    ]
    index.apply(records, [], 1)
    yield index
    index.close()


def _questions() -> list[str]:
    chooser = random.Random(11)
    return [" ".join(chooser.sample(VOCABULARY, chooser.randint(1, 8))) for _ in range(60)]


def test_rankings_overlap_with_the_textbook(texts: list[str], index: TantivyTermIndex) -> None:
    analyser = StandardAnalyser()
    oracle = TextbookBm25([analyser.terms(text) for text in texts])
    shared = expected = 0
    for question in _questions():
        best = oracle.ranking(set(analyser.terms(question)))[:TOP]
        found = {hit.key for hit in index.search(question, TOP)}
        shared += len(found & {key for key, _ in best})
        expected += len(best)
    # tantivy keeps a length in one byte, which swaps neighbours of nearly equal score.
    assert shared / expected >= 0.95


def test_scores_are_within_five_percent_of_the_textbook(
    texts: list[str], index: TantivyTermIndex
) -> None:
    analyser = StandardAnalyser()
    oracle = TextbookBm25([analyser.terms(text) for text in texts])
    for question in _questions():
        scores = dict(oracle.ranking(set(analyser.terms(question))))
        for hit in index.search(question, TOP):
            assert hit.score == pytest.approx(scores[hit.key], rel=0.05)


def test_textbook_agrees_with_a_hand_worked_score() -> None:
    # Two documents of lengths 2 and 4, mean 3; "a" stands once in the first only:
    # idf = ln(1.5 / 1.5 + 1) = 0.6931; norm = 1.2 * (0.25 + 0.75 * 2 / 3) = 0.9;
    # score = 0.6931 * 2.2 / 1.9 = 0.8026.
    oracle = TextbookBm25([["a", "b"], ["b", "b", "c", "c"]])
    ((key, score),) = oracle.ranking({"a"})
    assert key == 0
    assert score == pytest.approx(0.8026, abs=1e-4)
