"""What publishers and word processors print around and inside the text of a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.pdf.layout.hyphens import join_lines, resolve_hyphens, vocabulary
from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import BlockType, Document, SectionClass

from .pdf_pages import PROSE, PageWriter


def parse(page: PageWriter) -> Document:
    (document,) = PdfParser().parse(page.save())
    return document


def headings(document: Document) -> list[str]:
    return [block.text for block in document.blocks if block.type is BlockType.HEADING]


def words_of(document: Document) -> str:
    return " ".join(document.text.split())


WHOLE = " ".join(PROSE)


def number_lines(page: PageWriter, x: float, values: list[int | None]) -> None:
    """Write a number beside each line of prose, where there is one."""
    for row, value in enumerate(values):
        page.text(70, 90 + 20 * row, PROSE[row % 4], 10)
        if value is not None:
            page.text(x, 90 + 20 * row, str(value), 8)


@pytest.mark.parametrize("x", [40, 480])
@pytest.mark.parametrize("every", [1, 5])
def test_line_numbers_of_either_margin_are_removed(tmp_path: Path, x: float, every: int) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    counted = [row + 1 if (row + 1) % every == 0 else None for row in range(28)]
    number_lines(page, x, counted)
    assert words_of(parse(page)) == " ".join([WHOLE] * 7)


def test_line_numbers_in_both_margins_are_removed(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    number_lines(page, 40, [*range(101, 129)])
    for row in range(28):
        page.text(480, 90 + 20 * row, str(row + 1), 8)
    assert words_of(parse(page)) == " ".join([WHOLE] * 7)


def test_line_numbers_that_begin_anew_on_each_page_are_removed(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    for _ in range(3):
        number_lines(page, 40, [*range(1, 29)])
        page.page()
    assert not any(character.isdigit() for character in parse(page).text)


def test_numbers_of_a_list_are_no_line_numbers(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    for row in range(6):
        page.text(70, 90 + 20 * row, f"{row + 1}. Add {row + 2} ml of buffer to each tube.", 10)
    assert "6. Add 7 ml" in parse(page).text


def test_running_header_does_not_stand_in_a_sentence(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    for number in range(4):
        page.text(70, 40, f"{100 + number}   Yamada et al. Cells in the cold", 8)
        page.text(70, 120, f"seen on page {number} of all. And then it went on as it had been.", 10)
        page.lines(70, 132, PROSE * 12)
        page.text(70, 708, "At last there was a sentence that was begun here but was to be", 10)
        page.text(70, 810, f"J Cell Tests 2019 | page {number + 1} of 4", 8)
        page.page()
    text = parse(page).text
    assert text.count("was to be seen on page") == 3
    assert "Yamada" not in text
    assert "J Cell Tests" not in text


@pytest.mark.parametrize(
    ("printed", "read"),
    [
        ("A B S T R A C T", "ABSTRACT"),
        ("a b s t r a c t", "abstract"),
        ("Ref erences", "References"),
    ],
)
def test_label_set_apart_letter_by_letter_is_closed(
    tmp_path: Path, printed: str, read: str
) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.text(70, 90, printed, 12, "Helvetica-Bold")
    page.lines(70, 110, PROSE * 2)
    page.text(70, 230, "1. Introduction", 12, "Helvetica-Bold")
    page.lines(70, 250, PROSE * 4)
    assert headings(parse(page))[0].casefold() == read.casefold()


def test_heading_smaller_than_the_body_is_found(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    y = 90.0
    for name in ("INTRODUCTION", "METHODS", "Cell counts", "RESULTS"):
        page.text(70, y, name, 8.5, "Helvetica-Bold")
        y = page.lines(70, y + 18, PROSE * 3) + 14
    assert headings(parse(page)) == ["INTRODUCTION", "METHODS", "Cell counts", "RESULTS"]


def test_structured_abstract_is_one_section(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.text(70, 60, "Growth of Ocimum cells in cold medium", 18, "Helvetica-Bold")
    y = 100.0
    for name in ("Background", "Methods", "Results", "Conclusions"):
        page.text(70, y, name, 10, "Helvetica-Bold")
        y = page.lines(70, y + 14, PROSE[:3]) + 8
    page.text(70, y + 20, "Introduction", 13, "Helvetica-Bold")
    y = page.lines(70, y + 40, PROSE * 3)
    page.text(70, y + 20, "Methods", 13, "Helvetica-Bold")
    page.lines(70, y + 40, PROSE * 3)
    document = parse(page)
    paragraphs = [block for block in document.blocks if block.type is BlockType.PARAGRAPH]
    classes = [block.section_class for block in paragraphs if "culture" in block.text]
    assert classes[:4] == [SectionClass.ABSTRACT] * 4
    assert classes[-2:] == [SectionClass.INTRODUCTION, SectionClass.METHODS]


@pytest.mark.parametrize(
    ("first", "second", "read"),
    [
        ("We saw a dose-", "dependent loss of dose-dependent cells", "a dose-dependent loss"),
        ("the micro-", "biome and the microbiome", "the microbiome and"),
        ("treated with IL-", "6 for a day", "with IL-6 for"),
        ("in 2010–", "2012 they", "2010–2012"),
        ("the so--called", "cells", "so--called cells"),
    ],
)
def test_hyphen_at_a_line_end_is_kept_where_it_was_typed(
    first: str, second: str, read: str
) -> None:
    joined = join_lines(first, second)
    assert read in resolve_hyphens(joined, vocabulary([first, second]))


def test_word_processors_double_hyphen_is_one(tmp_path: Path) -> None:
    """Word writes a hyphen and, at a line's end, a second one that pdfium marks as its own."""
    joined = join_lines("a dose-\u00ad", "dependent loss")
    assert resolve_hyphens(joined, vocabulary([joined])) == "a dose-dependent loss"


def test_ligatures_are_written_out(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.lines(70, 90, PROSE)
    text = page.canvas.beginText(70, 842 - 160)
    text.setFont("Times-Roman", 10)
    text.textLine("\ufb01ve e\ufb03cient \ufb02asks")
    page.canvas.drawText(text)
    read = parse(page).text
    assert "\ufb01" not in read
    assert "\ufb03" not in read
