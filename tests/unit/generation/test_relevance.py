from __future__ import annotations

import pytest

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.generation.extractive import QuestionTerms
from aliquot.generation.relevance import RelevanceJudge
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
    return RelevanceJudge(ANALYSER, min_coverage=0.5, near={"dense:a": 0.8})


def terms(question: str) -> QuestionTerms:
    return QuestionTerms(dict.fromkeys(ANALYSER.terms(question), 1.0))


def test_words_alone_are_enough(judge: RelevanceJudge) -> None:
    found = evidence("Virellin dissolves in ethanol.")
    assert judge.doubt(terms("virellin ethanol"), found, is_filtered=False) == ""


def test_nearness_alone_is_enough(judge: RelevanceJudge) -> None:
    found = evidence("Something else.", cosine=0.8)
    assert judge.doubt(terms("virellin ethanol"), found, is_filtered=False) == ""


def test_neither_is_a_doubt_that_names_the_nearest_document(judge: RelevanceJudge) -> None:
    found = evidence("Something else.", cosine=0.79)
    assert "(d)" in judge.doubt(terms("virellin ethanol"), found, is_filtered=False)


def test_words_far_down_the_ranking_do_not_count(judge: RelevanceJudge) -> None:
    found = evidence("a b c", "d e f", "g h i", "Virellin dissolves in ethanol.")
    assert judge.doubt(terms("virellin ethanol"), found, is_filtered=False)


def test_an_empty_ranking_says_why(judge: RelevanceJudge) -> None:
    assert "filter" in judge.doubt(terms("x"), [], is_filtered=True)
    assert "aliquot add" in judge.doubt(terms("x"), [], is_filtered=False)
