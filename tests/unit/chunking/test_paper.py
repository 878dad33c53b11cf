from __future__ import annotations

from itertools import pairwise

import pytest

from aliquot.chunking import estimate_tokens
from aliquot.chunking.paper import PaperChunker
from aliquot.errors import ConfigError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.types import BlockType, Chunk, DocumentKind, SectionClass

TITLE = "Growth of cells in flasks"


def prose(sentences: int, subject: str = "Cells") -> str:
    return " ".join(f"{subject} grew in flask {n} for two more days." for n in range(sentences))


def chunks_of(builder: DocumentBuilder, chunker: PaperChunker | None = None) -> list[Chunk]:
    document = builder.build(
        kind=DocumentKind.PAPER, title=TITLE, id="2023-lee", year=2023, authors=("Lee, Ann",)
    )
    return (chunker or PaperChunker())(document)


def test_sections_do_not_share_a_chunk() -> None:
    builder = DocumentBuilder()
    for heading in ("Introduction", "Methods", "Results"):
        builder.heading(heading)
        builder.paragraph(prose(8, heading))
    chunks = chunks_of(builder)
    assert [chunk.section for chunk in chunks] == ["Introduction", "Methods", "Results"]
    assert [chunk.section_class for chunk in chunks] == [
        SectionClass.INTRODUCTION,
        SectionClass.METHODS,
        SectionClass.RESULTS,
    ]


def test_small_subsections_share_a_chunk_with_their_headings() -> None:
    builder = DocumentBuilder()
    builder.heading("Methods")
    builder.heading("Cell culture", 2)
    builder.paragraph(prose(4))
    builder.heading("Staining", 2)
    builder.paragraph(prose(4, "Dyes"))
    (chunk,) = chunks_of(builder)
    assert chunk.text.startswith("Cell culture\n\nCells grew")
    assert "\n\nStaining\n\nDyes" in chunk.text
    assert chunk.header == f"{TITLE} > Methods"


def test_section_cut_in_parts_repeats_whole_sentences() -> None:
    builder = DocumentBuilder()
    builder.heading("Results")
    builder.paragraph(prose(100))
    chunks = chunks_of(builder)
    assert len(chunks) > 2
    for left, right in pairwise(chunks):
        shared = left.text[right.span.start - left.span.start :]
        assert shared.startswith("Cells grew")
        assert shared.endswith("days.")
        assert 0.1 * 300 <= estimate_tokens(shared) <= 0.2 * 300


def test_section_cut_in_parts_has_no_crumb_at_its_end() -> None:
    for sentences in range(30, 120, 7):
        builder = DocumentBuilder()
        builder.heading("Results")
        builder.paragraph(prose(sentences))
        sizes = [estimate_tokens(chunk.text) for chunk in chunks_of(builder)]
        assert 150 <= min(sizes) <= max(sizes) <= 440


def test_section_that_fits_is_not_cut() -> None:
    builder = DocumentBuilder()
    builder.heading("Results")
    builder.paragraph(prose(38))
    (chunk,) = chunks_of(builder)
    assert 300 < estimate_tokens(chunk.text) <= 440


def test_structured_abstract_is_one_chunk() -> None:
    builder = DocumentBuilder()
    builder.heading("Abstract")
    for heading in ("Background", "Methods", "Results"):
        builder.heading(heading, 2)
        builder.paragraph(prose(11, heading))
    builder.heading("Introduction")
    builder.paragraph(prose(10))
    abstract, introduction = chunks_of(builder)
    assert abstract.section_class is SectionClass.ABSTRACT
    assert introduction.section == "Introduction"


def test_table_is_a_chunk_with_its_caption_in_the_header() -> None:
    builder = DocumentBuilder()
    builder.heading("Results")
    builder.paragraph(prose(10))
    builder.table([["gene", "fold"], ["TP53", "2.1"]], caption="Table 1. Genes that rose.")
    builder.paragraph(prose(10))
    _, table, _ = chunks_of(builder)
    assert table.text == "| gene | fold |\n| --- | --- |\n| TP53 | 2.1 |"
    assert table.header == f"{TITLE} > Results\nTable 1. Genes that rose."


