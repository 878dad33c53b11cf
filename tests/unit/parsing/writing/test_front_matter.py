"""What a source states of itself."""

from __future__ import annotations

import pytest

from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.writing.front_matter import FrontMatter, bare_doi, find_year, normal_pmcid
from aliquot.types import DocumentKind


def test_stated_fields_reach_the_document_with_their_provenance() -> None:
    front = FrontMatter(title="培養の手順", authors=("Tanabe, Aoi",), pmcid="PMC12")
    out = DocumentBuilder()
    out.paragraph("Thaw the cells.")
    document = out.build(kind=DocumentKind.NOTES, **front.found_in("front matter"))
    assert (document.title, document.pmcid) == ("培養の手順", "PMC12")
    assert document.provenance == dict.fromkeys(("title", "authors", "pmcid"), "front matter")


@pytest.mark.parametrize(
    "stated",
    ["10.1/x", "doi:10.1/x", "DOI: 10.1/x", "https://doi.org/10.1/x", "dx.doi.org/10.1/x"],
)
def test_doi_stands_without_its_resolver(stated: str) -> None:
    assert bare_doi(stated) == "10.1/x"


@pytest.mark.parametrize("number", ["12", "PMC12", "pmc12"])
def test_number_of_pubmed_central_has_its_letters(number: str) -> None:
    assert normal_pmcid(number) == "PMC12"


def test_nothing_stated_is_no_number_of_pubmed_central() -> None:
    assert normal_pmcid("") == ""


@pytest.mark.parametrize(
    ("date", "year"),
    [("2021-03-04", 2021), ("March 2021", 2021), ("令和3年", None), ("12345", None)],
)
def test_year_is_found_in_a_date(date: str, year: int | None) -> None:
    assert find_year(date) == year
