"""What every chunker promises, over random documents."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aliquot.backends import BACKENDS, load
from aliquot.chunking import estimate_tokens
from aliquot.parsing.builder import DocumentBuilder
from aliquot.types import BlockType, Chunk, Document, DocumentKind, Location
from cpu_time import cpu_time

KINDS = sorted(BACKENDS["chunkers"])
SAMPLE = """cells were grown at 37 °C in LB. Then we spun them (Fig. 2). p53 β-catenin IL-6 et al.
遺伝子編集の効率は高い。 次に 細胞を洗う。 MEEPQSDPSVEPPLSQETFSDLW 0.05 10⁻⁶ | The"""
WORDS = st.sampled_from([*SAMPLE.split(), "x\ny"])
HEADINGS = st.sampled_from(
    ["Abstract", "Methods", "Reagents", "Results", "Steps", "結果", "A", "References", "Study"]
)
TYPES = [t for t in BlockType if t not in {BlockType.HEADING, BlockType.TABLE}]
PROSE = st.lists(WORDS, min_size=1, max_size=60).map(" ".join)
GRIDS = st.lists(st.lists(PROSE.map(lambda t: t[:20]), min_size=2, max_size=3), max_size=12)
PAGES = st.lists(st.integers(1, 4), max_size=2)


@st.composite
def documents(draw: st.DrawFn) -> Document:
    builder = DocumentBuilder()
    for shape in draw(st.lists(st.sampled_from(["heading", "block", "table"]), max_size=14)):
        pages = sorted(draw(PAGES))
        if shape == "heading":
            builder.heading(draw(HEADINGS), draw(st.integers(1, 3)), pages=pages)
        elif shape == "table":
            builder.table(draw(GRIDS), caption=draw(st.sampled_from(["", "Table 1."])), pages=pages)
        else:
            kind, level = draw(st.sampled_from(TYPES)), draw(st.integers(0, 2))
            builder.add(kind, draw(PROSE), level=level, pages=pages, flags=draw(st.sets(FLAGS)))
    return builder.build(kind=DocumentKind.OTHER, title=draw(HEADINGS), id="doc")


FLAGS = st.sampled_from(["ocr", "symbol_suspect"])
SIZES = st.sampled_from([(300, 440, 0.15), (20, 30, 0.2), (5, 5, 0.0), (60, 200, 0.4)])


def uncovered(document: Document, chunks: list[Chunk], kind: str) -> set[str]:
    covered = bytearray(len(document.text))
    for chunk in chunks:
        covered[chunk.span.start : chunk.span.end] = b"\1" * len(chunk.span)
    return {
        character
        for block in document.blocks
        if block.type is not BlockType.HEADING
        for at, character in enumerate(block.text, start=block.span.start)
        if not covered[at] and not character.isspace()
    }


def chunked(kind: str, document: Document, sizes: tuple[int, int, float]) -> list[Chunk]:
    target, most, overlap = sizes
    chunker = load("chunkers", kind)(target_tokens=target, max_tokens=most, overlap=overlap)
    chunks: list[Chunk] = chunker(document)
    return chunks


EVERY = settings(suppress_health_check=[HealthCheck.too_slow], deadline=None, max_examples=40)


@pytest.mark.parametrize("kind", KINDS)
@EVERY
@given(document=documents(), sizes=SIZES)
def test_chunks_are_slices_that_hold_the_whole_text(
    kind: str, document: Document, sizes: tuple[int, int, float]
) -> None:
    chunks = chunked(kind, document, sizes)
    assert [c.text for c in chunks] == [c.span.of(document.text) for c in chunks]
    assert all(chunk.text.strip() for chunk in chunks)
    assert uncovered(document, chunks, kind) == set()


@pytest.mark.parametrize("kind", KINDS)
@EVERY
@given(document=documents(), sizes=SIZES)
def test_chunks_keep_order_size_and_unique_ids(
    kind: str, document: Document, sizes: tuple[int, int, float]
) -> None:
    chunks = chunked(kind, document, sizes)
    assert [c.span for c in chunks] == sorted(c.span for c in chunks)
    assert all(estimate_tokens(chunk.text) <= sizes[1] for chunk in chunks)
    assert len({chunk.id for chunk in chunks}) == len(chunks)
    assert chunks == chunked(kind, document, sizes)


@pytest.mark.parametrize("kind", KINDS)
@EVERY
@given(document=documents())
def test_no_chunk_lies_within_another(kind: str, document: Document) -> None:
    chunks = chunked(kind, document, (20, 30, 0.2))
    for left, right in pairwise(chunks):
        assert left.span.end < right.span.end


@pytest.mark.parametrize("kind", KINDS)
@EVERY
@given(document=documents())
def test_pages_and_flags_are_those_of_the_blocks(kind: str, document: Document) -> None:
    for chunk in chunked(kind, document, (300, 440, 0.15)):
        blocks = [
            block
            for block in document.blocks
            if block.span.start < chunk.span.end and chunk.span.start < block.span.end
        ]
        assert set(chunk.pages) <= {page for block in blocks for page in block.pages}
        assert chunk.flags == frozenset().union(*(block.flags for block in blocks))


@pytest.mark.parametrize("kind", KINDS)
def test_empty_document_has_no_chunks(kind: str) -> None:
    document = DocumentBuilder().build(kind=DocumentKind.OTHER, title="Empty")
    assert load("chunkers", kind)()(document) == []


@pytest.mark.parametrize("kind", KINDS)
def test_document_of_headings_alone_can_still_be_found(kind: str) -> None:
    builder = DocumentBuilder()
    builder.heading("Transformation of E. coli")
    document = builder.build(kind=DocumentKind.OTHER, title="Deck", id="deck")
    assert [c.text for c in load("chunkers", kind)()(document)] == ["Transformation of E. coli"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("unit", ["ACGT", "a", "漢", ".", "x. "])
def test_huge_paragraph_takes_time_linear_in_its_length(kind: str, unit: str) -> None:
    builder = DocumentBuilder()
    builder.paragraph(unit * (200_000 // len(unit)))
    document = builder.build(kind=DocumentKind.OTHER, title="Huge", id="huge")
    with cpu_time() as spent:
        chunks = load("chunkers", kind)()(document)
    assert spent.seconds < 3
    assert max(estimate_tokens(chunk.text) for chunk in chunks) <= 440
    assert uncovered(document, chunks, kind) == set()


@pytest.mark.parametrize("kind", KINDS)
def test_header_and_text_fit_a_512_token_model(kind: str) -> None:
    builder = DocumentBuilder()
    builder.heading("Results of a long series of experiments " * 5)
    builder.heading("Subsection on the growth of cells in media " * 5, 2)
    builder.paragraph("The cells grew well in LB at 37 degrees for two hours. " * 80)
    builder.table([["gene name"] * 30] + [["TP53", "0.05"] * 15] * 30, caption="Table 1. A " * 90)
    title = "On the growth of many different cells under many conditions " * 9
    document = builder.build(kind=DocumentKind.OTHER, title=title, id="long")
    for chunk in load("chunkers", kind)()(document):
        assert estimate_tokens(chunk.searchable_text) <= 520


def test_locations_of_a_cut_block_are_its_own_lines() -> None:
    builder = DocumentBuilder()
    lines = [Location(page) for page in (1, 2, 3, 4)]
    builder.paragraph("The cells grew in LB medium. " * 200, locations=lines)
    document = builder.build(kind=DocumentKind.PAPER, title="Pages", id="pages")
    chunks = load("chunkers", "paper")()(document)
    assert chunks[0].pages == (1,)
    assert chunks[-1].pages == (4,)
