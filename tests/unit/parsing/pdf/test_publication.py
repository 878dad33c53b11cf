"""What a paper says of itself, and what only its references say."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.parsing.pdf.parser import PdfParser
from aliquot.types import Document

from .pdf_pages import PROSE, PageWriter

TITLE = "Growth of Ocimum cells in cold medium"


def front(
    path: Path, *notes: str, title: str = TITLE, foot: str = "", head: str = ""
) -> PageWriter:
    """Write a front page: head, title, authors, notes in small print, abstract, foot."""
    page = PageWriter(path)
    if head:
        page.text(70, 40, head, 8)
    page.text(70, 90, title, 18, "Helvetica-Bold")
    page.text(70, 120, "Hanako Yamada, John R. Smith", 11)
    for row, note in enumerate(notes):
        page.text(70, 140 + 10 * row, note, 8)
    page.text(70, 210, "Abstract", 13, "Helvetica-Bold")
    page.lines(70, 228, PROSE)
    if foot:
        page.text(70, 800, foot, 8)
    return page


def parse(page: PageWriter) -> Document:
    (document,) = PdfParser().parse(page.save())
    return document


CITED = (
    "1. Tanaka K. Cells in the cold. J Cell Tests 2010;5:1-9. doi: 10.1234/cited.2010.1",
    "2. Suzuki M. Cells in the heat. J Cell Tests 2011;6:3-8.",
    "doi: 10.1234/cited.2011.2",
    "3. Ito R. Cells in between. J Cell Tests 2012;7:2-5. https://doi.org/10.1234/cited.2012.3",
)


def test_doi_of_the_references_never_wins(tmp_path: Path) -> None:
    page = front(tmp_path / "a.pdf")
    page.text(70, 330, "References", 13, "Helvetica-Bold")
    page.lines(70, 350, CITED, size=8)
    assert parse(page).doi == ""


def test_doi_of_references_on_the_second_page_never_wins(tmp_path: Path) -> None:
    page = front(tmp_path / "a.pdf")
    page.page().text(70, 90, "References", 13, "Helvetica-Bold")
    page.lines(70, 110, CITED, size=8)
    assert parse(page).doi == ""


def test_doi_of_references_beside_their_heading_never_wins(tmp_path: Path) -> None:
    page = front(tmp_path / "a.pdf")
    page.text(70, 500, "References", 13, "Helvetica-Bold")
    page.lines(70, 520, ("1. Tanaka K. Cells. J Cell Tests 2010;5:1.",), size=8)
    page.lines(
        310, 330, ("2. Ito R. Cells. J Cell Tests 2012;7:2.", "doi: 10.1234/cited.9"), size=8
    )
    assert parse(page).doi == ""


def test_doi_in_a_sentence_is_not_the_papers(tmp_path: Path) -> None:
    page = front(tmp_path / "a.pdf")
    words = "The counts were taken as described (doi: 10.1234/method.7), with some small changes."
    page.text(70, 300, words, 10)
    assert parse(page).doi == ""


def test_data_of_the_paper_are_not_the_paper(tmp_path: Path) -> None:
    page = front(tmp_path / "a.pdf", "https://doi.org/10.5061/dryad.abc12")
    assert parse(page).doi == ""


@pytest.mark.parametrize(
    ("head", "note", "foot"),
    [
        ("https://doi.org/10.1234/Own.2019.42", "", ""),
        ("", "DOI: 10.1234/own.2019.42", ""),
        ("", "J Cell Tests 2019, 4:12 doi:10.1234/own.2019.42.", ""),
        ("", "", "J Cell Tests | DOI 10.1234/own.2019.42 | 3 March 2019"),
    ],
)
def test_own_doi_is_found_where_publishers_print_it(
    tmp_path: Path, head: str, note: str, foot: str
) -> None:
    page = front(tmp_path / "a.pdf", note, head=head, foot=foot)
    page.text(70, 330, "References", 13, "Helvetica-Bold")
    page.lines(70, 350, CITED, size=8)
    document = parse(page)
    assert document.doi == "10.1234/own.2019.42"
    assert document.provenance["doi"] == "first page"


def test_preprint_banner_names_server_and_kind(tmp_path: Path) -> None:
    banner = (
        "bioRxiv preprint doi: https://doi.org/10.1101/2020.03.01.971234; this version posted "
        "March 2, 2020."
    )
    licence = "available under a CC-BY-NC-ND 4.0 International license."
    page = front(tmp_path / "a.pdf", head=banner)
    page.text(70, 52, licence, 8)
    document = parse(page)
    assert document.doi == "10.1101/2020.03.01.971234"
    assert document.extra["article_type"] == "preprint"
    assert document.journal == "bioRxiv"
    assert document.year == 2020
    assert document.licence == "CC BY-NC-ND 4.0"


def test_arxiv_stamp_at_the_side_identifies_the_paper(tmp_path: Path) -> None:
    page = front(tmp_path / "a.pdf")
    page.canvas.saveState()
    page.canvas.translate(30, 250)
    page.canvas.rotate(90)
    page.canvas.setFont("Times-Roman", 20)
    page.canvas.drawString(0, 0, "arXiv:2101.01234v2 [q-bio.CB] 5 Jan 2021")
    page.canvas.restoreState()
    document = parse(page)
    assert document.doi == "10.48550/arxiv.2101.01234"
    assert document.extra["article_type"] == "preprint"
    assert (document.journal, document.year) == ("arXiv", 2021)
    assert "arXiv" not in document.text


def test_pubmed_numbers_of_the_front_page_are_taken(tmp_path: Path) -> None:
    document = parse(front(tmp_path / "a.pdf", "PMID: 12345678   PMCID: PMC7654321"))
    assert (document.pmid, document.pmcid) == ("12345678", "PMC7654321")
    assert document.provenance["pmid"] == "first page"


def test_pubmed_numbers_of_references_are_not(tmp_path: Path) -> None:
    page = front(tmp_path / "a.pdf")
    page.text(70, 330, "References", 13, "Helvetica-Bold")
    page.lines(70, 350, ("1. Tanaka K. Cells. J Cell Tests 2010;5:1. PMID: 12345678",), size=8)
    assert parse(page).pmid == ""


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("ORIGINAL ARTICLE", "research-article"),
        ("Research Article Open Access", "research-article"),
        ("Review", "review-article"),
        ("Case Report", "case-report"),
        ("Erratum", "correction"),
        ("Retraction Note", "retraction"),
    ],
)
def test_label_over_the_title_names_the_kind(tmp_path: Path, label: str, kind: str) -> None:
    page = front(tmp_path / "a.pdf")
    page.text(70, 60, label, 9)
    assert parse(page).extra["article_type"] == kind


def test_masthead_replaces_the_initials_of_the_footer(tmp_path: Path) -> None:
    page = front(tmp_path / "a.pdf", foot="JCTB, Vol. 10, No. 2 Spring 2016")
    page.text(70, 40, "Journal of Cell Tests in Botany", 10, "Helvetica-Bold")
    assert parse(page).journal == "Journal of Cell Tests in Botany"


def test_every_field_says_where_it_was_found(tmp_path: Path) -> None:
    page = front(tmp_path / "a.pdf", "J Cell Tests 2019, 4:12 doi:10.1234/own.2019.42")
    page.canvas.setTitle(TITLE)
    document = parse(page)
    assert dict(document.provenance) == {
        "title": "file properties",
        "authors": "first page",
        "year": "first page",
        "doi": "first page",
        "journal": "first page",
    }
