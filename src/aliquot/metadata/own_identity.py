"""Settle which DOI and which other numbers a document states of itself.

What enters: a document as parsed. What leaves: the same with the identifiers it prints in its head,
and what was found odd. A DOI that stands only among the references is somebody else's; one behind
"Related article" or of a data repository is not the paper's.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from aliquot.metadata.file_names import doi_in_name, pmcid_in_name, same_doi_in_name
from aliquot.metadata.identifiers import (
    Identifier,
    IdentifierKind,
    Place,
    find_identifiers,
    head_of,
    identifiers_of,
    is_preprint_doi,
    normal_doi,
    normal_pmcid,
    normal_pmid,
)
from aliquot.metadata.notices import notice_of_type
from aliquot.types import BlockType, Document, DocumentKind, SectionClass
from aliquot.types.references import Reference

__all__ = ["RECORD_PARSERS", "OwnIdentity", "own_identity", "related_dois"]

# Parsers of files whose fields state identity one by one; the others read it off a page.
RECORD_PARSERS = frozenset({"jats", "tei", "pubmed_xml", "medline", "protocol_json"})
# Words before a DOI that is another work's.
OTHERS_DOI = re.compile(
    r"(?:related article|(?:re)?corrected article|retracted article|(?:correction|erratum"
    r"|corrigendum|retraction|reply|response) (?:to|for|of)\b.{0,40}|cited? (?:in|by)|see also"
    r"|this article (?:refers to|corrects|comments on|is commented on in)|companion"
    r"|comment(?:ary)? on"
    r"|(?:data(?:set|base)?s?|code|supplement\w*|supporting information)\b[^.]{0,40}"
    r"\b(?:at|from|in|under|is|are|accession))\W*$",
    re.I,
)
# Source: prefixes of data repositories at DataCite: Dryad, figshare, Zenodo, Mendeley Data,
# Dataverse, PANGAEA, PDB, GBIF.
DATA_DOI = re.compile(r"10\.(?:5061|6084|5281|17632|7910|1594|2210|15468)/")
PROTOCOL_DOI = re.compile(r"10\.17504/")
# Where a title page says who it is; a footnote may stand in any section.
TITLE_PAGE_BLOCKS = frozenset({BlockType.FIELD, BlockType.FOOTNOTE, BlockType.HEADING})
FRONT_CLASSES = frozenset({SectionClass.OTHER, SectionClass.ABSTRACT})
# A notice is a page or two; a longer text that calls itself one lists others' DOIs.
NOTICE_CHARS = 20_000
# How far before a DOI the words stand that say whose it is.
CONTEXT_CHARS = 60


@dataclass(frozen=True, slots=True)
class OwnIdentity:
    """What a document states of itself.

    Attributes:
        document: With its identifiers in one spelling.
        is_doi_printed: Whether its DOI stands in its head.
        is_named: Whether the file is named by the DOI its head prints.
        named_doi: Another DOI the file is named by; empty where there is none.
        head_dois: DOIs its head prints as its own.
        notes: What was dropped, and why.
    """

    document: Document
    is_doi_printed: bool
    is_named: bool
    named_doi: str
    head_dois: frozenset[str]
    notes: tuple[str, ...] = ()


def own_identity(document: Document) -> OwnIdentity:
    """Return a document with the identifiers it states of itself."""
    head = [one for one in find_identifiers(head_of(document)) if _is_own(document, one)]
    printed = list(dict.fromkeys(_printed_dois(document, head)))
    path = document.source.path if document.source else ""
    named = doi_in_name(path)
    doi, how, notes = _choose_doi(document, printed, named)
    found = {"doi": (doi, how)} | dict(_numbers(document, head, path))
    provenance = dict(document.provenance)
    for name, (value, where) in found.items():
        if value and where:
            provenance[name] = where
        elif not value:
            provenance.pop(name, None)
    values = {name: value for name, (value, _) in found.items()}
    document = replace(document, provenance=provenance, **values)  # type: ignore[arg-type]
    is_same = bool(named) and same_doi_in_name(named, doi)
    return OwnIdentity(
        document=document,
        is_doi_printed=doi in printed,
        is_named=is_same and doi in printed,
        named_doi="" if is_same else named,
        head_dois=frozenset(printed),
        notes=tuple(notes),
    )


def _is_own(document: Document, one: Identifier) -> bool:
    """Tell an identifier of the title page from one that is cited: in prose, steps, references.

    Pages without sections are all of one class, so there a protocol's own DOI must begin its line.
    """
    start = one.span.start
    block = next((b for b in document.blocks if b.span.start <= start < b.span.end), None)
    if block is None:
        return True
    if block.type in TITLE_PAGE_BLOCKS:
        return True
    is_front = block.type is BlockType.PARAGRAPH and block.section_class in FRONT_CLASSES
    begins_line = not document.text[block.span.start : start].rpartition("\n")[2].strip()
    return begins_line if document.kind is DocumentKind.PROTOCOL else is_front


def _printed_dois(document: Document, head: list[Identifier]) -> Iterator[str]:
    for one in head:
        if one.kind is not IdentifierKind.DOI:
            continue
        before = document.text[max(0, one.span.start - CONTEXT_CHARS) : one.span.start]
        is_foreign = OTHERS_DOI.search(before.replace("\n", " ")) or DATA_DOI.match(one.value)
        is_protocol = PROTOCOL_DOI.match(one.value)
        if not is_foreign and not (is_protocol and document.kind is DocumentKind.PAPER):
            yield one.value


def _choose_doi(document: Document, printed: list[str], named: str) -> tuple[str, str, list[str]]:
    """Return the DOI, where it was found if not by the parser, and what was dropped."""
    stated = normal_doi(document.doi)
    match = next((one for one in printed if named and same_doi_in_name(named, one)), "")
    if match and match != stated:
        return match, "first page and file name", []
    if stated:
        if document.parser in RECORD_PARSERS or stated in printed:
            return stated, "", []
        places = {one.place for one in identifiers_of(document) if one.value == stated}
        if places != {Place.REFERENCES}:
            return stated, "", []
        dropped = f"The DOI {stated} stands in the reference list only: it is another paper's."
        doi, how, _ = _choose_doi(replace(document, doi=""), printed, named)
        return doi, how, [dropped]
    is_told = document.kind in (DocumentKind.PAPER, DocumentKind.PROTOCOL)
    if not is_told or document.parser in RECORD_PARSERS:
        return "", "", []
    return _only_one(printed), "first page", []


def _only_one(printed: list[str]) -> str:
    """Return the one DOI of a head; of a paper that names its preprint, the paper's."""
    final = [doi for doi in printed if not is_preprint_doi(doi)]
    candidates = final or printed
    return candidates[0] if len(candidates) == 1 else ""


