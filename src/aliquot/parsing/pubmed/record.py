"""One neutral record of PubMed, whatever layout it was exported in.

What enters: field values as the readers of XML and MEDLINE found them. What leaves: a
`PubmedRecord`, which `document.py` writes out as a `Document`. The functions here give the values
their meaning: links between papers as notices, publication types as article types.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aliquot.types.references import NOTICES

__all__ = ["LINKS", "Link", "PubmedRecord", "article_type", "notice", "year_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """Another paper this one is tied to; `kind` is a value of `LINKS`."""

    kind: str
    citation: str
    pmid: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PubmedRecord:
    """What PubMed knows of one article or chapter.

    Attributes:
        authors: "Family, Given" or the name of a group, in order.
        affiliations: Of all authors, each once.
        date: As printed, such as "2004 Apr 12".
        abstract: Label and text of each part; the label is empty where there is none.
        other_abstracts: Abstracts in other languages or for other readers, with what they are.
        mesh: Headings with their qualifiers, "Neoplasms/*genetics"; major topics bear a star.
        types: Publication types.
        databanks: Numbers of trials and data sets the paper states.
        links: Corrections, retractions, comments.
        book: Title of the book a chapter is part of.
    """

    pmid: str
    title: str = ""
    vernacular_title: str = ""
    authors: tuple[str, ...] = ()
    affiliations: tuple[str, ...] = ()
    journal: str = ""
    abbreviation: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    date: str = ""
    doi: str = ""
    pmcid: str = ""
    language: str = ""
    abstract: tuple[tuple[str, str], ...] = ()
    other_abstracts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...] = ()
    keywords: tuple[str, ...] = ()
    mesh: tuple[str, ...] = ()
    substances: tuple[str, ...] = ()
    genes: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    grants: tuple[str, ...] = ()
    databanks: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    conflicts: str = ""
    copyright: str = ""
    book: str = ""
    editors: tuple[str, ...] = ()
    publisher: str = ""


# RefType of XML and tag of MEDLINE -> words. Source: MEDLINE/PubMed data element descriptions,
# "Comments/Corrections"; PubMed DTD, `CommentsCorrections`.
LINKS: Mapping[str, str] = {
    "RetractionIn": "Retracted in",
    "RIN": "Retracted in",
    "PartialRetractionIn": "Partially retracted in",
    "PRIN": "Partially retracted in",
    "ExpressionOfConcernIn": "Expression of concern in",
    "ECI": "Expression of concern in",
    "ErratumIn": "Corrected in",
    "EIN": "Corrected in",
    "CorrectedandRepublishedIn": "Corrected and republished in",
    "RetractedandRepublishedIn": "Retracted and republished in",
    "CRI": "Corrected and republished in",
    "RRI": "Retracted and republished in",
    "RetractionOf": "Retraction of",
    "ROF": "Retraction of",
    "PartialRetractionOf": "Partial retraction of",
    "PROF": "Partial retraction of",
    "ExpressionOfConcernFor": "Expression of concern for",
    "ECF": "Expression of concern for",
    "ErratumFor": "Correction of",
    "EFR": "Correction of",
    "CorrectedandRepublishedFrom": "Corrected and republished from",
    "CRF": "Corrected and republished from",
    "RetractedandRepublishedFrom": "Retracted and republished from",
    "RRF": "Retracted and republished from",
    "UpdateIn": "Updated in",
    "UIN": "Updated in",
    "UpdateOf": "Update of",
    "UOF": "Update of",
    "CommentIn": "Comment in",
    "CIN": "Comment in",
    "CommentOn": "Comment on",
    "CON": "Comment on",
    "SummaryForPatientsIn": "Summary for patients in",
    "SPIN": "Summary for patients in",
    "OriginalReportIn": "Original report in",
    "ORI": "Original report in",
    "ReprintIn": "Reprinted in",
    "RPI": "Reprinted in",
    "ReprintOf": "Reprint of",
    "RPF": "Reprint of",
    "DatasetIn": "Described in data set",
    "DatasetDescribedIn": "Data set described in",
    "DDIN": "Data set described in",
    "AssociatedDataset": "Associated data set",
    "ADAT": "Associated data set",
    "AssociatedPublication": "Associated publication",
}
RETRACTED, CONCERN, CORRECTED = NOTICES
# Links from a paper to what was published about it -> the field `notice`.
NOTICE_OF_LINK = {
    "Retracted in": RETRACTED,
    "Partially retracted in": RETRACTED,
    "Retracted and republished in": RETRACTED,
    "Expression of concern in": CONCERN,
    "Corrected in": CORRECTED,
    "Corrected and republished in": CORRECTED,
}
RETRACTED_TYPE = "retracted publication"
# What says nothing of an article, since nearly all are of this type or it names a funder.
PLAIN_TYPES = re.compile(
    r"journal article|research support.*|english abstract|retracted publication|historical article"
    r"|portrait|introductory journal article",
    re.I,
)
# Types by which a document is known to be a notice itself, in the words of JATS.
NOTICE_TYPES = {
    "retraction of publication": "retraction",
    "retraction notice": "retraction",
    "published erratum": "correction",
    "expression of concern": "expression-of-concern",
}
YEAR = re.compile(r"\b(?:1[89]|20)\d{2}\b")


def notice(types: Iterable[str], links: Sequence[Link]) -> str:
    """Return the gravest of what has happened to a paper; empty where nothing has."""
    found = {NOTICE_OF_LINK.get(link.kind, "") for link in links}
    if RETRACTED_TYPE in map(str.casefold, types):
        found.add(RETRACTED)
    return next((one for one in NOTICES if one in found), "")


def article_type(types: Iterable[str]) -> str:
    """Return the first type that says something, such as "randomized-controlled-trial"."""
    named = [one.casefold() for one in types if not PLAIN_TYPES.fullmatch(one)]
    notices = (NOTICE_TYPES[one] for one in named if one in NOTICE_TYPES)
    return next(notices, next(iter(named), "").replace(" ", "-").replace(",", ""))


def year_of(date: str) -> int | None:
    """Return the year of a date in any of PubMed's forms, "1998 Dec-1999 Jan" included."""
    match = YEAR.search(date)
    return int(match[0]) if match else None
