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
from aliquot.parsing.writing.protocols import recognise_protocol
from aliquot.types import BlockType, Document, DocumentKind, SectionClass

__all__ = ["close_prose", "reads_like_paper", "stem", "title_from_path"]

# A title longer than this is a first sentence.
TITLE_CHARS = 200
BYLINE = re.compile(
    r"(?:by\s+)?(?P<name>[A-Z][\w'-]+(?: [A-Z][\w.'-]*){1,3})\s*(?:::|[,|–-])\s*"
    r"(?:[\w.,]+ ){0,2}(?P<year>(?:19|20)\d\d)$"
)
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
    warnings: Iterable[str] = (),
    **fields: Any,
) -> Document:
    """Build the document, as a protocol or paper where it reads like one.

    Args:
        out: The filled builder.
        path: Names the document where nothing else does.
        title: As stated by the format; else the first heading, else the file's name.
        kind: What it is if it is neither protocol nor paper.
        may_be_paper: Look for an abstract and the sections of a paper.
        language: As stated by the format; else detected.
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
    stated_title = document.title or _first_heading(document) or title_from_path(path)
    document = replace(
        document,
        title=stated_title[:TITLE_CHARS],
        language=language or detect_language(document.text),
    )
    if not document.authors:
        document = _with_byline(document)
    if may_be_paper and reads_like_paper(document):
        return replace(document, kind=DocumentKind.PAPER)
    return recognise_protocol(document)


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


def _with_byline(document: Document) -> Document:
    """Take author and year from a line under the title: "Rupert A. Collins :: December 2020"."""
    for block in document.blocks[1:4]:
        found = BYLINE.match(block.text)
        if found:
            *given, family = found["name"].split()
            authors = (f"{family}, {' '.join(given)}",)
            return replace(document, authors=authors, year=document.year or int(found["year"]))
    return document


def _first_heading(document: Document) -> str:
    headings = [block for block in document.blocks if block.type is BlockType.HEADING]
    if not headings:
        return ""
    top = min(block.level for block in headings)
    return next(block.text for block in headings if block.level == top)
