"""PDFs that word processors, LaTeX and scripts print: one column, few pages, short headings."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from reportlab.lib.styles import ParagraphStyle, getSampleStyleSheet
from reportlab.platypus import Flowable, ListFlowable, ListItem, Paragraph, SimpleDocTemplate

from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import BlockType, Document, DocumentKind, SectionClass

from .pdf_pages import PROSE, PageWriter

STYLES = getSampleStyleSheet()
BODY = STYLES["Normal"]
WHOLE = " ".join(PROSE)
SHOPPING = ("Tris base, 1 kg", "Agarose", "Gloves, size M, for room 12")
STEPS = (
    "Thaw the cells on ice.",
    "Add 1 ul of plasmid DNA and mix gently.",
    "Heat shock at 42 C for 45 s.",
)


def parse(path: Path) -> Document:
    (document,) = PdfParser().parse(path)
    return document


def headings(document: Document) -> list[str]:
    return [block.text for block in document.blocks if block.type is BlockType.HEADING]


def items(document: Document) -> list[str]:
    listed = {BlockType.LIST_ITEM, BlockType.STEP}
    return [block.text for block in document.blocks if block.type in listed]


def exported(path: Path, parts: list[Flowable]) -> Document:
    """Return what is read of flowing text as a word processor sets it."""
    SimpleDocTemplate(str(path)).build(parts)
    return parse(path)


def listed(texts: tuple[str, ...], kind: str, style: ParagraphStyle = BODY) -> Flowable:
    return ListFlowable([ListItem(Paragraph(text, style)) for text in texts], bulletType=kind)


def test_list_under_a_short_title_is_not_the_title(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.text(72, 72, "Competent cells", 18, "Helvetica-Bold")
    for row, step in enumerate(STEPS):
        page.text(72, 104 + 16 * row, f"{row + 1}. {step}", 11, "Helvetica")
    document = parse(page.save())
    assert document.title == "Competent cells"
    assert document.blocks[0].text == "Competent cells"
    assert items(document) == [f"{row + 1}. {step}" for row, step in enumerate(STEPS)]


def test_list_alone_gives_no_title_made_of_its_items(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    for row, text in enumerate(SHOPPING):
        page.text(72, 104 + 16 * row, f"\u2022 {text} for the whole group", 11, "Helvetica")
    assert parse(page.save()).title == ""


def test_title_close_above_its_text_is_a_block_of_its_own(tmp_path: Path) -> None:
    title = Paragraph("Weekly notes of the laboratory", STYLES["Title"])
    document = exported(tmp_path / "a.pdf", [title, Paragraph(WHOLE, BODY)])
    assert [block.text for block in document.blocks] == ["Weekly notes of the laboratory", WHOLE]


@pytest.mark.parametrize("style", ["Heading1", "Heading2", "Heading3", "Heading4"])
def test_headings_of_short_notes_are_found(tmp_path: Path, style: str) -> None:
    parts: list[Flowable] = [Paragraph("Notes of the laboratory", STYLES["Title"])]
    parts.append(Paragraph(WHOLE, BODY))
    for name in ("Orders", "Repairs and services", "Waste"):
        parts += [Paragraph(name, STYLES[style]), listed(SHOPPING, "bullet")]
    document = exported(tmp_path / "a.pdf", parts)
    assert headings(document) == ["Orders", "Repairs and services", "Waste"]
    assert items(document) == [*SHOPPING] * 3


def test_bold_line_right_under_a_list_is_no_part_of_its_last_item(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.text(72, 72, "Notes of the laboratory", 18, "Helvetica-Bold")
    y = 100.0
    for name in ("Orders", "Repairs and services", "Waste"):
        page.text(72, y, name, 10, "Helvetica-Bold")
        for row, text in enumerate(SHOPPING, start=1):
            page.text(72, y + 12 * row, f"\u2022 {text}", 10, "Helvetica")
        y += 48
    document = parse(page.save())
    assert headings(document) == ["Orders", "Repairs and services", "Waste"]
    assert items(document) == [*SHOPPING] * 3


def test_numbers_without_a_mark_open_items_where_they_hang(tmp_path: Path) -> None:
    document = exported(tmp_path / "a.pdf", [Paragraph(WHOLE, BODY), listed(STEPS, "1")])
    assert items(document) == [f"{row + 1} {step}" for row, step in enumerate(STEPS)]


def test_numbers_inside_prose_open_no_items(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    lines = (
        "In all there were of them",
        "1 Falcon tube and, behind it,",
        "2 Petri dishes of agar.",
    )
    page.lines(72, 100, PROSE + lines)
    assert items(parse(page.save())) == []


def test_section_before_the_first_known_one_is_a_heading_like_it(tmp_path: Path) -> None:
    heading = ParagraphStyle("h", fontName="Helvetica", fontSize=16, leading=20, spaceBefore=12)
    parts: list[Flowable] = [Paragraph("Blotting of proteins for beginners", STYLES["Title"])]
    for name in ("Purpose", "Materials", "Procedure"):
        parts += [Paragraph(name, heading), Paragraph(WHOLE, BODY)]
    assert headings(exported(tmp_path / "a.pdf", parts)) == ["Purpose", "Materials", "Procedure"]


def test_section_words_are_no_authors(tmp_path: Path) -> None:
    parts: list[Flowable] = [Paragraph("Isolation of nuclei from tissue", STYLES["Title"])]
    for name in ("Background", "Materials", "Procedure", "Results"):
        parts += [Paragraph(name, STYLES["Heading2"]), Paragraph("As before.", BODY)]
    document = exported(tmp_path / "a.pdf", parts)
    assert document.authors == ()
    assert headings(document) == ["Background", "Materials", "Procedure", "Results"]


def test_protocol_with_background_and_results_is_no_paper(tmp_path: Path) -> None:
    parts: list[Flowable] = [Paragraph("Transformation of competent cells", STYLES["Title"])]
    for name in ("Background", "Procedure", "Results"):
        text = listed(STEPS, "1") if name == "Procedure" else Paragraph(WHOLE, BODY)
        parts += [Paragraph(name, STYLES["Heading2"]), text]
    assert exported(tmp_path / "a.pdf", parts).kind is DocumentKind.PROTOCOL


def test_date_under_the_authors_is_none_of_them(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.text(140, 80, "Growth of Ocimum cells in cold medium", 17)
    page.text(220, 110, "Yuki Tanaka and Maria Lopez", 12)
    page.text(250, 128, "May 12, 2024", 12)
    page.text(270, 160, "Abstract", 10, "Times-Bold")
    y = page.lines(110, 176, PROSE)
    for number, name in enumerate(("Introduction", "Methods"), start=1):
        page.text(72, y + 20, f"{number}   {name}", 14, "Times-Bold")
        y = page.lines(72, y + 40, PROSE * 2)
    document = parse(page.save())
    assert document.authors == ("Tanaka, Yuki", "Lopez, Maria")
    assert headings(document) == ["Abstract", "1 Introduction", "2 Methods"]


@pytest.mark.parametrize("gap", [20, 60, 100])
def test_label_with_a_wide_gap_stays_in_its_abstract(tmp_path: Path, gap: float) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.text(70, 60, "Growth of Ocimum cells in cold medium", 18, "Times-Bold")
    page.text(70, 90, "Abstract", 13, "Times-Bold")
    y = 110.0
    for label in ("Background:", "Methods:", "Results:", "Conclusions:"):
        page.text(70, y, label, 10, "Times-Bold")
        first, *rest = textwrap.wrap(WHOLE, 60)[:3]
        page.text(70 + page.canvas.stringWidth(label, "Times-Bold", 10) + gap, y, first)
        y = page.lines(70, y + 12, tuple(rest))
    for name in ("Introduction", "Methods"):
        page.text(70, y + 14, name, 13, "Times-Bold")
        y = page.lines(70, y + 34, PROSE * 3)
    document = parse(page.save())
    assert headings(document) == ["Abstract", "Introduction", "Methods"]
    labelled = [block for block in document.blocks if "Conclusions: The" in block.text]
    assert [block.section_class for block in labelled] == [SectionClass.ABSTRACT]


def test_slides_with_bullets_give_a_title_each(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf", (720, 405))
    page.text(60, 185, "RNA extraction course", 32, "Helvetica-Bold").page()
    for name in ("Before you start", "Lysis", "Washing"):
        page.text(60, 65, name, 28, "Helvetica-Bold")
        for row, text in enumerate(SHOPPING):
            page.text(80, 115 + 30 * row, f"\u2022 {text}", 18, "Helvetica")
        page.page()
    document = parse(page.save())
    assert document.kind is DocumentKind.SLIDES
    assert document.title == "RNA extraction course"
    assert headings(document)[1:] == ["Before you start", "Lysis", "Washing"]
