"""Read TEI texts: the output of GROBID, journals and books encoded in TEI.

What enters: XML of one text, or of a corpus. What leaves: one `Document` each, with its header's
bibliography, abstract, sections, tables, formulas, notes and references.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from lxml import etree

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.files.xml import local_name, parse_xml
from aliquot.parsing.files.xml_fields import find_first
from aliquot.parsing.tei.body import TeiWriter
from aliquot.parsing.tei.header import Header, read_header
from aliquot.parsing.tei.inline import language_of
from aliquot.parsing.writing.lines import add_fields
from aliquot.parsing.writing.prose import reads_like_paper, title_from_path
from aliquot.types import BlockType, Document, DocumentKind, DocumentStatus, SectionClass

__all__ = ["TeiParser"]

TEXTS = ("{*}TEI", "{*}TEI.2")
HINT = "Export the TEI again, or add the PDF it was made from."


class TeiParser:
    """Parse TEI XML, such as GROBID writes."""

    name = "tei"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Return one document for each text.

        Raises:
            ParseError: The XML is damaged or holds no text.
        """
        root = parse_xml(path)
        try:
            documents = [_read_text(text, path) for text in root.iter(*TEXTS)]
        except RecursionError as exc:
            raise ParseError(
                "The TEI is nested too deeply to be a text.", source=str(path), hint=HINT
            ) from exc
        documents = [document for document in documents if document.blocks]
        if not documents:
            raise ParseError("The TEI holds no text.", source=str(path), status="empty", hint=HINT)
        return documents


def _read_text(tei: etree._Element, path: Path) -> Document:
    element, text = find_first(tei, "teiHeader"), find_first(tei, "text")
    header = read_header(element)
    out = DocumentBuilder()
    writer = TeiWriter(out)
    _write_header(out, header)
    _write_abstract(writer, element)
    before = len(out)
    for name in ("front", "body", "group"):
        _write_part(writer, text, name)
    has_body = len(out) > before
    _write_part(writer, text, "back")
    document = out.build(
        kind=DocumentKind.PAPER,
        status=DocumentStatus.OK if has_body else DocumentStatus.PARTIAL,
        warnings=() if has_body else ("The TEI holds no body: header and references only.",),
        parser=TeiParser.name,
        parser_version=TeiParser.version,
        **header.found_in("TEI header"),
    )
    is_paper = header.is_article or reads_like_paper(document)
    return replace(
        document,
        kind=DocumentKind.PAPER if is_paper else DocumentKind.OTHER,
        title=document.title or title_from_path(path),
        language=language_of(text, tei, element) or detect_language(document.text),
    )


def _write_header(out: DocumentBuilder, header: Header) -> None:
    """Write the title and what makes a text findable by its label, as searchable fields."""
    out.add(BlockType.FIELD, header.title)
    add_fields(
        out,
        (
            ("Authors", "; ".join(header.authors)),
            ("Journal", header.journal),
            ("Year", str(header.year or "")),
            ("DOI", header.doi),
            ("PMID", header.pmid),
            ("PMCID", header.pmcid),
            ("Keywords", "; ".join(header.keywords)),
        ),
    )


def _write_abstract(writer: TeiWriter, header: etree._Element | None) -> None:
    for abstract in () if header is None else header.iter("{*}abstract"):
        writer.section(abstract, 1, default="Abstract", section_class=SectionClass.ABSTRACT)


def _write_part(writer: TeiWriter, text: etree._Element | None, name: str) -> None:
    for part in () if text is None else text:
        if local_name(part) == name:
            writer.blocks(part, 1)
