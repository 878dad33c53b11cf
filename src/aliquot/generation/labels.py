"""How a citation is written: `Smith & Lee, 2023, Results`."""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.types import Chunk, Citation, Span

__all__ = ["citation_flags", "citation_label", "cite"]

MAX_TITLE = 60
# What a page is called, by document kind.
PAGE_WORDS = {"slides": "slide", "table": "sheet"}


def cite(chunk: Chunk, span: Span, quote: str | None = None) -> Citation:
    """Return an unverified citation of a stretch of a chunk.

    Args:
        chunk: The chunk.
        span: Where the stretch stands in the document's text.
        quote: What is said to stand there; the stretch itself unless given.
    """
    if quote is None:
        quote = span.shifted(-chunk.span.start).of(chunk.text)
    return Citation(
        label=citation_label(chunk),
        quote=quote,
        span=span,
        chunk_id=chunk.id,
        document_id=chunk.document_id,
        source=str(chunk.metadata.get("source", "")),
        section=chunk.section,
        page=chunk.pages[0] if chunk.pages else None,
        verified=False,
        flags=citation_flags(chunk),
    )


def citation_label(chunk: Chunk) -> str:
    """Return authors (or number, or title), year and section, joined by commas."""
    parts = [_who(chunk), str(chunk.metadata.get("year", "")), _where(chunk)]
    return ", ".join(part for part in parts if part)


def citation_flags(chunk: Chunk) -> frozenset[str]:
    """Return the doubts about a chunk's text, and what has happened to its paper since."""
    notice = chunk.metadata.get("notice")
    return chunk.flags | {str(notice)} if notice else chunk.flags


def _who(chunk: Chunk) -> str:
    authors = chunk.metadata.get("authors")
    if isinstance(authors, tuple) and authors:
        return _names([str(author).split(",")[0].strip() for author in authors])
    for name in ("nct", "accession"):
        if chunk.metadata.get(name):
            return str(chunk.metadata[name])
    title = str(chunk.metadata.get("title") or chunk.document_id)
    return title if len(title) <= MAX_TITLE else title[: MAX_TITLE - 1].rstrip() + "…"


def _names(families: Sequence[str]) -> str:
    if len(families) <= 2:
        return " & ".join(families)
    return f"{families[0]} et al."


def _where(chunk: Chunk) -> str:
    word = PAGE_WORDS.get(str(chunk.metadata.get("kind")))
    if word and chunk.pages:
        return f"{word} {chunk.pages[0]}"
    if chunk.metadata.get("kind") == "paper" and chunk.section_path:
        return chunk.section_path[0]
    return chunk.section
