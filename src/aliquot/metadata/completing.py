"""Complete a document's fields from references that proved to be its own.

What enters: a document and references, preferred ones first. What leaves: the document with what
was missing, and with what stands better in a record than on a page, each with its provenance.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from aliquot.metadata.identifiers import head_of, normal_doi, normal_pmcid, normal_pmid
from aliquot.metadata.notices import gravest, is_marked_retracted, notice_named
from aliquot.metadata.own_identity import RECORD_PARSERS
from aliquot.metadata.titles import TitleMatch, compare_titles, stands_in, title_key
from aliquot.types import Document
from aliquot.types.references import NOTICES, Reference

__all__ = ["complete"]

Stated = tuple[Reference, str]

BIBLIOGRAPHIC = (
    "title", "authors", "year", "journal", "doi", "pmid", "pmcid", "licence",
)  # fmt: skip
# Read off a page by its look, these are better in a record.
BETTER_IN_RECORD = ("authors", "journal")
# How a parser's own fields were found, where it does not say.
READ_FROM: Mapping[str, str] = {
    "jats": "article front matter", "tei": "TEI header", "pdf": "first page",
    "pubmed_xml": "PubMed record", "medline": "PubMed record", "trial_json": "trial record",
    "trial_xml": "trial record", "uniprot_flat": "UniProt entry", "uniprot_json": "UniProt entry",
    "uniprot_xml": "UniProt entry", "genbank": "sequence record", "embl": "sequence record",
    "ensembl_json": "Ensembl record", "gtf": "annotation file", "eln": "notebook record",
    "protocol_json": "protocol record",
}  # fmt: skip
ELSE_READ_FROM = "the document"

# Languages in Latin letters: a record may name them, a script cannot. Others are told by script.
LANGUAGES: Mapping[str, str] = {
    "german": "de", "ger": "de", "deu": "de", "french": "fr", "fre": "fr", "fra": "fr",
    "spanish": "es", "spa": "es", "italian": "it", "ita": "it", "portuguese": "pt", "por": "pt",
    "dutch": "nl", "dut": "nl", "nld": "nl", "polish": "pl", "pol": "pl", "turkish": "tr",
    "tur": "tr", "swedish": "sv", "swe": "sv", "danish": "da", "dan": "da", "norwegian": "no",
    "nor": "no", "finnish": "fi", "fin": "fi", "czech": "cs", "cze": "cs", "hungarian": "hu",
    "hun": "hu", "indonesian": "id", "ind": "id", "vietnamese": "vi", "vie": "vi",
    "catalan": "ca", "cat": "ca", "romanian": "ro", "rum": "ro", "croatian": "hr", "hrv": "hr",
}  # fmt: skip
LATIN_CODES = frozenset(LANGUAGES.values())
# A list of authors that was cut short, or is a line of initials, is no improvement.
CUT_SHORT = re.compile(r"et al", re.I)
FULL_SHARE = 0.8
# Publishers stamp retracted papers on every page.
STAMP = re.compile(r"(?:^|\n)\W*RETRACTED(?: ARTICLE| PAPER)?\W*(?:\n|$)")


def complete(
    document: Document, references: Sequence[Stated], warning: Sequence[Stated] = ()
) -> Document:
    """Fill a document's fields.

    Args:
        document: With the identifiers it states itself.
        references: Its records, with who states each, preferred ones first.
        warning: Those whose word counts for a retraction.
    """
    values: dict[str, Any] = {}
    provenance = _own_provenance(document)
    for name in BIBLIOGRAPHIC:
        for reference, origin in references:
            value = _value(reference, name)
            if value and _is_wanted(document, name, value):
                values[name] = value
                provenance[name] = origin
                break
    language = _language(document, references)
    if language is not None:
        values["language"], provenance["language"] = language
    notice = _notice(document, warning or references)
    if notice is not None:
        values["extra"] = {**document.extra, "notice": notice[0]}
        provenance["notice"] = notice[1]
    return replace(document, provenance=provenance, **values)


def _own_provenance(document: Document) -> dict[str, str]:
    how = READ_FROM.get(document.parser, ELSE_READ_FROM)
    stated = {name: how for name in BIBLIOGRAPHIC if getattr(document, name)}
    return {**stated, **document.provenance}


def _value(reference: Reference, name: str) -> Any:
    if name == "year":
        return reference.year_number
    if name == "journal":
        return reference.container
    normal = {"doi": normal_doi, "pmid": normal_pmid, "pmcid": normal_pmcid}.get(name)
    value = getattr(reference, name)
    return normal(value) if normal else value


def _is_wanted(document: Document, name: str, value: Any) -> bool:
    """Tell whether a reference's value is to stand instead of the document's."""
    own = getattr(document, name)
    if not own:
        return True
    if own == value or document.parser in RECORD_PARSERS:
        return False
    if name == "title":
        return _is_better_title(document, value)
    if name == "authors":
        is_cut = any(CUT_SHORT.search(author) for author in value)
        return not is_cut and len(value) >= FULL_SHARE * len(own)
    # The DOI the first page prints was chosen before; what is left is one nobody prints.
    return name in BETTER_IN_RECORD or (name == "doi" and value != own and not _prints(document))


def _prints(document: Document) -> bool:
    return title_key(document.doi) in title_key(head_of(document))


def _is_better_title(document: Document, title: str) -> bool:
    """Tell a title that was misread or cut short, or set in capitals, from a good one."""
    own = document.title
    if own.isupper() and not title.isupper():
        return True
    match = compare_titles(own, title)
    if match is TitleMatch.SAME:
        return title_key(title).startswith(title_key(own)) and len(title) > len(own) + 3
    return stands_in(title, head_of(document))


def _language(document: Document, references: Sequence[Stated]) -> tuple[str, str] | None:
    """Return a language the script cannot tell, with who states it."""
    if document.language != "en":
        return None
    for reference, origin in references:
        word = reference.language.casefold()
        code = LANGUAGES.get(word, word.partition("-")[0].partition("_")[0])
        if code in LATIN_CODES:
            return code, origin
    return None


def _notice(document: Document, warning: Sequence[Stated]) -> tuple[str, str] | None:
    """Return the gravest thing said to have happened to a paper, if it is news."""
    notices = {_noticed(reference): origin for reference, origin in reversed(warning)}
    if is_marked_retracted(document.title) or STAMP.search(head_of(document)):
        notices[NOTICES[0]] = ELSE_READ_FROM
    own = str(document.extra.get("notice") or "")
    worst = gravest([*notices, own])
    return (worst, notices[worst]) if worst and worst != own else None


def _noticed(reference: Reference) -> str:
    """Return what happened to a work, from the reference's own field or its marked title."""
    marked = is_marked_retracted(reference.title)
    return notice_named(reference.notice) or (NOTICES[0] if marked else "")
