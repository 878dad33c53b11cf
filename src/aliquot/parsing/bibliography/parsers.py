"""Read reference lists: BibTeX, RIS and CSL-JSON, as reference managers export them.

What enters: a file of many entries. What leaves: one `Document` for the file; each entry is a
section with its title as heading and its fields as a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.bibliography.bibtex import BibtexEntry, read_bibtex
from aliquot.parsing.bibliography.ris import read_ris
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.bytes import read_text
from aliquot.parsing.files.json_fields import Node, nodes, read_records, text, texts
from aliquot.parsing.writing.lines import field_lines, filled, unique
from aliquot.parsing.writing.prose import stem
from aliquot.parsing.writing.typography import subscript, superscript
from aliquot.types import Document, DocumentKind, DocumentStatus, SectionClass

__all__ = ["BibtexParser", "CslJsonParser", "Reference", "RisParser"]

YEAR = re.compile(r"\b(?:1[5-9]|20)\d{2}\b")
DOI_RESOLVER = re.compile(r"^(?:https?://)?(?:dx\.)?doi\.org/|^doi:\s*", re.I)
# Rich text of titles. Source: CSL-JSON specification, "Rich text".
RAISED = re.compile(r"<(su[bp])>(.*?)</\1>")
MARKUP = re.compile(r"</?(?:i|b|sub|sup|span)\b[^>]*>")
AUTHOR_SEPARATOR = re.compile(r"\s+and\s+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Reference:
    """One entry of a reference list; authors are "Family, Given"."""

    title: str
    key: str = ""
    type: str = ""
    authors: tuple[str, ...] = ()
    editors: tuple[str, ...] = ()
    year: str = ""
    container: str = ""
    volume: str = ""
    issue: str = ""
    pages: str = ""
    publisher: str = ""
    doi: str = ""
    pmid: str = ""
    isbn: str = ""
    url: str = ""
    abstract: str = ""
    keywords: str = ""
    note: str = ""
    file: str = ""


class BibtexParser:
    """Read BibTeX and BibLaTeX files."""

    name = "bibtex"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read the file as one document.

        Raises:
            ParseError: The file holds no entry.
        """
        entries, warnings = read_bibtex(read_text(path))
        references = [_from_bibtex(entry) for entry in entries]
        return [_document(references, path, parser=self, warnings=warnings)]


class RisParser:
    """Read RIS files."""

    name = "ris"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read the file as one document.

        Raises:
            ParseError: The file holds no entry.
        """
        references = [_from_ris(record) for record in read_ris(read_text(path))]
        return [_document(references, path, parser=self)]


class CslJsonParser:
    """Read CSL-JSON files, as Zotero and Pandoc write them."""

    name = "csl_json"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read the file as one document.

        Raises:
            ParseError: The file is not valid JSON or holds no entry.
        """
        references = [_from_csl(item) for item in _csl_items(read_records(path))]
        return [_document(references, path, parser=self)]


def _document(
    references: Sequence[Reference],
    path: Path,
    *,
    parser: BibtexParser | RisParser | CslJsonParser,
    warnings: Sequence[str] = (),
) -> Document:
    if not references:
        raise ParseError(
            "The file holds no references.",
            source=str(path),
            status="empty",
            hint="Export the library from your reference manager again.",
        )
    builder = DocumentBuilder()
    for reference in references:
        # A paper called "Methods in ..." is no methods section.
        title = reference.title or reference.key or "Untitled"
        builder.heading(title, section_class=SectionClass.REFERENCES)
        builder.paragraph(_fields(reference))
    name = stem(path).removesuffix(".csl")
    return builder.build(
        kind=DocumentKind.OTHER,
        title=f"{name} (bibliography, {len(references)} references)",
        language=detect_language(" ".join(reference.title for reference in references)),
        parser=parser.name,
        parser_version=parser.version,
        status=DocumentStatus.PARTIAL if warnings else DocumentStatus.OK,
        warnings=tuple(warnings),
    )


def _fields(reference: Reference) -> str:
    issue = f"({reference.issue})" if reference.issue else ""
    fields = (
        ("Title", reference.title),
        ("Authors", "; ".join(reference.authors)),
        ("Editors", "; ".join(reference.editors)),
        ("Year", reference.year),
        ("Published in", reference.container),
        ("Volume", reference.volume + issue),
        ("Pages", reference.pages.replace("--", "-")),
        ("Publisher", reference.publisher),
        ("DOI", DOI_RESOLVER.sub("", reference.doi)),
        ("PubMed", reference.pmid),
        ("ISBN", reference.isbn),
        ("URL", reference.url),
        ("Type", reference.type.replace("-", " ")),
        ("Key", reference.key),
        ("Keywords", reference.keywords),
        ("Abstract", reference.abstract),
        ("Note", reference.note),
        ("File", reference.file),
    )
    return field_lines(fields)


