"""What is read of a PDF's identity, and what is left empty."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.pdf.layout.names import family_first
from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import Document, DocumentKind

from .pdf_pages import PROSE, PageWriter

TITLE = "Cold storage of cells from the leaves of basil"


def front(
    path: Path,
    *,
    title: str = TITLE,
    byline: str = "",
    small_print: str = "",
    metadata_title: str = "",
) -> Document:
    page = PageWriter(path)
    page.canvas.setTitle(metadata_title)
    page.text(70, 50, small_print, 8)
    page.text(70, 100, title, 16, "Helvetica-Bold")
    page.text(70, 130, byline, 11)
    page.text(70, 150, "Institute of Botany, University of Nowhere", 9)
    page.lines(70, 190, PROSE * 6)
    (document,) = PdfParser().parse(page.save())
    return document


@pytest.mark.parametrize(
    ("printed", "stored"),
    [
        ("Hanako Yamada", "Yamada, Hanako"),
        ("Ludwig van Beethoven", "van Beethoven, Ludwig"),
        ("Maria de la Cruz", "de la Cruz, Maria"),
        ("山田 花子", "山田 花子"),
        ("Consortium", "Consortium"),
    ],
)
def test_family_name_comes_first(printed: str, stored: str) -> None:
    assert family_first(printed) == stored


def test_affiliation_marks_are_no_part_of_a_name(tmp_path: Path) -> None:
    document = front(tmp_path / "a.pdf", byline="Hanako Yamada1,2*, John R. Smith2 and Ana Costa†")
    assert document.authors == ("Yamada, Hanako", "Smith, John R.", "Costa, Ana")


def test_line_that_is_no_byline_gives_no_authors(tmp_path: Path) -> None:
    document = front(tmp_path / "a.pdf", byline="a study in twelve laboratories of the region")
    assert document.authors == ()


def test_year_of_citation_wins_over_date_of_acceptance(tmp_path: Path) -> None:
    line = "Cell Tests (2015) 5:697-707. Accepted: 20 November 2014"
    document = front(tmp_path / "a.pdf", small_print=line)
    assert (document.year, document.journal) == (2015, "Cell Tests")


def test_nothing_printed_leaves_fields_empty(tmp_path: Path) -> None:
    document = front(tmp_path / "a.pdf")
    assert (document.year, document.doi, document.journal) == (None, "", "")


def test_doi_of_a_reference_is_not_the_papers(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.text(70, 100, TITLE, 16, "Helvetica-Bold")
    page.lines(70, 190, PROSE * 4)
    page.text(70, 500, "References", 12, "Helvetica-Bold")
    page.text(70, 520, "1. Smith J. Cells. J Tests 2018. doi:10.1234/other.1", 8)
    (document,) = PdfParser().parse(page.save())
    assert document.doi == ""


def test_doi_loses_the_full_stop_behind_it(tmp_path: Path) -> None:
    document = front(tmp_path / "a.pdf", small_print="https://doi.org/10.1234/ABC-5(19)0042.")
    assert document.doi == "10.1234/abc-5(19)0042"
    assert document.kind is DocumentKind.PAPER


@pytest.mark.parametrize("junk", ["Microsoft Word - final.docx", "1472-6882-6-3.fm", "untitled"])
def test_junk_in_the_metadata_is_no_title(tmp_path: Path, junk: str) -> None:
    assert front(tmp_path / "a.pdf", metadata_title=junk).title == TITLE


def test_masthead_larger_than_the_title_is_no_title(tmp_path: Path) -> None:
    page = PageWriter(tmp_path / "a.pdf")
    page.text(70, 50, "The Open Journal of Cells", 24, "Helvetica-Bold")
    page.text(70, 70, "The Open Journal of Cells, 2016, 10, 214-226", 8)
    page.text(70, 110, TITLE, 16, "Helvetica-Bold")
    page.lines(70, 190, PROSE * 4)
    (document,) = PdfParser().parse(page.save())
    assert document.title == TITLE


def test_metadata_title_of_another_document_is_ignored(tmp_path: Path) -> None:
    stale = "Template for authors of the society"
    assert front(tmp_path / "a.pdf", metadata_title=stale).title == TITLE
