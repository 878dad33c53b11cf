"""What is particular to each kind of document but papers."""

from __future__ import annotations

import pytest

from aliquot.backends import load
from aliquot.chunking import estimate_tokens
from aliquot.parsing.builder import DocumentBuilder
from aliquot.types import BlockType, Chunk, DocumentKind

STEP, NOTE, ITEM = BlockType.STEP, BlockType.NOTE, BlockType.LIST_ITEM


def prose(sentences: int, subject: str = "Cells") -> str:
    return " ".join(f"{subject} grew in flask {n} for two more days." for n in range(sentences))


def chunks_of(kind: str, builder: DocumentBuilder, title: str = "Title") -> list[Chunk]:
    document = builder.build(kind=DocumentKind(kind), title=title, id="doc")
    chunks: list[Chunk] = load("chunkers", kind)()(document)
    return chunks


def test_step_keeps_its_sub_steps_and_warnings() -> None:
    builder = DocumentBuilder()
    builder.heading("Procedure")
    for n in range(12):
        builder.add(STEP, f"{n}. " + prose(4), level=1)
        builder.add(STEP, "a) Keep on ice.", level=2)
        builder.add(NOTE, "Warning: phenol burns.")
    chunks = chunks_of("protocol", builder)
    assert len(chunks) > 1
    assert all(chunk.text.endswith("phenol burns.") for chunk in chunks)
    assert all(chunk.text.split(".")[0].isdigit() for chunk in chunks)


def test_long_step_is_cut_between_sub_steps_and_named_in_each_part() -> None:
    builder = DocumentBuilder()
    builder.heading("Procedure")
    builder.add(STEP, "4. Wash the beads:", level=1)
    for n in range(20):
        builder.add(STEP, f"4.{n} " + prose(3), level=2)
    builder.add(STEP, "5. Elute.", level=1)
    first, *parts = chunks_of("protocol", builder)
    assert first.text.startswith("4. Wash the beads:")
    assert parts
    assert all(part.header.endswith("4. Wash the beads:") for part in parts)
    assert all("Wash the beads" not in part.text for part in parts)


def test_short_steps_share_a_chunk() -> None:
    builder = DocumentBuilder()
    builder.heading("Procedure")
    for n in range(6):
        builder.add(STEP, f"{n}. Spin at 5000 x g.", level=1)
    (chunk,) = chunks_of("protocol", builder)
    assert chunk.header == "Title > Procedure"


@pytest.mark.parametrize(
    "heading", ["Reagents", "2. Materials needed:", "Equipment and supplies", "試薬", "実験材料"]
)
def test_reagents_are_one_chunk(heading: str) -> None:
    builder = DocumentBuilder()
    builder.heading("Before you start")
    builder.paragraph(prose(2))
    builder.heading(heading)
    for n in range(30):
        builder.add(ITEM, f"{n} mM Tris-HCl, pH 8.{n}")
    builder.heading("Buffers", 2)
    builder.add(ITEM, "TE")
    builder.heading("Procedure")
    builder.add(STEP, "1. Mix.", level=1)
    _, reagents, _ = chunks_of("protocol", builder)
    assert reagents.header == f"Title > {heading}"
    assert reagents.text.endswith("Buffers\n\nTE")
    assert estimate_tokens(reagents.text) > 300


@pytest.mark.parametrize("heading", ["Materials and Methods", "Media exchange", "Procedure"])
def test_heading_of_what_is_done_is_not_one_of_materials(heading: str) -> None:
    builder = DocumentBuilder()
    builder.heading(heading)
    for n in range(12):
        builder.add(STEP, f"{n}. " + prose(4), level=1)
    assert len(chunks_of("protocol", builder)) > 1


def test_slide_with_its_notes_is_one_chunk() -> None:
    builder = DocumentBuilder()
    for page in (1, 2):
        builder.heading(f"Slide title {page}", pages=[page])
        builder.add(ITEM, "A bullet", pages=[page])
        builder.add(NOTE, "What was said.", pages=[page])
    chunks = chunks_of("slides", builder, "Deck")
    assert [chunk.pages for chunk in chunks] == [(1,), (2,)]
    assert [chunk.header for chunk in chunks] == ["Deck > Slide title 1", "Deck > Slide title 2"]
    assert all(chunk.text == "A bullet\n\nWhat was said." for chunk in chunks)


