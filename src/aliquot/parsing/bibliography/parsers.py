"""Read reference lists: BibTeX, RIS and CSL-JSON, as reference managers export them.

What enters: a file of many entries. What leaves: one `Document` for the file; each entry is a
section with its title as heading and its fields as a paragraph.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.bibliography.references import read_bibliography
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.writing.lines import field_lines
from aliquot.parsing.writing.prose import stem
from aliquot.types import Document, DocumentKind, DocumentStatus, SectionClass
from aliquot.types.references import Reference

__all__ = ["BibtexParser", "CslJsonParser", "RisParser"]


class BibtexParser:
    """Read BibTeX and BibLaTeX files."""

    name = "bibtex"
    version = "2"

    def parse(self, path: Path) -> list[Document]:
        """Read the file as one document.

        Raises:
            ParseError: The file holds no entry.
        """
        return [_document(path, self)]


class RisParser:
    """Read RIS files."""

    name = "ris"
    version = "2"

    def parse(self, path: Path) -> list[Document]:
        """Read the file as one document.

        Raises:
            ParseError: The file holds no entry.
        """
        return [_document(path, self)]


class CslJsonParser:
    """Read CSL-JSON files, as Zotero and Pandoc write them."""

    name = "csl_json"
    version = "2"

    def parse(self, path: Path) -> list[Document]:
        """Read the file as one document.

        Raises:
            ParseError: The file is not valid JSON or holds no entry.
        """
        return [_document(path, self)]


def _document(path: Path, parser: BibtexParser | RisParser | CslJsonParser) -> Document:
    references, warnings = read_bibliography(path, parser.name)
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
        language=_language(references),
        parser=parser.name,
        parser_version=parser.version,
        status=DocumentStatus.PARTIAL if warnings else DocumentStatus.OK,
        warnings=tuple(warnings),
        references=tuple(references),
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
        ("DOI", reference.doi),
        ("PubMed", reference.pmid),
        ("PubMed Central", reference.pmcid),
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


def _language(references: Sequence[Reference]) -> str:
    return detect_language(" ".join(reference.title for reference in references))
