"""The ask story: find -> choose a strategy -> refuse or draw statements -> verify -> answer.

Read `Ask.answer` from top to bottom. Sentences are extracted, or written by a language model; no
statement leaves before it is verified.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from aliquot.ask.choosing import (
    AUTO,
    EXTRACT,
    LONG,
    SURVEY,
    Strategies,
    WrittenAnswers,
    no_strategy,
)
from aliquot.ask.tracing import Outcome, Stopwatch, trace_of
from aliquot.errors import ModelError
from aliquot.find import Find, Found
from aliquot.generation.extractive import Drafted, Extractor, QuestionTerms
from aliquot.generation.refusing import Refusal, Refuser
from aliquot.generation.strategies.strategy import Choice, OnStatement
from aliquot.generation.verify import Verifier
from aliquot.generation.writing.written import Turn, Written, ignore
from aliquot.types import (
    Answer,
    Contradiction,
    DocumentState,
    Filter,
    LongEstimate,
    ScoredChunk,
    Statement,
    Survey,
    Understanding,
)

if TYPE_CHECKING:
    from aliquot.generation.surveying.answering import SurveyedAnswers

__all__ = ["MULTILINGUAL_HINT", "NARROWED_HINT", "Ask", "WholeOf"]

# Flag of a citation whose document has a newer version.
SUPERSEDED = "superseded"
MULTILINGUAL_HINT = (
    "This library has no embedder for this language, so only exact words were searched. "
    "Install one with: pip install 'aliquot[multilingual]', then run 'aliquot sync'."
)
NO_ROWS = "{read} of {in_scope} documents were read for it, and none of them says all of it."
NARROWED_HINT = (
    "Nothing passes what the question itself restricts (its filters and quotations); "
    "ask with --literal to search without them."
)


WholeOf = Callable[
    [Understanding, QuestionTerms, Sequence[ScoredChunk], Filter | None], Drafted | None
]


class Ask:
    """Answer questions from one library."""

    def __init__(
        self,
        *,
        find: Find,
        terms_of: Callable[[Understanding], QuestionTerms],
        successors_of: Callable[[Iterable[str], Filter | None], Mapping[str, str]],
        extractor: Extractor,
        whole_of: WholeOf,
        refuser: Refuser,
        verifier: Verifier,
        contradictions_of: Callable[[Sequence[Statement]], Sequence[Contradiction]],
        make_surveyed: Callable[[], SurveyedAnswers] | None = None,
        make_written: Callable[[], WrittenAnswers] | None = None,
        evidence_chunks: int = 10,
    ) -> None:
        """Take what it works with.

        Args:
            find: Finds chunks.
            terms_of: A question, as it was read, to its weighted content words.
            successors_of: Document ids to the newest version of each that has a newer one, among
                those that the collections a filter names hold.
            extractor: Picks sentences.
            whole_of: A question, as it was read, its terms, what was found and what may be
                searched to what is quoted whole, a procedure or an abstract; `None` where a few
                sentences answer.
            refuser: Tells whether the evidence answers at all, and why not.
            verifier: Holds statements against what they cite.
            contradictions_of: Verified statements to those that cannot all be true.
            make_surveyed: Builds what asks every document; `None` where nothing does.
            make_written: Builds what answers with a language model, once and only when it is
                needed; `None` where no model is named.
            evidence_chunks: Chunks read for an extracted answer.
        """
        self._find = find
        self._terms_of = terms_of
        self._successors_of = successors_of
        self._extractor = extractor
        self._whole_of = whole_of
        self._refuser = refuser
        self._verifier = verifier
        self._contradictions_of = contradictions_of
        self._make_surveyed = make_surveyed
        self._strategies = Strategies(
            evidence_chunks, make_written, has_surveys=make_surveyed is not None
        )

    def understand(
        self, question: str, where: Filter | None = None, *, is_literal: bool = False
    ) -> Understanding:
        """Return how a question is read; see `Find.understand`."""
        return self._find.understand(question, where, is_literal=is_literal)

    def search(
        self, question: str, k: int, where: Filter | None = None, *, is_literal: bool = False
    ) -> list[ScoredChunk]:
        """Return the best `k` chunks for a question."""
        return list(self._find.found(question, k, where, is_literal=is_literal).ranking)

    def search_leg(self, leg: str, question: str, k: int) -> list[ScoredChunk]:
        """Return what one leg alone finds for a question; see `Find.found_by_leg`."""
        return self._find.found_by_leg(leg, question, k)

    def estimate(
        self, question: str, where: Filter | None = None, *, is_literal: bool = False
    ) -> LongEstimate:
        """Return what the strategy `long` takes for a question; nothing is sent.

        Raises:
            ConfigError: No language model is named.
        """
        written = self._strategies.written
        if written is None:
            raise no_strategy(LONG)
        found = self._found(question, where, LONG, is_literal=is_literal)
        return written.estimate(question, _evidence(found))

    def answer(
        self,
        question: str,
        where: Filter | None = None,
        *,
        strategy: str = AUTO,
        is_literal: bool = False,
        on_statement: OnStatement = ignore,
        turns: Sequence[Turn] = (),
    ) -> Answer:
        """Return verified statements, or an abstention with its reason.

        Args:
            question: As asked.
            where: Beside what the question itself restricts.
            strategy: How to answer; `auto` takes what suits the question and is configured.
            is_literal: Whether nothing said in the question restricts what is searched.
            on_statement: Told each statement as soon as it is verified; none of a survey, which
                comes whole.
            turns: What was asked and answered before.

        Raises:
            ConfigError: There is no such strategy, or it needs a language model.
            ModelError: An embedder or the language model failed.
        """
        clock = Stopwatch()
        with clock.stage("find"):
            found = self._found(question, where, strategy, is_literal=is_literal)
        evidence = _evidence(found)
        choice = self._strategies.chosen(
            strategy, found.asked, evidence, turns, may_survey=not is_literal
        )
        watched = self._watched(on_statement, where)
        task = _Task(found, evidence, self._terms_of(found.asked), watched, turns, where)
        with clock.stage("answer"):
            outcome = self._outcome(choice, task, is_chosen=strategy == AUTO)
        drawn, refusal = outcome.drawn, outcome.refusal
        statements, outdated = self._mark_outdated(drawn.statements, where)
        evidence = list(drawn.evidence) or evidence
        answer = Answer(
            question=question,
            language=found.asked.language,
            statements=tuple(statements),
            abstained=refusal is not None,
            reason="",
            evidence=tuple(evidence),
            removed=drawn.removed,
            hints=(*self._hints(found), *outdated, *drawn.notes),
            understanding=found.asked,
            trace=trace_of(found, evidence, clock, outcome),
            usage=replace(drawn.usage, seconds=clock.total),
            strategy=outcome.choice.strategy,
            contradictions=tuple(self._contradictions_of(statements)),
            confidence=drawn.confidence,
            survey=outcome.survey,
        )
        return answer if refusal is None else _refused(answer, refusal)

    def _found(
        self, question: str, where: Filter | None, strategy: str, *, is_literal: bool
    ) -> Found:
        """Return what is found, as many chunks as any strategy that may be taken reads."""
        k = self._strategies.chunks_to_find(strategy)
        return self._find.found(question, k, where, is_literal=is_literal)

    def _refusal(self, choice: Choice, task: _Task) -> Refusal | None:
        """Return why nothing can be answered; a model that has something to read judges itself."""
        asked, evidence = task.found.asked, task.evidence
        if choice.strategy == EXTRACT:
            evidence = self._extracted_from(task)
        elif evidence or self._searches_itself(choice):
            return None
        return self._refuser.refuse(asked, task.terms, evidence, where=task.found.where)

    def _searches_itself(self, choice: Choice) -> bool:
        written = self._strategies.written
        return written is not None and choice.strategy in written.searching

    # ------------------------------------------------------------------------------ statements

    def _outcome(self, choice: Choice, task: _Task, *, is_chosen: bool) -> Outcome:
        """Return statements or a refusal; extracted ones where a model fails.

        Args:
            choice: How to answer.
            task: What to answer from.
            is_chosen: Whether the strategy was our choice, so that another may stand in.

        Raises:
            ModelError: The model failed.
        """
        if choice.strategy == SURVEY:
            return self._surveyed(choice, task, is_chosen=is_chosen)
        # What is asked for whole, and is there, answers: nothing is to be judged.
        if choice.strategy == EXTRACT and (drawn := self._whole(task)):
            return Outcome(choice, drawn, None)
        refusal = self._refusal(choice, task)
        if refusal is not None:
            return Outcome(choice, Written(), refusal)
        try:
            drawn = self._drawn(choice, task)
        except ModelError as exc:
            if not is_chosen:
                raise
            note = f"{exc.message} These are sentences of the sources, not a written answer."
            outcome = self._outcome(Choice(EXTRACT, exc.message), task, is_chosen=False)
            drawn = replace(outcome.drawn, notes=(*outcome.drawn.notes, note))
            return replace(outcome, drawn=drawn)
        if not drawn.statements:
            asked, removed = task.found.asked, drawn.removed
            refusal = self._refuser.unproved(asked, task.terms, task.evidence, removed)
        return Outcome(choice, drawn, refusal)

    def _surveyed(self, choice: Choice, task: _Task, *, is_chosen: bool) -> Outcome:
        """Return what every document says; what was found where none says anything.

        Raises:
            ModelError: An embedder or the language model failed.
        """
        if self._make_surveyed is None:
            raise no_strategy(SURVEY)
        asked = task.found.asked
        surveyed = self._make_surveyed().answer(asked.question, task.where)
        if surveyed.says_something:
            return Outcome(choice, surveyed.written, None, surveyed.survey)
        reading = self._strategies.chosen_reading(asked, task.evidence, task.turns)
        outcome = self._outcome(reading, task, is_chosen=is_chosen)
        if outcome.refusal is not None and surveyed.counts_none:
            return Outcome(choice, surveyed.written, None, surveyed.survey)
        notes = (*outcome.drawn.notes, *_without_rows(surveyed.survey))
        return replace(outcome, drawn=replace(outcome.drawn, notes=notes))

    def _drawn(self, choice: Choice, task: _Task) -> Written:
        written = None if choice.strategy == EXTRACT else self._strategies.written
        if written is None:
            return self._extracted(task)
        return self._answered(written, choice.strategy, task)

    def _answered(self, written: WrittenAnswers, strategy: str, task: _Task) -> Written:
        asked = task.found.asked
        return written.make(strategy, task.found.where).answer(
            asked.question,
            asked.language,
            task.evidence[: written.evidence_chunks[strategy]],
            on_statement=task.on_statement,
            turns=task.turns,
        )

    def _extracted(self, task: _Task) -> Written:
        asked, evidence = task.found.asked, self._extracted_from(task)
        drafted = self._extractor.extract(asked.subject, asked.language, task.terms, evidence)
        return self._proved(drafted, evidence, task)

    def _whole(self, task: _Task) -> Written | None:
        """Return a procedure or a digest, if it is asked for and any of it is proved."""
        evidence = self._extracted_from(task)
        whole = self._whole_of(task.found.asked, task.terms, evidence, task.where)
        if whole is None:
            return None
        written = self._proved(whole.statements, whole.evidence, task)
        if not written.statements:
            return None
        return replace(written, notes=whole.notes, evidence=whole.evidence)

    def _extracted_from(self, task: _Task) -> Sequence[ScoredChunk]:
        return task.evidence[: self._strategies.extracted_chunks]

    def _proved(
        self, drafted: Sequence[Statement], evidence: Sequence[ScoredChunk], task: _Task
    ) -> Written:
        """Return what is proved of extracted statements, told to whoever waits for it."""
        by_id = {scored.chunk.id: scored.chunk for scored in evidence}
        checked = [self._verifier.verify(one, by_id) for one in drafted]
        kept = tuple(one.statement for one in checked if one.passed)
        for statement in kept:
            task.on_statement(statement)
        return Written(kept, tuple(one.removed for one in checked if not one.passed))

    def _watched(self, on_statement: OnStatement, where: Filter | None) -> OnStatement:
        """Return what marks a statement as it is marked in the answer, before it is seen."""
        if on_statement is ignore:
            return ignore
        return lambda statement: on_statement(self._mark_outdated([statement], where)[0][0])

    def _mark_outdated(
        self, statements: Sequence[Statement], where: Filter | None
    ) -> tuple[list[Statement], list[str]]:
        """Flag citations of what a newer version has replaced, and name that version."""
        cited = {one.document_id for statement in statements for one in statement.citations}
        successors = self._successors_of(cited, where)
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


@dataclass(frozen=True, slots=True)
class _Task:
    """What a strategy is given."""

    found: Found
    evidence: Sequence[ScoredChunk]
    terms: QuestionTerms
    on_statement: OnStatement
    turns: Sequence[Turn]
    where: Filter | None


def _without_rows(survey: Survey) -> Iterator[str]:
    """Yield what a survey without a row says: how many were read, and why others were not."""
    coverage = survey.coverage
    if not coverage.in_scope:
        yield from survey.notes
        return
    yield NO_ROWS.format(read=coverage.read, in_scope=coverage.in_scope)
    skipped = [one.reason for one in coverage.unread if one.state is DocumentState.SKIPPED]
    for reason, count in Counter(skipped).most_common(1):
        yield f"{count} documents were left out: {reason}."


def _refused(answer: Answer, refusal: Refusal) -> Answer:
    return replace(
        answer,
        refusal=refusal.sentence,
        reason=refusal.reason,
        refusal_kind=refusal.kind,
        near=refusal.near,
        rephrasings=refusal.rephrasings,
    )


def _evidence(found: Found) -> list[ScoredChunk]:
    """Return what an answer may be drawn from: no reference list, unless it is asked for."""
    return [one for one in found.ranking if found.is_about_references or not one.chunk.is_reference]
