from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.metadata.identifiers import (
    IdentifierKind,
    Place,
    find_identifiers,
    identifiers_of,
    is_preprint_doi,
    normal_doi,
    normal_pmcid,
    normal_pmid,
)
from aliquot.types import Block, BlockType, Document, DocumentKind, SectionClass, Span


def values(text: str, kind: IdentifierKind = IdentifierKind.DOI) -> list[str]:
    return [one.value for one in find_identifiers(text) if one.kind is kind]


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("https://doi.org/10.1186/1472-6882-6-3.", "10.1186/1472-6882-6-3"),
        ("DOI: 10.1371/journal.PONE.0193451)", "10.1371/journal.pone.0193451"),
        ("(doi:10.1016/S0140-6736(97)11096-0).", "10.1016/s0140-6736(97)11096-0"),
        ("http://dx.doi.org/10.1371%2Fjournal.pone.0000217", "10.1371/journal.pone.0000217"),
        ("10.1371/journal.\npone.0193451", "10.1371/journal.pone.0193451"),
        ("https://doi.org/10.1186/s12864-\n015-1640-z", "10.1186/s12864-015-1640-z"),
        ("https://doi.org/ 10.1186/s12864-015-1640-z;", "10.1186/s12864-015-1640-z"),
        ("10.1038/nature12373PMID: 23903748", "10.1038/nature12373"),
        ("10.1101/2020.03.05.20031088v2.full.pdf", "10.1101/2020.03.05.20031088"),
        (
            "10.1002/(SICI)1096-8644(199601)99:1<1::AID-AJPA1>3.0.CO;2-1;",
            "10.1002/(sici)1096-8644(199601)99:1<1::aid-ajpa1>3.0.co;2-1",
        ),
        ("[10.1000/abc]", "10.1000/abc"),
        ("10.1093/nar/gkz123/full", "10.1093/nar/gkz123"),
    ],
)
def test_a_doi_is_found_as_it_is_registered(text: str, doi: str) -> None:
    assert values(f"See {text} and so on") == [doi]


@pytest.mark.parametrize("text", ["10.1000/", "version 10.12/3", "1.10.1000/x", "in 10.5 ml/min"])
def test_numbers_are_no_dois(text: str) -> None:
    assert values(text) == []


def test_a_sentence_behind_a_doi_is_not_swallowed() -> None:
    assert values("We used 10.1000/abc/\nThe next sentence") == ["10.1000/abc"]
    assert values("We used 10.1000/abc.\nthe next sentence") == ["10.1000/abc"]


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("PMID: 16504000.", IdentifierKind.PMID, "16504000"),
        ("https://pubmed.ncbi.nlm.nih.gov/16504000/", IdentifierKind.PMID, "16504000"),
        ("PMCID: PMC1397864", IdentifierKind.PMCID, "PMC1397864"),
        ("registered as NCT 04280705", IdentifierKind.NCT, "NCT04280705"),
        ("arXiv:2003.12345v2 [q-bio]", IdentifierKind.ARXIV, "2003.12345"),
        ("UniProtKB accession P04637", IdentifierKind.UNIPROT, "P04637"),
        ("uniprot.org/uniprotkb/A0A024R1R8/entry", IdentifierKind.UNIPROT, "A0A024R1R8"),
        ("GenBank accession no. AL109817.1", IdentifierKind.GENBANK, "AL109817"),
        ("NM_000546.6", IdentifierKind.GENBANK, "NM_000546"),
        ("deposited under GSE12345", IdentifierKind.GEO, "GSE12345"),
        ("BioProject PRJNA123456", IdentifierKind.SRA, "PRJNA123456"),
        ("runs SRR1234567", IdentifierKind.SRA, "SRR1234567"),
    ],
)
def test_other_registers_are_found(text: str, kind: IdentifierKind, value: str) -> None:
    assert values(text, kind) == [value]


@pytest.mark.parametrize("text", ["cell line P12345", "A549 cells", "page 16504000", "NCT0428070"])
def test_what_only_looks_like_an_accession_is_left(text: str) -> None:
    assert find_identifiers(text) == []


@pytest.mark.parametrize(
    ("text", "doi"),
    [
        ("https://doi.org/10.1000%2FABC", "10.1000/abc"),
        ("doi:10.1000/abc&amp;d", "10.1000/abc&d"),
        ("None", ""),
        ("", ""),
        ("10.1000/abc def", "10.1000/abc"),
    ],
)
def test_a_doi_from_a_field_is_normalised(text: str, doi: str) -> None:
    assert normal_doi(text) == doi


def test_pubmed_numbers_are_normalised() -> None:
    assert normal_pmid("https://pubmed.ncbi.nlm.nih.gov/16504000") == "16504000"
    assert normal_pmid("PMC1397864 x") == ""
    assert normal_pmcid("https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1397864/") == "PMC1397864"
    assert normal_pmcid("1397864") == "PMC1397864"


@pytest.mark.parametrize(
    ("doi", "expected"),
    [
        ("10.1101/2020.03.05.20031088", True),
        ("10.1101/123456", True),
        ("10.48550/arxiv.2003.12345", True),
        ("10.21203/rs.3.rs-12345/v1", True),
        ("10.1101/gr.123456.111", False),
        ("10.1371/journal.pone.0193451", False),
    ],
)
def test_preprint_servers_are_known_by_their_dois(doi: str, expected: bool) -> None:
    assert is_preprint_doi(doi) is expected


def test_the_place_of_an_identifier_is_told() -> None:
    head = "DOI 10.1000/own"
    body = "x " * 3000 + "10.1000/cited"
    listed = "1. A. doi:10.1000/listed"
    text = "\n\n".join((head, body, listed))
    spans = [Span(0, 15), Span(17, 17 + len(body)), Span(len(text) - len(listed), len(text))]
    blocks = tuple(
        Block(type=kind, text=span.of(text), span=span, section_class=section)
        for span, kind, section in zip(
            spans,
            (BlockType.PARAGRAPH, BlockType.PARAGRAPH, BlockType.REFERENCE),
            (SectionClass.OTHER, SectionClass.RESULTS, SectionClass.REFERENCES),
            strict=True,
        )
    )
    document = Document(kind=DocumentKind.PAPER, title="", text=text, blocks=blocks)
    assert [(one.value, one.place) for one in identifiers_of(document)] == [
        ("10.1000/own", Place.HEAD),
        ("10.1000/cited", Place.BODY),
        ("10.1000/listed", Place.REFERENCES),
    ]


@given(st.text(alphabet="10./-abPMCDOI:()\n %<", max_size=60))
def test_spans_point_into_any_text(text: str) -> None:
    for one in find_identifiers(text):
        assert 0 <= one.span.start < one.span.end <= len(text)
        assert one.value
