"""Works as they are cited: what is known of each document, and nothing that is not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath, PureWindowsPath

from aliquot.generation.citing.cleaning import plain_line
from aliquot.generation.citing.names import Name, parse_name
from aliquot.types import Answer, Citation, Document, DocumentKind, Reference

__all__ = ["Work", "cited_documents", "cited_works", "work_of"]

_URL = re.compile(r"https?://\S+", re.I)
_TRIALS = "ClinicalTrials.gov"
# Whose number an accession is, with the address of its entry.
# Source: UniProt, "Accession numbers"; Ensembl, "Stable IDs"; NCBI, "RefSeq accession prefixes"
# and "GenBank accession prefixes".
_REGISTRIES: tuple[tuple[str, re.Pattern[str], str], ...] = (
    (
        "UniProt",
        re.compile(r"[OPQ]\d[A-Z\d]{3}\d(?:-\d+)?|[A-NR-Z]\d(?:[A-Z][A-Z\d]{2}\d){1,2}(?:-\d+)?"),
        "https://www.uniprot.org/uniprotkb/{}/entry",
    ),
    (
        "Ensembl",
        re.compile(r"ENS[A-Z]*[GTPE]\d{11}(?:\.\d+)?"),
        "https://www.ensembl.org/id/{}",
    ),
    (
        "RefSeq",
        re.compile(r"[ANWX][A-Z]_(?:[A-Z]{4})?\d{6,9}(?:\.\d+)?"),
        "https://www.ncbi.nlm.nih.gov/nuccore/{}",
    ),
    (
        "GenBank",
        re.compile(r"[A-Z]\d{5}(?:\.\d+)?|[A-Z]{2}\d{6,8}(?:\.\d+)?"),
        "https://www.ncbi.nlm.nih.gov/nuccore/{}",
    ),
)
_RETRACTED_TITLE = re.compile(r"[\[(*]*\s*(?:retracted|withdrawn)\b", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """One document as it is cited; what is not known is empty.

    Attributes:
        id: The document's.
        kind: The document's.
        title: On one line, without markup.
        authors: In order.
        pages: As stated by a bibliography, such as "284-287".
        registry: Whose number `accession` is: `ClinicalTrials.gov`, `UniProt`, `Ensembl`, ...
        accession: Number of a trial, gene or protein there.
        version: Of a record or protocol.
        address: URL it was read from.
        file_name: Name of the file it was read from, without folders.
        notice: What happened to it, one of `NOTICES`.
        superseded_by: Title of the newer version, or of the paper a preprint became.
        is_gone: Whether the library does not hold it any more.
    """

    id: str
    kind: DocumentKind = DocumentKind.OTHER
    title: str = ""
    authors: tuple[Name, ...] = ()
    year: int | None = None
    journal: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    doi: str = ""
    pmid: str = ""
    pmcid: str = ""
    registry: str = ""
    accession: str = ""
    version: str = ""
    address: str = ""
    file_name: str = ""
    language: str = ""
    notice: str = ""
    superseded_by: str = ""
    is_gone: bool = False

    @property
    def url(self) -> str:
        """Where it stands on the web: its DOI, its registry's entry, PubMed, or its own address."""
        if self.doi:
            return f"https://doi.org/{self.doi}"
        if self.accession:
            if self.registry == _TRIALS:
                return f"https://clinicaltrials.gov/study/{self.accession}"
            forms = {name: form for name, _, form in _REGISTRIES}
            if self.registry in forms:
                return forms[self.registry].format(self.accession)
        if self.pmid:
            return f"https://pubmed.ncbi.nlm.nih.gov/{self.pmid}/"
        return self.address

    @property
    def entry_name(self) -> str:
        """What a registry's entry is called in running text; empty for other works."""
        if not self.accession:
            return ""
        is_known_alone = self.registry in ("", _TRIALS)
        return self.accession if is_known_alone else f"{self.registry} {self.accession}"

    @property
    def mark(self) -> str:
        """What is said beside its title of what happened to it, such as `retracted`."""
        return "" if _RETRACTED_TITLE.match(self.title) else self.notice

    @property
    def remarks(self) -> tuple[str, ...]:
        """What a reader of the reference must know, as sentences without full stops."""
        found = []
        if self.superseded_by:
            found.append(f"Superseded by: {self.superseded_by.rstrip('.')}")
        if self.is_gone:
            found.append("No longer in the library")
        return tuple(found)


