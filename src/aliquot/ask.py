"""The ask story: understand -> retrieve -> judge -> extract -> verify -> answer.

Read `Ask.answer` from top to bottom.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from aliquot.filters import describe
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
    Usage,
)

__all__ = ["Ask"]

# Flag of a citation whose document has a newer version.
SUPERSEDED = "superseded"
MULTILINGUAL_HINT = (
    "This library has no embedder for this language, so only exact words were searched. "
    "Install one with: pip install 'aliquot[multilingual]', then run 'aliquot sync'."
)


class Ask:
    """Answer questions from one library."""

    def __init__(
        self,
        *,
        retriever: Retriever,
        scope_of: Callable[[Filter], Scope],
        terms_of: Callable[[str], QuestionTerms],
        language_of: Callable[[str], str],
        asks_for_references: Callable[[str, Filter | None], bool],
        successors_of: Callable[[Iterable[str]], Mapping[str, str]],
        extractor: Extractor,
        judge: RelevanceJudge,
        evidence_chunks: int = 10,
    ) -> None:
        """Take what it works with.

        Args:
            retriever: Finds chunks.
            scope_of: Filter to the chunks it admits.
            terms_of: Question to its weighted content words.
            language_of: Text to its ISO 639-1 code.
            asks_for_references: Tells whether a question is about what papers cite.
            successors_of: Document ids to the newest version of each that has a newer one.
            extractor: Picks sentences.
            judge: Decides whether the evidence answers at all.
            evidence_chunks: Chunks read for an answer.
        """
        self._retriever = retriever
        self._scope_of = scope_of
        self._terms_of = terms_of
        self._language_of = language_of
        self._asks_for_references = asks_for_references
        self._successors_of = successors_of
        self._extractor = extractor
        self._judge = judge
        self._evidence_chunks = evidence_chunks

    def search(self, question: str, k: int, where: Filter | None = None) -> list[ScoredChunk]:
        """Return the best `k` chunks for a question."""
        query = Query(text=question, language=self._language_of(question))
        scope = None if where is None else self._scope_of(where)
        with_references = self._asks_for_references(question, where)
        return self._retriever.search(query, k, scope, with_references=with_references)

    def answer(self, question: str, where: Filter | None = None) -> Answer:
        """Return verified statements, or an abstention with its reason."""
        clock = _Stopwatch()
        language = self._language_of(question)
        with clock.stage("retrieve"):
            evidence = self._evidence(question, where)
        with clock.stage("judge"):
            terms = self._terms_of(question)
            doubt = self._judge.doubt(terms, evidence, is_filtered=where is not None)
        statements: list[Statement] = []
        removed: list[RemovedStatement] = []
        if not doubt:
            with clock.stage("extract"):
                drafted = self._extractor.extract(question, language, terms, evidence)
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
            hints=(*self._hints(language), *outdated),
            trace=_trace(question, where, evidence, clock),
            usage=Usage(seconds=clock.total),
        )

    def _evidence(self, question: str, where: Filter | None) -> list[ScoredChunk]:
        """Return what an answer may be drawn from: no reference list, unless it is asked for."""
        found = self.search(question, self._evidence_chunks, where)
        if self._asks_for_references(question, where):
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

    def _hints(self, language: str) -> tuple[str, ...]:
        legs = self._retriever.legs_for(language)
        is_understood = any(not leg.matches_words for leg in legs)
        return () if is_understood else (MULTILINGUAL_HINT,)


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
    question: str, where: Filter | None, evidence: Sequence[ScoredChunk], clock: _Stopwatch
) -> Trace:
    return Trace(
        id=f"{time.time_ns():x}-{secrets.token_hex(4)}",
        question=question,
        queries=(question,),
        where=describe(where),
        evidence=tuple(
            (one.chunk.id, one.score, {name: leg.rank for name, leg in one.legs.items()})
            for one in evidence
        ),
        strategy="extract",
        timings_s=dict(clock.stages),
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
