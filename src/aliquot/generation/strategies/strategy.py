"""What every strategy is, and what it stands on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from aliquot.generation.writing.written import Turn, Written, ignore
from aliquot.types import ScoredChunk, Statement

__all__ = ["Choice", "OnStatement", "StatementWriter", "Strategy"]

OnStatement = Callable[[Statement], None]


@dataclass(frozen=True, slots=True)
class Choice:
    """How a question is answered.

    Attributes:
        strategy: `extract`, `survey`, `stuff`, `map`, `agent` or `long`.
        why: For a reader of the trace.
    """

    strategy: str
    why: str

    @property
    def note(self) -> str:
        """The choice as a note in a trace."""
        return f"Strategy {self.strategy}: {self.why}."


class StatementWriter(Protocol):
    """Writes statements from evidence and verifies each; safe to share between threads."""

    def write(
        self,
        question: str,
        language: str,
        evidence: Sequence[ScoredChunk],
        *,
        on_statement: OnStatement = ignore,
        turns: Sequence[Turn] = (),
    ) -> Written:
        """Return verified statements, and what it took to get them.

        Raises:
            ModelError: The model failed before anything was written.
        """
        ...


class Strategy(Protocol):
    """One way to draw an answer from evidence."""

    def answer(
        self,
        question: str,
        language: str,
        evidence: Sequence[ScoredChunk],
        *,
        on_statement: OnStatement = ignore,
        turns: Sequence[Turn] = (),
    ) -> Written:
        """Return verified statements, and what it took to get them.

        Args:
            question: As asked.
            language: Of the question, which the answer uses.
            evidence: A ranking, best first.
            on_statement: Told each statement as soon as it is final, from the caller's thread.
            turns: What was said before, as (who, text).

        Raises:
            ModelError: The model failed before anything was verified.
        """
        ...
