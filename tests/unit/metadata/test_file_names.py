from __future__ import annotations

import pytest

from aliquot.metadata.file_names import (
    doi_in_name,
    is_supplement_name,
    pmcid_in_name,
    same_doi_in_name,
    stem_of,
)


@pytest.mark.parametrize(
    ("name", "doi"),
    [
        ("10.1371_journal.pone.0012345.pdf", "10.1371/journal.pone.0012345"),
        ("/lab/10.1038_nature12373 (1).pdf", "10.1038/nature12373"),
        ("10.1101%2F2020.03.05.20031088.pdf", "10.1101/2020.03.05.20031088"),
        ("journal.pone.0055490.xml", "10.1371/journal.pone.0055490"),
        ("Smith 2010.pdf", ""),
        ("110.1000_x.pdf", ""),
    ],
)
def test_a_doi_in_a_name_is_read(name: str, doi: str) -> None:
    assert doi_in_name(name) == doi


def test_a_name_that_lost_brackets_or_goes_on_is_still_of_its_doi() -> None:
    assert same_doi_in_name("10.1016/s0140-673697110960", "10.1016/s0140-6736(97)11096-0")
    assert same_doi_in_name("10.1000/abc_reviewed", "10.1000/abc")
    assert not same_doi_in_name("10.1000/abc", "10.1000/abd")
    assert not same_doi_in_name("10.1000/abc", "")


@pytest.mark.parametrize(
    ("name", "pmcid"),
    [
        ("PMC1397864.pdf", "PMC1397864"),
        ("pmc1397864 copy.pdf", "PMC1397864"),
        ("scan_PMC1.pdf", ""),
    ],
)
def test_a_pubmed_central_number_must_be_the_whole_name(name: str, pmcid: str) -> None:
    assert pmcid_in_name(name) == pmcid


@pytest.mark.parametrize(
    "name",
    [
        "journal.pone.0055490.s001.pdf",
        "41467_2020_1234_MOESM1_ESM.pdf",
        "1-s2.0-S0140673697110960-mmc1.pdf",
        "Smith 2010 - Suppl. material.pdf",
        "smith2010-SI.pdf",
        "論文_補足資料.pdf",
    ],
)
def test_supplements_are_known_by_their_names(name: str) -> None:
    assert is_supplement_name(name)


@pytest.mark.parametrize("name", ["suppressor genes.pdf", "PMC1397864.pdf", "basil.pdf"])
def test_papers_are_not_taken_for_supplements(name: str) -> None:
    assert not is_supplement_name(name)


def test_marks_of_copies_are_dropped() -> None:
    assert stem_of("C:\\lab\\paper copy (2).pdf") == "paper"
    assert stem_of("heat-shock_v2.docx") == "heat-shock"
