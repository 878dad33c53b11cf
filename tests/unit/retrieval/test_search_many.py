from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import pytest

from aliquot.protocols import Hit, Scope
from aliquot.retrieval.retriever import Retriever
from aliquot.retrieval.taste import Traits
from aliquot.types import Chunk, Query, SectionClass, Span

CHUNKS = {
    key: Chunk(id=f"d#{key}", document_id="d", text="t", header="", span=Span(0, 1))
    for key in range(100)
}


class ByText:
    """A leg with one ranking a text, which remembers what it was asked."""

    languages: frozenset[str] | None = None

    def __init__(
        self, rankings: Mapping[str, Sequence[int]], name: str = "lexical", *, words: bool = True
    ) -> None:
        self.name = name
        self.matches_words = words
        self.asked: list[str] = []
        self._rankings = rankings

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        self.asked.append(query.text)
        keys = self._rankings.get(query.text, ())
        return [Hit(key, 1 / n) for n, key in enumerate(keys, start=1)][:k]


def fetch(keys: Sequence[int]) -> Mapping[int, Chunk]:
    return {key: CHUNKS[key] for key in keys if key in CHUNKS}


def ids(retriever: Retriever, queries: Sequence[Query], k: int) -> list[int]:
    found = retriever.search_many(queries, k)
    retriever.close()
    assert [one.rank for one in found] == list(range(1, len(found) + 1))
    return [int(one.chunk.id.partition("#")[2]) for one in found]


def test_one_query_alone_is_searched_as_ever() -> None:
    leg = ByText({"q": [3, 1, 2]})
    assert ids(Retriever([leg], fetch), [Query(text="q")], 2) == [3, 1]


def test_what_several_queries_find_comes_before_what_one_does() -> None:
    leg = ByText({"q": [1, 2, 3], "other": [9, 3]})
    queries = [Query(text="q"), Query(text="other")]
    assert ids(Retriever([leg], fetch), queries, 3) == [3, 1, 9]


def test_a_query_counts_for_its_weight() -> None:
    leg = ByText({"q": [1, 2], "a": [8], "b": [9]})
    queries = [Query(text="q"), Query(text="a", weight=0.2), Query(text="b", weight=0.3)]
    assert ids(Retriever([leg], fetch), queries, 4) == [1, 2, 9, 8]


@pytest.mark.parametrize(("k", "kept"), [(1, 1), (4, 1), (5, 2), (10, 3)])
def test_the_literal_questions_best_chunks_keep_their_places(k: int, kept: int) -> None:
    crowd = [Query(text=f"other {n}") for n in range(5)]
    rankings = {one.text: range(50, 90) for one in crowd}
    leg = ByText({"q": range(20), **rankings})
    found = ids(Retriever([leg], fetch), [Query(text="q"), *crowd], k)
    assert len(found) == k
    assert sorted(key for key in found if key < 20) == list(range(kept))


def test_the_same_query_twice_counts_once() -> None:
    leg = ByText({"q": [1, 2], "a": [2]})
    Retriever([leg], fetch).search_many([Query(text="q"), Query(text=" Q ")], 2)
    assert leg.asked == ["q"]


def test_a_name_looked_up_and_found_is_answered_by_itself() -> None:
    leg = ByText({"CHIR-99021": [5], "other": [6, 7]})
    retriever = Retriever([leg], fetch, is_lookup=lambda text: text == "CHIR-99021")
    assert ids(retriever, [Query(text="CHIR-99021"), Query(text="other")], 3) == [5]


def test_a_name_looked_up_in_vain_is_searched_in_other_words() -> None:
    leg = ByText({"other": [6, 7]})
    retriever = Retriever([leg], fetch, is_lookup=lambda text: text == "CHIR-99021")
    assert ids(retriever, [Query(text="CHIR-99021"), Query(text="other")], 3) == [6, 7]


def test_a_passage_is_compared_by_meaning_alone() -> None:
    words, meaning = ByText({"q": [1]}), ByText({"q": [1], "p": [2]}, "dense", words=False)
    queries = [Query(text="q"), Query(text="p", is_passage=True)]
    assert ids(Retriever([words, meaning], fetch), queries, 3) == [1, 2]
    assert words.asked == ["q"]


def test_a_model_cannot_call_a_record_by_name() -> None:
    record = ByText({"q": [], "guess": [9]}, "record")
    leg = ByText({"q": [1], "guess": [2]})
    queries = [Query(text="q"), Query(text="guess", weight=0.5)]
    assert ids(Retriever([leg, record], fetch, weights={"record": 30}), queries, 3) == [1, 2]


def test_each_chunk_tells_which_query_found_it() -> None:
    leg = ByText({"q": [1], "other": [2]})
    retriever = Retriever([leg], fetch)
    found = retriever.search_many([Query(text="q"), Query(text="other")], 2)
    retriever.close()
    assert [list(one.legs) for one in found] == [["lexical"], ["lexical (2)"]]


def test_nothing_asked_and_nowhere_to_look_find_nothing() -> None:
    leg = ByText({"q": [1]})
    retriever = Retriever([leg], fetch)
    assert retriever.search_many([], 3) == []
    nowhere = Scope(np.array([], dtype=np.int64))
    assert retriever.search_many([Query(text="q"), Query(text="r")], 3, nowhere) == []
    retriever.close()
    assert leg.asked == []


def test_only_chunks_returned_are_fetched_where_traits_are_known() -> None:
    fetched: list[int] = []

    def counting(keys: Sequence[int]) -> Mapping[int, Chunk]:
        fetched.extend(keys)
        return fetch(keys)

    def traits_of(keys: Sequence[int]) -> Mapping[int, Traits]:
        return {key: Traits.of(CHUNKS[key]) for key in keys}

    retriever = Retriever([ByText({"q": range(50)})], counting, traits_of=traits_of)
    assert ids(retriever, [Query(text="q")], 5) == [0, 1, 2, 3, 4]
    assert fetched == [0, 1, 2, 3, 4]


def test_traits_of_a_chunk_lift_it_as_the_chunk_itself_does() -> None:
    def traits_of(keys: Sequence[int]) -> Mapping[int, Traits]:
        parts = {2: SectionClass.ABSTRACT, 0: SectionClass.REFERENCES}
        return {key: Traits(parts.get(key, SectionClass.OTHER), "paper") for key in keys}

    retriever = Retriever([ByText({"q": [0, 1, 2, 3]})], fetch, traits_of=traits_of)
    assert ids(retriever, [Query(text="q")], 4) == [2, 1, 3, 0]


@pytest.mark.parametrize("fusion", ["min-max", "z-score"])
def test_rankings_may_be_fused_by_their_scores(fusion: str) -> None:
    retriever = Retriever([ByText({"q": [4, 2]})], fetch, fusion=fusion)
    assert ids(retriever, [Query(text="q")], 2) == [4, 2]
