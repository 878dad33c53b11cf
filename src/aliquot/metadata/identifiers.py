"""Find DOIs, PubMed and trial numbers, preprints and accessions in text, in one spelling each.

What enters: a text, or a document with its blocks. What leaves: identifiers in the order they
stand, each with its kind and the part of the document it stands in. A DOI in the reference list is
somebody else's, which is why the place matters.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import unquote

from aliquot.types import Block, BlockType, Document, SectionClass, Span

__all__ = [
    "Identifier",
    "IdentifierKind",
    "Place",
    "find_identifiers",
    "head_of",
    "identifiers_of",
    "is_preprint_doi",
    "normal_doi",
    "normal_pmcid",
    "normal_pmid",
]


class IdentifierKind(StrEnum):
    """Which register an identifier belongs to."""

    DOI = "doi"
    PMID = "pmid"
    PMCID = "pmcid"
    NCT = "nct"
    ARXIV = "arxiv"
    UNIPROT = "uniprot"
    GENBANK = "genbank"
    GEO = "geo"
    SRA = "sra"


class Place(StrEnum):
    """The part of a document an identifier stands in."""

    HEAD = "head"
    BODY = "body"
    REFERENCES = "references"


@dataclass(frozen=True, slots=True)
class Identifier:
    """An identifier as it stands in a text.

    Attributes:
        value: In its register's own spelling: DOIs in lower case and without a resolver.
        span: Where it stands in the text, resolver and label included.
        place: Which part of the document that is.
    """

    kind: IdentifierKind
    value: str
    span: Span
    place: Place = Place.BODY


# ------------------------------------------------------------------------------ DOIs

# Source: Crossref, "DOIs and matching regular expressions" (2015), widened by the "<>[]+" of old
# DOIs and the "%" of encoded ones.
_SUFFIX = r"[-._;()/:A-Za-z0-9%<>\[\]+]"
# Where typesetters break a DOI: after a hyphen or slash, or before "pone.0193451". What goes on
# must hold a digit, or a sentence that follows would be swallowed.
_BREAK = (
    r"(?:(?<=[-/_])\n{1,2}[ \t]*(?=[^\s\d]{0,12}\d)"
    r"|(?<=\.)\n{1,2}[ \t]*(?=(?-i:[a-z]{2,8}\.\d)))"
)
DOI = re.compile(
    rf"(?:(?:https?://)?(?:dx\.)?doi\.org/\s?|\bdoi\s*[:=]?\s*)?"
    rf"(?<![\w.])(?P<doi>10\.\d{{4,9}}(?:\.\d+)*(?:/|%2f)(?:{_SUFFIX}|{_BREAK})+)",
    re.I,
)
RESOLVER = re.compile(r"^\s*(?:https?://)?(?:(?:dx\.|www\.)?doi\.org/|doi\s*[:=]?\s*)", re.I)
BARE_DOI = re.compile(r"10\.\d{4,9}(?:\.\d+)*/\S+")
TAIL = ".,;:/'\"”’*†‡"
PAIRS = (("(", ")"), ("[", "]"), ("<", ">"))
# What follows a DOI without a space, in text taken from pages and from web addresses.
GLUED = re.compile(
    r"(?:[.;,]?(?:PMID|PMCID|PMC\d|Epub|Received|Accepted|Published|Copyright|Citation)|"
    r"https?:|www\.|(?<=\d)(?:This|Article)\b).*$|/(?:full|abstract|pdf|epdf|html?|meta)$|"
    r"\.(?:full(?:\.pdf)?|pdf|abstract)$|[?#].*$",
)
# bioRxiv's addresses add the version, its DOIs do not.
BIORXIV_VERSION = re.compile(r"(?<=\d)v\d{1,2}$")
# Source: the forms the servers register at Crossref and DataCite. bioRxiv and medRxiv share
# Cold Spring Harbor's 10.1101 with its journals, whose suffixes are words.
PREPRINT_DOI = re.compile(
    r"10\.1101/(?:\d{4}\.\d\d\.\d\d\.)?\d{5,8}|10\.64898/|10\.48550/arxiv|10\.21203/rs\.|"
    r"10\.20944/preprints|10\.26434/chemrxiv|10\.22541/au\.|10\.31219/|10\.31234/|10\.35542/|"
    r"10\.2139/ssrn|10\.7287/peerj\.preprints|10\.36227/techrxiv|10\.51094/jxiv|"
    r"10\.1590/scielopreprints|10\.32388/",
    re.I,
)

# ------------------------------------------------------------------------------ other registers

# Source: the registers' own descriptions of their accession numbers: UniProt "Accession numbers",
# NCBI "GenBank accession prefix format" and "RefSeq accession prefixes", GEO and SRA overviews,
# arXiv "Understanding the arXiv identifier". Numbers alone, and accessions that look like cell
# lines or reagents, count only behind their label.
_UNIPROT = r"[OPQ][0-9][A-Z0-9]{3}[0-9]|[A-NR-Z][0-9](?:[A-Z][A-Z0-9]{2}[0-9]){1,2}"
_PATTERNS: tuple[tuple[IdentifierKind, str], ...] = (
    (IdentifierKind.PMCID, r"\b(PMC\d{4,9})(?:\.\d+)?\b"),
    (IdentifierKind.PMID, r"(?:\b(?:PMID|PubMed\s*(?:ID)?)\s*[:#]?\s*|pubmed/"
     r"|pubmed\.ncbi\.nlm\.nih\.gov/)(\d{1,8})(?!\d|\.\d)"),
    (IdentifierKind.NCT, r"\b(NCT)[\s-]?(\d{8})(?!\d)"),
    (IdentifierKind.ARXIV, r"(?:\barxiv\s*:\s*|arxiv\.org/(?:abs|pdf)/)"
     r"(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?"),
    (IdentifierKind.UNIPROT, r"(?:\buniprot(?:kb)?(?:/swiss-prot|/trembl)?(?:\s+(?:accession|id|ac|"
     rf"entry|no\.?|number))*\s*[:#(]?\s*|uniprot\.org/uniprot(?:kb)?/)({_UNIPROT})(?:-\d+)?\b"),
    (IdentifierKind.GENBANK, r"\b([ANXYWZ][CGMPRTWZ]_\d{6,9})(?:\.\d+)?\b"),
    (IdentifierKind.GENBANK, r"\bgenbank(?:\s+(?:accession|id|no\.?|numbers?|nos?\.?))*\s*[:#(]?\s*"
     r"([A-Z]\d{5}|[A-Z]{2}(?:\d{8}|\d{6})|[A-Z]{3}\d{5})(?:\.\d+)?\b"),
    (IdentifierKind.GEO, r"\b(G(?:SE|SM|PL|DS)\d{2,9})\b"),
    (IdentifierKind.SRA, r"\b([SED]R[APRSXZ]\d{6,9}|PRJ(?:NA|EB|DB)\d{3,9})\b"),
)  # fmt: skip
PATTERNS = tuple((kind, re.compile(pattern, re.I)) for kind, pattern in _PATTERNS)
PMID_DIGITS = re.compile(r"[1-9]\d{0,7}")
PMCID = re.compile(r"(?:PMC)?\s*(\d{4,9})(?:\.\d+)?", re.I)

# A text without pages states who it is within its first page or so; the densest first page of the
# development papers has 6,900 characters.
HEAD_CHARS = 4000
MAX_HEAD_CHARS = 10_000


def normal_doi(text: str) -> str:
    """Return a DOI without resolver, in lower case; empty where the text holds none.

    Accepts what files hold: `https://doi.org/10.1000%2FABC`, `doi: 10.1000/abc.`, `(10.1000/abc)`.
    """
    bare = RESOLVER.sub("", html.unescape(text.strip()).lstrip("([<"))
    found = BARE_DOI.match(unquote(bare))
    return _trimmed(found[0]) if found else ""


def normal_pmid(text: str) -> str:
    """Return a PubMed number; empty where the text is none."""
    found = re.search(r"(\d+)\s*/?\s*$", text.strip())
    return found[1] if found and PMID_DIGITS.fullmatch(found[1]) else ""


def normal_pmcid(text: str) -> str:
    """Return `PMC` with its number; empty where the text is none."""
    found = PMCID.fullmatch(text.strip().rstrip("/").rpartition("/")[2])
    return f"PMC{found[1]}" if found else ""


def is_preprint_doi(doi: str) -> bool:
    """Tell whether a DOI was given out by a preprint server."""
    return bool(PREPRINT_DOI.match(doi))


def find_identifiers(text: str) -> list[Identifier]:
    """Return every identifier in a text, in the order they stand."""
    found = list(_dois(text))
    found += _others(text)
    return sorted(found, key=lambda one: (one.span.start, one.kind))


def head_of(document: Document) -> str:
    """Return the text in which a document says who it is: its first page or so."""
    return document.text[: _head_end(document)]


def identifiers_of(document: Document) -> list[Identifier]:
    """Return every identifier in a document, with the part it stands in."""
    place = _place_finder(document)
    return [
        Identifier(one.kind, one.value, one.span, place(one.span.start))
        for one in find_identifiers(document.text)
    ]


# ------------------------------------------------------------------------------ finding


def _dois(text: str) -> Iterator[Identifier]:
    position = 0
    while found := DOI.search(text, position):
        raw = found["doi"]
        value = _trimmed(unquote(re.sub(r"\s+", "", raw)))
        position = found.end()
        if "/" in value and not value.endswith("/"):
            yield Identifier(IdentifierKind.DOI, value, Span(found.start(), found.end()))


def _trimmed(doi: str) -> str:
    """Drop what punctuation, brackets and pages add behind a DOI."""
    doi = GLUED.sub("", doi)
    before = ""
    while doi != before:
        before = doi
        doi = doi.rstrip(TAIL)
        for opening, closing in PAIRS:
            is_open = doi.endswith(opening)
            if is_open or (doi.endswith(closing) and doi.count(closing) > doi.count(opening)):
                doi = doi[:-1]
    doi = doi.lower()
    return BIORXIV_VERSION.sub("", doi) if doi.startswith("10.1101/") else doi


def _others(text: str) -> Iterator[Identifier]:
    for kind, pattern in PATTERNS:
        for found in pattern.finditer(text):
            value = "".join(filter(None, found.groups()))
            value = value if kind is IdentifierKind.ARXIV else value.upper()
            yield Identifier(kind, value, Span(found.start(), found.end()))


# ------------------------------------------------------------------------------ places


def _place_finder(document: Document) -> Callable[[int], Place]:
    """Return a function that tells the place of a character, asked in ascending order."""
    head_end = _head_end(document)
    references = [block.span for block in document.blocks if _is_reference(block)]

    def place(offset: int) -> Place:
        while references and references[0].end <= offset:
            references.pop(0)
        if references and references[0].start <= offset:
            return Place.REFERENCES
        return Place.HEAD if offset < head_end else Place.BODY

    return place


def _is_reference(block: Block) -> bool:
    return block.type is BlockType.REFERENCE or block.section_class is SectionClass.REFERENCES


def _head_end(document: Document) -> int:
    """Return where the head ends: with the first page, or after about as much text."""
    later = (block.span.start for block in document.blocks if block.pages and block.pages[0] > 1)
    return min(max(next(later, 0), HEAD_CHARS), MAX_HEAD_CHARS)
