"""Look papers up in PubMed: records by PubMed number, DOI, PubMed Central number and title.

Source: NCBI E-utilities (`esearch` finds numbers, `efetch` brings records), and the MEDLINE/PubMed
document type of the records (`PubmedArticleSet`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml import etree

from aliquot.metadata.identifiers import normal_doi, normal_pmcid, normal_pmid
from aliquot.metadata.notices import gravest, notice_named
from aliquot.metadata.resolvers.client import PoliteClient
from aliquot.metadata.resolvers.records import inner, read_json
from aliquot.metadata.resolvers.seam import LookupFailedError, Question
from aliquot.types.references import Reference

__all__ = ["PubMed"]

ADDRESS = "https://eutils.ncbi.nlm.nih.gov/entrez/eutils"
# Source: NCBI, "A General Introduction to the E-utilities": three requests a second, ten with a
# key.
WITH_KEY_S = 0.11
WITHOUT_KEY_S = 0.35
CANDIDATES = "5"
# Search fields: a DOI stands among the article's identifiers.
SEARCH_FIELDS = {"doi": "[AID]", "pmcid": "[PMC]", "title": "[Title]"}
SEARCH_SIGNS = re.compile(r"[\[\]\"()*:/]+")
YEAR = re.compile(r"\b(?:1[89]|20)\d\d\b")
# What others published about a paper, seen from the paper.
ABOUT_IT = {
    "RetractionIn": "retraction",
    "PartialRetractionIn": "retraction",
    "ExpressionOfConcernIn": "concern",
    "ErratumIn": "erratum",
    "CorrectedandRepublishedIn": "corrected",
}
# What a notice is about, seen from the notice.
CONCERNED = frozenset(
    {"RetractionOf", "PartialRetractionOf", "ExpressionOfConcernFor", "ErratumFor"}
)


class PubMed:
    """Records of PubMed."""

    name = "PubMed"
    version = "1"
    asks_by = frozenset({"doi", "pmid", "pmcid", "title"})
    is_local = False

    def __init__(
        self, client: PoliteClient, *, email: str = "", key: str = "", address: str = ADDRESS
    ) -> None:
        """Take the shared client, an e-mail address, a key for a better pace, and the address."""
        self._client = client
        self._address = address.rstrip("/")
        stated = {"db": "pubmed", "tool": "aliquot", "email": email, "api_key": key}
        self._stated = {name: value for name, value in stated.items() if value}
        self._every_s = WITH_KEY_S if key else WITHOUT_KEY_S

    def ask(self, question: Question) -> list[Reference]:
        """Return the records of an identifier, or the best candidates for a title.

        Raises:
            LookupFailedError: PubMed gave no usable answer.
        """
        numbers = [question.value] if question.by == "pmid" else self._search(question)
        if not numbers:
            return []
        asked = {"id": ",".join(numbers), "retmode": "xml"}
        text = self._get("efetch.fcgi", asked, accept="xml")
        articles = _parse(text).iter("PubmedArticle") if text else ()
        return [_reference(article) for article in articles]

    def _search(self, question: Question) -> list[str]:
        words = " ".join(SEARCH_SIGNS.sub(" ", question.value).split())
        value = words if question.by == "title" else f'"{question.value}"'
        term = f"{value}{SEARCH_FIELDS[question.by]}"
        text = self._get(
            "esearch.fcgi",
            {"term": term, "retmode": "json", "retmax": CANDIDATES},
            accept="json",
        )
        found = inner(read_json(text, self.name), "esearchresult").get("idlist") if text else ()
        listed = found if isinstance(found, list) else ()
        return [number for number in map(str, listed) if normal_pmid(number)]

    def _get(self, tool: str, parameters: dict[str, str], *, accept: str) -> str | None:
        return self._client.get(
            f"{self._address}/{tool}",
            self._stated | parameters,
            every_s=self._every_s,
            accept=accept,
        )


def _parse(text: str) -> etree._Element:
    """Return the root of an answer, its entities left alone.

    Raises:
        LookupFailedError: The answer is damaged.
    """
    parser = etree.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, huge_tree=False
    )
    try:
        return etree.fromstring(text.encode(), parser)
    except etree.XMLSyntaxError as exc:
        raise LookupFailedError("PubMed answered with damaged XML.") from exc


def _reference(article: etree._Element) -> Reference:
    ids = {
        item.get("IdType", ""): _text(item)
        for item in article.iterfind("PubmedData/ArticleIdList/ArticleId")
    }
    citation = article.find("MedlineCitation")
    root = article if citation is None else citation
    kinds = [_text(kind) for kind in root.iterfind("Article/PublicationTypeList/PublicationType")]
    return Reference(
        title=_text(root.find("Article/ArticleTitle")).removesuffix("."),
        key=_text(root.find("PMID")),
        type="; ".join(kinds),
        authors=tuple(_people(root)),
        year=_year(root),
        container=_text(root.find("Article/Journal/Title")),
        volume=_text(root.find("Article/Journal/JournalIssue/Volume")),
        issue=_text(root.find("Article/Journal/JournalIssue/Issue")),
        pages=_text(root.find("Article/Pagination/MedlinePgn")),
        doi=normal_doi(ids.get("doi", "")),
        pmid=normal_pmid(_text(root.find("PMID"))),
        pmcid=normal_pmcid(ids.get("pmc", "")),
        language=_text(root.find("Article/Language")),
        notice=_notice(root, kinds),
        related=tuple(_related(root)),
        origin=PubMed.name,
    )


def _text(element: etree._Element | None) -> str:
    return "" if element is None else " ".join("".join(map(str, element.itertext())).split())


def _people(root: etree._Element) -> Iterator[str]:
    for person in root.iterfind("Article/AuthorList/Author"):
        family, given = _text(person.find("LastName")), _text(person.find("ForeName"))
        name = ", ".join(filter(None, (family, given))) or _text(person.find("CollectiveName"))
        if name:
            yield name


def _year(root: etree._Element) -> str:
    date = root.find("Article/Journal/JournalIssue/PubDate")
    found = YEAR.search(_text(date))
    return found[0] if found else ""


def _notice(root: etree._Element, kinds: list[str]) -> str:
    """Return what happened to a paper; a notice's own type, "Retraction Notice", is none."""
    about = (
        notice_named(ABOUT_IT.get(one.get("RefType", ""), ""))
        for one in root.iterfind("CommentsCorrectionsList/CommentsCorrections")
    )
    is_retracted = "Retracted Publication" in kinds
    return gravest([*about, notice_named("retracted") if is_retracted else ""])


def _related(root: etree._Element) -> Iterator[tuple[str, str]]:
    """Yield the DOI of what a notice concerns, where its citation states one."""
    for one in root.iterfind("CommentsCorrectionsList/CommentsCorrections"):
        cited = re.search(r"10\.\d{4,9}/\S+", _text(one.find("RefSource")))
        if one.get("RefType") in CONCERNED and cited:
            yield "notice_of", normal_doi(cited[0])
