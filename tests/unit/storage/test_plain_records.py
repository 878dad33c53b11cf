from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.filters import parse_filter
from aliquot.storage.plain_records import from_plain, to_plain
from aliquot.types import (
    Answer,
    Citation,
    Contradiction,
    Expansion,
    Gate,
    GateResult,
    Intent,
    NearDocument,
    RefusalKind,
    RemovedStatement,
    Span,
    SpokenFilter,
    Statement,
    Trace,
    Understanding,
    Usage,
)


def citation(quote: str = "42 °C", start: int = 3) -> Citation:
    return Citation(
        label="Smith & 田中, 2023, Results",
        quote=quote,
        span=Span(start, start + len(quote)),
        chunk_id="2023-smith#results-1",
        document_id="2023-smith",
        source="/lab/a.pdf",
        section="Results",
        page=None,
        verified=True,
        flags=frozenset({"ocr", "superseded"}),
    )


def answer(text: str = "It is 42 °C.") -> Answer:
    said = Statement(text, (citation(),), (GateResult(Gate.QUOTE, True),))
    where = parse_filter("kind = paper and year >= 2020")
    return Answer(
        question="何度ですか？",
        language="ja",
        statements=(said,),
        abstained=False,
        reason="",
        evidence=(),
        removed=(RemovedStatement("It is 43 °C.", ("numbers",), ("no 43",), ("42 °C",)),),
        understanding=Understanding(
            question="何度ですか？",
            language="ja",
            intent=Intent.FACT,
            spoken=(SpokenFilter("papers since 2020", 0, 17, where),),
            expansions=(Expansion("TP53", ("p53",), "UniProt P04637"),),
        ),
        usage=Usage(10, 2, None, 1.5, 1, ("scripted",)),
        refusal_kind=RefusalKind.NO_ANSWER,
        near=(NearDocument("d", "t", "s"),),
        contradictions=(Contradiction("half-life", (said, said)),),
        confidence=0.5,
        trace=Trace(
            id="1",
            question="何度ですか？",
            queries=("何度",),
            where="",
            evidence=(("a#1", 0.5, {"lexical": 1}),),
            strategy="stuff",
            timings_s={"find": 0.1},
            messages=(("system", "Answer."), ("assistant", "42 °C")),
        ),
    )


def round_trip(value: Answer) -> Answer:
    return from_plain(Answer, json.loads(json.dumps(to_plain(value))))


def test_an_answer_comes_back_as_it_was() -> None:
    assert round_trip(answer()) == answer()


@given(st.text(alphabet=st.characters(exclude_categories=("Cs",)), max_size=50))
def test_any_text_comes_back_as_it_was(text: str) -> None:
    assert round_trip(answer(text)) == answer(text)


def test_what_no_database_keeps_is_replaced() -> None:
    assert to_plain({"a": "x\ud800"}) == {"a": "x?"}


def test_a_field_of_a_newer_version_is_left_out() -> None:
    assert from_plain(Span, [1, 2]) == Span(1, 2)
    plain = to_plain(answer()) | {"tone": "cheerful"}
    assert from_plain(Answer, plain) == answer()


def test_a_field_an_older_version_lacks_takes_its_default() -> None:
    plain = to_plain(answer())
    del plain["contradictions"]
    assert from_plain(Answer, plain) == replace(answer(), contradictions=())


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("question", 5),
        ("question", None),
        ("abstained", "no"),
        ("abstained", 1),
        ("statements", {"text": "x"}),
        ("statements", ["x"]),
        ("refusal_kind", "bored"),
        ("confidence", "high"),
        ("usage", []),
        ("trace", None),
    ],
)
def test_what_does_not_fit_its_type_is_refused(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=r"is no|is not|fits|none of|no object"):
        from_plain(Answer, to_plain(answer()) | {name: value})


def test_a_missing_part_is_refused() -> None:
    plain = to_plain(answer())
    del plain["question"]
    with pytest.raises(ValueError, match="lacks question"):
        from_plain(Answer, plain)