def _year(*dates: str) -> str:
    matches = (YEAR.search(date) for date in dates)
    return next((match[0] for match in matches if match), "")


# ------------------------------------------------------------------------------ the three layouts


def _from_bibtex(entry: BibtexEntry) -> Reference:
    fields = entry.fields

    def first(*names: str) -> str:
        return next((fields[name] for name in names if fields.get(name)), "")

    return Reference(
        key=entry.key,
        type=entry.type,
        title=first("title", "booktitle"),
        authors=_people(first("author")),
        editors=_people(first("editor")),
        year=_year(first("year"), first("date"), first("urldate")),
        container=first("journal", "journaltitle", "booktitle", "series", "eprinttype"),
        volume=first("volume"),
        issue=first("number", "issue"),
        pages=first("pages"),
        publisher=first("publisher", "institution", "school", "organization"),
        doi=first("doi"),
        pmid=first("pmid"),
        isbn=first("isbn"),
        url=first("url", "howpublished"),
        abstract=first("abstract"),
        keywords=first("keywords"),
        note=first("note", "annotation"),
        file=first("file"),
    )


def _people(names: str) -> tuple[str, ...]:
    """Return "Family, Given" for each of "Given Family and Family, Given"."""
    return unique(_family_first(name) for name in AUTHOR_SEPARATOR.split(names))


def _family_first(name: str) -> str:
    words = name.split()
    # Groups ("Multiple authors") and longer names are left as they are.
    is_person = len(words) == 2 and words[1][:1].isupper() and not words[1].isupper()
    return f"{words[1]}, {words[0]}" if is_person and "," not in name else name


def _from_ris(record: dict[str, list[str]]) -> Reference:
    def first(*tags: str) -> str:
        return next((record[tag][0] for tag in tags if record.get(tag)), "")

    def joined(*tags: str) -> tuple[str, ...]:
        return unique(value for tag in tags for value in record.get(tag, ()))

    start, end = first("SP"), first("EP")
    return Reference(
        key=first("ID"),
        type=first("TY"),
        title=first("TI", "T1", "CT", "BT"),
        authors=joined("AU", "A1"),
        editors=joined("ED", "A2"),
        year=_year(first("PY"), first("Y1"), first("DA")),
        container=first("JO", "JF", "T2", "JA", "J2"),
        volume=first("VL"),
        issue=first("IS"),
        pages="-".join(filled(start, end)),
        publisher=first("PB"),
        doi=first("DO"),
        pmid=first("AN"),
        isbn=first("SN"),
        url=first("UR", "L2"),
        abstract=first("AB", "N2"),
        keywords=", ".join(joined("KW")),
        note=" ".join(joined("N1")),
        file=first("L1"),
    )


def _csl_items(value: Any) -> Iterable[Node]:
    items = value.get("items", [value]) if isinstance(value, dict) else value
    return [item for item in items if isinstance(item, dict)] if isinstance(items, list) else []


def _from_csl(item: Node) -> Reference:
    return Reference(
        key=text(item, "citation-key") or text(item, "id"),
        type=text(item, "type"),
        title=_plain_title(text(item, "title")),
        authors=_csl_people(item, "author"),
        editors=_csl_people(item, "editor"),
        year=_csl_year(item),
        container=" ".join(texts(item, "container-title")),
        volume=text(item, "volume"),
        issue=text(item, "issue"),
        pages=text(item, "page"),
        publisher=text(item, "publisher"),
        doi=text(item, "DOI"),
        pmid=text(item, "PMID"),
        isbn=text(item, "ISBN"),
        url=text(item, "URL"),
        abstract=text(item, "abstract"),
        keywords=text(item, "keyword"),
        note=text(item, "note"),
    )


def _plain_title(title: str) -> str:
    """Return "CO₂" for "CO<sub>2</sub>"; italics and the like are dropped."""
    shifted = {"sub": subscript, "sup": superscript}
    return MARKUP.sub("", RAISED.sub(lambda match: shifted[match[1]](match[2]), title))


def _csl_people(item: Node, role: str) -> tuple[str, ...]:
    return unique(
        text(name, "literal") or ", ".join(filled(_csl_family(name), text(name, "given")))
        for name in nodes(item, role)
    )


def _csl_family(name: Node) -> str:
    return " ".join(filled(text(name, "non-dropping-particle"), text(name, "family")))


def _csl_year(item: Node) -> str:
    issued = item.get("issued")
    if not isinstance(issued, dict):
        return _year(str(issued or ""))
    parts = issued.get("date-parts")
    # `[[2006, 4, 1]]`; some exporters write the numbers as text.
    return _year(str(parts or ""), text(issued, "raw"), text(issued, "literal"))
