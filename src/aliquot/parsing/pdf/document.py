"""Write laid out blocks as documents: one for a paper or deck, one an abstract for a book.

What enters: a reading, its blocks and what identifies it. What leaves: documents whose blocks carry
page and box of every line.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.pdf.layout.abstract_book import Abstract
from aliquot.parsing.pdf.layout.front_matter import Identity
from aliquot.parsing.pdf.layout.publication import FRONT_PAGE
from aliquot.parsing.pdf.layout.symbol_context import symbol_warnings
from aliquot.parsing.pdf.pages.reading import Reading
from aliquot.parsing.pdf.records import LayoutBlock, Page
from aliquot.parsing.writing.heads import stated_year
from aliquot.parsing.writing.hidden import HIDDEN_TEXT
from aliquot.types import (
    BlockType,
    Document,
    DocumentKind,
    DocumentStatus,
    Location,
    SectionClass,
)

__all__ = ["PARSER", "VERSION", "Part", "parts_of_book", "write_documents"]

PARSER, VERSION = "pdf", "3"


class Part(NamedTuple):
    """What becomes one document: its identity, its blocks, its kind where that is known."""

    identity: Identity
    blocks: list[LayoutBlock]
    kind: DocumentKind


def write_documents(reading: Reading, parts: Sequence[Part]) -> list[Document]:
    """Return the documents of a file; the lines of its pages are let go while they are written."""
    blocks = [block for part in parts for block in part.blocks]
    warnings = [*reading.warnings(), *symbol_warnings(reading.pages, blocks)]
    for page in reading.pages:
        page.lines.clear()  # from here on the blocks hold the lines, each until it is written
    return [_write(reading, part, warnings) for part in parts]


def identity_of_book(cover: Identity, abstracts: Sequence[Abstract]) -> Identity:
    """Return what the first page says of a whole book; the title of an abstract is none of it."""
    is_abstract = any(abstract.title in cover.title for abstract in abstracts)
    title = "" if is_abstract else cover.title
    provenance = {
        name: place
        for name, place in cover.provenance.items()
        if name != "authors" and not (name == "title" and is_abstract)
    }
    year = cover.year or stated_year([title], "")
    return replace(cover, title=title, authors=(), year=year, provenance=provenance)


def parts_of_book(
    identity: Identity, blocks: Sequence[LayoutBlock], abstracts: Sequence[Abstract]
) -> list[Part]:
    """Return the abstracts of a conference book, behind what is printed around them."""
    by_title = {abstract.lines[0]: abstract for abstract in abstracts}
    front: list[LayoutBlock] = []
    parts: list[Part] = []
    for block in blocks:
        abstract = by_title.get(block.lines[0]) if block.lines else None
        if block.type is BlockType.HEADING and abstract is not None:
            parts.append(Part(_identity_of(abstract, identity), [block], DocumentKind.PAPER))
        elif parts:
            parts[-1].blocks.append(block)
        else:
            front.append(block)
        if parts:
            block.section_class = SectionClass.ABSTRACT
    return [Part(identity, front, DocumentKind.OTHER), *parts] if front else parts


def _identity_of(abstract: Abstract, book: Identity) -> Identity:
    """Return what an abstract says of itself; the book's own DOI is not that of any abstract."""
    place = {"title": "heading", "authors": "heading", "year": book.provenance.get("year", "")}
    return Identity(
        title=abstract.title,
        authors=abstract.authors,
        year=book.year,
        journal=book.journal or book.title,
        licence=book.licence,
        article_type="abstract",
        provenance={name: found for name, found in place.items() if found}
        | {"journal": FRONT_PAGE},
    )


def _write(reading: Reading, part: Part, warnings: Sequence[str]) -> Document:
    builder = DocumentBuilder()
    by_number = {page.number: page for page in reading.pages}
    flagged: set[int] = set()
    language = detect_language(" ".join(block.text for block in part.blocks))
    for block in part.blocks:
        _add(builder, block, by_number)
        hiding = by_number.get(block.lines[0].page if block.lines else block.page)
        if hiding is not None and hiding.hidden_words and hiding.number not in flagged:
            builder.mark_last(HIDDEN_TEXT)
            flagged.add(hiding.number)
        block.lines.clear()
    doubtful = sum("grid_suspect" in block.flags for block in part.blocks)
    doubts = [f"rows and columns of {doubtful} table(s) are doubtful: kept as printed"]
    identity = part.identity
    return builder.build(
        kind=part.kind,
        title=identity.title,
        lead_with_title=True,
        authors=identity.authors,
        year=identity.year,
        doi=identity.doi,
        journal=identity.journal,
        pmid=identity.pmid,
        pmcid=identity.pmcid,
        licence=identity.licence,
        extra={"article_type": identity.article_type} if identity.article_type else {},
        provenance=identity.provenance,
        language=language,
        parser=PARSER,
        parser_version=VERSION,
        status=DocumentStatus.OK if reading.is_complete else DocumentStatus.PARTIAL,
        warnings=(*warnings, *(doubts if doubtful else ())),
    )


def _add(builder: DocumentBuilder, block: LayoutBlock, pages: Mapping[int, Page]) -> None:
    locations = [pages[line.page].location(line) for line in block.lines]
    locations = locations or [Location(block.page + 1)]
    flags = _flags(block)
    if any(pages[line.page].is_ocr for line in block.lines):
        flags |= {"ocr"}
    if block.type is BlockType.HEADING:
        builder.heading(
            block.text, block.level, locations=locations, section_class=block.section_class
        )
        builder.mark_last(*flags)
        return
    builder.add(
        block.type,
        block.text,
        locations=locations,
        level=block.level,
        marker=block.marker,
        flags=flags,
        grid=block.grid,
        caption=block.caption,
        section_class=block.section_class,
    )


def _flags(block: LayoutBlock) -> set[str]:
    flags = set(block.flags)
    if any(line.suspect for line in block.lines):
        flags.add("symbol_suspect")
    if block.repaired or any(line.repaired for line in block.lines):
        flags.add("symbol_repaired")
    return flags
