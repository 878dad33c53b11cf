"""What the layout pass promises about order, sentences and blocks."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.pdf.layout.glyph_repair import find_lost_ligatures, repair_ligatures
from aliquot.parsing.pdf.layout.hyphens import join_lines, resolve_hyphens, vocabulary
from aliquot.parsing.pdf.pages.symbols import expand_ligatures
from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import Block, BlockType, Document

from .pdf_pages import PROSE, PageWriter

LEFT = (
    "Cells of the left column were grown in",
    "flasks and counted twice a day until the",
    "medium was exhausted and growth ended.",
    "Then they were washed and stored cold,",
    "since heat would have broken their walls",
    "within the hour. Only the last sample of",
)
RIGHT = (
    "each batch was kept for sequencing, and",
    "the others were discarded in the autumn.",
    "Cells of the right column were treated",
    "with acid before they were counted, as",
    "described above. They did not differ in",
    "any other way from those on the left.",
)


def parse(path: Path) -> Document:
    (document,) = PdfParser().parse(path)
    return document


def of_type(document: Document, kind: BlockType) -> list[Block]:
    return [block for block in document.blocks if block.type is kind]


def write_two_columns(page: PageWriter, y: float = 90) -> None:
    for row, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        page.text(60, y + 12 * row, left).text(310, y + 12 * row, right)


def test_columns_are_read_one_after_the_other(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "columns.pdf")
    write_two_columns(page)
    text = parse(page.save()).text
    assert "Only the last sample of each batch was kept for sequencing" in text


def test_caption_between_columns_does_not_cut_the_sentence(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "caption.pdf")
    write_two_columns(page, y=300)
    page.text(310, 200, "Figure 1. Cells in the flask after two days.", 8)
    document = parse(page.save())
    assert "Only the last sample of each batch" in document.text
    (caption,) = of_type(document, BlockType.CAPTION)
    assert caption.text == "Figure 1. Cells in the flask after two days."


def test_abstract_beside_addresses_is_not_interleaved(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "side.pdf")
    for row in range(8):
        page.text(60, 100 + 11 * row, f"Institute number {row}, Lab", 7)
        page.text(200, 100 + 12 * row, PROSE[row % 4], 9)
    write_two_columns(page, y=300)
    text = " ".join(parse(page.save()).text.split())
    assert " ".join(PROSE) in text


def test_running_header_and_page_number_are_removed(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "header.pdf")
    for number in range(1, 5):
        page.text(70, 40, f"Yamada et al. Journal of Cells 2019, 4:{number}", 8)
        page.lines(70, 90, PROSE * 3)
        page.text(300, 810, str(number), 9).page()
    document = parse(page.save())
    assert "Journal of Cells" not in document.text
    assert not any(block.text.isdigit() for block in document.blocks)


def test_preprint_line_numbers_are_removed(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "preprint.pdf")
    for row in range(24):
        page.text(40, 90 + 20 * row, str(row + 1), 8).text(70, 90 + 20 * row, PROSE[row % 4])
    text = " ".join(parse(page.save()).text.split())
    assert " ".join(PROSE) in text


def test_paragraph_goes_on_over_the_page(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "pages.pdf")
    page.lines(70, 780, PROSE[:2])
    page.page().lines(70, 90, PROSE[2:])
    document = parse(page.save())
    (block,) = of_type(document, BlockType.PARAGRAPH)
    assert block.pages == (1, 2)
    assert block.text == " ".join(PROSE)


def test_wrapped_heading_is_one_block(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "wrapped.pdf")
    page.text(70, 90, "Introduction", 12, "Helvetica-Bold")
    y = page.lines(70, 108, PROSE * 3)
    page.text(70, y + 16, "Counting of cells that were kept in the", 12, "Helvetica-Bold")
    page.text(70, y + 30, "cold for a week", 12, "Helvetica-Bold")
    page.lines(70, y + 48, PROSE * 3)
    texts = [block.text for block in of_type(parse(page.save()), BlockType.HEADING)]
    assert texts == ["Introduction", "Counting of cells that were kept in the cold for a week"]


def test_numbered_run_in_heading_is_split_off(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "run_in.pdf")
    page.text(70, 90, "2. Methods", 13, "Helvetica-Bold")
    page.text(70, 110, "2.1. Plant Material.", 10, "Times-Italic")
    page.text(158, 110, "Leaves were taken in the morning and dried in")
    page.lines(70, 122, PROSE * 4)
    document = parse(page.save())
    heading = of_type(document, BlockType.HEADING)[1]
    assert (heading.text, heading.level) == ("2.1. Plant Material.", 2)
    paragraph = of_type(document, BlockType.PARAGRAPH)[0]
    assert paragraph.text.startswith("Leaves were taken")
    assert paragraph.section_path == ("2. Methods", "2.1. Plant Material.")


def test_line_of_italics_inside_a_paragraph_is_no_heading(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "species.pdf")
    page.text(70, 90, "Introduction", 12, "Helvetica-Bold")
    page.lines(70, 108, PROSE * 2)
    page.text(70, 220, "We compared the growth of several species of the same family, namely")
    page.text(
        70,
        232,
        "Ocimum sanctum, Ocimum basilicum, Ocimum americanum and others",
        10,
        "Times-Italic",
    )
    page.lines(70, 244, ("that were at hand in the garden.", *PROSE))
    document = parse(page.save())
    assert len(of_type(document, BlockType.HEADING)) == 1
    assert "and others that were at hand" in document.text


def write_table(page: PageWriter, y: float) -> float:
    page.text(70, y, "Table 1. Doses by group", 9, "Times-Bold")
    rows = (("Group", "Dose (mg)", "Animals"), ("A", "10", "6"), ("B", "20", "6"), ("C", "40", "5"))
    for row, cells in enumerate(rows):
        for x, cell in zip((70, 220, 380), cells, strict=True):
            page.text(x, y + 16 + 12 * row, cell, 8)
    return y + 16 + 12 * len(rows)


def test_table_becomes_a_grid_with_its_caption(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "table.pdf")
    page.lines(70, 90, PROSE * 2)
    y = write_table(page, 220)
    page.lines(70, y + 20, PROSE * 2)
    (table,) = of_type(parse(page.save()), BlockType.TABLE)
    assert table.grid == (
        ("Group", "Dose (mg)", "Animals"),
        ("A", "10", "6"),
        ("B", "20", "6"),
        ("C", "40", "5"),
    )
    assert table.caption == "Table 1. Doses by group"


def test_table_does_not_interleave_with_a_sentence(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "table.pdf")
    page.lines(70, 90, PROSE[:2])
    y = write_table(page, 140)
    page.lines(70, y + 20, PROSE[2:])
    document = parse(page.save())
    assert " ".join(PROSE) in document.text


def test_references_are_blocks_of_their_own(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "references.pdf")
    page.text(70, 90, "Introduction", 12, "Helvetica-Bold")
    page.lines(70, 108, PROSE * 5)
    page.text(70, 380, "References", 12, "Helvetica-Bold")
    page.lines(
        70,
        400,
        (
            "1. Yamada H, Smith J. Cells in the cold. J Cell Tests 2019;",
            "4:12-19.",
            "2. Smith J. Cells in the heat. J Cell Tests 2018; 3:1-9.",
        ),
        size=8,
    )
    references = of_type(parse(page.save()), BlockType.REFERENCE)
    assert [block.text[:2] for block in references] == ["1.", "2."]
    assert references[0].text.endswith("4:12-19.")


def test_superscript_number_stays_readable(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "power.pdf")
    page.text(70, 90, "The dose was 10", 10)
    page.text(70 + page.canvas.stringWidth("The dose was 10", "Times-Roman", 10), 86, "-6", 6)
    page.text(148, 90, " M of the acid in water for all of them.", 10)
    page.lines(70, 102, PROSE)
    assert "10⁻⁶ M" in parse(page.save()).text


def test_text_printed_over_is_dropped(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "overprint.pdf")
    page.lines(70, 90, tuple(line.replace("culture", "cultures") for line in PROSE))
    page.lines(70, 93, PROSE)
    document = parse(page.save())
    assert "cultures" not in document.text
    assert " ".join(PROSE) in document.text
    assert any("covered" in warning for warning in document.warnings)


def test_landscape_table_page_is_read_upright(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "turned.pdf")
    page.lines(70, 90, (*PROSE, "The end."))
    page.page()
    page.canvas.rotate(90)
    page.canvas.setFont("Times-Roman", 10)
    for row, line in enumerate(PROSE):
        page.canvas.drawString(80, -(80 + 12 * row), line)
    document = parse(page.save())
    turned = next(block for block in document.blocks if block.pages == (2,))
    assert turned.text == " ".join(PROSE)
    box = turned.locations[0].box
    assert box is not None
    assert box.x1 - box.x0 < 20
    assert box.y1 - box.y0 > 200
    assert box.x0 < 80 < box.x1
    assert 842 - box.y1 == pytest.approx(80, abs=2)


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        ("the micro-", "biome of mice", "the microbiome of mice"),
        ("a dose-", "dependent rise", "a dose-dependent rise"),
        ("treated with IL-", "6 and", "treated with IL-6 and"),
        ("細胞を一晩", "培養した", "細胞を一晩培養した"),
        ("the two", "halves", "the two halves"),
    ],
)
def test_line_ends_are_joined_as_the_author_wrote(first: str, second: str, joined: str) -> None:
    words = vocabulary(["microbiome dose-dependent"])
    assert resolve_hyphens(join_lines(first, second), words) == joined


def test_lost_th_ligature_is_restored_where_proven() -> None:
    text = "*e cells grew. *is was seen. *ese died. *ey were few. P < 0.05 * vs control."
    lost = find_lost_ligatures([text])
    assert repair_ligatures(text, lost).startswith("The cells grew. This was seen. These died.")
    assert repair_ligatures(text, lost).endswith("* vs control.")


def test_lost_ti_ligature_is_restored_where_proven() -> None:
    text = "a loca9on, situa9ons, varia9on and detec9on of 9 genes at 9on"
    lost = find_lost_ligatures([text])
    assert (
        repair_ligatures(text, lost)
        == "a location, situations, variation and detection of 9 genes at 9on"
    )


def test_single_odd_mark_is_left_alone() -> None:
    assert find_lost_ligatures(["*e only one"]) == {}


def test_ligatures_are_written_out() -> None:
    assert expand_ligatures("eﬃcient ﬂow 𝑃") == "efficient flow P"


def test_reference_list_set_into_the_other_column_stays_references(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "split.pdf")
    page.text(70, 60, "Introduction", 12, "Helvetica-Bold")
    page.lines(70, 78, PROSE * 5)
    page.text(70, 340, "References", 12, "Helvetica-Bold")
    page.text(70, 360, "1. Yamada H. Cells in the cold. J Cell Tests 2019; 4:12-19.", 7)
    page.text(70, 390, "Funding", 12, "Helvetica-Bold")
    page.lines(70, 408, PROSE)
    page.text(70, 480, "2. Smith J. Cells in the heat. J Cell Tests 2018; 3:1-9.", 7)
    document = parse(page.save())
    assert len(of_type(document, BlockType.REFERENCE)) == 2
