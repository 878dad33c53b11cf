"""Phrases of the term index against a search through every text, word by word."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product
from pathlib import Path

import pytest

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.protocols import ChunkRecord
from aliquot.storage.terms_tantivy import TantivyTermIndex
from aliquot.types import Chunk, Query, Span

# Words no stemmer touches, and few, so that phrases repeat.
VOCABULARY = ["".join(letters) + "ko" for letters in product("bdg", "aeo", "kl")]


@pytest.fixture(scope="module")
def texts() -> list[str]:
    chooser = random.Random(3)
    return [" ".join(chooser.choices(VOCABULARY, k=chooser.randint(2, 60))) for _ in range(400)]


@pytest.fixture(scope="module")
def index(texts: list[str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[TantivyTermIndex]:
    folder: Path = tmp_path_factory.mktemp("phrases") / "terms"
    index = TantivyTermIndex(folder, name="terms", analyser=StandardAnalyser(), heap_mb=15)
    records = [
        ChunkRecord(
            key, Chunk(id=str(key), document_id="d", text=text, header="", span=Span(0, len(text)))
        )
        for key, text in enumerate(texts)
    ]
    index.apply(records, [], 1)
    yield index
    index.close()


def _holds(words: Sequence[str], phrase: Sequence[str]) -> bool:
    starts = range(len(words) - len(phrase) + 1)
    return any(words[start : start + len(phrase)] == phrase for start in starts)


@pytest.mark.parametrize("length", [1, 2, 3, 5])
def test_chunks_holding_a_phrase_are_those_a_reader_finds(
    texts: list[str], index: TantivyTermIndex, length: int
) -> None:
    chooser = random.Random(length)
    for _ in range(40):
        words = chooser.choice(texts).split()
        start = chooser.randrange(max(1, len(words) - length))
        phrase = words[start : start + length]
        expected = [key for key, text in enumerate(texts) if _holds(text.split(), phrase)]
        assert index.holding([" ".join(phrase)]).tolist() == expected


def test_required_phrase_filters_a_ranking_and_keeps_its_scores(
    texts: list[str], index: TantivyTermIndex
) -> None:
    words = texts[0].split()[:2]
    phrase = " ".join(words)
    everything = index.search(f"{phrase} {VOCABULARY[3]}", len(texts))
    expected = [hit for hit in everything if _holds(texts[hit.key].split(), words)]
    query = Query(text=f"{phrase} {VOCABULARY[3]}", phrases=(phrase,))
    found = index.search_query(query, len(texts))
    assert [hit.key for hit in found] == [hit.key for hit in expected]
    assert [hit.score for hit in found] == pytest.approx([hit.score for hit in expected], rel=1e-4)
