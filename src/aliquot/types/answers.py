"""What a question gets: cited statements, or a refusal; and what a check of a statement says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from aliquot.types.citations import Citation
from aliquot.types.questions import Understanding
from aliquot.types.ranking import ScoredChunk
from aliquot.types.surveys import Survey
from aliquot.types.usage import Usage

__all__ = [
    "Answer",
    "Contradiction",
    "Gate",
    "GateResult",
    "LongEstimate",
    "NearDocument",
    "RefusalKind",
    "RemovedStatement",
    "Statement",
    "Trace",
    "Verdict",
    "VerdictKind",
    "Verification",
]


class Gate(StrEnum):
    """What a statement has to pass before anyone sees it."""

    EVIDENCE = "evidence"
    QUOTE = "quote"
    NUMBERS = "numbers"
    IDENTIFIERS = "identifiers"
    NEGATION = "negation"
    DIRECTION = "direction"
    WORDS = "words"
    ENTAILMENT = "entailment"


@dataclass(frozen=True, slots=True)
class GateResult:
    """How a statement fared at one gate.

    Attributes:
        gate: Which.
        passed: Whether it passed.
        reason: Why not, as its author is told: `the quote does not say "5 µM"`; empty if passed.
    """

    gate: Gate
    passed: bool
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """One sentence of an answer with what proves it.

    Attributes:
        text: The sentence, without marks of citation.
        citations: What it rests on; all of them together have to support it.
        gates: How it fared at each gate; empty while it has not been verified.
    """

    text: str
    citations: tuple[Citation, ...]
    gates: tuple[GateResult, ...] = ()


@dataclass(frozen=True, slots=True)
class RemovedStatement:
    """A statement that failed verification.

    Attributes:
        text: As it was written.
        failed_gates: The gates it failed, in order.
        reasons: Why, one for each gate.
        quotes: What it was said to rest on.
    """

    text: str
    failed_gates: tuple[str, ...]
    reasons: tuple[str, ...] = ()
    quotes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Verification:
    """What the gates say of one statement.

    Attributes:
        statement: With its gates; where it passed, its citations are marked verified and stand at
            the span where the quote was found, which is then verbatim.
    """

    statement: Statement

    @property
    def passed(self) -> bool:
        """Whether it passed every gate."""
        return all(one.passed for one in self.statement.gates)

    @property
    def removed(self) -> RemovedStatement:
        """The statement as one that is not shown, with what it failed."""
        failed = [one for one in self.statement.gates if not one.passed]
        return RemovedStatement(
            self.statement.text,
            tuple(one.gate.value for one in failed),
            tuple(one.reason for one in failed),
            tuple(one.quote for one in self.statement.citations),
        )


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Verified statements about one thing that cannot all be true of it.

    Attributes:
        about: What they disagree on, as a person is told: `half-life of p53`.
        statements: Two or more, each with its citations.
    """

    about: str
    statements: tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class LongEstimate:
    """What a long reading takes, before anything is sent.

    Attributes:
        chunks: Chunks that are read.
        tokens: Tokens that are sent, the instructions included.
        cost_usd: Price of one request with as much written as may be; `None` where the model's
            prices are unknown. Statements that fail are sent back once, which can double it.
        fits: Whether everything given is read; if not, the best chunks are.
    """

    chunks: int
    tokens: int
    cost_usd: float | None
    fits: bool


class RefusalKind(StrEnum):
    """Why nothing is answered."""

    NOTHING_FOUND = "nothing found"
    NO_ANSWER = "found but does not answer"
    FILTERED_OUT = "filtered out"
    UNREADABLE = "could not read"
    UNPROVED = "could not be proved"


@dataclass(frozen=True, slots=True)
class NearDocument:
    """A document near to a question that nothing answers.

    Attributes:
        document_id: Its id.
        title: Its title.
        source: Path or URL.
        section: Of the chunk that came nearest.
    """

    document_id: str
    title: str
    source: str
    section: str = ""


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
        messages: What a language model was sent and what it wrote, in order, as (role, text).
        steps: What an agent did, one line each.
    """

    id: str
    question: str
    queries: tuple[str, ...]
    where: str
    evidence: tuple[tuple[str, float, Mapping[str, int]], ...]
    strategy: str
    timings_s: Mapping[str, float]
    notes: tuple[str, ...] = ()
    messages: tuple[tuple[str, str], ...] = ()
    steps: tuple[str, ...] = ()


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
        strategy: How it was answered: `extract`, `survey`, `stuff`, `map`, `agent` or `long`.
        refusal_kind: Which kind of refusal; `None` where there is an answer.
        near: Documents near to the question, where it abstained.
        rephrasings: Questions that may fare better, where it abstained.
        contradictions: Statements that disagree.
        confidence: Probability, 0 to 1, that the answer holds; `None` where a strategy has none.
        survey: The table it is drawn from, where every document was asked.
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
    usage: Usage = field(default_factory=Usage)
    strategy: str = "extract"
    refusal_kind: RefusalKind | None = None
    near: tuple[NearDocument, ...] = ()
    rephrasings: tuple[str, ...] = ()
    contradictions: tuple[Contradiction, ...] = ()
    confidence: float | None = None
    survey: Survey | None = None

    @property
    def text(self) -> str:
        """The statements joined, or what all documents come to, or the refusal."""
        if self.abstained:
            return self.refusal
        if self.survey is not None and self.survey.summary:
            return self.survey.summary
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
    """Result of checking one statement against the library.

    Attributes:
        statement: As it was written.
        kind: What the library says of it.
        failed_gates: What it failed against the nearest source; empty where it is supported.
        citations: The sources that support it, contradict it, or come nearest; best first.
        reasons: Why it failed, one for each gate.
        against: Sources that contradict it, where others support it.
        differences: Numbers and names as the statement says them and as the source does.
        parts: Verdicts on what it claims, where it claims several things; empty otherwise.
    """

    statement: str
    kind: VerdictKind
    failed_gates: tuple[str, ...] = ()
    citations: tuple[Citation, ...] = ()
    reasons: tuple[str, ...] = ()
    against: tuple[Citation, ...] = ()
    differences: tuple[tuple[str, str], ...] = ()
    parts: tuple[Verdict, ...] = ()
