"""Read hundreds of chunks or whole documents in one request; the `long` strategy.

What it takes is said before anything is sent: `LongContext.estimate`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from aliquot.generation.strategies.record import Record
from aliquot.generation.strategies.strategy import OnStatement, StatementWriter
from aliquot.generation.strategies.weighing import by_document
from aliquot.generation.writing.packing import FENCE_TOKENS, pack
from aliquot.generation.writing.written import Turn, Written, ignore
from aliquot.protocols import ChatModel
from aliquot.types import Chunk, LongEstimate, ScoredChunk

__all__ = ["LongContext", "evidence_budget"]

# What a model is taken to read where it does not say: the least of those still in use.
UNKNOWN_CONTEXT = 8_192
# Instructions, question and turns. Generous: a request that is too long is refused whole.
OVERHEAD_TOKENS = 1_500

CostOf = Callable[[int, int], float | None]
ChunksOf = Callable[[str], Sequence[Chunk]]


def evidence_budget(model: ChatModel, max_output_tokens: int = 1024) -> int:
    """Return how many tokens of evidence one request to a model holds.

    Args:
        model: Reads.
        max_output_tokens: The most it writes; room is left for two replies, since what failed is
            sent back with the first.
    """
    whole = model.context_tokens or UNKNOWN_CONTEXT
    return max(0, whole - OVERHEAD_TOKENS - 2 * max_output_tokens)


def unknown_cost(input_tokens: int, output_tokens: int) -> float | None:
    """Return `None`: the price of a model nobody states one for."""
    return None


class LongContext:
    """Answer from as much as a model reads at once; safe to share between threads."""

    def __init__(
        self,
        writer: StatementWriter,
        model: ChatModel,
        *,
        chunks_of: ChunksOf | None = None,
        cost_of: CostOf = unknown_cost,
        max_output_tokens: int = 1024,
    ) -> None:
        """Take what it works with.

        Args:
            writer: Writes; made with a budget of `evidence_budget` and `in_reading_order`.
            model: Says how much it reads.
            chunks_of: A document's chunks in reading order, to read documents whole; `None` for
                the chunks of the evidence alone.
            cost_of: Tokens read and written to dollars; `None` where that is unknown.
            max_output_tokens: The most the writer lets the model write.
        """
        self._writer = writer
        self._model = model
        self._chunks_of = chunks_of
        self._cost_of = cost_of
        self._max_output_tokens = max_output_tokens

    @property
    def _budget_tokens(self) -> int:
        return evidence_budget(self._model, self._max_output_tokens)

    def estimate(self, question: str, evidence: Sequence[ScoredChunk]) -> LongEstimate:
        """Return what an answer takes; nothing is sent."""
        return self._estimate(question, self._widened(evidence))

    def answer(
        self,
        question: str,
        language: str,
        evidence: Sequence[ScoredChunk],
        *,
        on_statement: OnStatement = ignore,
        turns: Sequence[Turn] = (),
    ) -> Written:
        """Return statements on everything that fits; see `Strategy.answer`.

        Raises:
            ModelError: The model failed before anything was written.
        """
        record = Record()
        widened = self._widened(evidence)
        record.notes.append(_said(self._estimate(question, widened)))
        if not self._model.context_tokens:
            record.notes.append(
                f"What {self._model.id} reads is unknown; {UNKNOWN_CONTEXT} tokens were assumed."
            )
        written = self._writer.write(
            question, language, widened, on_statement=on_statement, turns=turns
        )
        record.add(written)
        return record.written(
            written.statements,
            is_refusal=written.is_refusal,
            confidence=written.confidence,
            evidence=widened,
        )

    def _estimate(self, question: str, evidence: Sequence[ScoredChunk]) -> LongEstimate:
        packed = pack(evidence, self._budget_tokens, self._model.count_tokens)
        tokens = packed.tokens + OVERHEAD_TOKENS + self._model.count_tokens(question)
        return LongEstimate(
            chunks=len(packed.chunks),
            tokens=tokens,
            cost_usd=self._cost_of(tokens, self._max_output_tokens),
            fits=not packed.left_out and not packed.cut,
        )

    def _widened(self, evidence: Sequence[ScoredChunk]) -> list[ScoredChunk]:
        """Return the evidence, and behind it the rest of its documents that fit whole, best first.

        A paper's list of references is not what it says, and stays out.
        """
        ranking = list(evidence)
        if self._chunks_of is None:
            return ranking
        room = self._budget_tokens - sum(self._tokens(one.chunk) for one in evidence)
        known = {one.chunk.id for one in evidence}
        for document in by_document(evidence):
            rest = [
                chunk
                for chunk in self._chunks_of(document.document_id)
                if chunk.id not in known and not chunk.is_reference
            ]
            tokens = sum(map(self._tokens, rest))
            if tokens > room:
                continue
            room -= tokens
            least = document.chunks[-1].score
            ranking += [ScoredChunk(chunk, least, rank=0) for chunk in rest]
        return [replace(one, rank=rank) for rank, one in enumerate(ranking, start=1)]

    def _tokens(self, chunk: Chunk) -> int:
        return self._model.count_tokens(chunk.searchable_text) + FENCE_TOKENS


def _said(estimate: LongEstimate) -> str:
    cost = "unknown" if estimate.cost_usd is None else f"about {estimate.cost_usd:.4f} USD"
    read = f"{estimate.chunks} chunks, about {estimate.tokens} tokens"
    rest = "" if estimate.fits else " Not everything fits: the best chunks are read."
    return f"Read at once: {read}; cost {cost}.{rest}"
