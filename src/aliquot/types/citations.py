"""What proves a statement: words of a document, and the place they stand at."""

from __future__ import annotations

from dataclasses import dataclass

from aliquot.types.spans import Span

__all__ = ["Citation"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A chunk, a span and a verbatim quote that stands there.

    Attributes:
        label: `[authors, year, section]` as shown, without brackets.
        quote: Verbatim words of the document.
        span: Where they stand in `Document.text`.
        source: Path or URL of the document.
        page: 1-based page, slide or sheet; `None` where there is none.
        verified: Whether the quote was found at `span` and supports the statement.
        flags: Doubts about the text itself, such as `ocr` or `symbol_suspect`.
    """

    label: str
    quote: str
    span: Span
    chunk_id: str
    document_id: str
    source: str
    section: str
    page: int | None
    verified: bool
    flags: frozenset[str] = frozenset()