def test_caption_block_stays_with_its_table() -> None:
    builder = DocumentBuilder()
    builder.heading("Results")
    builder.add(BlockType.CAPTION, "Table 1. Genes that rose.")
    builder.table([["gene"], ["TP53"]], caption="Table 1. Genes that rose.")
    builder.add(BlockType.FOOTNOTE, "a: three replicates")
    (chunk,) = chunks_of(builder)
    assert chunk.text.startswith("Table 1.")
    assert chunk.text.endswith("replicates")
    assert chunk.header == f"{TITLE} > Results"


def test_large_table_is_cut_between_rows_under_its_header_row() -> None:
    builder = DocumentBuilder()
    rows = [[f"GENE{n}", f"{n}.25", "up"] for n in range(200)]
    builder.table([["gene", "fold", "direction"], *rows], caption="Table 1. Genes.")
    chunks = chunks_of(builder)
    assert len(chunks) > 2
    for chunk in chunks[1:]:
        assert chunk.header == f"{TITLE}\nTable 1. Genes.\n| gene | fold | direction |"
        assert chunk.text.startswith("| GENE")
        assert chunk.text.endswith("|")


def test_long_caption_is_a_chunk_and_short_one_stays_in_the_text() -> None:
    builder = DocumentBuilder()
    builder.heading("Results")
    builder.paragraph(prose(8))
    builder.add(BlockType.CAPTION, "Figure 1. Growth.")
    builder.add(BlockType.CAPTION, "Figure 2. " + prose(20, "Curves"))
    assert [chunk.text[:9] for chunk in chunks_of(builder)] == ["Cells gre", "Figure 2."]


def test_short_back_matter_shares_a_chunk() -> None:
    builder = DocumentBuilder()
    builder.heading("Discussion")
    builder.paragraph(prose(12))
    for heading in ("Funding", "Competing interests", "Author contributions"):
        builder.heading(heading)
        builder.paragraph("None declared by anyone.")
    discussion, back = chunks_of(builder)
    assert discussion.section == "Discussion"
    assert back.text.startswith("Funding\n\nNone")
    assert back.id == "2023-lee#funding-1"


def test_references_are_chunks_of_their_own() -> None:
    builder = DocumentBuilder()
    builder.heading("Results")
    builder.paragraph(prose(12))
    builder.heading("References")
    builder.add(BlockType.REFERENCE, "1. Smith J. On growth. J Cells 2001;1:2.")
    results, references = chunks_of(builder)
    assert "Smith" not in results.text
    assert references.section_class is SectionClass.REFERENCES
    assert references.is_reference
    assert not references.is_embedded


def test_title_as_a_heading_is_not_a_section() -> None:
    builder = DocumentBuilder()
    builder.heading(TITLE)
    for heading in ("Methods", "Results"):
        builder.heading(heading, 2)
        builder.paragraph(prose(8))
    headers = [chunk.header for chunk in chunks_of(builder)]
    assert headers == [f"{TITLE} > Methods", f"{TITLE} > Results"]


def test_no_chunk_ends_with_the_heading_of_the_next() -> None:
    builder = DocumentBuilder()
    builder.heading("Methods")
    for n in range(30):
        builder.heading(f"Assay {n}", 2)
        builder.paragraph(prose(7))
    assert all(chunk.text.endswith("days.") for chunk in chunks_of(builder))


def test_metadata_holds_the_fields_that_are_known() -> None:
    builder = DocumentBuilder()
    builder.paragraph(prose(3))
    (chunk,) = chunks_of(builder)
    assert chunk.metadata == {
        "kind": "paper",
        "title": TITLE,
        "authors": ("Lee, Ann",),
        "year": 2023,
        "language": "en",
        "document_id": "2023-lee",
        "status": "ok",
    }


@pytest.mark.parametrize(
    "sizes",
    [{"target_tokens": 0}, {"target_tokens": 500}, {"overlap": 0.5}, {"overlap": -0.1}],
)
def test_sizes_that_do_not_fit_are_refused(sizes: dict[str, float]) -> None:
    with pytest.raises(ConfigError) as error:
        PaperChunker(**sizes)  # type: ignore[arg-type]
    assert error.value.hint
