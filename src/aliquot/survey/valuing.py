"""Values as rows: each once, however it is written, with the sentences that state it."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from aliquot.generation.extractive import QuestionTerms
from aliquot.generation.surveying.asking import Need
from aliquot.generation.surveying.disagreeing import (
    Stated,
    disagreements_of,
    records_that_differ,
)
from aliquot.generation.surveying.rows import MAX_QUOTES
from aliquot.generation.surveying.steps import is_own_step, names_step, step_names
from aliquot.generation.surveying.value_questions import COMPARED, ValueQuestion
from aliquot.generation.surveying.valuing import (
    Value,
    from_last,
    masses_beside,
    segments,
    values_of,
)
from aliquot.survey.matching import LEAST_OWN, LEAST_SHARE, Matcher
from aliquot.types import (
    Chunk,
    Citation,
    Disagreement,
    Document,
    Filter,
    Finding,
    FindingKind,
    FindingRole,
    SurveyRow,
    Understanding,
)

__all__ = ["OF_DOCUMENTS", "ValueRows"]

# Facts of whole documents: the line that states a sponsor names no disease.
OF_DOCUMENTS = frozenset({FindingKind.STATISTIC, FindingKind.TRIAL})
# Amounts are found with what they are of; what else stands in the sentence is not theirs.
NAMED = frozenset({FindingKind.REAGENT})
# Less than a sentence says that names no step at all.
OTHER_STEP = -1.0
# Findings of a document that are tried for a quote: one is enough, and the first nearly always is.
TRIED = 3


class ValueRows:
    """Makes rows of values; safe to share between threads."""

    def __init__(
        self,
        matcher: Matcher,
        chunks_of: Callable[[str], Sequence[Chunk]],
        findings_of: Callable[[FindingKind | None, Filter | None], Iterable[Finding]],
        terms_of: Callable[[Understanding], QuestionTerms],
    ) -> None:
        """Take what it works with.

        Args:
            matcher: Reads sentences and quotes them.
            chunks_of: A document's id to its chunks in reading order.
            findings_of: A kind and a filter to findings, those of one document together.
            terms_of: A question, as it was read, to its weighted content words.
        """
        self._matcher = matcher
        self._chunks_of = chunks_of
        self._findings_of = findings_of
        self._terms_of = terms_of

    def stated(
        self,
        values: ValueQuestion,
        needs: Sequence[Need],
        asked: Understanding,
        where: Filter | None,
        within: Container[str],
    ) -> list[Stated]:
        """Return values with their rows, those in most documents first; none without a quote.

        Args:
            values: What kind of value is wanted.
            needs: What a value's own sentence has to be about; any of several will do. None for
                anything.
            asked: The question they are of.
            where: What restricts the findings.
            within: Ids of the documents whose values are told.
        """
        admitted = (
            one
            for one in self._findings_of(values.kind, where)
            if one.document_id in within and values.admits(one) and _is_told(one)
        )
        told = values_of(self.about(admitted, needs, asked), values)
        stated = [Stated(one, row) for one in told if (row := self._row(one, values)) is not None]
        if needs and values.kind is FindingKind.DOSE:
            stated += self.stated(values.of_drugs, needs, asked, where, within)
        return stated

    def about(
        self, findings: Iterable[Finding], needs: Sequence[Need], asked: Understanding
    ) -> Iterator[Finding]:
        """Yield the findings whose own sentences are about what is needed.

        Args:
            findings: Those of one document together.
            needs: Any of several will do; none for anything.
            asked: The question they are of.
        """
        about = [one for one in (self._terms(need, asked) for need in needs) if one.weights]
        is_step = names_step(" ".join(one.text for one in needs))
        return self._about(findings, about, is_step=is_step)

    def differing(
        self,
        needs: Sequence[Need],
        asked: Understanding,
        where: Filter | None,
        within: Container[str],
        documents: Iterable[Document],
    ) -> tuple[Disagreement, ...]:
        """Return what documents state differently of something, in any kind of value.

        Args:
            needs: What they are compared in; none for everything.
            asked: The question they are of.
            where: What restricts the findings.
            within: Ids of the documents that are compared.
            documents: Those.
        """
        about = " ".join(one.text for one in needs)
        found = [
            one
            for values in COMPARED
            for one in disagreements_of(
                self.stated(values, needs, asked, where, within), about, values.column
            )
        ]
        return (*self._of_records(documents), *found)

    def _of_records(self, documents: Iterable[Document]) -> Iterator[Disagreement]:
        """Yield what records of one thing state differently, field by field."""
        for about, field, by_value in records_that_differ(documents):
            rows = []
            for value, keys in by_value.items():
                words = f"{field.replace('_', ' ')} {value}"
                lines = (self._matcher.best_line(self._chunks_of(one), words) for one in keys)
                cited = tuple(one for one in itertools.islice(lines, MAX_QUOTES) if one is not None)
                shown = {field: value, "documents": str(len(keys))}
                rows += [SurveyRow(shown, cited, tuple(keys))] if cited else []
            if len(rows) > 1:
                yield Disagreement(about, tuple(rows))

    def _terms(self, need: Need, asked: Understanding) -> QuestionTerms:
        """Return the words of a value's sentence, with what else the bench calls its step."""
        others = (*asked.expansions, *step_names(need.text))
        return self._terms_of(replace(asked, subject=need.text, expansions=others))

    def _about(
        self, findings: Iterable[Finding], about: Sequence[QuestionTerms], *, is_step: bool
    ) -> Iterator[Finding]:
        """Yield the findings whose own sentences are about something."""
        if not about:
            yield from findings
            return
        for document_id, of_document in itertools.groupby(findings, lambda one: one.document_id):
            chunks = {one.id: one for one in self._chunks_of(document_id)}
            for sentence in _by_sentence(of_document):
                chunk = chunks.get(sentence[0].chunk_id)
                if chunk is not None:
                    yield from self._of_sentence(chunk, sentence, about, is_step=is_step)

    def _of_sentence(
        self,
        chunk: Chunk,
        sentence: Sequence[Finding],
        about: Sequence[QuestionTerms],
        *,
        is_step: bool,
    ) -> Iterator[Finding]:
        """Yield, of the findings of one sentence, those that it states of what is asked."""
        text = sentence[0].span.shifted(-chunk.span.start).of(chunk.text)
        for terms in about:
            around = self._matcher.said(terms, chunk.header)
            # A heading that only repeats the title says no more of the sentence than that does.
            title = self._matcher.said(terms, chunk.header.partition(" > ")[0])
            section = self._matcher.said(terms, " ".join(chunk.section_path)) - title
            whole = self._matcher.said(terms, text) | section
            if terms.share(whole | around) < LEAST_SHARE - 1e-9 or not _is_own(terms, whole, title):
                continue
            shares = self._shares(text, sentence, terms, is_step=is_step and not section)
            # In one that says it of some of its values, the others are of something else.
            least = LEAST_OWN if sentence[0].kind in NAMED else max(0.0, *shares)
            yield from (one for one, share in zip(sentence, shares, strict=True) if share >= least)
            return

    def _shares(
        self, text: str, sentence: Sequence[Finding], terms: QuestionTerms, *, is_step: bool
    ) -> list[float]:
        """Return what share of the words a sentence says of each of its findings.

        Args:
            text: The sentence.
            sentence: Its findings.
            terms: The words.
            is_step: Whether they are a step that its heading does not name; then what is done in
                another step has a share below nothing.
        """
        if sentence[0].kind in NAMED:
            return [self._share_of_name(one, terms) for one in sentence]
        start = sentence[0].span.start
        places = [(one.place.start - start, one.place.end - start) for one in sentence]
        others = masses_beside(text, places) if sentence[0].kind is FindingKind.DOSE else []
        told = sorted({*places, *others})
        by_place = dict(zip(told, segments(text, told), strict=True))
        # "Drug A 500 mg, drug B 0.5 mg/kg": the second is no dose of drug A.
        said_of = (terms.share(self._matcher.said(terms, by_place[one])) for one in others)
        rival = max(said_of, default=0.0)
        shares = []
        for place, one in zip(places, sentence, strict=True):
            said = by_place[place]
            action = one.details.get("action", "")
            is_other = is_step and is_own_step(action)
            own = from_last(action, said) if is_other else said
            share = terms.share(self._matcher.said(terms, f"{own} {one.value}"))
            is_of_other = share < rival or (is_other and not share)
            shares.append(OTHER_STEP if is_of_other else share)
        return shares

    def _share_of_name(self, finding: Finding, terms: QuestionTerms) -> float:
        """Return what share of the words a finding's name says, 0 where it names another thing."""
        said = self._matcher.said(terms, f"{finding.value} {finding.normalised}")
        words = len(finding.normalised.split())
        return terms.share(said) if 2 * len(said) >= words else 0.0

    def _row(self, value: Value, asked: ValueQuestion) -> SurveyRow | None:
        cited = list(itertools.islice(self._quotes(value), MAX_QUOTES))
        if not cited:
            return None
        values: Mapping[str, str] = {asked.column: value.shown}
        if asked.kind.value in asked.columns:
            values = {asked.kind.value: value.thing, **values}
        documents = tuple(value.by_document)
        values = {**values, "documents": str(len(documents))}
        others = tuple(one for one in value.spellings if one != value.shown)
        return SurveyRow(values, tuple(cited), documents, (value.shown, *others) if others else ())

    def _quotes(self, value: Value) -> Iterator[Citation]:
        """Yield a verified quote of each document."""
        for document_id, findings in value.by_document.items():
            chunks = {one.id: one for one in self._chunks_of(document_id)}
            tried = (
                self._matcher.quote(chunks[one.chunk_id], one.span)
                for one in findings[:TRIED]
                if one.chunk_id in chunks
            )
            yield from itertools.islice((one for one in tried if one is not None), 1)


def _is_own(terms: QuestionTerms, whole: frozenset[str], title: frozenset[str]) -> bool:
    """Tell whether a sentence says enough itself, or what its document's title leaves to it."""
    if terms.share(whole) >= LEAST_OWN:
        return True
    left = frozenset(terms.weights) - title
    return bool(left) and terms.share(whole & left) >= LEAST_SHARE * terms.share(left) > 0


def _is_told(finding: Finding) -> bool:
    return finding.role not in (FindingRole.CITED, FindingRole.EXCLUDED)


def _by_sentence(findings: Iterable[Finding]) -> list[list[Finding]]:
    """Return findings by the sentence that states them, in reading order."""
    ordered = sorted(findings, key=lambda one: (one.chunk_id, one.span.start, one.place.start))
    return [
        list(group) for _, group in itertools.groupby(ordered, lambda one: (one.chunk_id, one.span))
    ]
