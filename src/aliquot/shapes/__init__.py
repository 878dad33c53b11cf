"""Records as plain data: the JSON every face shows and other programs depend on.

The keys here are stable: additions are free, changes need a major version.
"""

from __future__ import annotations

from aliquot.shapes.answers import (
    answer_shape,
    ranking_shape,
    statement_shape,
    understanding_shape,
    verdict_shape,
)
from aliquot.shapes.comparisons import version_comparison_shape
from aliquot.shapes.documents import (
    block_shape,
    chunk_shape,
    document_shape,
    finding_shape,
    relation_shape,
)
from aliquot.shapes.history import (
    audit_entry_shape,
    conversation_shape,
    explanation_shape,
    stored_answer_shape,
)
from aliquot.shapes.ingest import (
    context_estimate_shape,
    context_report_shape,
    receipt_shape,
    report_shape,
)
from aliquot.shapes.places import place_shape, slide_shape
from aliquot.shapes.surveys import citation_of, citation_shape, survey_of, survey_shape

__all__ = [
    "answer_shape",
    "audit_entry_shape",
    "block_shape",
    "chunk_shape",
    "citation_of",
    "citation_shape",
    "context_estimate_shape",
    "context_report_shape",
    "conversation_shape",
    "document_shape",
    "explanation_shape",
    "finding_shape",
    "place_shape",
    "ranking_shape",
    "receipt_shape",
    "relation_shape",
    "report_shape",
    "slide_shape",
    "statement_shape",
    "stored_answer_shape",
    "survey_of",
    "survey_shape",
    "understanding_shape",
    "verdict_shape",
    "version_comparison_shape",
]
