"""Citations and surveys as plain data, under keys that are as stable as those of `shapes`."""

from __future__ import annotations

from typing import Any

from aliquot.types import Citation, Coverage, Disagreement, Survey, SurveyGroup, SurveyRow
from aliquot.types.history import citation_id

__all__ = ["citation_shape", "survey_shape"]


def survey_shape(survey: Survey) -> dict[str, Any]:
    """Return a survey: rows with their quotes, and what was and was not read."""
    return {
        "id": survey.id,
        "question": survey.question,
        "summary": survey.summary,
        "language": survey.language,
        "where": survey.where,
        "columns": list(survey.columns),
        "rows": [_row(one) for one in survey.rows],
        "coverage": _coverage(survey.coverage),
        "counted": survey.counted,
        "count": survey.count,
        "universe": survey.universe,
        "absent": [
            {"name": one.name, "searched": list(one.searched), "near": list(one.near)}
            for one in survey.absent
        ],
        "grouped_by": survey.grouped_by,
        "groups": [_group(one) for one in survey.groups],
        "disagreements": [_disagreement(one) for one in survey.disagreements],
        "notes": list(survey.notes),
    }


def _row(row: SurveyRow) -> dict[str, Any]:
    """Return a row; `values` holds also columns that are called like another key."""
    return {
        **row.values,
        "values": dict(row.values),
        "citations": [citation_shape(one) for one in row.citations],
        "document_ids": list(row.documents),
        "merged_names": list(row.merged),
    }


def _coverage(coverage: Coverage) -> dict[str, Any]:
    return {
        "in_scope": coverage.in_scope,
        "read": coverage.read,
        "no_text": coverage.no_text,
        "no_section": coverage.no_section,
        "failed": coverage.failed,
        "skipped": coverage.skipped,
        "unread": [
            {"source": one.source, "state": str(one.state), "reason": one.reason}
            for one in coverage.unread
        ],
    }


def _group(group: SurveyGroup) -> dict[str, Any]:
    return {
        "value": group.value,
        "document_ids": list(group.documents),
        "names": list(group.names),
        "in_scope": group.in_scope,
    }


def _disagreement(one: Disagreement) -> dict[str, Any]:
    return {"about": one.about, "rows": [_row(row) for row in one.rows]}


def citation_shape(citation: Citation) -> dict[str, Any]:
    """Return a citation with its place."""
    return {
        "id": citation_id(citation),
        "label": citation.label,
        "quote": citation.quote,
        "chunk_id": citation.chunk_id,
        "document_id": citation.document_id,
        "source": citation.source,
        "section": citation.section,
        "page": citation.page,
        "verified": citation.verified,
        "span": [citation.span.start, citation.span.end],
        "flags": sorted(citation.flags),
    }
