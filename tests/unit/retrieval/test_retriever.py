from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from aliquot.protocols import Hit, Scope
from aliquot.retrieval.retriever import Retriever
from aliquot.types import Chunk, Query, SectionClass, Span

CHUNKS = {
    key: Chunk(id=f"d#{key}", document_id="d", text="t", header="", span=Span(0, 1))
    for key in range(10)
}


class FixedLeg:
    """A leg with one ranking, which remembers how it was asked."""

    matches_words = False

    def __init__(
        self, name: str, keys: Sequence[int], languages: frozenset[str] | None = None
    ) -> None:
        self.name = name
        self.languages = languages
        self.asked: list[tuple[str, int]] = []
        self._keys = keys

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        self.asked.append((query.text, k))
        return [Hit(key, 1 / n) for n, key in enumerate(self._keys, start=1)][:k]


def fetch(keys: Sequence[int]) -> Mapping[int, Chunk]:
    return {key: CHUNKS[key] for key in keys if key in CHUNKS}


@pytest.fixture
def legs() -> tuple[FixedLeg, FixedLeg]:
    return FixedLeg("lexical", [1, 2, 77, 3]), FixedLeg("dense", [2, 4], frozenset({"en"}))


@pytest.fixture
def retriever(legs: tuple[FixedLeg, FixedLeg]) -> Iterator[Retriever]:
    made = Retriever(legs, fetch, depth=5)
    yield made
    made.close()


def test_ranks_are_gapless_and_chunks_that_are_gone_left_out(retriever: Retriever) -> None:
    ranking = retriever.search(Query(text="q"), 10)
    assert [one.chunk.id for one in ranking] == ["d#2", "d#1", "d#4", "d#3"]
    assert [one.rank for one in ranking] == [1, 2, 3, 4]


def test_each_chunk_tells_which_leg_found_it_where(retriever: Retriever) -> None:
    best = retriever.search(Query(text="q"), 1)[0]
    assert {name: leg.rank for name, leg in best.legs.items()} == {"lexical": 2, "dense": 1}


def test_a_leg_that_does_not_know_the_language_is_not_asked(
    retriever: Retriever, legs: tuple[FixedLeg, FixedLeg]
) -> None:
    retriever.search(Query(text="質問", language="ja"), 3)
    assert legs[0].asked
    assert not legs[1].asked


def test_legs_are_asked_for_at_least_k(
    retriever: Retriever, legs: tuple[FixedLeg, FixedLeg]
) -> None:
    retriever.search(Query(text="q"), 3)
    retriever.search(Query(text="q"), 50)
    assert legs[0].asked == [("q", 5), ("q", 50)]


def test_an_empty_scope_asks_nobody(retriever: Retriever, legs: tuple[FixedLeg, FixedLeg]) -> None:
    assert retriever.search(Query(text="q"), 3, Scope(np.array([], dtype=np.int64))) == []
    assert not legs[0].asked


def test_an_error_in_a_leg_is_not_swallowed() -> None:
    class Broken(FixedLeg):
        def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
            raise ZeroDivisionError

    retriever = Retriever([FixedLeg("a", [1]), Broken("b", [])], fetch)
    with pytest.raises(ZeroDivisionError):
        retriever.search(Query(text="q"), 3)
    retriever.close()


def rank_with_references(*, with_references: bool) -> list[str]:
    """Return a ranking whose first chunk is of a reference list."""
    reference = replace(
        CHUNKS[1], section_class=SectionClass.REFERENCES, metadata={"kind": "paper"}
    )
    chunks = CHUNKS | {1: reference}
    retriever = Retriever([FixedLeg("lexical", [1, 2, 3])], lambda keys: chunks)
    found = retriever.search(Query(text="q"), 10, with_references=with_references)
    retriever.close()
    return [one.chunk.id for one in found]


def test_a_papers_reference_list_comes_last() -> None:
    assert rank_with_references(with_references=False) == ["d#2", "d#3", "d#1"]


def test_reference_lists_that_are_asked_for_are_ranked_like_any_text() -> None:
    assert rank_with_references(with_references=True) == ["d#1", "d#2", "d#3"]


def test_entries_of_a_bibliography_file_are_no_reference_list_of_a_paper() -> None:
    reference = replace(CHUNKS[1], section_class=SectionClass.REFERENCES)
    assert not replace(reference, metadata={"kind": "other"}).is_reference
    assert replace(reference, metadata={"kind": "paper"}).is_reference


def test_references_do_not_crowd_out_what_comes_further_down() -> None:
    chunks = {
        key: replace(
            CHUNKS[1],
            id=f"d#{key}",
            section_class=SectionClass.REFERENCES if key < 50 else SectionClass.RESULTS,
            metadata={"kind": "paper"},
        )
        for key in range(60)
    }
    retriever = Retriever(
        [FixedLeg("lexical", range(60))], lambda keys: {key: chunks[key] for key in keys}
    )
    found = retriever.search(Query(text="q"), 3)
    retriever.close()
    assert [one.chunk.id for one in found] == ["d#50", "d#51", "d#52"]
