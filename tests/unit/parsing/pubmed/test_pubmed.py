"""Records of PubMed, as XML and as MEDLINE."""

from __future__ import annotations

from pathlib import Path

import pytest

from aliquot.errors import ParseError
from aliquot.parsing.pubmed.medline import MedlineParser
from aliquot.parsing.pubmed.record import Link, article_type, notice, year_of
from aliquot.parsing.pubmed.xml import PubmedXmlParser
from aliquot.parsing.sniff import sniff
from aliquot.types import FIELDS, Document, DocumentKind, SectionClass

ARTICLE = """<PubmedArticle><MedlineCitation Status="MEDLINE"><PMID Version="1">9500320</PMID>
<Article><Journal><JournalIssue><Volume>351</Volume><Issue>9103</Issue>
<PubDate><Year>1998</Year><Month>Feb</Month><Day>28</Day></PubDate></JournalIssue>
<Title>Lancet (London, England)</Title></Journal>
<ArticleTitle>Ileal hyperplasia at 10<sup>-6</sup> M of <i>CO<sub>2</sub></i>.</ArticleTitle>
<Pagination><MedlinePgn>637-41</MedlinePgn></Pagination>
<ELocationID EIdType="doi" ValidYN="Y">10.1016/s0140-6736(97)11096-0</ELocationID>
<Abstract><AbstractText Label="BACKGROUND">We looked at children.</AbstractText>
<AbstractText Label="FINDINGS">Onset was &lt; 1 day.</AbstractText></Abstract>
<AuthorList><Author><LastName>Wakefield</LastName><ForeName>A J</ForeName><AffiliationInfo>
<Affiliation>Royal Free Hospital, London.</Affiliation></AffiliationInfo></Author>
<Author><CollectiveName>The Study Group</CollectiveName></Author></AuthorList>
<Language>eng</Language><DataBankList><DataBank><DataBankName>ClinicalTrials.gov</DataBankName>
<AccessionNumberList><AccessionNumber>NCT01234567</AccessionNumber></AccessionNumberList>
</DataBank></DataBankList><PublicationTypeList><PublicationType>Journal Article</PublicationType>
<PublicationType>Case Reports</PublicationType>
<PublicationType>Retracted Publication</PublicationType></PublicationTypeList></Article>
<MedlineJournalInfo><MedlineTA>Lancet</MedlineTA></MedlineJournalInfo>
<ChemicalList><Chemical><NameOfSubstance>Measles Vaccine</NameOfSubstance></Chemical>
</ChemicalList><CommentsCorrectionsList><CommentsCorrections RefType="RetractionIn">
<RefSource>Lancet. 2010 Feb 6;375(9713):445</RefSource><PMID>20137807</PMID>
</CommentsCorrections><CommentsCorrections RefType="Cites"><RefSource>Cited 1997</RefSource>
</CommentsCorrections></CommentsCorrectionsList><MeshHeadingList><MeshHeading>
<DescriptorName MajorTopicYN="N">Colitis</DescriptorName>
<QualifierName MajorTopicYN="Y">pathology</QualifierName></MeshHeading></MeshHeadingList>
</MedlineCitation><PubmedData><ArticleIdList><ArticleId IdType="pmc">PMC12345</ArticleId>
</ArticleIdList><ReferenceList><Reference><ArticleIdList>
<ArticleId IdType="doi">10.1/cited</ArticleId></ArticleIdList></Reference></ReferenceList>
</PubmedData></PubmedArticle>"""
CHAPTER = """<PubmedBookArticle><BookDocument><PMID>20301295</PMID><Book>
<Publisher><PublisherName>University of Washington</PublisherName></Publisher>
<BookTitle>GeneReviews</BookTitle><PubDate><Year>1993</Year></PubDate>
<AuthorList Type="editors"><Author><LastName>Adam</LastName><ForeName>M P</ForeName></Author>
</AuthorList></Book><ArticleTitle>Phenylketonuria</ArticleTitle><Language>eng</Language>
<AuthorList Type="authors"><Author><LastName>Regier</LastName><ForeName>D S</ForeName></Author>
</AuthorList><PublicationType>Review</PublicationType><Abstract>
<AbstractText>PAH deficiency.</AbstractText></Abstract><ContributionDate><Year>2000</Year>
</ContributionDate></BookDocument></PubmedBookArticle>"""
MEDLINE = """\
PMID- 9500320
OWN - NLM
VI  - 351
IP  - 9103
DP  - 1998 Feb 28
TI  - Ileal hyperplasia at 10(-6) M
      of CO2.
PG  - 637-41
LID - 10.1016/s0140-6736(97)11096-0 [doi]
AB  - BACKGROUND: We looked at
      children. FINDINGS: Onset was < 1 day.
FAU - Wakefield, A J
AU  - Wakefield AJ
AD  - Royal Free Hospital, London.
CN  - The Study Group
LA  - eng
SI  - ClinicalTrials.gov/NCT01234567
PT  - Journal Article
PT  - Case Reports
PT  - Retracted Publication
TA  - Lancet
JT  - Lancet (London, England)
RN  - 0 (Measles Vaccine)
RIN - Lancet. 2010 Feb 6;375(9713):445. PMID: 20137807
MH  - Colitis/*pathology
PMC - PMC12345

PMID- 2
TI  - A second record.
"""


