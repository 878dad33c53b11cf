"""Documents with what they hold and name, as plain data."""

from __future__ import annotations

from math import isfinite
from typing import Any

from aliquot.shapes.values import plain_fields
from aliquot.types import (
    Block,
    Chunk,
    Document,
    Finding,
    Quantity,
    Relation,
)

__all__ = [
    "block_shape",
    "chunk_shape",
    "document_shape",
    "finding_shape",
    "relation_shape",
]


def document_shape(document: Document) -> dict[str, Any]:
    """Return a document's identity, without its text."""
    source = document.source
    return {
        "document_id": document.id,
        "kind": str(document.kind),
        "title": document.title,
        "authors": list(document.authors),
        "year": document.year,
        "source": source.path if source else "",
        "status": str(document.status),
        "warnings": list(document.warnings),
        "fields": plain_fields(document.fields),
        "provenance": dict(document.provenance),
    }


def relation_shape(relation: Relation) -> dict[str, Any]:
    """Return how one document belongs to another."""
    return {
        "kind": str(relation.kind),
        "document_id": relation.document_id,
        "other_id": relation.other_id,
        "reason": relation.reason,
        "order": relation.order,
        "notice": relation.notice,
    }


def finding_shape(finding: Finding, text: str) -> dict[str, Any]:
    """Return what a document names at one place.

    Args:
        finding: Of this document.
        text: The document's text, which is quoted.
    """
    return {
        "kind": str(finding.kind),
        "value": finding.value,
        "normalised": finding.normalised,
        "role": str(finding.role),
        "details": dict(finding.details),
        "document_id": finding.document_id,
        "chunk_id": finding.chunk_id,
        "section_class": str(finding.section_class),
        "quote": finding.span.of(text),
        "span": [finding.span.start, finding.span.end],
        "place": [finding.place.start, finding.place.end],
        "extractor": finding.extractor,
        "confidence": finding.confidence,
    }


def block_shape(block: Block) -> dict[str, Any]:
    """Return a block with its place and the amounts it states."""
    return {
        "type": str(block.type),
        "section": list(block.section_path),
        "pages": list(block.pages),
        "flags": sorted(block.flags),
        "marker": block.marker,
        "text": block.text,
        "quantities": [_quantity(one) for one in block.quantities],
    }


def _quantity(quantity: Quantity) -> dict[str, Any]:
    # JSON knows no infinity: "at least 5 min" has no upper end.
    low, high = (value if isfinite(value) else None for value in (quantity.low, quantity.high))
    return {"kind": str(quantity.kind), "low": low, "high": high, "unit": quantity.unit}


def chunk_shape(chunk: Chunk) -> dict[str, Any]:
    """Return a chunk with its place."""
    return {
        "chunk_id": chunk.id,
        "document_id": chunk.document_id,
        "section": chunk.section,
        "header": chunk.header,
        "text": chunk.text,
        "span": [chunk.span.start, chunk.span.end],
        "pages": list(chunk.pages),
        "flags": sorted(chunk.flags),
    }
