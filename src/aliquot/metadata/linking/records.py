"""What linking knows of a document: its identity, its format and how much it holds."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from aliquot.metadata.file_names import is_supplement_name
from aliquot.metadata.identifiers import is_preprint_doi, normal_doi
from aliquot.metadata.notices import TitleRole, notice_of_type, split_role
from aliquot.metadata.titles import title_key
from aliquot.types import Document, DocumentKind, DocumentStatus

__all__ = ["LinkRecord", "Shelf", "describe_preference", "link_record", "preference"]

# Which source of one paper stands, best first, and why. A publisher's XML says what is a section, a
# table, a reference; a page only shows it; a scan is guessed letter by letter.
FORMATS: Mapping[str, tuple[int, str]] = {
    "jats": (0, "JATS states sections, tables and references as the publisher made them"),
    "tei": (1, "TEI states sections and references"),
    "latex": (2, "LaTeX states sections and formulas as the authors wrote them"),
    "html": (3, "HTML states headings and tables"),
    "epub": (3, "EPUB states headings and tables"),
    "docx": (4, "DOCX states headings and tables"),
    "odt": (4, "ODT states headings and tables"),
    "rtf": (4, "RTF states headings and tables"),
    "markdown": (4, "Markdown states headings"),
    "pdf": (5, "a PDF shows text, in an order that must be found"),
}
OTHER_FORMAT = (6, "the format says little of its structure")
SCANNED = (7, "text recognised in images holds misread letters")

SERVERS = re.compile(
    r"\b(?:bio|med|chem|psy|ar|tech|soc|engr|ess?o)[a-z]{0,5}rxiv\b|\barxiv\b|\bjxiv\b|\bssrn\b"
    r"|research square|preprint|authorea|\bosf\b",
    re.I,
)
# "Last update posted: August 17, 2020", as trial records are written.
UPDATED = re.compile(r"^Last update posted: (.{4,20})$", re.M)
UPDATE_CHARS = 6000
DATE_FORMATS = ("%B %d, %Y", "%B %Y", "%Y-%m-%d", "%Y-%m", "%Y")
# Kinds that are works with titles of their own; a deck may bear a paper's title.
WORKS = frozenset({DocumentKind.PAPER, DocumentKind.PROTOCOL, DocumentKind.OTHER})


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkRecord:
    """One document, without its text.

    Attributes:
        version: As printed: "2.1", "C", "2024-05-01"; entry versions of registers.
        updated: ISO date of the last update, where a record states one.
        path: Of its source.
        parser: Name of the parser that read it.
        is_whole: Whether everything was read.
        is_scanned: Whether most of the text was recognised in images.
        characters: Length of the text; 0 where unknown.
        related: DOIs of works it may concern, precede or follow.
    """

    id: str
    kind: DocumentKind
    title: str
    authors: tuple[str, ...] = ()
    year: int | None = None
    journal: str = ""
    doi: str = ""
    pmid: str = ""
    pmcid: str = ""
    nct: str = ""
    accession: str = ""
    version: str = ""
    updated: str = ""
    article_type: str = ""
    path: str = ""
    parser: str = ""
    is_whole: bool = True
    is_scanned: bool = False
    characters: int = 0
    related: tuple[str, ...] = ()

    @property
    def is_preprint(self) -> bool:
        """Whether it stands on a preprint server."""
        return is_preprint_doi(self.doi) or bool(SERVERS.search(self.journal))

    @property
    def notice(self) -> str:
        """What it says of another paper, where it is a notice."""
        return notice_of_type(self.article_type, self.title)

    @property
    def is_main(self) -> bool:
        """Whether it is a work itself: no notice, comment, reply or supplement."""
        role, _ = split_role(self.title)
        return role is TitleRole.WORK and not self.notice and not is_supplement_name(self.path)


def link_record(
    document: Document, related: Sequence[str] = (), *, characters: int = 0
) -> LinkRecord:
    """Return what linking needs of a document.

    Args:
        document: Committed, with its id and source. Of its text, the beginning is enough (trials
            state there when they were updated); its blocks tell whether it was scanned.
        related: DOIs that `identify` found for it.
        characters: Length of its text, where the text is not whole here.
    """
    flagged = sum(len(block.text) for block in document.blocks if "ocr" in block.flags)
    return LinkRecord(
        id=document.id,
        kind=document.kind,
        title=document.title,
        authors=document.authors,
        year=document.year,
        journal=document.journal,
        doi=normal_doi(document.doi),
        pmid=document.pmid,
        pmcid=document.pmcid,
        nct=document.nct,
        accession=document.accession,
        version=_one(document.extra.get("version")),
        updated=_updated(document.text),
        article_type=_one(document.extra.get("article_type")),
        path=document.source.path if document.source else "",
        parser=document.parser,
        is_whole=document.status is DocumentStatus.OK,
        is_scanned=2 * flagged > len(document.text),
        characters=characters or len(document.text),
        related=tuple(related),
    )


def _one(value: object) -> str:
    first = value[0] if isinstance(value, tuple) and value else value
    return str(first) if isinstance(first, str | int | float) else ""


def _updated(text: str) -> str:
    """Return the ISO date a trial record was last updated."""
    found = UPDATED.search(text[:UPDATE_CHARS])
    for form in DATE_FORMATS if found else ():
        try:
            return datetime.strptime(found[1].strip(), form).date().isoformat() if found else ""
        except ValueError:
            continue
    return ""


def preference(record: LinkRecord) -> tuple[object, ...]:
    """Return what sorts first the source that stands: read whole, by format, with more text."""
    unknown = (not record.doi) + (not record.pmid) + (not record.pmcid)
    rank = _format(record)[0]
    return not record.is_whole, rank, -record.characters, unknown, record.path, record.id


def describe_preference(preferred: LinkRecord, other: LinkRecord) -> str:
    """Say why one source of a paper stands and not the other."""
    if preferred.is_whole and not other.is_whole:
        return "the other was not read whole"
    if _format(preferred)[0] == _format(other)[0]:
        return "it holds more text" if preferred.characters > other.characters else "it came first"
    return _format(preferred)[1]


def _format(record: LinkRecord) -> tuple[int, str]:
    return SCANNED if record.is_scanned else FORMATS.get(record.parser, OTHER_FORMAT)


class Shelf:
    """The records of a library, found by what they may share."""

    def __init__(self, records: Sequence[LinkRecord]) -> None:
        """Take records in the order relations are looked for."""
        self.records = records

    @cached_property
    def by_doi(self) -> Mapping[str, list[LinkRecord]]:
        """Works by DOI."""
        return _grouped((record.doi, record) for record in self.records if record.kind in WORKS)

    @cached_property
    def keys(self) -> Mapping[str, str]:
        """Normalised titles of works, by document id."""
        works = (record for record in self.records if record.kind in WORKS)
        # Past the cache of `title_key`, which a library would flush.
        return {record.id: title_key.__wrapped__(record.title) for record in works}

    @cached_property
    def papers_by_title(self) -> Mapping[str, list[LinkRecord]]:
        """Papers by normalised title."""
        papers = (record for record in self.records if record.kind is DocumentKind.PAPER)
        return _grouped((self.keys[record.id], record) for record in papers)


def _grouped(pairs: Iterable[tuple[str, LinkRecord]]) -> dict[str, list[LinkRecord]]:
    groups: defaultdict[str, list[LinkRecord]] = defaultdict(list)
    for key, record in pairs:
        if key:
            groups[key].append(record)
    return dict(groups)
