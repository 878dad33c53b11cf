from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.parsing.builder import DocumentBuilder, markdown_table
from aliquot.types import (
    Block,
    BlockType,
    Document,
    DocumentKind,
    DocumentStatus,
    Location,
    SectionClass,
    Source,
)

# Any text a damaged file may give, lone surrogates and NUL characters included.
anything = st.text(st.characters(exclude_categories=[]), max_size=40)


def built(builder: DocumentBuilder, **fields: object) -> Document:
    return builder.build(kind=DocumentKind.NOTES, title="T", **fields)


def paths(document: Document) -> list[tuple[str, ...]]:
    return [block.section_path for block in document.blocks]


pieces = st.one_of(
    st.tuples(st.just("heading"), anything, st.integers(1, 4)),
    st.tuples(st.just("paragraph"), anything, st.just(0)),
    st.tuples(st.just("table"), st.lists(st.lists(anything, max_size=3), max_size=3), st.just(0)),
    st.tuples(st.just("drop"), st.just(""), st.just(0)),
)


@given(st.lists(pieces, max_size=8))
def test_every_block_is_the_slice_its_span_names(made: list[tuple[str, object, int]]) -> None:
    builder = DocumentBuilder()
    for kind, content, level in made:
        match kind:
            case "heading":
                builder.heading(str(content), level)
            case "paragraph":
                builder.paragraph(str(content))
            case "table":
                builder.table(content)  # type: ignore[arg-type]
            case "drop":
                builder.drop_last()
    document = built(builder)
    end = 0
    for block in document.blocks:
        assert block.span.of(document.text) == block.text
        assert block.text.strip() == block.text != ""
        assert block.span.start >= end
        end = block.span.end
    document.text.encode("utf-8")


@given(anything, anything, anything)
def test_whatever_a_file_says_can_be_stored(one: str, two: str, three: str) -> None:
    builder = DocumentBuilder()
    builder.add(
        BlockType.TABLE, "x", grid=[[one, two]], caption=two, marker=three, flags=["hidden"]
    )
    document = builder.build(
        kind=DocumentKind.PAPER,
        title=one,
        authors=(two, three),
        journal=three,
        extra={"condition": (one,), "sex": two, "enrollment": 3},
        status=DocumentStatus.PARTIAL,
        source=Source(path="/lab/a"),
    )
    json.dumps(
        [document.fields, document.blocks[0].grid, document.blocks[0].caption], ensure_ascii=False
    ).encode("utf-8")
    assert document.status is DocumentStatus.PARTIAL
    assert document.extra["enrollment"] == 3


def test_a_heading_closes_what_is_as_deep_or_deeper() -> None:
    builder = DocumentBuilder()
    for text, level in (("A", 1), ("B", 2), ("C", 3), ("D", 2), ("E", 1)):
        builder.heading(text, level)
    assert paths(built(builder)) == [("A",), ("A", "B"), ("A", "B", "C"), ("A", "D"), ("E",)]


def test_a_stated_section_class_holds_until_the_next_heading() -> None:
    builder = DocumentBuilder()
    builder.heading("Study population", section_class=SectionClass.METHODS)
    builder.paragraph("Twelve mice.")
    builder.heading("Outlook")
    builder.paragraph("More mice.")
    classes = [block.section_class for block in built(builder).blocks]
    assert classes == [SectionClass.METHODS] * 2 + [SectionClass.OTHER] * 2


def test_blank_text_is_no_block() -> None:
    builder = DocumentBuilder()
    builder.paragraph(" \n\t\0 ")
    builder.heading("  ")
    builder.table([["", " "]])
    assert len(builder) == 0


def test_lines_win_over_pages() -> None:
    builder = DocumentBuilder()
    builder.paragraph("a", pages=[3])
    builder.paragraph("b", pages=[3], locations=[Location(4)])
    assert [block.pages for block in built(builder).blocks] == [(3,), (4,)]


def test_dropping_the_last_block_frees_its_place() -> None:
    builder = DocumentBuilder()
    builder.paragraph("one")
    builder.paragraph("two")
    dropped = builder.drop_last()
    builder.paragraph("three")
    assert isinstance(dropped, Block)
    assert dropped.text == "two"
    assert built(builder).text == "one\n\nthree"
    assert DocumentBuilder().drop_last() is None


def test_marks_are_added_to_the_last_block() -> None:
    builder = DocumentBuilder()
    builder.mark_last("ocr")
    builder.paragraph("a", flags=["hidden_text"])
    builder.mark_last("ocr")
    assert built(builder).blocks[0].flags == {"hidden_text", "ocr"}


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([["a", "b"], ["1"]], "| a | b |\n| --- | --- |\n| 1 |  |"),
        ([["a|b"]], "| a\\|b |\n| --- |"),
    ],
)
def test_tables_are_written_as_markdown(rows: list[list[str]], expected: str) -> None:
    assert markdown_table(rows) == expected


def test_many_or_long_warnings_become_a_handful_of_short_ones() -> None:
    builder = DocumentBuilder()
    builder.paragraph("x")
    many = ("word " * 100, *(f"Sheet {number} was cut." for number in range(200)))
    document = builder.build(kind=DocumentKind.TABLE, title="T", warnings=many)
    assert len(document.warnings) == 5
    assert document.warnings[-1] == "197 more warnings."
    assert max(map(len, document.warnings)) <= 160


ENTRIES = (
    "Smith J, Lee K. Heat shock of cells. J Test 2019;12(3):45-56.",
    "Tanabe A. et al. Plasmids. Cell 170, 12-19 (2017).",
)


@pytest.mark.parametrize(
    ("heading", "texts", "expected"),
    [
        ("Reference", ENTRIES, SectionClass.REFERENCES),
        ("5. Reference", ENTRIES, SectionClass.REFERENCES),
        ("Reference", ("Press RUN.", "Firmware of 2019 shows 12."), SectionClass.OTHER),
        ("Reference", (), SectionClass.OTHER),
        ("Reference values", ENTRIES, SectionClass.OTHER),
    ],
)
def test_lone_reference_is_a_list_where_entries_follow(
    heading: str, texts: tuple[str, ...], expected: SectionClass
) -> None:
    builder = DocumentBuilder()
    builder.heading(heading)
    for text in texts:
        builder.paragraph(text)
    builder.heading("Index")
    classes = [block.section_class for block in built(builder).blocks]
    assert classes == [expected] * (1 + len(texts)) + [SectionClass.OTHER]