def parse(tmp_path: Path, text: str, name: str) -> list[Document]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    is_xml = sniff(path) == "pubmed_xml"
    assert is_xml or sniff(path) == "medline"
    return PubmedXmlParser().parse(path) if is_xml else MedlineParser().parse(path)


def xml(tmp_path: Path, *records: str) -> list[Document]:
    head = '<?xml version="1.0"?><!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD" "pubmed.dtd">'
    body = "".join(records)
    return parse(tmp_path, f"{head}<PubmedArticleSet>{body}</PubmedArticleSet>", "pubmed.xml")


@pytest.fixture(params=["xml", "medline"])
def document(request: pytest.FixtureRequest, tmp_path: Path) -> Document:
    if request.param == "xml":
        return xml(tmp_path, ARTICLE)[0]
    return parse(tmp_path, MEDLINE, "pubmed.nbib")[0]


def test_either_layout_gives_the_bibliographic_fields(document: Document) -> None:
    assert document.kind is DocumentKind.PAPER
    assert document.authors == ("Wakefield, A J", "The Study Group")
    assert (document.year, document.journal) == (1998, "Lancet (London, England)")
    assert (document.pmid, document.pmcid, document.nct) == ("9500320", "PMC12345", "NCT01234567")
    assert document.doi == "10.1016/s0140-6736(97)11096-0"
    assert document.extra == {"article_type": "case-reports", "notice": "retracted"}
    assert set(document.extra) <= set(FIELDS)


def test_parts_of_the_abstract_are_not_sections(document: Document) -> None:
    parts = [b for b in document.blocks if b.section_class is SectionClass.ABSTRACT]
    assert [part.text for part in parts] == [
        "Abstract",
        "Background: We looked at children.",
        "Findings: Onset was < 1 day.",
    ]


def test_retraction_is_said_where_it_was_published(document: Document) -> None:
    assert "Retracted in: Lancet. 2010 Feb 6;375(9713):445" in document.text
    assert "PMID: 20137807" in document.text


def test_indexing_is_kept_and_what_is_cited_is_not(document: Document) -> None:
    assert "MeSH terms: Colitis/*pathology" in document.text
    assert "Substances: Measles Vaccine" in document.text
    assert "Cited 1997" not in document.text
    assert "10.1/cited" not in document.text


def test_raised_and_lowered_characters_stay_so(tmp_path: Path) -> None:
    assert xml(tmp_path, ARTICLE)[0].title == "Ileal hyperplasia at 10⁻⁶ M of CO₂."


def test_chapter_names_its_book_and_its_own_authors(tmp_path: Path) -> None:
    _, chapter = xml(tmp_path, ARTICLE, CHAPTER)
    assert (chapter.title, chapter.year) == ("Phenylketonuria", 2000)
    assert chapter.authors == ("Regier, D S",)
    assert chapter.journal == "GeneReviews"
    assert "Editors: Adam, M P" in chapter.text


def test_each_medline_record_is_a_document(tmp_path: Path) -> None:
    _, second = parse(tmp_path, MEDLINE, "two.txt")
    assert (second.title, second.pmid) == ("A second record.", "2")
    assert second.warnings == ("The record has no abstract.",)


def test_gene_before_a_colon_is_no_label(tmp_path: Path) -> None:
    text = "PMID- 3\nTI  - T.\nAB  - We studied KRAS AND TP53: both are mutated.\n"
    (document,) = parse(tmp_path, text, "one.nbib")
    assert "We studied KRAS AND TP53: both are mutated." in document.text


def test_bracketed_translation_is_the_title(tmp_path: Path) -> None:
    text = "PMID- 4\nTI  - [Gastric cancer].\nTT  - 胃癌\nLA  - jpn\n"
    (document,) = parse(tmp_path, text, "ja.nbib")
    assert document.title == "Gastric cancer"
    assert "Original title: 胃癌" in document.text


@pytest.mark.parametrize(
    ("kinds", "expected"),
    [
        (["Corrected in", "Comment in"], "corrected"),
        (["Corrected in", "Expression of concern in"], "expression of concern"),
        (["Expression of concern in", "Retracted in"], "retracted"),
        (["Retraction of", "Comment on"], ""),
    ],
)
def test_gravest_link_is_the_notice(kinds: list[str], expected: str) -> None:
    assert notice((), [Link(kind=kind, citation="x") for kind in kinds]) == expected


def test_notice_is_told_from_what_it_concerns() -> None:
    assert article_type(["Journal Article", "Retraction of Publication"]) == "retraction"
    assert article_type(["Published Erratum"]) == "correction"
    assert article_type(["Journal Article", "Research Support, N.I.H., Extramural"]) == ""


@pytest.mark.parametrize(
    ("date", "year"), [("2004 Apr 12", 2004), ("1998 Dec-1999 Jan", 1998), ("Winter", None)]
)
def test_year_is_the_first_of_a_date(date: str, year: int | None) -> None:
    assert year_of(date) == year


def test_set_without_records_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ParseError) as caught:
        xml(tmp_path)
    assert caught.value.status == "empty"
