"""What is kept of what was asked: stored answers, citation ids, entries of the audit log."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from aliquot.types.answers import Answer
from aliquot.types.citations import Citation
from aliquot.types.spans import Span

__all__ = [
    "AskedWith",
    "AuditEntry",
    "AuditKind",
    "AuditProof",
    "CheckedCitation",
    "CitationState",
    "EvidenceKept",
    "Explanation",
    "StoredAnswer",
    "Versions",
    "citation_id",
    "parse_citation_id",
]

_SPAN_MARK = "@"


def citation_id(citation: Citation) -> str:
    """Return a citation's stable id: `2023-smith-nature#results-3@1204-1310`.

    The chunk's id, then the span in the document's text. The same chunk and span have the same id
    in every answer, so that an id can be written down, linked and looked up.
    """
    return f"{citation.chunk_id}{_SPAN_MARK}{citation.span.start}-{citation.span.end}"


def parse_citation_id(text: str) -> tuple[str, Span]:
    """Return the chunk's id and the span that a citation id names.

    Raises:
        ValueError: It is no citation id.
    """
    chunk_id, mark, span = text.rpartition(_SPAN_MARK)
    start, dash, end = span.partition("-")
    is_one = chunk_id and mark and dash and start.isdecimal() and end.isdecimal()
    if not is_one or int(start) > int(end):
        raise ValueError(f"{text!r} is no citation id, such as DOCUMENT#SECTION-1@120-184.")
    return chunk_id, Span(int(start), int(end))


# ------------------------------------------------------------------------------ stored answers


@dataclass(frozen=True, slots=True, kw_only=True)
class AskedWith:
    """How a question was asked, so that it can be asked again.

    Attributes:
        where: The filter given beside the question, in words; empty for none.
        strategy: The strategy asked for, `auto` included.
        is_literal: Whether nothing said in the question was to restrict the search.
        asked_by: Name of the person; empty for whoever sat at the machine.
    """

    where: str = ""
    strategy: str = "auto"
    is_literal: bool = False
    asked_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceKept:
    """A chunk that an answer was drawn from, as it was then.

    Attributes:
        chunk_id: Its id.
        text_hash: SHA-256 of its text, in hex: whether it still says the same.
        score: Fused score.
        ranks: Its rank in each leg that found it.
        header: Title and section path, to recognise it by where it is gone.
    """

    chunk_id: str
    text_hash: str = ""
    score: float = 0.0
    ranks: Mapping[str, int] = field(default_factory=dict)
    header: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Versions:
    """What made an answer.

    Attributes:
        aliquot: Version of the package.
        parsers: Parser and version of each document cited, by its id.
        embedders: Ids of the dense legs' embedders.
        model: The language model's configured name; empty for none.
        config_hash: Hash of every setting in force.
        settings: Those settings, by section.
    """

    aliquot: str = ""
    parsers: Mapping[str, str] = field(default_factory=dict)
    embedders: tuple[str, ...] = ()
    model: str = ""
    config_hash: str = ""
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredAnswer:
    """An answer with all it took to make it.

    Attributes:
        answer: As it was given; its `evidence` is empty, what is kept of it stands beside.
        evidence: What it was drawn from, best first.
        created_at: ISO 8601, UTC.
        asked_with: How it was asked.
        versions: What made it.
        conversation_id: Where it was asked; empty outside conversations.
        shortened: What was left out to bound its size, in one sentence; empty for nothing.
        is_trace_only: Whether an older version kept no more than how it came about.
    """

    answer: Answer
    evidence: tuple[EvidenceKept, ...] = ()
    created_at: str = ""
    asked_with: AskedWith = AskedWith()
    versions: Versions = Versions()
    conversation_id: str = ""
    shortened: str = ""
    is_trace_only: bool = False

    @property
    def id(self) -> str:
        """The id it is explained by."""
        return self.answer.trace.id


class CitationState(StrEnum):
    """What became of a citation since it was made."""

    HOLDS = "holds"
    MOVED = "moved"
    CHANGED = "changed"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class CheckedCitation:
    """A citation of a stored answer, held against the library of today.

    Attributes:
        id: Its stable id.
        citation: As it was made.
        state: What became of it.
        reason: What that means, as a person is told; empty where it holds.
    """

    id: str
    citation: Citation
    state: CitationState
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Explanation:
    """A stored answer, replayed.

    Attributes:
        stored: What was kept.
        citations: Each of its citations, in order, each id once, checked again.
        outdated: Ids of chunks of its evidence that are gone or say something else today.
    """

    stored: StoredAnswer
    citations: tuple[CheckedCitation, ...] = ()
    outdated: tuple[str, ...] = ()


# ------------------------------------------------------------------------------ audit log


class AuditKind(StrEnum):
    """What an entry of the audit log tells of."""

    ADDED = "added"
    UPDATED = "updated"
    REMOVED = "removed"
    ASKED = "asked"
    ANSWERED = "answered"
    FAILED = "failed"
    EXPORTED = "exported"
    SETTINGS = "settings"
    PRUNED = "pruned"
    TOKEN = "token"
    GRANT = "grant"
    COLLECTION = "collection"
    LOGIN = "login"
    REFUSED = "refused"


@dataclass(frozen=True, slots=True, kw_only=True)
class AuditEntry:
    """One entry of the audit log, chained to the one before it.

    Attributes:
        sequence: 1-based place in the log: the order of events, whatever clocks said.
        at: ISO 8601, UTC, by the clock of the machine that wrote it.
        who: Name of the user account that did it; empty where the system knows none.
        kind: What happened.
        detail: What is to be known of it.
        previous: Hash of the entry before; 64 zeros for the first.
        hash: SHA-256 over `previous`, a line end, and the rest as canonical JSON.
    """

    sequence: int
    at: str
    who: str
    kind: str
    detail: Mapping[str, Any]
    previous: str
    hash: str


@dataclass(frozen=True, slots=True)
class AuditProof:
    """Whether a log is one unbroken chain.

    Attributes:
        entries: Entries that were read.
        head: Hash of the last sound one: write it down, and a later check can prove that nothing
            before it was cut off.
        broken_at: Place of the first entry that does not fit; `None` where all do.
        reason: What is wrong with it; empty where nothing is.
    """

    entries: int
    head: str
    broken_at: int | None = None
    reason: str = ""

    @property
    def is_sound(self) -> bool:
        """Whether every entry fits."""
        return self.broken_at is None
