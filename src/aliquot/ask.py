"""The ask story: understand -> retrieve -> rerank -> judge -> extract -> verify -> answer.

Read `Ask.answer` from top to bottom.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from aliquot.filters import both, describe
from aliquot.generation.extractive import Extractor, QuestionTerms
from aliquot.generation.phrases import refusal
from aliquot.generation.relevance import RelevanceJudge
from aliquot.generation.verification import verify
from aliquot.protocols import Scope
from aliquot.retrieval.retriever import Retriever
from aliquot.types import (
    Answer,
    Filter,
    Query,
    RemovedStatement,
    ScoredChunk,
    Statement,
    Trace,
    Understanding,
    Usage,
)

__all__ = ["Ask"]

# Flag of a citation whose document has a newer version.
SUPERSEDED = "superseded"
MULTILINGUAL_HINT = (
    "This library has no embedder for this language, so only exact words were searched. "
    "Install one with: pip install 'aliquot[multilingual]', then run 'aliquot sync'."
)
NARROWED_HINT = (
    "Nothing passes what the question itself restricts (its filters and quotations); "
    "ask with --literal to search without them."
)


class Ask:
    """Answer questions from one library."""

    def __init__(
        self,
        *,
        retriever: Retriever,
        understand: Callable[[str], Understanding],
        scope_of: Callable[[Filter | None, Sequence[str]], Scope | None],
        terms_of: Callable[[str], QuestionTerms],
        asks_for_references: Callable[[str, Filter | None], bool],
        successors_of: Callable[[Iterable[str]], Mapping[str, str]],
        extractor: Extractor,
        judge: RelevanceJudge,
        rerank: Callable[[str, Sequence[ScoredChunk], int], list[ScoredChunk]] | None = None,
        rerank_depth: int = 0,
        evidence_chunks: int = 10,
    ) -> None:
        """Take what it works with.

        Args:
            retriever: Finds chunks.
            understand: Reads a question: language, restrictions, quotations, other names.
            scope_of: A filter and quoted words to the chunks they admit; `None` for all.
            terms_of: Question to its weighted content words.
            asks_for_references: Tells whether a question is about what papers cite.
            successors_of: Document ids to the newest version of each that has a newer one.
            extractor: Picks sentences.
            judge: Decides whether the evidence answers at all.
            rerank: Question, ranking and k to the ranking reordered; `None` for as it is.
            rerank_depth: Chunks fetched for it.
            evidence_chunks: Chunks read for an answer.
        """
        self._retriever = retriever
        self._understand = understand
        self._scope_of = scope_of
        self._terms_of = terms_of
        self._asks_for_references = asks_for_references
        self._successors_of = successors_of
        self._extractor = extractor
        self._judge = judge
        self._rerank = rerank
        self._rerank_depth = rerank_depth
        self._evidence_chunks = evidence_chunks

    def understand(self, question: str, *, is_literal: bool = False) -> Understanding:
        """Return how a question is read.

        Args:
            question: As asked.
            is_literal: Whether nothing said in it restricts what is searched.
        """
        understood = self._understand(question)
        if not is_literal:
            return understood
        return replace(understood, spoken=(), phrases=(), subject=question)

    def search(
        self, question: str, k: int, where: Filter | None = None, *, is_literal: bool = False
    ) -> list[ScoredChunk]:
        """Return the best `k` chunks for a question."""
        return self._find(self.understand(question, is_literal=is_literal), k, where)

    def _find(self, asked: Understanding, k: int, where: Filter | None) -> list[ScoredChunk]:
        query = Query(
            text=asked.subject,
            language=asked.language,
            expansions=asked.expansions,
            phrases=asked.phrases,
        )
        narrowed = both(where, asked.where)
        scope = self._scope_of(narrowed, asked.phrases)
        with_references = self._asks_for_references(asked.question, narrowed)
        depth = k if self._rerank is None else max(k, self._rerank_depth)
        ranking = self._retriever.search(query, depth, scope, with_references=with_references)
        return ranking if self._rerank is None else self._rerank(asked.subject, ranking, k)

    def answer(
        self, question: str, where: Filter | None = None, *, is_literal: bool = False
    ) -> Answer:
        """Return verified statements, or an abstention with its reason."""
        clock = _Stopwatch()
        with clock.stage("understand"):
            asked = self.understand(question, is_literal=is_literal)
            language, narrowed = asked.language, both(where, asked.where)
        with clock.stage("retrieve"):
            evidence = self._evidence(asked, where)
        with clock.stage("judge"):
            terms = self._terms_of(asked.subject)
            doubt = self._judge.doubt(terms, evidence, is_filtered=narrowed is not None)
        statements: list[Statement] = []
        removed: list[RemovedStatement] = []
        if not doubt:
            with clock.stage("extract"):
                drafted = self._extractor.extract(asked.subject, language, terms, evidence)
            with clock.stage("verify"):
                statements, removed = _verified(drafted, evidence)
            doubt = "" if statements else "No sentence found answers it and can be proved."
        statements, outdated = self._mark_outdated(statements)
        return Answer(
            question=question,
            language=language,
            statements=tuple(statements),
            abstained=bool(doubt),
            refusal=refusal(language) if doubt else "",
            reason=doubt,
            evidence=tuple(evidence),
            removed=tuple(removed),
            hints=(*self._hints(asked, evidence), *outdated),
            understanding=asked,
            trace=_trace(asked, narrowed, evidence, clock),
            usage=Usage(seconds=clock.total),
        )

    def _evidence(self, asked: Understanding, where: Filter | None) -> list[ScoredChunk]:
        """Return what an answer may be drawn from: no reference list, unless it is asked for."""
        found = self._find(asked, self._evidence_chunks, where)
        if self._asks_for_references(asked.question, both(where, asked.where)):
            return found
        return [one for one in found if not one.chunk.is_reference]

    def _mark_outdated(self, statements: Sequence[Statement]) -> tuple[list[Statement], list[str]]:
        """Flag citations of what a newer version has replaced, and name that version."""
        cited = {one.document_id for statement in statements for one in statement.citations}
        successors = self._successors_of(cited)
        marked = [
            replace(
                statement,
                citations=tuple(
                    replace(one, flags=one.flags | {SUPERSEDED})
                    if one.document_id in successors
                    else one
                    for one in statement.citations
                ),
            )
            for statement in statements
        ]
        hints = [f"{old} has a newer version: {new}." for old, new in sorted(successors.items())]
        return marked, hints

    def _hints(self, asked: Understanding, evidence: Sequence[ScoredChunk]) -> list[str]:
        legs = self._retriever.legs_for(asked.language)
        hints = [] if any(not leg.matches_words for leg in legs) else [MULTILINGUAL_HINT]
        if not evidence and (asked.spoken or asked.phrases):
            hints.append(NARROWED_HINT)
        return hints


def _verified(
    drafted: Sequence[Statement], evidence: Sequence[ScoredChunk]
) -> tuple[list[Statement], list[RemovedStatement]]:
    by_id = {scored.chunk.id: scored.chunk for scored in evidence}
    kept: list[Statement] = []
    removed: list[RemovedStatement] = []
    for statement in drafted:
        proved, failure = verify(statement, by_id)
        if proved is not None:
            kept.append(proved)
        if failure is not None:
            removed.append(failure)
    return kept, removed


def _trace(
    asked: Understanding, where: Filter | None, evidence: Sequence[ScoredChunk], clock: _Stopwatch
) -> Trace:
    return Trace(
        id=f"{time.time_ns():x}-{secrets.token_hex(4)}",
        question=asked.question,
        queries=(asked.subject,),
        where=describe(where),
        evidence=tuple(
            (one.chunk.id, one.score, {name: leg.rank for name, leg in one.legs.items()})
            for one in evidence
        ),
        strategy="extract",
        timings_s=dict(clock.stages),
        notes=tuple(
            f"also searched for {one.name}: {', '.join(one.others)} ({one.reason})"
            for one in asked.expansions
        ),
    )


class _Stopwatch:
    """Seconds per stage."""

    def __init__(self) -> None:
        self.stages: dict[str, float] = {}

    @property
    def total(self) -> float:
        return round(sum(self.stages.values()), 4)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        started = time.perf_counter()
        try:
            yield
        finally:
            self.stages[name] = round(time.perf_counter() - started, 4)
