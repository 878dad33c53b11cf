"""Close a prose document: title, language, kind, and an error where nothing was read.

What enters: a filled builder and what the format stated. What leaves: a `Document`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

from aliquot.errors import ParseError
from aliquot.language import detect_language
from aliquot.parsing.builder import DocumentBuilder
from aliquot.parsing.writing.heads import (
    head_lines,
    stated_authors,
    stated_version,
    stated_year,
)
from aliquot.parsing.writing.names import cited_names
from aliquot.parsing.writing.protocols import recognise_protocol
from aliquot.parsing.writing.settling import settle_protocol
from aliquot.types import BlockType, Document, DocumentKind, SectionClass

__all__ = ["close_prose", "reads_like_paper", "stem", "title_from_path"]

# A title longer than this is a first sentence.
TITLE_CHARS = 200
# Where a field was found that the format does not state.
HEAD, FIRST_HEADING, FILE_NAME = "head of the text", "first heading", "file name"
PAPER_SECTIONS = {
    SectionClass.INTRODUCTION,
    SectionClass.METHODS,
    SectionClass.RESULTS,
    SectionClass.DISCUSSION,
}


def close_prose(
    out: DocumentBuilder,
    path: Path,
    *,
    title: str = "",
    kind: DocumentKind = DocumentKind.NOTES,
    may_be_paper: bool = False,
    language: str = "",
    version: str = "",
    name_identifies: bool = True,
    warnings: Iterable[str] = (),
    **fields: Any,
) -> Document:
    """Build the document, as a protocol or paper where it reads like one.

    Args:
        out: The filled builder.
        path: Names the document where nothing else does.
        title: As stated by the format; else the first heading, else the file's name.
        kind: What it is if it is neither protocol nor paper; a protocol stays one.
        may_be_paper: Look for an abstract and the sections of a paper.
        language: As stated by the format; else detected.
        version: As stated by the format; else the head's or the file name's.
        name_identifies: Whether date and version in the file's name are the document's; those of
            an archive are its export's.
        warnings: What was dropped.
        **fields: Further fields of `Document`.

    Raises:
        ParseError: No block was written.
    """
    if not len(out):
        raise ParseError(
            "The file holds no text.",
            source=str(path),
            status="empty",
            hint="Check that it was saved with its content; text inside pictures is not read.",
        )
    document = out.build(
        kind=kind, title=title, lead_with_title=True, warnings=tuple(warnings), **fields
    )
    document = replace(_titled(document, path), language=language or detect_language(document.text))
    document = _identified(document, stem(path) if name_identifies else "", version)
    if may_be_paper and reads_like_paper(document):
        return replace(document, kind=DocumentKind.PAPER)
    protocol = document if kind is DocumentKind.PROTOCOL else recognise_protocol(document)
    return settle_protocol(protocol) if protocol.kind is DocumentKind.PROTOCOL else protocol


def reads_like_paper(document: Document) -> bool:
    """Tell a paper by its abstract or references and two of its usual sections."""
    classes = {block.section_class for block in document.blocks}
    frame = classes & {SectionClass.ABSTRACT, SectionClass.REFERENCES}
    return bool(frame) and len(classes & PAPER_SECTIONS) >= 2


def title_from_path(path: Path) -> str:
    """Return a file's name as words."""
    return re.sub(r"[_\s]+", " ", stem(path)).strip()


def stem(path: Path) -> str:
    """Return a file's name without its ending, compressed or not."""
    return Path(path.name.removesuffix(".gz")).stem


def _titled(document: Document, path: Path) -> Document:
    """Add the title where the format states none: the first heading, else the file's name."""
    title, place = document.title, ""
    if not title:
        heading = _first_heading(document)
        title, place = (heading, FIRST_HEADING) if heading else (title_from_path(path), FILE_NAME)
    provenance = {**document.provenance, "title": place} if place else document.provenance
    return replace(document, title=title[:TITLE_CHARS], provenance=provenance)


def _identified(document: Document, name: str, version: str) -> Document:
    """Add the year, the authors and the version where only the head or the file's name has them."""
    lines = head_lines(document.blocks)
    stated = cited_names(document.authors)
    authors = stated or stated_authors(lines)
    in_head = stated_year([document.title, *lines], "")
    year = document.year or in_head or stated_year([], name)
    places = dict(document.provenance)
    if not stated:
        places["authors"] = HEAD
    if not document.year:
        places["year"] = HEAD if in_head else FILE_NAME
    filled = {"authors": authors, "year": year}
    provenance = {field: place for field, place in places.items() if filled.get(field, True)}
    version = version or stated_version(document.title, lines, name)
    extra = {**document.extra, "version": version} if version else document.extra
    return replace(document, authors=authors, year=year, extra=extra, provenance=provenance)


def _first_heading(document: Document) -> str:
    headings = [block for block in document.blocks if block.type is BlockType.HEADING]
    if not headings:
        return ""
    top = min(block.level for block in headings)
    return next(block.text for block in headings if block.level == top)