def _numbers(
    document: Document, head: list[Identifier], path: str
) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield PubMed and PubMed Central numbers with where they were found."""
    is_paper = document.kind is DocumentKind.PAPER
    for name, kind, stated, named in (
        ("pmid", IdentifierKind.PMID, normal_pmid(document.pmid), ""),
        ("pmcid", IdentifierKind.PMCID, normal_pmcid(document.pmcid), pmcid_in_name(path)),
    ):
        printed = {one.value for one in head if one.kind is kind}
        if stated or not is_paper:
            yield name, (stated, "")
        elif len(printed) == 1:
            yield name, (printed.pop(), "first page")
        else:
            yield name, (named, "file name")


def related_dois(document: Document, references: Iterable[Reference]) -> tuple[str, ...]:
    """Return the DOIs of works a document may concern, as its records and a notice's text say.

    What a notice concerns stands in it somewhere, most often as its only reference.
    """
    stated = [normal_doi(doi) for reference in references for _, doi in reference.related]
    if notice_of_type(str(document.extra.get("article_type") or ""), document.title):
        stated += [
            one.value
            for one in find_identifiers(document.text[:NOTICE_CHARS])
            if one.kind is IdentifierKind.DOI
        ]
    return tuple(dict.fromkeys(doi for doi in stated if doi and doi != document.doi))
