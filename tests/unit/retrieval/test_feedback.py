from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from aliquot.protocols import Hit, Scope
from aliquot.retrieval.feedback import FeedbackLeg, relevance_model
from aliquot.types import Query

TERMS = {1: ["p53", "mdm2", "the"], 2: ["mdm2", "nutlin", "the", "the"], 3: ["actin"]}


class Index:
    """Finds chunks 1 and 2, and remembers the terms it was asked for."""

    def __init__(self, first: Sequence[Hit]) -> None:
        self.first = list(first)
        self.weights: Mapping[str, float] = {}

    def search_query(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        return self.first[:k]

    def search_terms(
        self, weights: Mapping[str, float], k: int, scope: Scope | None = None
    ) -> list[Hit]:
        self.weights = weights
        return [Hit(3, 1.0)][:k]

    def idf(self, terms: Sequence[str]) -> list[float]:
        return [0.0 if term == "the" else 2.0 for term in terms]


def leg(index: Index, **options: float) -> FeedbackLeg:
    return FeedbackLeg(
        index,  # type: ignore[arg-type]
        lambda text: dict.fromkeys(text.split(), 1.0),
        lambda keys: {key: TERMS[key] for key in keys},
        **options,  # type: ignore[arg-type]
    )


FIRST = [Hit(1, 3.0), Hit(2, 1.0)]


def test_words_weigh_by_how_well_and_how_densely_results_hold_them() -> None:
    index = Index(FIRST)
    model = relevance_model(FIRST, TERMS, index.idf, 2)
    assert model == {
        "mdm2": pytest.approx(3 / 4 / 3 + 1 / 4 / 4),
        "p53": pytest.approx(3 / 4 / 3),
    }


def test_the_questions_own_words_keep_their_share() -> None:
    index = Index(FIRST)
    assert leg(index, question_share=0.75).search(Query(text="p53"), 5) == [Hit(3, 1.0)]
    assert sum(index.weights.values()) == pytest.approx(1)
    assert index.weights["p53"] >= 0.75
    assert "nutlin" in index.weights
    assert "the" not in index.weights


def test_quoted_words_are_searched_as_they_stand() -> None:
    index = Index(FIRST)
    assert leg(index).search(Query(text="p53", phrases=("p53",)), 1) == FIRST[:1]
    assert not index.weights


def test_nothing_found_first_is_nothing_found() -> None:
    assert leg(Index([])).search(Query(text="p53"), 5) == []


def test_chunks_that_have_gone_since_add_nothing() -> None:
    assert relevance_model(FIRST, {}, Index(FIRST).idf, 5) == {}