def test_slide_with_nothing_but_a_title_can_be_found() -> None:
    builder = DocumentBuilder()
    builder.heading("Results of the screen", pages=[1])
    builder.heading("Outlook", pages=[2])
    builder.paragraph("More screens.", pages=[2])
    first, second = chunks_of("slides", builder, "Deck")
    assert (first.text, first.pages) == ("Results of the screen", (1,))
    assert second.text == "More screens."


def test_slide_is_divided_only_above_the_largest_size() -> None:
    builder = DocumentBuilder()
    builder.heading("Long", pages=[1])
    builder.paragraph(prose(36), pages=[1])
    builder.heading("Longer", pages=[2])
    builder.paragraph(prose(60), pages=[2])
    assert [chunk.pages for chunk in chunks_of("slides", builder)] == [(1,), (2,), (2,)]


def test_sections_of_a_trial_stay_apart_but_for_overview_and_summary() -> None:
    builder = DocumentBuilder()
    for heading in ("Overview", "Summary", "Eligibility", "Outcomes", "Locations", "Data sharing"):
        builder.heading(heading)
        builder.paragraph(f"Text of {heading}.")
    assert [chunk.text.split("Text")[0].strip() for chunk in chunks_of("trial", builder)] == [
        "Overview",
        "",
        "",
        "Locations",
    ]


def test_sections_of_a_gene_stay_apart() -> None:
    builder = DocumentBuilder()
    for heading in ("Function", "Disease", "Subcellular location"):
        builder.heading(heading)
        builder.paragraph("Short.")
    sections = [chunk.section for chunk in chunks_of("gene", builder)]
    assert sections == ["Function", "Disease", "Subcellular location"]


def test_rows_of_a_sheet_carry_its_name_and_header_row() -> None:
    builder = DocumentBuilder()
    for page, sheet in enumerate(("Strains", "Primers"), start=1):
        builder.heading(sheet, pages=[page])
        rows = [[f"{sheet}-{n}", "5 µL", "−80 °C"] for n in range(80)]
        builder.table([["name", "volume", "place"], *rows], pages=[page])
    chunks = chunks_of("table", builder, "Freezer")
    assert {chunk.section for chunk in chunks} == {"Strains", "Primers"}
    inner = [chunk for chunk in chunks if not chunk.text.startswith("| name")]
    assert len(inner) >= 2
    for chunk in inner:
        assert chunk.header == f"Freezer > {chunk.section}\n| name | volume | place |"


def test_short_sections_of_notes_share_a_chunk_and_long_ones_do_not() -> None:
    builder = DocumentBuilder()
    for heading in ("Monday", "Tuesday"):
        builder.heading(heading)
        builder.paragraph("Passaged cells.")
    builder.heading("Wednesday")
    builder.paragraph(prose(20))
    builder.heading("Thursday")
    builder.paragraph(prose(20))
    first, last = chunks_of("notes", builder)
    assert first.text.startswith("Monday\n\nPassaged cells.\n\nTuesday")
    assert last.section == "Thursday"


def test_table_larger_than_a_chunk_is_cut_between_rows_in_any_kind() -> None:
    for kind in ("notes", "protocol", "trial", "gene", "slides"):
        builder = DocumentBuilder()
        builder.heading("Data")
        builder.table([["name", "volume"]] + [[f"row {n}", "5 µL"] for n in range(150)])
        chunks = chunks_of(kind, builder)
        assert len(chunks) > 1
        assert all(chunk.header.endswith("| name | volume |") for chunk in chunks[1:])


def test_label_above_a_table_stays_with_it() -> None:
    builder = DocumentBuilder()
    builder.heading("Sheet1")
    builder.paragraph("Green channel")
    builder.table([["time", "signal"]] + [[f"{n} s", "0.25"] for n in range(150)])
    first, *rest = chunks_of("table", builder)
    assert first.text.startswith("Green channel\n\n| time")
    assert all("Green channel" in chunk.header for chunk in rest)
