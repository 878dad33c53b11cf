"""Read PubMed's XML: articles and book chapters, as `efetch` and PubMed's downloads give them.

What enters: a `PubmedArticleSet`, or one article. What leaves: one `Document` per record. The list
of references is left out: a paper that is cited is not what was found.
Source: https://dtd.nlm.nih.gov/ncbi/pubmed/out/pubmed_250101.dtd
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from lxml import etree

from aliquot.parsing.files.xml import local_name, parse_xml
from aliquot.parsing.files.xml_fields import all_texts, attribute, find_all, find_first, text
from aliquot.parsing.pubmed.document import pubmed_documents
from aliquot.parsing.pubmed.record import LINKS, Link, PubmedRecord
from aliquot.parsing.writing.lines import filled, unique
from aliquot.parsing.writing.typography import collapse, subscript, superscript
from aliquot.types import Document

__all__ = ["PubmedXmlParser"]

RECORDS = ("PubmedArticle", "PubmedBookArticle")
RAISED = {"sup": superscript, "sub": subscript}


class PubmedXmlParser:
    """Read PubMed XML."""

    name = "pubmed_xml"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read every record of the file.

        Raises:
            ParseError: The file is damaged or holds no record.
        """
        root = parse_xml(path)
        records = map(_read, root.iter(*(f"{{*}}{name}" for name in RECORDS)))
        return pubmed_documents(records, path, parser=self.name, parser_version=self.version)


def _read(record: etree._Element) -> PubmedRecord:
    chapter = find_first(record, "BookDocument")
    return _read_article(record) if chapter is None else _read_chapter(record, chapter)


def _read_article(record: etree._Element) -> PubmedRecord:
    citation = find_first(record, "MedlineCitation")
    article = None if citation is None else find_first(citation, "Article")
    if citation is None or article is None:
        return PubmedRecord(pmid="")
    ids = _ids(record, "PubmedData/ArticleIdList/ArticleId") | _locations(article)
    return PubmedRecord(
        pmid=text(citation, "PMID"),
        title=_rich(find_first(article, "ArticleTitle")),
        vernacular_title=_rich(find_first(article, "VernacularTitle")),
        authors=unique(map(_person, find_all(article, "AuthorList/Author"))),
        affiliations=unique(_affiliations(article)),
        journal=text(article, "Journal/Title"),
        abbreviation=text(citation, "MedlineJournalInfo/MedlineTA"),
        volume=text(article, "Journal/JournalIssue/Volume"),
        issue=text(article, "Journal/JournalIssue/Issue"),
        pages=text(article, "Pagination/MedlinePgn") or text(article, "Pagination/StartPage"),
        date=_date(article),
        doi=ids.get("doi", ""),
        pmcid=ids.get("pmc", ""),
        language=text(article, "Language"),
        abstract=_abstract(find_first(article, "Abstract")),
        other_abstracts=tuple(_other_abstracts(citation)),
        keywords=all_texts(citation, "KeywordList/Keyword"),
        mesh=tuple(map(_mesh, find_all(citation, "MeshHeadingList/MeshHeading"))),
        substances=all_texts(citation, "ChemicalList/Chemical/NameOfSubstance"),
        genes=all_texts(citation, "GeneSymbolList/GeneSymbol"),
        types=all_texts(article, "PublicationTypeList/PublicationType"),
        grants=unique(map(_grant, find_all(article, "GrantList/Grant"))),
        databanks=unique(_databanks(article)),
        links=tuple(_links(citation)),
        conflicts=text(citation, "CoiStatement"),
        copyright=text(article, "Abstract/CopyrightInformation"),
    )


def _read_chapter(record: etree._Element, chapter: etree._Element) -> PubmedRecord:
    ids = _ids(record, "PubmedBookData/ArticleIdList/ArticleId")
    ids = _ids(chapter, "ArticleIdList/ArticleId") | ids
    lists = {attribute(people, "Type") or "authors": people for people in _people_lists(chapter)}
    authors, editors = lists.get("authors"), lists.get("editors")
    return PubmedRecord(
        pmid=text(chapter, "PMID"),
        title=_rich(find_first(chapter, "ArticleTitle")) or text(chapter, "Book/BookTitle"),
        authors=_people(authors),
        editors=_people(editors),
        book=text(chapter, "Book/BookTitle"),
        publisher=text(chapter, "Book/Publisher/PublisherName"),
        date=_printed_date(find_first(chapter, "ContributionDate"))
        or _printed_date(find_first(chapter, "Book/PubDate")),
        doi=ids.get("doi", ""),
        pmcid=ids.get("pmc", ""),
        language=text(chapter, "Language"),
        abstract=_abstract(find_first(chapter, "Abstract")),
        keywords=all_texts(chapter, "KeywordList/Keyword"),
        types=all_texts(chapter, "PublicationType"),
        grants=unique(map(_grant, find_all(chapter, "GrantList/Grant"))),
        copyright=text(chapter, "Abstract/CopyrightInformation"),
    )


