from __future__ import annotations

from dataclasses import replace

import pytest

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.generation.extractive import QuestionTerms
from aliquot.generation.relevance import RelevanceJudge, RelevanceModel
from aliquot.types import Chunk, LegScore, ScoredChunk, Span

ANALYSER = StandardAnalyser()


def evidence(*texts: str, cosine: float = 0.0) -> list[ScoredChunk]:
    return [
        ScoredChunk(
            Chunk(id=f"d#{n}", document_id="d", text=text, header="", span=Span(0, len(text))),
            score=1.0,
            rank=n,
            legs={"dense:a": LegScore(n, cosine)},
        )
        for n, text in enumerate(texts, start=1)
    ]


@pytest.fixture
def judge() -> RelevanceJudge:
    models = (RelevanceModel(8, {"dense:a": 20}, -15), RelevanceModel(10, {}, -5))
    return RelevanceJudge(ANALYSER, min_probability=0.5, models=models)


def terms(question: str) -> QuestionTerms:
    return QuestionTerms(dict.fromkeys(ANALYSER.terms(question), 1.0))


def without_legs(found: list[ScoredChunk]) -> list[ScoredChunk]:
    return [replace(one, legs={"lexical": LegScore(one.rank, 9.0)}) for one in found]


@pytest.mark.parametrize(
    ("text", "cosine", "is_answered"),
    [
        ("Virellin dissolves in ethanol.", 0.4, True),
        ("Virellin dissolves in ethanol.", 0.3, False),
        ("Virellin is red.", 0.6, True),
        ("Something else.", 0.76, True),
        ("Something else.", 0.74, False),
    ],
)
def test_words_and_nearness_are_weighed_together(
    judge: RelevanceJudge, text: str, cosine: float, is_answered: bool
) -> None:
    doubt = judge.doubt(terms("virellin ethanol"), evidence(text, cosine=cosine), is_filtered=False)
    assert (doubt == "") is is_answered


@pytest.mark.parametrize(
    ("text", "is_answered"), [("Virellin in ethanol.", True), ("Something else.", False)]
)
def test_without_a_dense_leg_words_decide(
    judge: RelevanceJudge, text: str, is_answered: bool
) -> None:
    found = without_legs(evidence(text))
    doubt = judge.doubt(terms("virellin ethanol"), found, is_filtered=False)
    assert (doubt == "") is is_answered


def test_a_doubt_names_the_nearest_document(judge: RelevanceJudge) -> None:
    found = evidence("Something else.")
    assert "(d)" in judge.doubt(terms("virellin ethanol"), found, is_filtered=False)


def test_words_far_down_the_ranking_do_not_count(judge: RelevanceJudge) -> None:
    found = evidence("a b c", "d e f", "g h i", "Virellin dissolves in ethanol.")
    assert judge.doubt(terms("virellin ethanol"), found, is_filtered=False)


def test_an_empty_ranking_says_why(judge: RelevanceJudge) -> None:
    assert "filter" in judge.doubt(terms("x"), [], is_filtered=True)
    assert "aliquot add" in judge.doubt(terms("x"), [], is_filtered=False)
