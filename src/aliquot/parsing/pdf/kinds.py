"""Tell papers, protocols and other documents apart once their blocks are known."""

from __future__ import annotations

import re
from dataclasses import replace

from aliquot.parsing.writing.heads import head_lines, stated_authors, stated_version, stated_year
from aliquot.parsing.writing.protocols import recognise_protocol
from aliquot.parsing.writing.settling import settle_protocol
from aliquot.types import BlockType, Document, DocumentKind, SectionClass

__all__ = ["with_kind"]

# Sections that some document other than a paper has too.
COMMON = {SectionClass.OTHER, SectionClass.METHODS, SectionClass.CONCLUSION}
# Journals of protocols print abstract, DOI and references around their steps; a paper that lists a
# few steps among its methods stays a paper. Share of the text that is steps.
MOSTLY_STEPS = 0.3
PROCEDURE = re.compile(
    r"(?:[\dIVX.]+\s+)?(?:procedures?|protocol|steps?|操作|手順|操作手順)\W*", re.IGNORECASE
)


def with_kind(document: Document) -> Document:
    """Return a document as the paper or the protocol it reads like, otherwise as it is."""
    is_paper = _reads_like_paper(document)
    protocol = recognise_protocol(document)
    is_protocol = protocol.kind is DocumentKind.PROTOCOL
    steps_lead = _share_of_steps(protocol) >= MOSTLY_STEPS or _is_named_procedure(document)
    if is_protocol and (not is_paper or steps_lead):
        return _with_head(settle_protocol(protocol))
    if is_paper:
        return replace(document, kind=DocumentKind.PAPER)
    return _with_head(document)


def _reads_like_paper(document: Document) -> bool:
    classes = {block.section_class for block in document.blocks}
    return _is_published(document) or len(classes - COMMON - {SectionClass.REFERENCES}) >= 2


def _is_published(document: Document) -> bool:
    is_abstract = (block.section_class is SectionClass.ABSTRACT for block in document.blocks)
    return bool(document.doi) or any(is_abstract)


def _is_named_procedure(document: Document) -> bool:
    """Tell a text with its own section of steps that no journal printed.

    Protocols have a background and expected results too.
    """
    headings = (block for block in document.blocks if block.type is BlockType.HEADING)
    return not _is_published(document) and any(PROCEDURE.fullmatch(h.text) for h in headings)


def _share_of_steps(document: Document) -> float:
    own = [block for block in document.blocks if block.type is not BlockType.REFERENCE]
    steps = sum(len(block.text) for block in own if block.type is BlockType.STEP)
    return steps / max(1, sum(len(block.text) for block in own))


def _with_head(document: Document) -> Document:
    """Add year, authors and version where only the lines under the title state them."""
    lines = head_lines(document.blocks)
    version = stated_version(document.title, lines, "")
    authors = document.authors or stated_authors(lines)
    year = document.year or stated_year([document.title, *lines], "")
    found = {name: "first page" for name, value in (("authors", authors), ("year", year)) if value}
    return replace(
        document,
        authors=authors,
        year=year,
        extra={**document.extra, "version": version} if version else document.extra,
        provenance={**found, **document.provenance},
    )
