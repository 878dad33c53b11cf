"""Whether a library refuses what it should: the items, and the rates they make."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from aliquot.analysis.content_words import content_terms
from aliquot.errors import ConfigError, SourceError
from aliquot.evaluation.correctness import Grade
from aliquot.evaluation.intervals import rate_interval
from aliquot.evaluation.questions import Question
from aliquot.evaluation.refusal import ask_items, items_of_questions
from aliquot.evaluation.refusal_items import (
    ItemSet,
    RefusalItem,
    build_items,
    read_items,
    write_items,
)
from aliquot.types import (
    Answer,
    Chunk,
    Comparison,
    Document,
    DocumentKind,
    Filter,
    Not,
    Operator,
    Relation,
    RelationKind,
    Span,
    Statement,
    Trace,
)

TEXTS = {
    "heat": "The IC50 value of the crude extract was 49.8 µg/mL. Plates were incubated at 35 °C.",
    "heat-v2": "Nothing of the kind stands in the newest version.",
    "cold": "The yield of DNA from coral sperm was 5 µg.",
}


class Shelf:
    """Three papers, of which one is a version of another."""

    def documents(self) -> list[Document]:
        return [
            Document(
                id=name,
                kind=DocumentKind.PAPER,
                title=f"Effects of {name} on Ocimum sanctum",
                text=text,
                blocks=(),
                authors=("Tanaka, Yui",),
                year=2021,
            )
            for name, text in reversed(TEXTS.items())
        ]

    def chunks(self, document_id: str) -> Sequence[Chunk]:
        text = TEXTS[document_id]
        span = Span(0, len(text))
        return [
            Chunk(id=f"{document_id}#1", document_id=document_id, text=text, header="", span=span)
        ]

    def relations(self, document_id: str) -> Sequence[Relation]:
        if not document_id.startswith("heat"):
            return []
        kind = RelationKind.VERSION_OF
        return [Relation(kind=kind, document_id="heat", other_id="heat-v2", reason="same title")]


def answer(question: str, text: str) -> Answer:
    trace = Trace(
        id="t", question=question, queries=(), where="", evidence=(), strategy="extract",
        timings_s={},
    )  # fmt: skip
    return Answer(
        question=question,
        language="en",
        statements=(Statement(text, ()),) if text else (),
        abstained=not text,
        reason="" if text else "It does not say.",
        evidence=(),
        trace=trace,
    )


def item(which: ItemSet, answer: str = "", question: str = "") -> RefusalItem:
    asked = question or f"{which}?"
    return RefusalItem(id=f"{which}-1", set=which, kind="measure", question=asked, answer=answer)


def test_items_are_the_same_for_the_same_library_and_seed() -> None:
    assert build_items(Shelf(), 5, seed=3) == build_items(Shelf(), 5, seed=3)


def test_each_drafted_question_is_asked_without_its_document_and_with_it() -> None:
    items = build_items(Shelf(), 5)
    removed = [one for one in items if one.set is ItemSet.REMOVED]
    answerable = [one for one in items if one.set is ItemSet.ANSWERABLE]
    assert [one.question for one in removed] == [one.question for one in answerable]
    assert {one.document for one in removed} == {"heat", "cold"}
    assert all(one.where is None for one in answerable)


def test_a_removed_document_takes_its_other_versions_along() -> None:
    (one,) = {it.without for it in build_items(Shelf(), 5) if it.document == "heat" and it.without}
    assert one == ("heat", "heat-v2")


def test_a_removed_document_is_filtered_out_by_its_id() -> None:
    one = RefusalItem(
        id="1", set=ItemSet.REMOVED, kind="measure", question="What?", without=("a", "b")
    )
    assert one.where == Not(Comparison("document_id", Operator.IN, ("a", "b")))


def test_a_paper_that_exists_is_not_said_to_be_fabricated() -> None:
    asked = [one.question for one in build_items(Shelf(), 50) if one.set is ItemSet.FABRICATED]
    assert not any("Tanaka" in one for one in asked)


def test_what_the_library_is_about_is_never_said_to_be_missing() -> None:
    asked = [one.question for one in build_items(Shelf(), 20) if one.set is ItemSet.FABRICATED]
    assert not any("Ocimum sanctum" in one for one in asked)


def test_items_are_read_as_they_were_written(tmp_path: Path) -> None:
    items = build_items(Shelf(), 5)
    write_items(tmp_path / "items.jsonl", items)
    assert read_items(tmp_path / "items.jsonl") == items


@pytest.mark.parametrize("line", ['{"id": "1"}', '{"set": "other"}', '{"set": "removed", "x": 1}'])
def test_a_line_that_is_no_item_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "items.jsonl"
    path.write_text(line, encoding="utf-8")
    with pytest.raises(SourceError, match=r"items\.jsonl, line 1"):
        read_items(path)


def test_refusing_is_right_but_for_what_is_answerable() -> None:
    items = [item(ItemSet.FABRICATED), item(ItemSet.REMOVED), item(ItemSet.ANSWERABLE)]

    def ask(question: str, where: Filter | None) -> Answer:
        return answer(question, "Something." if question == "removed?" else "")

    report = ask_items(items, ask, terms_of=content_terms)
    assert [one.is_right for one in report.decisions] == [True, False, False]
    over = report.over_abstention()
    assert over is not None
    assert over.figure == 1
    assert report.shape()["sets"]["removed"] == {
        "n": 1,
        "rate": 0.0,
        "interval": [0.0, 0.7935],
        "bar": 0.67,
    }


def test_an_item_is_asked_under_its_filter() -> None:
    seen: list[Filter | None] = []

    def ask(question: str, where: Filter | None) -> Answer:
        seen.append(where)
        return answer(question, "")

    items = [one for one in build_items(Shelf(), 1) if one.document]
    ask_items(items, ask, terms_of=content_terms)
    assert seen == [items[0].where, None]


def test_an_answer_is_graded_where_one_is_expected() -> None:
    items = [
        item(ItemSet.ANSWERABLE, answer="5 µg", question="How much?"),
        item(ItemSet.ANSWERABLE, answer="7 µg", question="How much?"),
        item(ItemSet.FABRICATED),
    ]
    report = ask_items(
        items, lambda asked, _: answer(asked, "It was 5 µg."), terms_of=content_terms
    )
    assert [one.grade for one in report.decisions] == [Grade.RIGHT, Grade.WRONG, None]
    right = report.answered_right()
    assert right is not None
    assert right.figure == 0.5


def test_a_question_set_gives_what_to_refuse_and_what_to_answer() -> None:
    questions = [
        Question("1", "What?", kind="unanswerable", answer="Not stated."),
        Question("2", "How much?", "ja", "numeric", answer="5 g"),
    ]
    first, second = items_of_questions(questions)
    assert (first.set, first.answer) == (ItemSet.UNANSWERABLE, "")
    assert (second.set, second.answer, second.language) == (ItemSet.ANSWERABLE, "5 g", "ja")


def test_a_rate_of_all_or_none_still_has_an_interval() -> None:
    # Source: worked by hand, z = 1.96: 3.8416 / (20 + 3.8416) = .1611 lies beyond the bound.
    assert rate_interval(20, 20).low == pytest.approx(0.8389, abs=1e-3)
    assert rate_interval(0, 20).high == pytest.approx(0.1611, abs=1e-3)
    assert rate_interval(10, 20).figure == 0.5
    with pytest.raises(ConfigError):
        rate_interval(0, 0)
