"""Give the model all evidence that fits in one request; the `stuff` strategy."""

from __future__ import annotations

from collections.abc import Sequence

from aliquot.generation.strategies.strategy import OnStatement, StatementWriter
from aliquot.generation.writing.written import Turn, Written, ignore
from aliquot.types import ScoredChunk

__all__ = ["Stuff"]


class Stuff:
    """Answer from one reading of one page; safe to share between threads."""

    def __init__(self, writer: StatementWriter) -> None:
        """Take what writes."""
        self._writer = writer

    def answer(
        self,
        question: str,
        language: str,
        evidence: Sequence[ScoredChunk],
        *,
        on_statement: OnStatement = ignore,
        turns: Sequence[Turn] = (),
    ) -> Written:
        """Return what the writer writes; see `Strategy.answer`.

        Raises:
            ModelError: The model failed before anything was written.
        """
        return self._writer.write(
            question, language, evidence, on_statement=on_statement, turns=turns
        )
