"""Decks saved as PDF: titles, regions in reading order, what stands on every slide."""

from __future__ import annotations

from pathlib import Path

from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import BlockType, Document, DocumentKind

from .pdf_pages import LANDSCAPE, PageWriter


def deck(tmp_path: Path) -> PageWriter:
    return PageWriter(tmp_path / "deck.pdf", LANDSCAPE)


def parse(page: PageWriter) -> Document:
    (document,) = PdfParser().parse(page.save())
    return document


def texts(document: Document, kind: BlockType = BlockType.SLIDE) -> list[str]:
    return [block.text for block in document.blocks if block.type is kind]


def test_columns_of_a_slide_are_read_one_after_the_other(tmp_path: Path) -> None:
    page = deck(tmp_path).text(60, 80, "Two ways to lyse", 32)
    for row, (left, right) in enumerate((("Freeze", "Detergent"), ("Thaw", "Shake"))):
        page.text(60, 200 + 30 * row, left, 18)
        page.text(420, 200 + 30 * row, right, 18)
    document = parse(page)
    assert document.kind is DocumentKind.SLIDES
    assert texts(document) == ["Freeze\nThaw", "Detergent\nShake"]


def test_labels_stay_beside_their_values(tmp_path: Path) -> None:
    page = deck(tmp_path).text(60, 80, "Variation", 32)
    for row, (label, value) in enumerate((("Ref", "ATGGACGGACC"), ("Read", "ATGGACGGAGC"))):
        page.text(60, 200 + 30 * row, label, 18, "Courier")
        page.text(200, 200 + 30 * row, value, 18, "Courier")
    assert texts(parse(page)) == ["Ref ATGGACGGACC\nRead ATGGACGGAGC"]


def test_alignments_never_wrap(tmp_path: Path) -> None:
    page = deck(tmp_path).text(60, 80, "Alignment", 32)
    rows = ("GAGGGTATGACGATATGG", "||x|||||x|||||||||", "gacggtatcacgatatgg")
    for row, line in enumerate(rows):
        page.text(60, 200 + 20 * row, line, 18, "Courier")
    assert texts(parse(page)) == ["\n".join(rows)]


def test_short_lines_are_not_joined_but_wrapped_ones_are(tmp_path: Path) -> None:
    page = deck(tmp_path).text(60, 80, "Principles", 32)
    lines = (
        "The data shall be findable by anyone who looks for it with a",
        "search engine.",
        "Accessible to all",
    )
    for row, line in enumerate(lines):
        page.text(60, 200 + 22 * row, line, 18)
    assert texts(parse(page)) == [f"{lines[0]} {lines[1]}\n{lines[2]}"]


def test_addresses_on_every_slide_are_left_out(tmp_path: Path) -> None:
    page = deck(tmp_path)
    for number, title in enumerate(("Aims", "Methods", "Results"), start=1):
        page.text(60, 80, title, 32).text(60, 200, f"about {title.lower()}", 18)
        page.text(60, 520, "https://lab.example.org", 9).text(700, 520, str(number), 9).page()
    document = parse(page)
    assert texts(document, BlockType.HEADING) == ["Aims", "Methods", "Results"]
    assert texts(document) == ["about aims", "about methods", "about results"]


def test_cover_is_titled_wherever_its_title_stands(tmp_path: Path) -> None:
    page = deck(tmp_path).text(60, 420, "Mapping reads", 36).text(60, 470, "A. Suzuki", 14)
    assert parse(page).title == "Mapping reads"


def test_text_in_the_size_of_the_title_is_no_title(tmp_path: Path) -> None:
    page = deck(tmp_path)
    for row, words in enumerate(("Agenda", "Aims", "Methods", "Results", "Outlook")):
        page.text(60, 80 + 36 * row, words, 28)
    assert texts(parse(page), BlockType.HEADING) == ["Agenda"]
