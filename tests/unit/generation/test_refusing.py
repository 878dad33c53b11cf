from __future__ import annotations

from collections.abc import Sequence

import pytest

from aliquot.analysis.analyser import StandardAnalyser
from aliquot.filters import parse_filter
from aliquot.generation.extractive import ChunkReader, QuestionTerms
from aliquot.generation.refusing import Refusal, Refuser
from aliquot.generation.relevance import RelevanceJudge, RelevanceModel
from aliquot.types import (
    Chunk,
    Expansion,
    Filter,
    Intent,
    RefusalKind,
    RemovedStatement,
    ScoredChunk,
    Span,
    SpokenFilter,
    Understanding,
)

ANALYSER = StandardAnalyser()
JUDGE = RelevanceJudge(
    ChunkReader(ANALYSER), min_probability=0.5, models=(RelevanceModel(10, {}, -5),)
)
TRIALS = parse_filter("kind = trial")


def refuser(unreadable: Sequence[str] = (), left: int = 7) -> Refuser:
    return Refuser(
        JUDGE, documents_left=lambda where: left, unreadable_of=lambda question, where: unreadable
    )


def found(*texts: str) -> list[ScoredChunk]:
    return [
        ScoredChunk(
            Chunk(
                id=f"d{n}#1",
                document_id=f"d{n}",
                text=text,
                header="",
                span=Span(0, len(text)),
                metadata={"title": f"Title {n}", "source": f"/lab/{n}.pdf"},
            ),
            score=1.0,
            rank=n,
        )
        for n, text in enumerate(texts, start=1)
    ]


def refused(
    question: str | Understanding,
    evidence: Sequence[ScoredChunk] = (),
    where: Filter | None = None,
    by: Refuser | None = None,
) -> Refusal | None:
    asked = (
        Understanding(question=question, language="en", subject=question)
        if isinstance(question, str)
        else question
    )
    weights = {term: float(len(term)) for term in ANALYSER.terms(asked.subject)}
    return (by or refuser()).refuse(asked, QuestionTerms(weights), evidence, where=where)


def test_evidence_that_answers_is_not_refused() -> None:
    assert refused("virellin solubility", found("Virellin solubility is low.")) is None


def test_nothing_found_says_how_to_bring_more() -> None:
    refusal = refused("virellin solubility")
    assert refusal is not None
    assert refusal.kind is RefusalKind.NOTHING_FOUND
    assert "aliquot add" in refusal.reason


def test_a_filter_is_named_with_what_it_leaves() -> None:
    refusal = refused("virellin", where=TRIALS)
    assert refusal is not None
    assert refusal.kind is RefusalKind.FILTERED_OUT
    assert "kind" in refusal.reason
    assert "trial" in refusal.reason
    assert "7" in refusal.reason


def test_what_does_not_answer_is_named_with_the_words_it_lacks() -> None:
    refusal = refused("zebrafish solubility temperature", found("Something else.", "Other."))
    assert refusal is not None
    assert refusal.kind is RefusalKind.NO_ANSWER
    assert "Title 1" in refusal.reason
    assert "zebrafish" in refusal.reason
    assert [one.document_id for one in refusal.near] == ["d1", "d2"]
    assert refusal.near[0].source == "/lab/1.pdf"


def test_a_file_that_could_not_be_read_is_named_first() -> None:
    refusal = refused("virellin scan", found("Other."), by=refuser(["virellin_scan.pdf"]))
    assert refusal is not None
    assert refusal.kind is RefusalKind.UNREADABLE
    assert "virellin_scan.pdf" in refusal.reason


def test_the_least_known_word_is_dropped() -> None:
    refusal = refused("Does zebrafishes skin heal?", found("Skin and the heart"))
    assert refusal is not None
    assert "Does skin heal?" in refusal.rephrasings


def test_a_filter_said_in_the_question_and_another_name_are_offered() -> None:
    asked = Understanding(
        question="trials of p53 tablets",
        language="en",
        subject="p53 tablets",
        spoken=(SpokenFilter("trials of", 0, 9, TRIALS),),
        expansions=(Expansion("p53", ("TP53",), "UniProt"),),
    )
    refusal = refused(asked, where=TRIALS)
    assert refusal is not None
    assert refusal.rephrasings == ("p53 tablets", "TP53 tablets")


@pytest.mark.parametrize(("evidence", "where"), [((), None), ((), TRIALS), (found("Other."), None)])
def test_a_japanese_question_is_refused_in_japanese(
    evidence: Sequence[ScoredChunk], where: Filter | None
) -> None:
    asked = Understanding(question="量は？", language="ja", subject="量は？")
    refusal = refused(asked, evidence, where)
    assert refusal is not None
    assert refusal.sentence == "当研究室の資料には記載されていません。"
    assert "資料" in refusal.reason


@pytest.mark.parametrize(
    ("removed", "kind"),
    [((), RefusalKind.NO_ANSWER), ((RemovedStatement("x", ("quote",)),), RefusalKind.UNPROVED)],
)
def test_no_statement_left_says_whether_any_was_written(
    removed: Sequence[RemovedStatement], kind: RefusalKind
) -> None:
    asked = Understanding(question="virellin", language="en", subject="virellin")
    refusal = refuser().unproved(asked, QuestionTerms({"virellin": 1.0}), found("Other."), removed)
    assert refusal.kind is kind
    assert refusal.near


@pytest.mark.parametrize(
    ("question", "unwanted"),
    [
        ("How many people were enrolled in NCT01234567?", "How many people were enrolled in?"),
        ("How fast does zebrafishes swim?", "How fast does swim?"),
        ("What dose of Virellin did they give?", "What dose of did they give?"),
        ("How is Virellin made?", "How is made?"),
    ],
)
def test_no_rephrasing_loses_what_its_sentence_hangs_on(question: str, unwanted: str) -> None:
    refusal = refused(question, found("Something else entirely."))
    assert refusal is not None
    assert unwanted not in refusal.rephrasings


def test_names_that_stand_apart_are_said_to() -> None:
    question = "Which dose of Virellin in Psoriasis"
    refusal = refused(question, found("Which dose of Virellin in asthma.", "Psoriasis dose."))
    assert refusal is not None
    assert "holds all that is named" in refusal.reason


def test_what_is_compared_may_stand_in_several_documents() -> None:
    asked = Understanding(
        question="", language="en", intent=Intent.COMPARE, subject="dose in Asthma and in Psoriasis"
    )
    evidence = found("The dose in asthma and in others.", "The dose in psoriasis.")
    assert refused(asked, evidence) is None
