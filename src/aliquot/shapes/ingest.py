"""What adding, reading and writing contexts did, as plain data."""

from __future__ import annotations

from typing import Any

from aliquot.shapes.values import _listed
from aliquot.types import (
    ContextEstimate,
    ContextReport,
    FailedSource,
    IngestReport,
    Receipt,
)

__all__ = [
    "context_estimate_shape",
    "context_report_shape",
    "receipt_shape",
    "report_shape",
]


def report_shape(report: IngestReport) -> dict[str, Any]:
    """Return what `add` and `sync` did."""
    return {
        "files": report.files,
        "added": report.added,
        "updated": report.updated,
        "unchanged": report.unchanged,
        "removed": report.removed,
        "duplicates": report.duplicates,
        "failed": [_failed(one) for one in report.failed],
        "partial": [_failed(one) for one in report.partial],
        "outdated": report.outdated,
        "notes": list(report.notes),
        "chunks": report.chunks,
        "embedded": report.embedded,
        "seconds": report.seconds,
    }


def context_estimate_shape(estimate: ContextEstimate) -> dict[str, Any]:
    """Return what `contextualise` would take; `cost` is null where a price is unknown."""
    return {
        "model": estimate.model,
        "documents": estimate.documents,
        "chunks": estimate.chunks,
        "known": estimate.known,
        "input_tokens": estimate.input_tokens,
        "output_tokens": estimate.output_tokens,
        "cost": estimate.cost,
    }


def context_report_shape(report: ContextReport) -> dict[str, Any]:
    """Return what `contextualise` did."""
    return {
        "written": report.written,
        "silent": report.silent,
        "placed": report.placed,
        "embedded": report.embedded,
        "stopped": report.stopped,
        "seconds": report.seconds,
    }


def _failed(one: FailedSource) -> dict[str, str]:
    return {"source": one.source, "status": one.status, "reason": one.reason}


def receipt_shape(receipt: Receipt) -> dict[str, Any]:
    """Return what became of one source."""
    return {
        "source": receipt.source,
        "state": str(receipt.state),
        "status": receipt.status,
        "reason": receipt.reason,
        "parser": receipt.parser,
        "outdated": receipt.is_outdated,
        "seconds": receipt.seconds,
        "documents": [
            {
                "document_id": one.id,
                "kind": one.kind,
                "title": one.title,
                "verdict": one.verdict,
                "reason": one.reason,
                "identity": {
                    field.name: {"value": _listed(field.value), "found_in": field.found_in}
                    for field in one.identity
                },
            }
            for one in receipt.documents
        ],
        "counts": dict(receipt.counts),
        "warnings": list(receipt.warnings),
        "duplicate_of": receipt.duplicate_of,
        "copies": list(receipt.copies),
    }
