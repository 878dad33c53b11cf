"""What a question gets: cited statements, or a refusal; and what a check of a statement says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from aliquot.types.questions import Understanding
from aliquot.types.ranking import ScoredChunk
from aliquot.types.spans import Span

__all__ = [
    "Answer",
    "Citation",
    "RemovedStatement",
    "Statement",
    "Trace",
    "Usage",
    "Verdict",
    "VerdictKind",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Citation:
    """A chunk, a span and a verbatim quote that stands there.

    Attributes:
        label: `[authors, year, section]` as shown, without brackets.
        quote: Verbatim words of the document.
        span: Where they stand in `Document.text`.
        source: Path or URL of the document.
        page: 1-based page, slide or sheet; `None` where there is none.
        verified: Whether the quote was found at `span` and supports the statement.
        flags: Doubts about the text itself, such as `ocr` or `symbol_suspect`.
    """

    label: str
    quote: str
    span: Span
    chunk_id: str
    document_id: str
    source: str
    section: str
    page: int | None
    verified: bool
    flags: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of an answer with what proves it."""

    text: str
    citations: tuple[Citation, ...]


@dataclass(frozen=True, slots=True)
class RemovedStatement:
    """A statement that failed verification, with the gates it failed."""

    text: str
    failed_gates: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer cost; unknown prices stay `None`, never 0."""

    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None
    seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """How an answer came about; kept in the catalog, replayable.

    Attributes:
        id: Unique, sortable by time.
        question: As asked.
        queries: As sent.
        where: The filter in words; empty where there was none.
        evidence: Chunk id, score and per-leg ranks, best first.
        strategy: How it was answered.
        timings_s: Seconds per stage.
        notes: What a reader should know, such as a leg that was left out and why.
    """

    id: str
    question: str
    queries: tuple[str, ...]
    where: str
    evidence: tuple[tuple[str, float, Mapping[str, int]], ...]
    strategy: str
    timings_s: Mapping[str, float]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Cited statements, or an abstention with its reason.

    Attributes:
        question: As asked.
        language: Language of the question, which the answer uses.
        statements: Best first; empty where `abstained`.
        abstained: Whether the library does not answer the question.
        refusal: The sentence shown instead, in the question's language; empty otherwise.
        reason: Why it abstained; empty otherwise.
        evidence: The ranking it was drawn from.
        removed: Statements that failed verification.
        hints: What the reader could do, such as installing an extra or rephrasing.
        trace: How it came about.
        understanding: How the question was read: restrictions said in it, other names searched.
        usage: What it cost.
    """

    question: str
    language: str
    statements: tuple[Statement, ...]
    abstained: bool
    reason: str
    evidence: tuple[ScoredChunk, ...]
    trace: Trace
    understanding: Understanding | None = None
    refusal: str = ""
    removed: tuple[RemovedStatement, ...] = ()
    hints: tuple[str, ...] = ()
    usage: Usage = Usage()

    @property
    def text(self) -> str:
        """The statements joined, or the refusal."""
        if self.abstained:
            return self.refusal
        return " ".join(statement.text for statement in self.statements)

    def citations(self) -> Iterator[Citation]:
        """Yield every citation in order."""
        for statement in self.statements:
            yield from statement.citations


class VerdictKind(StrEnum):
    """What a check of a statement against the library says."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    CONTRADICTED = "contradicted"
    NOT_FOUND = "not found"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Result of checking one statement against the library."""

    statement: str
    kind: VerdictKind
    failed_gates: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
