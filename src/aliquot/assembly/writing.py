"""Config to what answers with a language model: the writer and its strategies."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aliquot.ask import LONG, WrittenAnswers
from aliquot.config import Config
from aliquot.filters import both
from aliquot.find import Find
from aliquot.generation.strategies.agent import Agent
from aliquot.generation.strategies.choosing import choose
from aliquot.generation.strategies.long_context import LongContext, evidence_budget
from aliquot.generation.strategies.map_documents import MapDocuments
from aliquot.generation.strategies.strategy import Choice, Strategy
from aliquot.generation.strategies.stuff import Stuff
from aliquot.generation.strategies.tools import Tools
from aliquot.generation.verify import Verifier
from aliquot.generation.writing.writer import Writer
from aliquot.models.language.chain import ModelChain
from aliquot.protocols import ChatModel
from aliquot.retrieval.widening import whole_section
from aliquot.storage.catalog import Catalog
from aliquot.types import (
    And,
    Chunk,
    Comparison,
    Document,
    Filter,
    Operator,
    ScoredChunk,
    Understanding,
)

__all__ = ["make_written_answers"]

STUFF, MAP, AGENT = "stuff", "map", "agent"
# Each document is read by a few chunks of its own: more are found, so that several have some.
MAP_SHARE = 3
# Of each document; they are merged afterwards.
MAP_STATEMENTS = 3
# Chunks one look-up of an agent brings; it may look up again.
AGENT_CHUNKS = 6


def make_written_answers(
    config: Config, catalog: Catalog, find: Find, verifier: Verifier, model: ModelChain
) -> WrittenAnswers:
    """Build what answers with a language model."""
    kit = _Kit(config, catalog, find, verifier, model)
    settings = config.answer

    def chosen(
        asked: Understanding, evidence: Sequence[ScoredChunk], in_conversation: bool
    ) -> Choice:
        # Found for the widest strategy; how many there are says nothing of the question.
        evidence = evidence[: settings.evidence_chunks]
        return choose(asked, evidence, model, has_tools=True, in_conversation=in_conversation)

    return WrittenAnswers(
        evidence_chunks={
            STUFF: settings.evidence_chunks,
            MAP: settings.evidence_chunks * MAP_SHARE,
            AGENT: settings.evidence_chunks,
            LONG: settings.long_chunks,
        },
        make=kit.strategy,
        choose=chosen,
        estimate=lambda question, evidence: kit.long().estimate(question, evidence),
        searching=frozenset({AGENT}),
    )


@dataclass(frozen=True, slots=True)
class _Kit:
    """What the strategies are built from."""

    config: Config
    catalog: Catalog
    find: Find
    verifier: Verifier
    model: ModelChain

    def strategy(self, name: str, where: Filter | None) -> Strategy:
        """Return a strategy for one question, that searches nothing beyond a filter."""
        model = self.model.for_question()
        settings = self.config.answer
        if name == MAP:
            writer = self._writer(model, max_statements=MAP_STATEMENTS)
            parallel = self.config.model.parallel
            return MapDocuments(writer, model, self.verifier, parallel=parallel)
        if name == LONG:
            return self.long()
        writer = self._writer(model)
        if name == AGENT:
            tools = self._tools(where)
            return Agent(writer, model, tools, max_steps=settings.agent_steps)
        return Stuff(writer)

    def long(self) -> LongContext:
        """Return the strategy that reads all that fits."""
        model = self.model.for_question()
        return LongContext(
            self._writer(model, budget_tokens=evidence_budget(model), in_reading_order=True),
            model,
            chunks_of=self.catalog.chunks_of,
            cost_of=model.cost_usd,
        )

    def _writer(self, model: ChatModel, **how: Any) -> Writer:
        settings = self.config.answer
        usual = {
            "budget_tokens": settings.budget_tokens,
            "max_statements": settings.written_statements,
            "protocol": settings.protocol,
        }
        return Writer(model, self.verifier, **(usual | how))

    def _admits(self, own: Filter | None, document_id: str) -> bool:
        if own is None:
            return True
        is_it = Comparison("document_id", Operator.EQ, document_id)
        return self.catalog.has_document(And((own, is_it)))

    def _tools(self, own: Filter | None) -> Tools:
        def search(words: str, where: Filter | None) -> Sequence[ScoredChunk]:
            narrowed = both(own, where)
            return self.find.found(words, AGENT_CHUNKS, narrowed, is_literal=True).ranking

        def open_section(chunk_id: str) -> Sequence[Chunk]:
            chunks = self.catalog.chunks_of(chunk_id.partition("#")[0])
            chunk = next((one for one in chunks if one.id == chunk_id), None)
            if chunk is None or not self._admits(own, chunk.document_id):
                raise LookupError(f"there is no chunk {chunk_id!r}")
            stretches = whole_section(chunk, lambda document_id: chunks)
            ids = {one for stretch in stretches for one in stretch.chunk_ids}
            return [one for one in chunks if one.id in ids]

        def list_documents(where: Filter | None) -> Sequence[Document]:
            return self.catalog.documents(both(own, where))

        return Tools(search=search, open_section=open_section, list_documents=list_documents)
