"""Citations and surveys as they leave, one model for each shape of `aliquot.shapes`."""

from __future__ import annotations

from aliquot.web.api.models.shape import Shape

__all__ = [
    "Absence",
    "Citation",
    "Coverage",
    "Disagreement",
    "Survey",
    "SurveyGroup",
    "SurveyRow",
    "Unread",
]


class Citation(Shape):
    """A quote of a document, and where it stands."""

    id: str
    label: str
    quote: str
    chunk_id: str
    document_id: str
    source: str
    section: str
    page: int | None
    verified: bool
    span: tuple[int, int]
    flags: list[str]


class SurveyRow(Shape):
    """A row; each of `values` stands beside them too, under its column's name."""

    values: dict[str, str]
    citations: list[Citation]
    document_ids: list[str]
    merged_names: list[str]


class Unread(Shape):
    """A document or file in scope that was not read, and why."""

    source: str
    state: str
    reason: str


class Coverage(Shape):
    """How many documents were asked, and how many of them were read."""

    in_scope: int
    read: int
    no_text: int
    no_section: int
    failed: int
    skipped: int
    unread: list[Unread]


class Absence(Shape):
    """What no document was found to name."""

    name: str
    searched: list[str]
    near: list[str]


class SurveyGroup(Shape):
    """Documents under one year, author or version."""

    value: str
    document_ids: list[str]
    names: list[str]
    in_scope: int


class Disagreement(Shape):
    """Rows that state different values of one thing."""

    about: str
    rows: list[SurveyRow]


class Survey(Shape):
    """A table over every document, each row proved, and what was not read."""

    id: str
    question: str
    summary: str
    language: str
    where: str
    columns: list[str]
    rows: list[SurveyRow]
    coverage: Coverage
    counted: str
    count: int | None
    universe: str
    absent: list[Absence]
    grouped_by: str
    groups: list[SurveyGroup]
    disagreements: list[Disagreement]
    notes: list[str]
