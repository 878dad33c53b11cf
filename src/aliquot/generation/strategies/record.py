"""Everything it took to answer, added up as a strategy goes along."""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.errors import AliquotError
from aliquot.generation.writing.written import Written
from aliquot.types import Message, RemovedStatement, Reply, ScoredChunk, Statement, Usage

__all__ = ["Record", "why"]


class Record:
    """Usage, messages, steps and notes of several requests; not for several threads at once."""

    def __init__(self) -> None:
        self.usage = Usage()
        self.removed: list[RemovedStatement] = []
        self.messages: list[tuple[str, str]] = []
        self.steps: list[str] = []
        self.notes: list[str] = []

    def add(self, written: Written) -> None:
        """Add what a writer needed; its statements are the caller's to keep."""
        self.usage += written.usage
        self.removed += written.removed
        self.messages += written.messages
        self.steps += written.steps
        self.notes += written.notes

    def add_request(self, sent: Sequence[Message], reply: Reply) -> None:
        """Add a request made directly: what is new in it, and what came back."""
        self.usage += reply.usage
        self.messages += [(one.role, one.text) for one in sent]
        self.messages.append(("assistant", reply.text))

    def written(
        self,
        statements: Sequence[Statement],
        *,
        is_refusal: bool = False,
        confidence: float | None = None,
        evidence: Sequence[ScoredChunk] = (),
    ) -> Written:
        """Return the statements with all that was added.

        Args:
            statements: Verified, as they are shown.
            is_refusal: Whether nothing that was read answers.
            confidence: Probability that the answer holds, where there is one.
            evidence: What was read beyond what the strategy was given, with it.
        """
        return Written(
            statements=tuple(statements),
            removed=tuple(self.removed),
            is_refusal=is_refusal,
            usage=self.usage,
            messages=tuple(self.messages),
            steps=tuple(self.steps),
            confidence=confidence,
            notes=tuple(dict.fromkeys(self.notes)),
            evidence=tuple(evidence),
        )


def why(error: AliquotError) -> str:
    """Return an error as one sentence or two for a person: what happened and what to do."""
    return f"{error.message} {error.hint}".strip()
