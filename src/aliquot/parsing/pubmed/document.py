"""Write a `PubmedRecord` as a `Document`: one writer for XML and MEDLINE."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.pubmed.record import PubmedRecord, article_type, notice, year_of
from aliquot.parsing.writing.lines import add_fields, add_lines, filled
from aliquot.types import BlockType, Document, DocumentKind, FieldValue, SectionClass

__all__ = ["pubmed_documents"]

# PubMed's languages (ISO 639-2/B) as ISO 639-1. Source: NLM, "Languages in MEDLINE".
LANGUAGES = {
    "eng": "en", "jpn": "ja", "ger": "de", "fre": "fr", "spa": "es", "ita": "it", "por": "pt",
    "rus": "ru", "chi": "zh", "kor": "ko", "dut": "nl", "pol": "pl", "swe": "sv", "dan": "da",
    "nor": "no", "fin": "fi", "cze": "cs", "hun": "hu", "tur": "tr",
}  # fmt: skip
# A trial in one of the databanks a paper states.
NCT = re.compile(r"\bNCT\d{8}\b")


def pubmed_documents(
    records: Iterable[PubmedRecord], path: Path, *, parser: str, parser_version: str
) -> list[Document]:
    """Return the document of each record that has a number or a title.

    Args:
        records: The records of one file.
        path: The file, for the error.
        parser: Name of the parser.
        parser_version: Its version.

    Raises:
        ParseError: None has.
    """
    named = [record for record in records if record.pmid or record.title]
    if not named:
        raise ParseError(
            "The file holds no PubMed record.",
            source=str(path),
            status="empty",
            hint="Send the search result to a file again, in PubMed or MEDLINE format.",
        )
    return [_document(record, parser, parser_version) for record in named]


def _document(record: PubmedRecord, parser: str, parser_version: str) -> Document:
    builder = DocumentBuilder()
    title = _title(record)
    builder.add(BlockType.FIELD, title)
    add_fields(builder, _citation(record))
    _write_links(builder, record)
    _write_abstract(builder, "Abstract", record.abstract)
    for name, parts in record.other_abstracts:
        _write_abstract(builder, f"Abstract ({name})", parts)
    _write_indexing(builder, record)
    trials = [match[0] for number in record.databanks if (match := NCT.search(number))]
    return builder.build(
        kind=DocumentKind.PAPER,
        title=title,
        authors=record.authors,
        year=year_of(record.date),
        journal=record.journal or record.abbreviation or record.book,
        doi=record.doi,
        pmid=record.pmid,
        pmcid=record.pmcid,
        nct=trials[0] if len(set(trials)) == 1 else "",
        language=_language(record),
        licence=record.copyright,
        parser=parser,
        parser_version=parser_version,
        warnings=() if record.abstract else ("The record has no abstract.",),
        extra=_extra(record),
    )


def _title(record: PubmedRecord) -> str:
    """Return the title; English ones of papers in another language stand in brackets."""
    title = record.title
    if title.startswith("[") and title.rstrip(".").endswith("]"):
        title = title.rstrip(".")[1:-1]
    return title or record.vernacular_title or record.book or f"PubMed {record.pmid}"


def _language(record: PubmedRecord) -> str:
    """Return the language of what was read, the abstract, not that of the paper."""
    text = " ".join(part for _, part in record.abstract)
    return detect_language(text) if text else LANGUAGES.get(record.language, "en")


def _extra(record: PubmedRecord) -> dict[str, FieldValue]:
    fields: dict[str, FieldValue] = {
        "article_type": article_type(record.types),
        "notice": notice(record.types, record.links),
        "gene": record.genes,
    }
    return {name: value for name, value in fields.items() if value}


def _citation(record: PubmedRecord) -> Iterator[tuple[str, str]]:
    issue = f"({record.issue})" if record.issue else ""
    yield "Original title", record.vernacular_title
    yield "Authors", "; ".join(record.authors)
    yield "Journal", " ".join(filled(record.journal, _short(record)))
    yield "Book", record.book
    yield "Editors", "; ".join(record.editors)
    yield "Publisher", record.publisher
    yield "Published", record.date
    yield "Volume and pages", ": ".join(filled(record.volume + issue, record.pages))
    yield "PMID", record.pmid
    yield "PMCID", record.pmcid
    yield "DOI", record.doi
    yield "Publication types", "; ".join(record.types)
    yield "Language", LANGUAGES.get(record.language, record.language)
    yield "Registered as", "; ".join(record.databanks)


def _short(record: PubmedRecord) -> str:
    has_short = record.journal and record.abbreviation not in ("", record.journal)
    return f"({record.abbreviation})" if has_short else record.abbreviation * (not record.journal)


def _write_links(builder: DocumentBuilder, record: PubmedRecord) -> None:
    """Append what was published about the paper, right under its citation."""
    lines = (
        f"{link.kind}: {' '.join(filled(link.citation, link.pmid and f'PMID: {link.pmid}'))}"
        for link in record.links
    )
    builder.add(BlockType.FIELD, "\n".join(lines))


def _write_abstract(
    builder: DocumentBuilder, heading: str, parts: Sequence[tuple[str, str]]
) -> None:
    if not parts:
        return
    builder.heading(heading, section_class=SectionClass.ABSTRACT)
    for label, text in parts:
        named = label.capitalize() if label.isupper() else label
        builder.paragraph(f"{named}: {text}" if label else text)


def _write_indexing(builder: DocumentBuilder, record: PubmedRecord) -> None:
    groups = (
        ("Keywords", "; ".join(record.keywords)),
        ("MeSH terms", "; ".join(record.mesh)),
        ("Substances", "; ".join(record.substances)),
        ("Genes", "; ".join(record.genes)),
        ("Grants", "; ".join(record.grants)),
        ("Conflict of interest", record.conflicts),
    )
    if any(value for _, value in groups):
        builder.heading("Indexing", section_class=SectionClass.OTHER)
        add_fields(builder, groups)
    if record.affiliations:
        builder.heading("Affiliations", section_class=SectionClass.OTHER)
        add_lines(builder, record.affiliations)
