"""What a question put to every document gets: findings, rows and their coverage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from aliquot.types.answers import Citation

__all__ = ["Coverage", "Finding", "Survey", "SurveyRow"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A typed fact with the quote that states it.

    Attributes:
        type: `cell_line`, `dose`, `statistic`, ...
        value: As written.
        normalised: Canonical form, for merging.
        role: `used`, `mentioned`, `cited`, `excluded`.
        extractor: Rule or model that found it, with its version.
        confidence: 0 to 1.
    """

    type: str
    value: str
    normalised: str
    citation: Citation
    role: str = "mentioned"
    extractor: str = ""
    confidence: float = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Coverage:
    """The denominator of a survey, in documents."""

    in_scope: int
    read: int
    no_text: int = 0
    failed: int = 0
    skipped: int = 0


@dataclass(frozen=True, slots=True)
class SurveyRow:
    """One row of a survey: values by column, each proved."""

    values: Mapping[str, str]
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class Survey:
    """A table over every document that passes a filter, with its coverage."""

    question: str
    columns: tuple[str, ...]
    rows: tuple[SurveyRow, ...]
    coverage: Coverage
