"""Answers in the shapes the services document, written by hand and shortened."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("httpx", reason="look-ups need the extra 'lookup'")

from aliquot.errors import ConfigError
from aliquot.metadata.resolvers.crossref import Crossref
from aliquot.metadata.resolvers.openalex import OpenAlex
from aliquot.metadata.resolvers.pubmed import PubMed
from aliquot.metadata.resolvers.retraction_watch import RetractionWatch
from aliquot.metadata.resolvers.seam import LookupFailedError, Question

BY_DOI = Question("doi", "10.1186/1472-6882-6-3")
BY_TITLE = Question("title", "Effect of Curcuma longa: a study", "Mohanty")

CROSSREF_WORK = {
    "DOI": "10.1186/1472-6882-6-3",
    "type": "journal-article",
    "title": ["Effect of <i>Curcuma longa</i>"],
    "subtitle": ["a study"],
    "author": [
        {"given": "Ipseeta", "family": "Mohanty", "sequence": "first", "affiliation": []},
        {"name": "The Basil Consortium", "sequence": "additional"},
    ],
    "issued": {"date-parts": [[2006, 2, 19]]},
    "container-title": ["BMC Complementary and Alternative Medicine"],
    "language": "en",
    "license": [{"URL": "https://creativecommons.org/licenses/by/2.0"}],
    "updated-by": [
        {"DOI": "10.1186/e1", "type": "erratum", "label": "Erratum", "source": "publisher"},
        {"DOI": "10.1186/r1", "type": "retraction", "source": "retraction-watch"},
    ],
    "relation": {
        "has-preprint": [{"id-type": "doi", "id": "10.1101/123456", "asserted-by": "object"}]
    },
}


def test_crossref_gives_the_record_of_a_doi(service: Any, make_client: Any) -> None:
    service.says(json.dumps({"status": "ok", "message": CROSSREF_WORK}))
    (found,) = Crossref(make_client(), email="me@lab.example", address=service.address).ask(BY_DOI)
    assert service.asked == [("/works/10.1186%2F1472-6882-6-3", {"mailto": "me@lab.example"})]
    assert found.title == "Effect of <i>Curcuma longa</i>: a study"
    assert found.authors == ("Mohanty, Ipseeta", "The Basil Consortium")
    assert (found.year, found.container) == ("2006", "BMC Complementary and Alternative Medicine")
    assert found.notice == "retracted"
    assert found.related == (("has_preprint", "10.1101/123456"),)
    assert found.origin == "Crossref"


def test_crossref_is_asked_for_a_title_with_its_author(service: Any, make_client: Any) -> None:
    service.says(json.dumps({"message": {"items": [CROSSREF_WORK, {"title": ["Other"]}]}}))
    found = Crossref(make_client(), address=service.address).ask(BY_TITLE)
    assert [one.title for one in found] == ["Effect of <i>Curcuma longa</i>: a study", "Other"]
    _, query = service.asked[0]
    assert query["query.bibliographic"] == BY_TITLE.value
    assert query["query.author"] == "Mohanty"


def test_crossref_says_what_a_notice_concerns(service: Any, make_client: Any) -> None:
    notice = {
        "title": ["Retraction: x"],
        "update-to": [
            {"DOI": "10.1186/1", "type": "retraction"},
            {"DOI": "10.1186/2", "type": "new_version"},
        ],
        "issued": {"date-parts": [[None]]},
    }
    service.says(json.dumps({"message": notice}))
    (found,) = Crossref(make_client(), address=service.address).ask(BY_DOI)
    assert found.related == (("notice_of", "10.1186/1"),)
    assert (found.year, found.notice) == ("", "")


@pytest.mark.parametrize(
    "body", ['{"message": [1, null]}', '{"message": {"author": 3, "title": {}, "license": "x"}}']
)
def test_a_record_of_another_shape_breaks_nothing(
    service: Any, make_client: Any, body: str
) -> None:
    service.says(body)
    assert Crossref(make_client(), address=service.address).ask(BY_DOI)[0].title == ""
    assert OpenAlex(make_client(), address=service.address).ask(BY_DOI)[0].title == ""


@pytest.mark.parametrize("body", ["", "{", "[1]", "null", "[" * 100_000])
def test_damaged_json_is_a_failed_look_up(service: Any, make_client: Any, body: str) -> None:
    service.says(body)
    for resolver in (Crossref, OpenAlex):
        with pytest.raises(LookupFailedError, match=resolver.name):
            resolver(make_client(), address=service.address).ask(BY_DOI)


def test_an_unknown_doi_gives_nothing(service: Any, make_client: Any, answer: Any) -> None:
    service.says(answer(status=404, body="Resource not found.", media="text/plain"))
    assert Crossref(make_client(), address=service.address).ask(BY_DOI) == []
    assert OpenAlex(make_client(), address=service.address).ask(BY_DOI) == []


def test_openalex_gives_a_record(service: Any, make_client: Any) -> None:
    work = {
        "id": "https://openalex.org/W2124637492",
        "doi": "https://doi.org/10.1186/1472-6882-6-3",
        "title": "Effect of Curcuma longa",
        "publication_year": 2006,
        "language": "en",
        "type": "article",
        "is_retracted": True,
        "ids": {
            "pmid": "https://pubmed.ncbi.nlm.nih.gov/16504000",
            "pmcid": "https://www.ncbi.nlm.nih.gov/pmc/articles/1397864",
        },
        "authorships": [{"author": {"display_name": "Ipseeta Mohanty"}}],
        "primary_location": {"license": "cc-by", "source": {"display_name": "BMC"}},
    }
    service.says(json.dumps(work))
    (found,) = OpenAlex(make_client(), key="k", address=service.address).ask(BY_DOI)
    assert service.asked == [("/works/doi:10.1186/1472-6882-6-3", {"api_key": "k"})]
    assert (found.pmid, found.pmcid, found.doi) == ("16504000", "PMC1397864", BY_DOI.value)
    assert (found.authors, found.notice) == (("Mohanty, Ipseeta",), "retracted")
    assert (found.year, found.container, found.licence) == ("2006", "BMC", "cc-by")


def test_a_title_does_not_break_openalexs_filter(service: Any, make_client: Any) -> None:
    service.says('{"results": []}')
    question = Question("title", 'Basil, tulsi: one | two? A "study"')
    assert OpenAlex(make_client(), address=service.address).ask(question) == []
    assert service.asked[0][1]["filter"] == "title.search:Basil tulsi one two? A study"


PUBMED_XML = """<?xml version="1.0" ?>
<!DOCTYPE PubmedArticleSet PUBLIC "-//NLM//DTD PubMedArticle, 1st January 2025//EN"
 "https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd">
