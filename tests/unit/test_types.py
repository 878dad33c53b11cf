from __future__ import annotations

import dataclasses

import pytest

from aliquot import types
from aliquot.types import (
    Answer,
    Block,
    BlockType,
    Chunk,
    Citation,
    Document,
    DocumentKind,
    Location,
    Source,
    Span,
    Statement,
    Trace,
)

TRACE = Trace(
    id="1", question="q", queries=("q",), where="", evidence=(), strategy="extract", timings_s={}
)


def test_records_are_frozen() -> None:
    records = [
        one
        for name in types.__all__
        if isinstance(one := getattr(types, name), type) and dataclasses.is_dataclass(one)
    ]
    assert len(records) > 20
    for record in records:
        assert record.__dataclass_params__.frozen, record  # type: ignore[attr-defined]


def test_span_is_half_open() -> None:
    assert Span(2, 5).of("abcdefg") == "cde"
    assert len(Span(2, 5)) == 3


def test_pages_of_a_block_are_ascending_and_unique() -> None:
    block = Block(
        type=BlockType.PARAGRAPH,
        text="x",
        span=Span(0, 1),
        locations=(Location(3), Location(2), Location(3)),
    )
    assert block.pages == (2, 3)


def test_fields_leave_out_what_is_empty_but_keep_zero() -> None:
    document = Document(
        kind=DocumentKind.TRIAL,
        title="T",
        text="",
        blocks=(),
        source=Source(path="/lab/t.json"),
        extra={"minimum_age": 0, "sex": "", "condition": ()},
    )
    fields = document.fields
    assert fields["minimum_age"] == 0
    assert fields["source"] == "/lab/t.json"
    assert not {"sex", "condition", "year", "doi"} & set(fields)


def test_every_field_a_document_has_is_a_known_field() -> None:
    document = Document(
        kind=DocumentKind.PAPER, title="T", text="", blocks=(), id="t", authors=("A",), year=2020
    )
    assert set(document.fields) <= set(types.FIELDS)


@pytest.mark.parametrize(("header", "expected"), [("", "text"), ("Title", "Title\ntext")])
def test_searchable_text_begins_with_the_header(header: str, expected: str) -> None:
    chunk = Chunk(id="a#1", document_id="a", text="text", header=header, span=Span(0, 4))
    assert chunk.searchable_text == expected


def test_answer_text_is_the_statements_or_the_refusal() -> None:
    statements = (Statement("One.", ()), Statement("Two.", ()))
    given = Answer(
        question="q",
        language="en",
        statements=statements,
        abstained=False,
        reason="",
        evidence=(),
        trace=TRACE,
    )
    refused = dataclasses.replace(given, statements=(), abstained=True, refusal="Not found.")
    assert given.text == "One. Two."
    assert refused.text == "Not found."


def test_citations_come_in_the_order_of_statements() -> None:
    def cite(label: str) -> Citation:
        return Citation(
            label=label,
            quote="q",
            span=Span(0, 1),
            chunk_id="c",
            document_id="d",
            source="s",
            section="",
            page=None,
            verified=True,
        )

    answer = Answer(
        question="q",
        language="en",
        statements=(Statement("1", (cite("a"), cite("b"))), Statement("2", (cite("c"),))),
        abstained=False,
        reason="",
        evidence=(),
        trace=TRACE,
    )
    assert [one.label for one in answer.citations()] == ["a", "b", "c"]
