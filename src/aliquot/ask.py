"""The ask story: find -> judge -> extract -> verify -> answer.

Read `Ask.answer` from top to bottom.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace

from aliquot.filters import describe
from aliquot.find import Find, Found
from aliquot.generation.extractive import Extractor, QuestionTerms
from aliquot.generation.phrases import refusal
from aliquot.generation.relevance import RelevanceJudge
from aliquot.generation.verify import Verifier
from aliquot.types import (
    Answer,
    Filter,
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
        find: Find,
        terms_of: Callable[[Understanding], QuestionTerms],
        successors_of: Callable[[Iterable[str]], Mapping[str, str]],
        extractor: Extractor,
        judge: RelevanceJudge,
        evidence_chunks: int = 10,
    ) -> None:
        """Take what it works with.

        Args:
            find: Finds chunks.
            terms_of: A question, as it was read, to its weighted content words.
            successors_of: Document ids to the newest version of each that has a newer one.
            extractor: Picks sentences.
            judge: Decides whether the evidence answers at all.
            evidence_chunks: Chunks read for an answer.
        """
        self._find = find
        self._terms_of = terms_of
        self._successors_of = successors_of
        self._extractor = extractor
        self._judge = judge
        self._evidence_chunks = evidence_chunks

    def understand(self, question: str, *, is_literal: bool = False) -> Understanding:
        """Return how a question is read; see `Find.understand`."""
        return self._find.understand(question, is_literal=is_literal)

    def search(
        self, question: str, k: int, where: Filter | None = None, *, is_literal: bool = False
    ) -> list[ScoredChunk]:
        """Return the best `k` chunks for a question."""
        return list(self._find.found(question, k, where, is_literal=is_literal).ranking)

    def search_leg(self, leg: str, question: str, k: int) -> list[ScoredChunk]:
        """Return what one leg alone finds for a question; see `Find.found_by_leg`."""
        return self._find.found_by_leg(leg, question, k)

    def answer(
        self, question: str, where: Filter | None = None, *, is_literal: bool = False
    ) -> Answer:
        """Return verified statements, or an abstention with its reason."""
        clock = _Stopwatch()
        with clock.stage("retrieve"):
            found = self._find.found(question, self._evidence_chunks, where, is_literal=is_literal)
        asked, evidence = found.asked, _evidence(found)
        with clock.stage("judge"):
            terms = self._terms_of(asked)
            is_filtered = found.where is not None or bool(asked.phrases)
            doubt = self._judge.doubt(terms, evidence, is_filtered=is_filtered)
        statements: list[Statement] = []
        removed: list[RemovedStatement] = []
        if not doubt:
            with clock.stage("extract"):
                drafted = self._extractor.extract(asked.subject, asked.language, terms, evidence)
            with clock.stage("verify"):
                statements, removed = _verified(drafted, evidence)
            doubt = "" if statements else "No sentence found answers it and can be proved."
        statements, outdated = self._mark_outdated(statements)
        return Answer(
            question=question,
            language=asked.language,
            statements=tuple(statements),
            abstained=bool(doubt),
            refusal=refusal(asked.language) if doubt else "",
            reason=doubt,
            evidence=tuple(evidence),
            removed=tuple(removed),
            hints=(*self._hints(found), *outdated),
            understanding=asked,
            trace=_trace(found, evidence, clock),
            usage=Usage(seconds=clock.total),
        )

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

    def _hints(self, found: Found) -> list[str]:
        asked = found.asked
        hints = [] if self._find.understands(asked.language) else [MULTILINGUAL_HINT]
        if not found.ranking and (asked.spoken or asked.phrases):
            hints.append(NARROWED_HINT)
        return [*hints, *found.warnings]


def _evidence(found: Found) -> list[ScoredChunk]:
    """Return what an answer may be drawn from: no reference list, unless it is asked for."""
    return [one for one in found.ranking if found.is_about_references or not one.chunk.is_reference]


def _verified(
    drafted: Sequence[Statement], evidence: Sequence[ScoredChunk]
) -> tuple[list[Statement], list[RemovedStatement]]:
    by_id = {scored.chunk.id: scored.chunk for scored in evidence}
    kept: list[Statement] = []
    removed: list[RemovedStatement] = []
    verifier = Verifier()
    for statement in drafted:
        checked = verifier.verify(statement, by_id)
        if checked.passed:
            kept.append(checked.statement)
        else:
            removed.append(checked.removed)
    return kept, removed


def _trace(found: Found, evidence: Sequence[ScoredChunk], clock: _Stopwatch) -> Trace:
    return Trace(
        id=f"{time.time_ns():x}-{secrets.token_hex(4)}",
        question=found.asked.question,
        queries=found.queries,
        where=describe(found.where),
        evidence=tuple(
            (one.chunk.id, one.score, {name: leg.rank for name, leg in one.legs.items()})
            for one in evidence
        ),
        strategy="extract",
        timings_s=dict(clock.stages),
        notes=found.notes,
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