<PubmedArticleSet><PubmedArticle><MedlineCitation Status="MEDLINE">
<PMID Version="1">16504000</PMID>
<Article PubModel="Electronic"><Journal><Title>BMC complementary medicine</Title>
<JournalIssue CitedMedium="Internet"><Volume>6</Volume><PubDate><MedlineDate>2006 Jan-Feb
</MedlineDate></PubDate></JournalIssue></Journal>
<ArticleTitle>Effect of <i>Curcuma longa</i> on CO<sub>2</sub>.</ArticleTitle>
<AuthorList CompleteYN="Y"><Author><LastName>Mohanty</LastName><ForeName>Ipseeta</ForeName></Author>
<Author><CollectiveName>Basil Group</CollectiveName></Author></AuthorList>
<Language>eng</Language><PublicationTypeList>
<PublicationType UI="D016428">Journal Article</PublicationType>
<PublicationType UI="D016441">Retracted Publication</PublicationType></PublicationTypeList>
</Article>
<CommentsCorrectionsList><CommentsCorrections RefType="ErratumIn"><RefSource>BMC. 2007;7:1
</RefSource></CommentsCorrections><CommentsCorrections RefType="RetractionOf"><RefSource>BMC. 2005.
doi: 10.1186/orig.</RefSource></CommentsCorrections></CommentsCorrectionsList></MedlineCitation>
<PubmedData><ArticleIdList><ArticleId IdType="pubmed">16504000</ArticleId>
<ArticleId IdType="doi">10.1186/1472-6882-6-3</ArticleId><ArticleId IdType="pmc">PMC1397864
</ArticleId></ArticleIdList></PubmedData></PubmedArticle></PubmedArticleSet>"""


def test_pubmed_finds_a_number_and_brings_its_record(
    service: Any, make_client: Any, answer: Any
) -> None:
    search = '{"esearchresult": {"count": "1", "idlist": ["16504000"]}}'
    service.says(search, answer(PUBMED_XML, media="text/xml; charset=UTF-8"))
    (found,) = PubMed(make_client(), key="k", address=service.address).ask(BY_DOI)
    (search_path, search_query), (fetch_path, fetch_query) = service.asked
    assert (search_path, fetch_path) == ("/esearch.fcgi", "/efetch.fcgi")
    assert search_query["term"] == '"10.1186/1472-6882-6-3"[AID]'
    assert fetch_query["id"] == "16504000"
    assert search_query["api_key"] == fetch_query["api_key"] == "k"
    assert found.title == "Effect of Curcuma longa on CO2"
    assert found.authors == ("Mohanty, Ipseeta", "Basil Group")
    assert (found.pmid, found.pmcid, found.year) == ("16504000", "PMC1397864", "2006")
    assert found.notice == "retracted"
    assert found.related == (("notice_of", "10.1186/orig"),)


def test_pubmed_is_not_asked_for_a_record_it_does_not_have(service: Any, make_client: Any) -> None:
    service.says('{"esearchresult": {"count": "0", "idlist": []}}')
    assert PubMed(make_client(), address=service.address).ask(BY_TITLE) == []
    assert len(service.asked) == 1


def test_damaged_xml_is_a_failed_look_up(service: Any, make_client: Any, answer: Any) -> None:
    bomb = '<!DOCTYPE a [<!ENTITY b "x"><!ENTITY c "&b;&b;">]><a>&c;</a><'
    service.says(answer(bomb, media="text/xml"))
    with pytest.raises(LookupFailedError, match="damaged XML"):
        PubMed(make_client(), address=service.address).ask(Question("pmid", "1"))


# ------------------------------------------------------------------------------ Retraction Watch

HEADER = (
    "Record ID,Title,Subject,Institution,Journal,Publisher,Country,Author,URLS,ArticleType,"
    "RetractionDate,RetractionDOI,RetractionPubMedID,OriginalPaperDate,OriginalPaperDOI,"
    "OriginalPaperPubMedID,RetractionNature,Reason,Paywalled,Notes"
)


def row(doi: str, nature: str, date: str = "1/31/2020 0:00", pmid: str = "0") -> str:
    return f'1,"Title, of {doi}",,,J,,,,,,{date},10.1/n,0,1/1/2010 0:00,{doi},{pmid},{nature},,No,'


def listed(tmp_path: Path, *rows: str) -> RetractionWatch:
    path = tmp_path / "retraction_watch.csv"
    path.write_bytes("\n".join((HEADER, *rows)).encode() + b"\n\xff")
    return RetractionWatch(path)


def test_the_list_is_asked_by_doi_and_pubmed_number(tmp_path: Path) -> None:
    watch = listed(
        tmp_path, row("10.1000/ABC", "Retraction", pmid="42"), row("10.1000/y", "Retraction")
    )
    by_doi = watch.ask(Question("doi", "10.1000/abc"))
    assert [(one.notice, one.title) for one in by_doi] == [("retracted", "Title, of 10.1000/ABC")]
    assert watch.ask(Question("pmid", "42"))[0].notice == "retracted"
    assert watch.ask(Question("pmid", "0")) == []
    assert watch.ask(Question("doi", "10.1000/none")) == []


def test_a_reinstated_paper_is_not_retracted(tmp_path: Path) -> None:
    rows = (
        row("10.1000/x", "Reinstatement", "3/1/2021 0:00"),
        row("10.1000/x", "Retraction", "12/1/2020 0:00"),
        row("10.1000/y", "Expression of concern"),
    )
    watch = listed(tmp_path, *rows)
    assert watch.ask(Question("doi", "10.1000/x"))[0].notice == ""
    assert watch.ask(Question("doi", "10.1000/y"))[0].notice == "expression of concern"


def test_another_file_is_refused_when_it_is_named(tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n")
    with pytest.raises(ConfigError, match="not the Retraction Watch list"):
        RetractionWatch(other)
    with pytest.raises(ConfigError, match="cannot be read"):
        RetractionWatch(tmp_path / "absent.csv")
