"""Read PDF files: papers, decks and whatever else a lab prints.

Enters: a path. Leaves: one `Document` whose blocks carry page and box of every line. pdfium gives
the glyphs, `pages` and `layout` the rest; nothing is known here of chunks or indexes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.pdf.layout.flow import lay_out
from aliquot.parsing.pdf.layout.front_matter import Identity, read_identity
from aliquot.parsing.pdf.layout.furniture import mark_furniture
from aliquot.parsing.pdf.layout.slides import deck_title, is_deck, slide_blocks
from aliquot.parsing.pdf.pages.reading import Reading, read_pdf
from aliquot.parsing.pdf.records import LayoutBlock, Page
from aliquot.parsing.sections import classify_section
from aliquot.types import BlockType, Document, DocumentKind, DocumentStatus, Location, SectionClass

__all__ = ["PdfParser"]

STEP = re.compile(r"^\s*(step\s*)?\d{1,2}[.)]\s+\S", re.IGNORECASE)
MATERIALS = re.compile(r"materials|reagents|equipment|試薬|材料|準備", re.IGNORECASE)


class PdfParser:
    """Parse PDF files with a text layer."""

    name = "pdf"
    version = "1"

    def parse(self, path: Path) -> list[Document]:
        """Read a PDF whole; see `Parser.parse`.

        Raises:
            ParseError: The file is empty, locked, damaged, or holds images of text only.
        """
        return [_document(read_pdf(path))]


def _document(reading: Reading) -> Document:
    pages = reading.pages
    identity = read_identity(pages, reading.metadata)
    if is_deck(pages):
        mark_furniture(pages)
        blocks, kind = slide_blocks(pages), DocumentKind.SLIDES
        identity = Identity(title=deck_title(blocks) or identity.title)
    else:
        blocks = lay_out(pages).blocks
        kind = _kind(blocks, identity)
    builder = DocumentBuilder()
    by_number = {page.number: page for page in pages}
    for block in blocks:
        _add(builder, block, by_number)
    warnings = list(reading.warnings())
    if any("symbol_suspect" in flags for flags in map(_flags, blocks)):
        warnings.append("some symbols (µ, =, <) may be misread: see the marked blocks")
    return builder.build(
        kind=kind,
        title=identity.title,
        lead_with_title=True,
        authors=identity.authors,
        year=identity.year,
        doi=identity.doi,
        journal=identity.journal,
        language=detect_language(" ".join(block.text for block in blocks)),
        parser=PdfParser.name,
        parser_version=PdfParser.version,
        status=DocumentStatus.OK if reading.is_complete else DocumentStatus.PARTIAL,
        warnings=tuple(warnings),
    )


def _add(builder: DocumentBuilder, block: LayoutBlock, pages: Mapping[int, Page]) -> None:
    locations = [pages[line.page].location(line) for line in block.lines]
    locations = locations or [Location(block.page + 1)]
    if block.type is BlockType.HEADING:
        builder.heading(
            block.text, block.level, locations=locations, section_class=block.section_class
        )
        return
    flags = _flags(block)
    if any(pages[line.page].is_ocr for line in block.lines):
        flags |= {"ocr"}
    builder.add(
        block.type,
        block.text,
        locations=locations,
        flags=flags,
        grid=block.grid,
        caption=block.caption,
        section_class=block.section_class,
    )


def _flags(block: LayoutBlock) -> set[str]:
    return {"symbol_suspect"} if any(line.suspect for line in block.lines) else set()


def _kind(blocks: Sequence[LayoutBlock], identity: Identity) -> DocumentKind:
    headings = [block.text for block in blocks if block.type is BlockType.HEADING]
    classes = {classify_section((text,)) for text in headings}
    known = classes - {SectionClass.OTHER, SectionClass.METHODS, SectionClass.CONCLUSION}
    if identity.doi or SectionClass.ABSTRACT in classes or len(known) >= 2:
        return DocumentKind.PAPER
    steps = sum(bool(STEP.match(block.text)) for block in blocks)
    if steps >= 3 and any(MATERIALS.search(text) for text in headings):
        return DocumentKind.PROTOCOL
    return DocumentKind.OTHER
