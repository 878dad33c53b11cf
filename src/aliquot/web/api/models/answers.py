"""Rankings, answers and verdicts as they leave, one model for each shape of `aliquot.shapes`."""

from __future__ import annotations

from aliquot.web.api.models.citations import Citation, Survey
from aliquot.web.api.models.shape import Shape

__all__ = [
    "Answer",
    "Contradiction",
    "Difference",
    "LegScore",
    "NearDocument",
    "OtherNames",
    "RemovedStatement",
    "ScoredChunk",
    "SpokenFilter",
    "Statement",
    "Understanding",
    "Usage",
    "Verdict",
]


class LegScore(Shape):
    """Where one way of finding ranked a chunk."""

    rank: int
    score: float


class ScoredChunk(Shape):
    """A chunk in a ranking."""

    rank: int
    score: float
    chunk_id: str
    document_id: str
    source: str
    title: str
    section: str
    page: int | None
    text: str
    header: str
    kind: str
    year: int | None
    legs: dict[str, LegScore]


class Statement(Shape):
    """A sentence with what proves it, and how it fared at each gate."""

    text: str
    citations: list[Citation]
    gates: dict[str, bool]


class RemovedStatement(Shape):
    """A statement that could not be proved, and why."""

    text: str
    failed_gates: list[str]
    reasons: list[str]
    quotes: list[str]


class Contradiction(Shape):
    """Statements that disagree."""

    about: str
    statements: list[Statement]


class NearDocument(Shape):
    """A document near to a question that nothing answers."""

    document_id: str
    title: str
    source: str
    section: str


class SpokenFilter(Shape):
    """A restriction said in the question."""

    words: str
    where: str


class OtherNames(Shape):
    """Other names that are searched for one in the question."""

    name: str
    others: list[str]
    reason: str


class Understanding(Shape):
    """How a question is read."""

    intent: str
    subject: str
    filters: list[SpokenFilter]
    phrases: list[str]
    also_searched: list[OtherNames]


class Usage(Shape):
    """What an answer took."""

    input_tokens: int
    output_tokens: int
    cost_usd: float | None
    seconds: float
    requests: int
    models: list[str]


class Answer(Shape):
    """Cited statements, or a refusal with its reason."""

    answer: str
    abstained: bool
    reason: str
    language: str
    statements: list[Statement]
    removed: list[RemovedStatement]
    contradictions: list[Contradiction]
    strategy: str
    confidence: float | None
    refusal_kind: str | None
    near: list[NearDocument]
    rephrasings: list[str]
    hints: list[str]
    understanding: Understanding | None
    survey: Survey | None
    trace_id: str
    usage: Usage


class Difference(Shape):
    """A number or name as a statement says it, and as its source does."""

    said: str
    source_says: str


class Verdict(Shape):
    """What the library says of a sentence."""

    statement: str
    verdict: str
    failed_gates: list[str]
    reasons: list[str]
    citations: list[Citation]
    against: list[Citation]
    differences: list[Difference]
    parts: list[Verdict]
