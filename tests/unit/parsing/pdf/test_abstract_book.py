"""A book of conference abstracts is read as many documents, a paper never."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import Document, DocumentKind, SectionClass

from .pdf_pages import PROSE, PageWriter

TITLES = (
    "Cells of basil leaves in cold medium",
    "Growth of roots under blue light and in the dark of the night",
    "A method to count the cells of leaves",
    "Seeds of holy basil stored for ten years",
    "Oils of basil against fungi of the soil",
)
AUTHORS = (
    "Hanako Yamada, John R. Smith",
    "Maria de la Cruz and Taro Suzuki",
    "J. R. Smith, H. Yamada, T. Suzuki",
    "Ichiro Tanaka, Ken Ito",
    "Anna Berg, Hanako Yamada",
)


def parse(page: PageWriter) -> list[Document]:
    return PdfParser().parse(page.save())


def write_book(path: Path, number: str = "P-{:02d} ") -> PageWriter:
    page = PageWriter(path)
    page.text(70, 200, "Annual Meeting of the Society of Leaves 2019", 24, "Helvetica-Bold")
    page.text(70, 240, "Book of Abstracts", 16)
    for index, (title, names) in enumerate(zip(TITLES, AUTHORS, strict=True)):
        if index % 2 == 0:
            page.page()
        y = 100.0 if index % 2 == 0 else 450.0
        page.text(70, y, number.format(index + 1) + title, 12, "Helvetica-Bold")
        page.text(70, y + 18, names, 10)
        page.text(70, y + 32, "Department of Botany, University of Nowhere", 10, "Times-Italic")
        y = page.lines(70, y + 56, PROSE)
        page.text(70, y + 10, f"Only abstract {index + 1} says this of its cells.", 10)
    return page


@pytest.mark.parametrize("number", ["P-{:02d} ", "O{}.1 ", "{}. ", ""])
def test_each_abstract_is_a_document(tmp_path: Path, number: str) -> None:
    documents = [d for d in parse(write_book(tmp_path / "a.pdf", number)) if d.authors]
    assert tuple(document.title for document in documents) == TITLES
    assert documents[1].authors == ("de la Cruz, Maria", "Suzuki, Taro")
    for index, document in enumerate(documents, start=1):
        assert f"Only abstract {index} says" in document.text
        assert document.text.count("Only abstract") == 1


def test_abstracts_name_the_meeting_they_were_given_at(tmp_path: Path) -> None:
    *_, document = parse(write_book(tmp_path / "a.pdf"))
    assert document.journal == "Annual Meeting of the Society of Leaves 2019"
    assert document.extra["article_type"] == "abstract"
    assert document.kind is DocumentKind.PAPER
    assert {block.section_class for block in document.blocks} == {SectionClass.ABSTRACT}


def test_places_of_an_abstract_are_those_of_the_file(tmp_path: Path) -> None:
    *_, document = parse(write_book(tmp_path / "a.pdf"))
    assert document.blocks[0].pages == (4,)
    for block in document.blocks:
        assert block.span.of(document.text) == block.text


def test_what_stands_before_the_abstracts_is_kept(tmp_path: Path) -> None:
    front, *abstracts = parse(write_book(tmp_path / "a.pdf"))
    assert "Book of Abstracts" in front.text
    assert len(abstracts) == len(TITLES)


def test_paper_is_one_document(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.text(70, 80, TITLES[0], 18, "Helvetica-Bold")
    page.text(70, 105, AUTHORS[0], 11)
    y = 140.0
    for name in ("Introduction", "Plants and cells of the garden", "Counts of cells", "Results"):
        page.text(70, y, name, 12, "Helvetica-Bold")
        y = page.lines(70, y + 18, PROSE * 3) + 12
    assert len(parse(page)) == 1


def test_contents_of_an_issue_are_no_book(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.text(70, 80, "Contents of this issue", 18, "Helvetica-Bold")
    for index, (title, names) in enumerate(zip(TITLES, AUTHORS, strict=True)):
        page.text(70, 120 + 40 * index, title, 11, "Helvetica-Bold")
        page.text(70, 134 + 40 * index, names, 10)
    assert len(parse(page)) == 1
