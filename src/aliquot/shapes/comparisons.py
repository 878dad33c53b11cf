"""What two versions of a document say differently, as plain data."""

from __future__ import annotations

from typing import Any

from aliquot.shapes.surveys import citation_shape
from aliquot.types import (
    StepChange,
    VersionComparison,
)

__all__ = [
    "version_comparison_shape",
]


def version_comparison_shape(found: VersionComparison) -> dict[str, Any]:
    """Return what differs between two versions: counts, then each change with its quotes."""
    return {
        "old_id": found.old_id,
        "new_id": found.new_id,
        "old_name": found.old_name,
        "new_name": found.new_name,
        "values_changed": found.changed_values,
        "counts": {str(kind): count for kind, count in found.counts.items()},
        "unchanged": found.unchanged,
        "fields": [
            {"name": one.name, "before": one.before, "after": one.after} for one in found.fields
        ],
        "changes": [_step_change(one) for one in found.changes],
        "notes": list(found.notes),
    }


def _step_change(change: StepChange) -> dict[str, Any]:
    return {
        "kind": str(change.kind),
        "section": change.section,
        "old_label": change.old_label,
        "new_label": change.new_label,
        "moved": change.is_moved,
        "minor": change.is_minor,
        "head": change.is_head,
        "values": [
            {"name": one.name, "before": one.before, "after": one.after} for one in change.values
        ],
        "words": [{"before": one.before, "after": one.after} for one in change.words],
        "before": [citation_shape(one) for one in change.before],
        "after": [citation_shape(one) for one in change.after],
    }
