"""Citations and surveys as plain data.

A survey that was kept as plain data is read back whole, but for what no reader is told of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from aliquot.types import (
    Absence,
    Citation,
    Coverage,
    Disagreement,
    DocumentState,
    Scoped,
    Span,
    Survey,
    SurveyGroup,
    SurveyRow,
)
from aliquot.types.history import citation_id

__all__ = ["citation_of", "citation_shape", "survey_of", "survey_shape"]


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


# ------------------------------------------------------------------------------ read back


def survey_of(shape: Mapping[str, Any]) -> Survey:
    """Return the survey that `survey_shape` made plain data of.

    Raises:
        KeyError: It is no such data.
    """
    return Survey(
        id=shape["id"],
        question=shape["question"],
        summary=shape["summary"],
        language=shape["language"],
        where=shape["where"],
        columns=tuple(shape["columns"]),
        rows=tuple(_row_of(one) for one in shape["rows"]),
        coverage=_coverage_of(shape["coverage"]),
        counted=shape["counted"],
        count=shape["count"],
        universe=shape["universe"],
        absent=tuple(
            Absence(one["name"], tuple(one["searched"]), tuple(one["near"]))
            for one in shape["absent"]
        ),
        grouped_by=shape["grouped_by"],
        groups=tuple(_group_of(one) for one in shape["groups"]),
        disagreements=tuple(
            Disagreement(one["about"], tuple(_row_of(row) for row in one["rows"]))
            for one in shape["disagreements"]
        ),
        notes=tuple(shape["notes"]),
    )


def _row_of(shape: Mapping[str, Any]) -> SurveyRow:
    return SurveyRow(
        values=shape["values"],
        citations=tuple(citation_of(one) for one in shape["citations"]),
        documents=tuple(shape["document_ids"]),
        merged=tuple(shape["merged_names"]),
    )


def _coverage_of(shape: Mapping[str, Any]) -> Coverage:
    unread = tuple(
        Scoped(one["source"], DocumentState(one["state"]), reason=one["reason"])
        for one in shape["unread"]
    )
    return Coverage(**{**shape, "unread": unread})


def _group_of(shape: Mapping[str, Any]) -> SurveyGroup:
    documents, names = tuple(shape["document_ids"]), tuple(shape["names"])
    return SurveyGroup(shape["value"], documents, names, shape["in_scope"])


def citation_of(shape: Mapping[str, Any]) -> Citation:
    """Return the citation that `citation_shape` made plain data of.

    Raises:
        KeyError: It is no such data.
    """
    return Citation(
        label=shape["label"],
        quote=shape["quote"],
        span=Span(*shape["span"]),
        chunk_id=shape["chunk_id"],
        document_id=shape["document_id"],
        source=shape["source"],
        section=shape["section"],
        page=shape["page"],
        verified=shape["verified"],
        flags=frozenset(shape["flags"]),
    )
