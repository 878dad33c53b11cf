"""The find story, step by step, over a leg that finds what it is told to."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pytest

from aliquot.errors import ModelUnavailableError
from aliquot.find import Find, Found
from aliquot.library import Library
from aliquot.protocols import Hit, Scope
from aliquot.reranking import rerank_top
from aliquot.reranking.ordering import reordered
from aliquot.retrieval.leads import Leads
from aliquot.retrieval.multihop import HopBudget, MultiHop
from aliquot.retrieval.retriever import Retriever
from aliquot.retrieval.rewriting import MultiQueryRewriter, Rewriting
from aliquot.testing.fakes import FakeReranker
from aliquot.types import (
    And,
    Chunk,
    Comparison,
    Expansion,
    Filter,
    Operator,
    Query,
    ScoredChunk,
    Span,
    SpokenFilter,
    Understanding,
)

SINCE_2020 = Comparison("year", Operator.GE, 2020)
PAPERS = Comparison("kind", Operator.EQ, "paper")
QUESTION = "virellin papers since 2020"
READ = Understanding(
    question=QUESTION,
    language="en",
    spoken=(SpokenFilter("since 2020", 16, 26, SINCE_2020),),
    subject="virellin papers",
)
# Which of chunks 0 to 9 pass.
ADMITTED: Mapping[Filter, Collection[int]] = {SINCE_2020: {1, 2, 3, 4}, PAPERS: {3, 4, 5}}
HOLDING = {"heat shock": {2, 7}}


@dataclass
class Told:
    """A leg that finds chunks 0 to 9 in their order, unless told otherwise of a text."""

    told: Mapping[str, Sequence[int]] = field(default_factory=dict)
    asked: list[Query] = field(default_factory=list)
    name: str = "lexical"
    languages: frozenset[str] | None = None
    matches_words: bool = True

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        self.asked.append(query)
        keys = self.told.get(query.text, range(10))
        admitted = None if scope is None else set(scope.keys.tolist())
        return [Hit(key, 1 / (key + 1)) for key in keys if admitted is None or key in admitted][:k]

    @property
    def texts(self) -> list[str]:
        return [query.text for query in self.asked]


def fetch(keys: Sequence[int]) -> dict[int, Chunk]:
    return {
        key: Chunk(id=f"d#{key}", document_id="d", text=text, header="", span=Span(0, len(text)))
        for key in keys
        for text in [f"Papers on virellin name GLW-{key}."]
    }


def admitted_by(where: Filter) -> set[int]:
    if isinstance(where, And):
        return set.intersection(*map(admitted_by, where.parts))
    return set(ADMITTED[where])


def scope_of(where: Filter | None, phrases: Sequence[str]) -> Scope | None:
    if where is None and not phrases:
        return None
    keys = set(range(10)) if where is None else admitted_by(where)
    for phrase in phrases:
        keys &= HOLDING.get(phrase, set())
    return Scope(np.array(sorted(keys), dtype=np.int64), where)


@contextmanager
def finder(
    asked: Understanding = READ,
    leg: Told | None = None,
    rerank: Callable[[str, Sequence[ScoredChunk], int], list[ScoredChunk]] | None = None,
    **steps: object,
) -> Iterator[Find]:
    """Give a find story over one leg."""
    retriever = Retriever([leg or Told()], fetch)
    try:
        yield Find(
            retriever=retriever,
            understand=lambda question, where: asked,
            scope_of=scope_of,
            asks_for_references=lambda question, where: False,
            rerank=rerank,
            **steps,  # type: ignore[arg-type] # each is one of the story's own
        )
    finally:
        retriever.close()


def keys(found: Found) -> list[int]:
    assert [one.rank for one in found.ranking] == list(range(1, len(found.ranking) + 1))
    return [int(one.chunk.id.partition("#")[2]) for one in found.ranking]


# ------------------------------------------------------------------------------ narrowing


def test_a_filter_said_in_the_question_narrows() -> None:
    with finder() as find:
        assert keys(find.found(QUESTION, 10)) == [1, 2, 3, 4]


def test_literal_lifts_it_and_searches_every_word() -> None:
    leg = Told({QUESTION: [9, 0]})
    with finder(leg=leg) as find:
        found = find.found(QUESTION, 10, is_literal=True)
    assert keys(found) == [9, 0]
    assert found.where is None
    assert found.asked.spoken == ()


def test_the_callers_filter_holds_beside_the_questions() -> None:
    with finder() as find:
        found = find.found(QUESTION, 10, PAPERS)
    assert keys(found) == [3, 4]
    assert found.where == And((PAPERS, SINCE_2020))


def test_literal_leaves_the_callers_filter() -> None:
    with finder() as find:
        assert keys(find.found(QUESTION, 10, PAPERS, is_literal=True)) == [3, 4, 5]


@pytest.mark.parametrize(
    ("phrase", "expected"), [("heat shock", [2]), ("said nowhere", [])], ids=["held", "unheld"]
)
def test_a_quoted_phrase_leaves_only_what_holds_it(phrase: str, expected: list[int]) -> None:
    with finder(replace(READ, phrases=(phrase,))) as find:
        assert keys(find.found(QUESTION, 10)) == expected


def test_nothing_passes_an_empty_scope_whatever_step_follows() -> None:
    leg = Told()
    given: list[ScoredChunk] = []

    def rerank(_: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        given.extend(ranking)
        return list(ranking[:k])

    asked = replace(READ, phrases=("said nowhere",))
    others = Rewriting((Query(text="x"), Query(text="another wording")))
    with finder(asked, leg, rerank, rewrite=lambda *_: others, hopping=hopping, depth=50) as find:
        found = find.found(QUESTION, 10)
    assert keys(found) == []
    assert leg.asked == []
    assert given == []


# ------------------------------------------------------------------------------ queries


class Model:
    """A language model that writes what it is told to, or not at all."""

    id = "told"

    def __init__(self, answer: str | Exception) -> None:
        self.answer = answer

    def complete(self, prompt: str, *, system: str = "", max_tokens: int = 512) -> str:
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer


def test_rewriting_adds_queries_and_keeps_the_literal_one_first() -> None:
    leg = Told()
    rewriter = MultiQueryRewriter(Model("1. IC50 of virellin\n2. virellin potency"))
    with finder(leg=leg, rewrite=rewriter.rewriting) as find:
        found = find.found(QUESTION, 10)
    assert found.queries[0] == "virellin papers"
    assert set(found.queries[1:]) == {"IC50 of virellin", "virellin potency"}
    assert set(leg.texts) == set(found.queries)
    assert keys(found) == [1, 2, 3, 4]


def test_what_a_model_adds_is_held_to_the_words_quoted() -> None:
    leg = Told()
    asked = replace(READ, spoken=(), phrases=("heat shock",))
    rewriter = MultiQueryRewriter(Model("1. something else"))
    with finder(asked, leg, rewrite=rewriter.rewriting) as find:
        assert keys(find.found(QUESTION, 10)) == [2, 7]
    assert [query.phrases for query in leg.asked] == [("heat shock",)] * 2


def test_a_model_that_fails_is_warned_of_and_the_question_searched_alone() -> None:
    leg = Told()
    rewriter = MultiQueryRewriter(Model(ModelUnavailableError("It does not answer.")))
    with finder(leg=leg, rewrite=rewriter.rewriting) as find:
        found = find.found(QUESTION, 10)
    assert found.queries == ("virellin papers",)
    assert leg.texts == ["virellin papers"]
    assert len(found.warnings) == 1
    assert keys(found) == [1, 2, 3, 4]


def test_other_names_are_searched_and_noted() -> None:
    leg = Told()
    asked = replace(READ, expansions=(Expansion("virellin", ("VRL-1",), "synonyms.txt"),))
    with finder(asked, leg) as find:
        found = find.found(QUESTION, 10)
    assert leg.asked[0].expansions == asked.expansions
    assert found.notes == ("also searched for virellin: VRL-1 (synonyms.txt)",)


# ------------------------------------------------------------------------------ hops


def hopping(search: Callable[[Query, int], Sequence[ScoredChunk]]) -> MultiHop:
    """Follow names such as GLW-4, one in all."""
    leads = Leads(
        names_of=re.compile(r"[A-Z]+-\d+").findall,
        terms_of=lambda text: re.findall(r"[a-z]{4,}", text.lower()),
        idf=lambda terms: [1.0] * len(terms),
    )
    return MultiHop(search, leads, budget=HopBudget(hops=1, queries=1, leads=1))


def test_hops_are_noted_with_their_reason_and_stay_within_the_filter() -> None:
    leg = Told()
    with finder(leg=leg, hopping=hopping) as find:
        found = find.found(QUESTION, 10)
    [note] = found.notes
    assert note.startswith("hop 1: ")
    assert "GLW-1" in note
    assert "d#1" in note
    assert len(found.queries) == len(leg.asked) == 2
    assert set(keys(found)) == {1, 2, 3, 4}


# ------------------------------------------------------------------------------ reranking, room


def test_the_reranker_gets_the_depth_and_the_caller_gets_k() -> None:
    given: list[tuple[str, int, int]] = []

    def rerank(question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        given.append((question, len(ranking), k))
        return rerank_top(Backwards(), question, ranking, 8, k, former_weight=0)

    with finder(replace(READ, spoken=()), rerank=rerank, depth=8) as find:
        assert keys(find.found(QUESTION, 3)) == [7, 6, 5]
    assert given == [("virellin papers", 8, 8)]


def test_a_caller_who_wants_more_than_the_depth_gets_them_behind() -> None:
    def rerank(question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        return rerank_top(Backwards(), question, ranking, 2, k, former_weight=0)

    with finder(replace(READ, spoken=()), rerank=rerank, depth=2) as find:
        assert keys(find.found(QUESTION, 5)) == [1, 0, 2, 3, 4]


def test_reranking_never_brings_what_was_not_found() -> None:
    def rerank(question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        return rerank_top(Backwards(), question, ranking, 50, k)

    with finder(rerank=rerank, depth=50) as find:
        assert set(keys(find.found(QUESTION, 10))) == {1, 2, 3, 4}


def test_room_is_made_out_of_more_than_is_wanted() -> None:
    given: list[int] = []

    def arrange(question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        given.append(len(ranking))
        return [replace(one, rank=rank) for rank, one in enumerate(ranking[1 : k + 1], start=1)]

    with finder(replace(READ, spoken=()), arrange=arrange) as find:
        assert keys(find.found(QUESTION, 3)) == [1, 2, 3]
    assert given == [6]


class Backwards:
    """Turns a ranking round."""

    id = "backwards"
    languages: frozenset[str] | None = None

    def rerank(self, question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        return reordered(ranking, [float(place) for place in range(len(ranking))], k)


# ------------------------------------------------------------------------------ one leg alone


def test_a_leg_alone_keeps_its_own_order_and_the_questions_filter() -> None:
    leg = Told({"virellin papers": [4, 0, 2]})
    with finder(leg=leg) as find:
        found = find.found_by_leg("lexical", QUESTION, 10)
    assert [one.chunk.id for one in found] == ["d#4", "d#2"]
    assert [one.rank for one in found] == [1, 2]


def test_a_leg_that_does_not_serve_the_language_finds_nothing() -> None:
    leg = Told(languages=frozenset({"ja"}))
    with finder(leg=leg) as find:
        assert find.found_by_leg("lexical", QUESTION, 10) == []


# ------------------------------------------------------------------------------ by the settings

# The same words stand in two documents, so that one gives up its place.
ORDER = (
    "Antibody AB-9021 was ordered from the store in the cellar in May, because the old one had "
    "lost its strength over the winter and no section of the liver was stained by it any more, "
    "whatever was tried with it, and whoever tried."
)
TWICE = {
    "a.md": f"# Order\n\n{ORDER}\n",
    "b.md": f"# Copy\n\n{ORDER}\n",
    "c.md": "# Shelf\n\nThe store in the cellar keeps antibody AB-9021 at -80 degrees.\n",
}


@pytest.fixture
def store(tmp_path: Path, write_lab: Callable[..., Path]) -> Path:
    """A library of three notes."""
    with Library.create(tmp_path / "library", {"embedding": {"legs": ["fake"]}}) as library:
        library.add(write_lab(tmp_path / "notes", TWICE))
    return tmp_path / "library"


def ids(library: Path, question: str, **retrieval: object) -> list[str]:
    settings = {"embedding": {"legs": ["fake"]}, "retrieval": retrieval}
    with Library.open(library, settings) as opened:
        return [one.chunk.id for one in opened.search(question)]


@pytest.mark.parametrize("step", [{"reranker": "fake"}, {"collapse": True}], ids=str)
def test_a_lookup_is_neither_reranked_nor_collapsed(
    store: Path, step: dict[str, object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> list[ScoredChunk]:
        raise AssertionError("a name looked up was reranked")

    monkeypatch.setattr(FakeReranker, "rerank", refuse)
    plain = ids(store, "AB-9021")
    assert len(plain) == 3
    assert ids(store, "AB-9021", **step) == plain


def test_a_question_in_words_is_collapsed(store: Path) -> None:
    question = "Where was the antibody ordered from?"
    assert len(ids(store, question, collapse=True)) < len(ids(store, question))
