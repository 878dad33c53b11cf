"""What a language model's answer comes to."""

from __future__ import annotations

from dataclasses import dataclass, field

from aliquot.types import RemovedStatement, ScoredChunk, Statement, Usage

__all__ = ["Turn", "Written", "ignore"]

# What was said before, as (role, text).
Turn = tuple[str, str]


def ignore(statement: Statement) -> None:
    """Do nothing with a statement: the default where nobody watches."""


@dataclass(frozen=True, slots=True)
class Written:
    """Statements that were verified, and everything it took to get them.

    Attributes:
        statements: Verified, in the order they were written.
        removed: Those that failed, also the second time.
        is_refusal: Whether the model said that the evidence does not answer.
        usage: Of every request made.
        messages: What was sent and what came back, as (role, text), in order.
        steps: What was done, one line each, where a strategy has steps.
        confidence: Probability, 0 to 1, that the answer holds, where a strategy has one.
        notes: What a reader should know, such as evidence that did not fit.
        evidence: What it was written from, where a strategy looked up more than it was given.
    """

    statements: tuple[Statement, ...] = ()
    removed: tuple[RemovedStatement, ...] = ()
    is_refusal: bool = False
    usage: Usage = field(default_factory=Usage)
    messages: tuple[tuple[str, str], ...] = ()
    steps: tuple[str, ...] = ()
    confidence: float | None = None
    notes: tuple[str, ...] = ()
    evidence: tuple[ScoredChunk, ...] = ()
