"""What answers to a question set are worth."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from aliquot.analysis.content_words import content_terms
from aliquot.errors import SourceError
from aliquot.evaluation.answers import AnswerReport, ask_questions, gains_over, read_figures
from aliquot.evaluation.citations import citation_precision, evidence_recall, file_recall
from aliquot.evaluation.questions import Question
from aliquot.types import Answer, Citation, RemovedStatement, Span, Statement, Trace, Usage

QUESTION = Question(
    "1", "How much DNA?", "en", "numeric", ("papers/a.pdf",), ("the yield was 5 µg",), "5 µg"
)


def citation(source: str, quote: str, *, verified: bool = True) -> Citation:
    return Citation(
        label="A",
        quote=quote,
        span=Span(0, len(quote)),
        chunk_id="c",
        document_id="d",
        source=source,
        section="",
        page=None,
        verified=verified,
    )


def answer(text: str, *citations: Citation, removed: int = 0, usage: Usage | None = None) -> Answer:
    trace = Trace(
        id="t", question="q", queries=(), where="", evidence=(), strategy="extract", timings_s={}
    )
    return Answer(
        question="q",
        language="en",
        statements=(Statement(text, citations),) if text else (),
        abstained=not text,
        reason="",
        evidence=(),
        trace=trace,
        removed=tuple(RemovedStatement("x", ("numbers",)) for _ in range(removed)),
        usage=usage or Usage(),
    )


def measured(question: Question, given: Answer) -> AnswerReport:
    return ask_questions("set", [question], lambda _: given, terms_of=content_terms)


def test_a_right_and_well_cited_answer_has_all_figures() -> None:
    given = answer("The yield was 5 µg.", citation("/lab/papers/a.pdf", "The yield was 5 µg."))
    (row,) = measured(QUESTION, given).rows
    assert row.figures == {
        "answered": 1,
        "right": 1,
        "value or quote": 1,
        "citation precision": 1,
        "evidence recall": 1,
        "kept": 1,
    }


def test_a_refusal_of_what_is_answerable_is_not_right() -> None:
    (row,) = measured(QUESTION, answer("")).rows
    assert row.figures == {"answered": 0, "right": 0, "value or quote": 0, "evidence recall": 0}


def test_an_unanswerable_question_counts_only_as_refused() -> None:
    question = Question("1", "What?", kind="unanswerable", files=("a.pdf",), answer="Not stated.")
    assert measured(question, answer("")).rows[0].figures == {"refused": 1}
    assert measured(question, answer("5 µg")).rows[0].figures == {"refused": 0}


def test_removed_statements_lower_what_is_kept() -> None:
    (row,) = measured(QUESTION, answer("5 µg", removed=3)).rows
    assert row.figures["kept"] == 0.25


def test_a_citation_counts_if_verified_and_of_a_right_file() -> None:
    cited = [
        citation("/lab/papers/a.pdf", "x"),
        citation("/lab/papers/a.pdf", "x", verified=False),
        citation("/lab/papers/b.pdf", "x"),
        citation("/lab/papers/b.pdf", "the yield was 5 µg"),
    ]

    def name_of(path: str) -> str:
        return path.removeprefix("/lab/")

    assert citation_precision(QUESTION, cited, name_of) == 0.25
    assert evidence_recall(QUESTION, cited, name_of) == 0
    assert citation_precision(QUESTION, [], name_of) is None
    assert file_recall(QUESTION, cited, name_of) is None
    both = Question("1", "Which?", files=("papers/a.pdf", "papers/c.pdf"))
    assert file_recall(both, cited, name_of) == 0.5


def test_tokens_and_cost_are_summed_and_an_unknown_price_stays_unknown() -> None:
    known = Usage(10, 2, 0.5, requests=1, models=("m",))
    assert measured(QUESTION, answer("x", usage=known)).shape()["usage"]["cost_usd"] == 0.5
    unknown = Usage(10, 2, None, requests=1)
    assert measured(QUESTION, answer("x", usage=unknown)).shape()["usage"]["cost_usd"] is None


def test_a_run_is_compared_with_an_earlier_one_question_by_question(tmp_path: Path) -> None:
    path = tmp_path / "run.json"
    path.write_text(json.dumps(measured(QUESTION, answer("")).shape()), encoding="utf-8")
    now = measured(QUESTION, answer("5 µg"))
    gains = gains_over(now, read_figures(path))
    assert gains["right"].figure == 1
    assert "citation precision" not in gains


@pytest.mark.parametrize("text", ["", "[]", '{"rows": [{"id": "1"}]}', '{"rows": 3}'])
def test_a_file_that_is_no_run_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "run.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match="no run"):
        read_figures(path)


def test_questions_without_a_reference_answer_are_noted() -> None:
    report = measured(Question("1", "What?"), answer("x"))
    assert report.warnings == ["1 questions have no reference answer."]
    assert "right" not in report.rows[0].figures
