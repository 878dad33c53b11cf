"""Documents and what became of their files, as they leave."""

from __future__ import annotations

from typing import Any

from aliquot.web.api.models.shape import Shape

__all__ = [
    "Block",
    "Chunk",
    "Document",
    "DocumentPage",
    "DocumentWhole",
    "Finding",
    "Quantity",
    "Receipt",
    "ReceivedDocument",
    "Relation",
    "Removal",
    "SimilarDocument",
]


class Document(Shape):
    """What a document is known by."""

    document_id: str
    kind: str
    title: str
    authors: list[str]
    year: int | None
    source: str
    status: str
    warnings: list[str]
    fields: dict[str, Any]
    provenance: dict[str, str]


class Quantity(Shape):
    """An amount a block states; an end that is open is null."""

    kind: str
    low: float | None
    high: float | None
    unit: str


class Block(Shape):
    """A part of a document as it was read."""

    type: str
    section: list[str]
    pages: list[int]
    flags: list[str]
    marker: str
    text: str
    quantities: list[Quantity]


class Relation(Shape):
    """How a document belongs to another."""

    kind: str
    document_id: str
    other_id: str
    reason: str
    order: int
    notice: str


class DocumentWhole(Document):
    """A document with its text, its blocks and what it belongs to."""

    text: str
    blocks: list[Block]
    relations: list[Relation]


class DocumentPage(Shape):
    """Documents; `next` asks for those that follow, and is null behind the last."""

    documents: list[Document]
    total: int
    next: str | None


class Removal(Shape):
    """A document that was taken out, and how it is put back."""

    document_id: str
    source: str
    undo: str


class SimilarDocument(Document):
    """A document that speaks of the same things; scores are comparable within one list."""

    score: float


class Chunk(Shape):
    """What is indexed, found and cited."""

    chunk_id: str
    document_id: str
    section: str
    header: str
    text: str
    span: tuple[int, int]
    pages: list[int]
    flags: list[str]


class Finding(Shape):
    """What a document names at one place."""

    kind: str
    value: str
    normalised: str
    role: str
    details: dict[str, str]
    document_id: str
    chunk_id: str
    section_class: str
    quote: str
    span: tuple[int, int]
    place: tuple[int, int]
    extractor: str
    confidence: float


class IdentityField(Shape):
    """A bibliographic field, and where it was found."""

    value: Any
    found_in: str


class ReceivedDocument(Shape):
    """A document that a file brought."""

    document_id: str
    kind: str
    title: str
    verdict: str
    reason: str
    identity: dict[str, IdentityField]


class Receipt(Shape):
    """What became of a file."""

    source: str
    state: str
    status: str
    reason: str
    parser: str
    outdated: bool
    seconds: float
    documents: list[ReceivedDocument]
    counts: dict[str, int]
    warnings: list[str]
    duplicate_of: str
    copies: list[str]