# ------------------------------------------------------------------------------ text


def _rich(element: etree._Element | None) -> str:
    """Return text with raised and lowered characters as such: "10⁻⁶", "CO₂"."""
    return "" if element is None else collapse("".join(_pieces(element)))


def _pieces(element: etree._Element) -> Iterator[str]:
    shift = RAISED.get(local_name(element).casefold())
    inner = element.text or ""
    inner += "".join(
        "".join(_pieces(child)) + (child.tail or "") for child in element if local_name(child)
    )
    yield shift(inner) if shift else inner


def _abstract(element: etree._Element | None) -> tuple[tuple[str, str], ...]:
    if element is None:
        return ()
    parts = ((attribute(part, "Label"), _rich(part)) for part in find_all(element, "AbstractText"))
    return tuple((label, words) for label, words in parts if words)


def _other_abstracts(
    citation: etree._Element,
) -> Iterator[tuple[str, tuple[tuple[str, str], ...]]]:
    for other in find_all(citation, "OtherAbstract"):
        language, kind = attribute(other, "Language"), attribute(other, "Type")
        parts = _abstract(other)
        if parts:
            yield ", ".join(unique((language, kind))) or "other", parts


# ------------------------------------------------------------------------------ people, dates, ids


def _people_lists(chapter: etree._Element) -> Iterator[etree._Element]:
    yield from find_all(chapter, "Book/AuthorList")
    yield from find_all(chapter, "AuthorList")


def _people(people: etree._Element | None) -> tuple[str, ...]:
    return () if people is None else unique(map(_person, find_all(people, "Author")))


def _person(author: etree._Element) -> str:
    family, given = text(author, "LastName"), text(author, "ForeName") or text(author, "Initials")
    suffix = text(author, "Suffix")
    return ", ".join(filled(family, given, suffix)) or text(author, "CollectiveName")


def _affiliations(article: etree._Element) -> Iterator[str]:
    for author in find_all(article, "AuthorList/Author"):
        yield from all_texts(author, "AffiliationInfo/Affiliation")
        yield text(author, "Affiliation")


def _date(article: etree._Element) -> str:
    """Return when the issue appeared, otherwise when the article did online."""
    printed = _printed_date(find_first(article, "Journal/JournalIssue/PubDate"))
    return printed or _printed_date(find_first(article, "ArticleDate"))


def _printed_date(date: etree._Element | None) -> str:
    if date is None:
        return ""
    parts = filled(*(text(date, tag) for tag in ("Year", "Month", "Season", "Day")))
    return " ".join(parts) or text(date, "MedlineDate")


def _ids(record: etree._Element, path: str) -> dict[str, str]:
    return {attribute(id, "IdType"): text(id) for id in find_all(record, path)}


def _locations(article: etree._Element) -> dict[str, str]:
    """Return the DOI the article itself states, unless it is known to be wrong."""
    return {
        attribute(place, "EIdType"): text(place)
        for place in find_all(article, "ELocationID")
        if attribute(place, "ValidYN") != "N"
    }


# ------------------------------------------------------------------------------ indexing


def _mesh(heading: etree._Element) -> str:
    """Return "Neoplasms/*genetics": the star marks a topic the paper is mainly about."""
    parts = (*find_all(heading, "DescriptorName"), *find_all(heading, "QualifierName"))
    return "/".join(
        ("*" if attribute(part, "MajorTopicYN") == "Y" else "") + text(part) for part in parts
    )


def _grant(grant: etree._Element) -> str:
    return ", ".join(filled(text(grant, "GrantID"), text(grant, "Agency"), text(grant, "Country")))


def _databanks(article: etree._Element) -> Iterator[str]:
    for bank in find_all(article, "DataBankList/DataBank"):
        for number in all_texts(bank, "AccessionNumberList/AccessionNumber"):
            yield f"{text(bank, 'DataBankName')}: {number}"


def _links(citation: etree._Element) -> Iterator[Link]:
    for link in find_all(citation, "CommentsCorrectionsList/CommentsCorrections"):
        kind = LINKS.get(attribute(link, "RefType"))
        if kind:
            source = " ".join(filled(text(link, "RefSource"), text(link, "Note")))
            yield Link(kind=kind, citation=source, pmid=text(link, "PMID"))
