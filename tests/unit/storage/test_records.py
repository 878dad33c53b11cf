from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from aliquot.storage.records import (
    block_from_row,
    block_row,
    chunk_from_row,
    chunk_row,
    document_from_row,
    document_row,
    field_rows,
    hash_text,
)
from aliquot.types import (
    Block,
    BlockType,
    Box,
    Chunk,
    Document,
    DocumentKind,
    DocumentStatus,
    Location,
    SectionClass,
    Source,
    Span,
)

words = st.text(max_size=20)
paths = st.lists(words, max_size=3).map(tuple)
# A tenth of a point is kept.
corners = st.integers(0, 8000).map(lambda tenths: tenths / 10)
boxes = st.none() | st.builds(Box, corners, corners, corners, corners)
locations = st.lists(st.builds(Location, st.integers(1, 900), boxes), max_size=4).map(tuple)
flags = st.frozensets(st.sampled_from(["ocr", "symbol_suspect", "hidden_text"]))
grids = st.none() | st.lists(st.lists(words, max_size=3).map(tuple), min_size=1, max_size=3).map(
    tuple
)


@st.composite
def blocks(draw: st.DrawFn) -> tuple[Block, str]:
    text = draw(st.text(min_size=1, max_size=40))
    start = draw(st.integers(0, len(text) - 1))
    span = Span(start, draw(st.integers(start + 1, len(text))))
    block = Block(
        type=draw(st.sampled_from(BlockType)),
        text=span.of(text),
        span=span,
        level=draw(st.integers(0, 9)),
        section_path=draw(paths),
        section_class=draw(st.sampled_from(SectionClass)),
        locations=draw(locations),
        grid=draw(grids),
        caption=draw(words),
        marker=draw(words),
        flags=draw(flags),
    )
    return block, text


documents = st.builds(
    Document,
    kind=st.sampled_from(DocumentKind),
    title=words,
    text=words,
    blocks=st.just(()),
    id=words,
    authors=paths,
    year=st.none() | st.integers(1600, 2100),
    journal=words,
    doi=words,
    language=st.sampled_from(["en", "ja"]),
    source=st.none()
    | st.builds(
        Source, path=words, sha256=words, mtime_ns=st.integers(0, 2**62), size=st.integers(0, 2**40)
    ),
    status=st.sampled_from(DocumentStatus),
    warnings=paths,
    extra=st.fixed_dictionaries(
        {},
        optional={
            "phase": st.lists(st.sampled_from([0.5, 1, 2, 3, 4]), max_size=2).map(tuple),
            "minimum_age": st.integers(0, 99),
            "sex": words,
            "condition": paths,
        },
    ),
)


@given(blocks())
def test_a_block_comes_back_as_it_was(made: tuple[Block, str]) -> None:
    block, text = made
    assert block_from_row(block_row(block, "d", 0), text) == block


@given(documents)
def test_a_document_comes_back_as_it_was(document: Document) -> None:
    assert document_from_row(document_row(document, 1, 0)) == document


@given(words, words, paths, locations, flags, st.sampled_from(SectionClass))
def test_a_chunk_comes_back_as_it_was(
    text: str,
    header: str,
    path: tuple[str, ...],
    at: tuple[Location, ...],
    flags: frozenset[str],
    section_class: SectionClass,
) -> None:
    chunk = Chunk(
        id="d#1",
        document_id="d",
        text=text,
        header=header,
        span=Span(3, 3 + len(text)),
        pages=tuple(sorted({one.page for one in at})),
        locations=at,
        section_path=path,
        section_class=section_class,
        flags=flags,
        metadata={"title": "T"},
    )
    assert chunk_from_row(chunk_row(chunk, 0), {"title": "T"}) == chunk


@given(documents)
def test_every_value_of_every_field_gets_a_row(document: Document) -> None:
    rows = list(field_rows(document))
    assert {row["name"] for row in rows} == set(document.fields)
    for row in rows:
        assert (row["text"] is None) != (row["number"] is None)


def test_an_author_is_found_by_family_name_alone() -> None:
    document = Document(
        kind=DocumentKind.PAPER, title="T", text="", blocks=(), authors=("Müller, Ada", "WHO")
    )
    authors = [row["text"] for row in field_rows(document) if row["name"] == "authors"]
    assert authors == ["müller, ada", "müller", "who"]


def test_decomposed_accents_are_stored_composed() -> None:
    document = Document(kind=DocumentKind.PAPER, title="Mu\u0308ller", text="", blocks=())
    assert "müller" in [row["text"] for row in field_rows(document)]


def test_texts_differ_in_their_hash_even_by_a_lone_surrogate() -> None:
    assert len({hash_text("a"), hash_text("a "), hash_text("a\ud800")}) == 3