def work_of(document: Document, stated: Reference | None = None, superseded_by: str = "") -> Work:
    """Return a document as a work.

    Args:
        document: Of the library; its text is not needed.
        stated: The bibliography entry of the same work, for what documents do not hold.
        superseded_by: Title of what has taken its place.
    """
    path = document.source.path if document.source else ""
    is_web = bool(_URL.fullmatch(path))
    registry, accession = _entry(document)
    return Work(
        id=document.id,
        kind=document.kind,
        title=_title(document, accession),
        authors=tuple(parse_name(one) for one in document.authors if one.strip()),
        year=document.year,
        journal=plain_line(document.journal or (stated.container if stated else "")),
        volume=plain_line(stated.volume) if stated else "",
        issue=plain_line(stated.issue) if stated else "",
        pages=_pages(stated.pages) if stated else "",
        doi=plain_line(document.doi),
        pmid=plain_line(document.pmid or (stated.pmid if stated else "")),
        pmcid=plain_line(document.pmcid or (stated.pmcid if stated else "")),
        registry=registry,
        accession=accession,
        version=_version(document, accession),
        address=path if is_web else "",
        file_name="" if is_web else plain_line(_file_name(path)),
        language=document.language,
        notice=str(document.extra.get("notice") or ""),
        superseded_by=plain_line(superseded_by),
    )


def cited_documents(answer: Answer) -> tuple[str, ...]:
    """Return ids of the documents an answer cites, in order of first citation."""
    return tuple(dict.fromkeys(one.document_id for one in _citations(answer)))


def cited_works(answer: Answer, known: Mapping[str, Work]) -> tuple[Work, ...]:
    """Return the works an answer cites, in order of first citation, each once.

    Args:
        answer: The answer; one that abstained cites nothing.
        known: Works by document id, several of which may hold the same work; what is missing goes
            by the name of its file.
    """
    found: dict[str, Work] = {}
    for one in _citations(answer):
        work = known.get(one.document_id) or _lost(one)
        found.setdefault(work.id, work)
    return tuple(found.values())


def _lost(citation: Citation) -> Work:
    """Return what a citation says of a document that the library does not hold any more."""
    name = plain_line(_file_name(citation.source))
    return Work(id=citation.document_id, title=name or citation.document_id, is_gone=True)


def _citations(answer: Answer) -> Iterator[Citation]:
    yield from answer.citations()
    for each in answer.contradictions:
        for statement in each.statements:
            yield from statement.citations


def _entry(document: Document) -> tuple[str, str]:
    """Return a trial's or gene's registry and number there; none for what is published."""
    if document.kind is DocumentKind.TRIAL and document.nct:
        return _TRIALS, document.nct
    if document.kind is not DocumentKind.GENE or not document.accession:
        return "", ""
    found = (name for name, form, _ in _REGISTRIES if form.fullmatch(document.accession))
    return next(found, ""), document.accession


def _title(document: Document, accession: str) -> str:
    """Return the title; that of a registry's entry without its number, which stands apart."""
    title = plain_line(document.title)
    if not accession:
        return title
    return title.replace(f", {accession})", ")").replace(f" ({accession})", "")


def _version(document: Document, accession: str) -> str:
    """Return a version that says more than the accession: GenBank's repeats it ("AL109817.1")."""
    version = str(document.extra.get("version") or "")
    return version.removeprefix(f"{accession}.") if accession else version


def _file_name(path: str) -> str:
    # A library may have been filled on another system.
    name = PurePath(path).name
    return PureWindowsPath(name).name if "\\" in name else name


def _pages(stated: str) -> str:
    return re.sub(r"\s*[-–—]+\s*", "-", plain_line(stated))
