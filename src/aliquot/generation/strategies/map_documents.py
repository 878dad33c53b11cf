"""Read each document apart, then join what they say; the `map` strategy.

Each document of the evidence is read against the question by itself, so that a long or well-ranked
one does not drown the others; what is proved of each is merged (`fusing`). The chance that the
answer holds is marginal over the documents (`weighing`).
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from aliquot.errors import ModelError
from aliquot.generation.strategies.joining import (
    ContradictionsOf,
    Joined,
    Joiner,
    Part,
    distinct_parts,
    none_seen,
)
from aliquot.generation.strategies.readings import Reading, account, side_by_side
from aliquot.generation.strategies.record import Record
from aliquot.generation.strategies.strategy import OnStatement, StatementWriter
from aliquot.generation.strategies.weighing import (
    DocumentEvidence,
    by_document,
    marginal,
    support,
)
from aliquot.generation.verify import Verifier
from aliquot.generation.writing.written import Turn, Written, ignore
from aliquot.protocols import ChatModel, Clock
from aliquot.types import ScoredChunk

__all__ = ["MapDocuments"]


class MapDocuments:
    """Answer from each document apart, then from all of them; safe to share between threads."""

    def __init__(
        self,
        writer: StatementWriter,
        model: ChatModel,
        verifier: Verifier,
        *,
        contradictions_of: ContradictionsOf = none_seen,
        parallel: int = 4,
        max_documents: int = 8,
        max_statements: int = 8,
        budget_tokens: int = 0,
        timeout_s: float = 300.0,
        max_output_tokens: int = 1024,
        clock: Clock = time.monotonic,
    ) -> None:
        """Take what it works with.

        Args:
            writer: Reads one document's chunks and writes verified statements.
            model: Merges the statements.
            verifier: Verifies what was merged.
            contradictions_of: Verified statements to those that cannot all be true, beside what
                the model says of them.
            parallel: Documents read at the same time.
            max_documents: Documents read at most, the most probable ones.
            max_statements: Sentences of an answer at most; those that contradict each other are
                shown beside them.
            budget_tokens: Tokens of evidence read at most over all documents; 0 for any number.
            timeout_s: Seconds after which no further document is begun.
            max_output_tokens: The most a merged answer may be.
            clock: Seconds, ascending.
        """
        self._writer = writer
        self._model = model
        self._joiner = Joiner(
            model,
            verifier,
            contradictions_of=contradictions_of,
            max_statements=max_statements,
            max_output_tokens=max_output_tokens,
        )
        self._parallel = parallel
        self._max_documents = max_documents
        self._budget_tokens = budget_tokens
        self._timeout_s = timeout_s
        self._clock = clock

    def answer(
        self,
        question: str,
        language: str,
        evidence: Sequence[ScoredChunk],
        *,
        on_statement: OnStatement = ignore,
        turns: Sequence[Turn] = (),
    ) -> Written:
        """Return statements that join what each document says; see `Strategy.answer`.

        Raises:
            ModelError: No document could be read.
        """
        record = Record()
        documents = self._chosen(by_document(evidence), record)
        readings = self._readings(documents, question, language, turns)
        account(readings, record)
        parts = distinct_parts(readings)
        chunks = {one.chunk.id: one.chunk for one in evidence}
        joined = self._joiner.join(question, language, parts, chunks, record)
        for final in joined.finals:
            on_statement(final.statement)
        return record.written(
            [final.statement for final in joined.finals],
            is_refusal=all(one.is_silent for one in readings if one.written),
            confidence=_confidence(readings, joined, parts),
        )

    def _chosen(
        self, documents: Sequence[DocumentEvidence], record: Record
    ) -> list[DocumentEvidence]:
        """Return the documents that are read: the most probable ones, as far as they may cost."""
        chosen: list[DocumentEvidence] = []
        left = self._budget_tokens
        for document in documents[: self._max_documents]:
            tokens = sum(
                self._model.count_tokens(one.chunk.searchable_text) for one in document.chunks
            )
            if self._budget_tokens and chosen and tokens > left:
                break
            chosen.append(document)
            left -= tokens
        unread = documents[len(chosen) :]
        if unread:
            names = ", ".join(one.document_id for one in unread)
            record.notes.append(f"Not read, to keep within bounds: {names}.")
        return chosen

    def _readings(
        self,
        documents: Sequence[DocumentEvidence],
        question: str,
        language: str,
        turns: Sequence[Turn],
    ) -> list[Reading]:
        """Read documents side by side; the readings are in the order of the documents.

        Raises:
            ModelError: No document could be read.
        """
        until = self._clock() + self._timeout_s

        def read(document: DocumentEvidence) -> Reading:
            if self._clock() > until:
                return Reading(document)
            try:
                written = self._writer.write(question, language, document.chunks, turns=turns)
            except ModelError as exc:
                return Reading(document, error=exc)
            return Reading(document, written)

        readings = side_by_side(read, documents, self._parallel)
        errors = [one.error for one in readings if one.error is not None]
        if errors and not any(one.written for one in readings):
            raise errors[0]
        return readings


def _confidence(readings: Sequence[Reading], joined: Joined, parts: Sequence[Part]) -> float | None:
    """Return P(a|q): the support of every document that the answer rests on, by its weight.

    Of documents that contradict each other only the most probable bears the answer out. One that
    was not read, or whose statements were left out, does not.
    """
    if not joined.finals:
        return None
    bearing = {parts[place].document_id for final in joined.finals for place in final.parts}
    for group in joined.contradicting:
        names = list(dict.fromkeys(parts[place].document_id for place in sorted(group)))
        bearing -= set(names[1:])
    return marginal(
        (support(one.written), one.document.probability)
        for one in readings
        if one.written and one.name in bearing
    )
