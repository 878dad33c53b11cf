"""The survey story: understand -> scope -> ask every document -> prove -> merge -> count.

Read `SurveyStory.survey` from top to bottom. The scope is every document that passes the filter,
and every file that could not be read; what is in it is asked, all of it. Nothing is a row without a
verified quote.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from aliquot.filters import both, describe
from aliquot.find import Find
from aliquot.generation.extractive import QuestionTerms
from aliquot.generation.surveying.absence import near_misses
from aliquot.generation.surveying.asking import Need, SurveyQuestion, read_survey
from aliquot.generation.surveying.coverage import coverage_of
from aliquot.generation.surveying.disagreeing import disagreements_of
from aliquot.generation.surveying.grouping import (
    grouping_asked,
    grouping_named,
    groups_of,
    own_versions,
)
from aliquot.generation.surveying.merging import Merged, merge
from aliquot.generation.surveying.rows import (
    DOCUMENT_COLUMNS,
    fields_of_filter,
    finding_row,
)
from aliquot.generation.surveying.telling import summary_of
from aliquot.generation.surveying.value_questions import (
    ValueQuestion,
    is_comparison,
    read_comparison,
    read_values,
)
from aliquot.protocols import Progress, ProgressEvent, Scope, silent
from aliquot.survey.cells import ColumnCells, Filled
from aliquot.survey.lacking import LEAST_SAID, LEAST_SAID_OWN, lacking
from aliquot.survey.matching import LEAST_OWN, LEAST_SHARE, Match, Matcher
from aliquot.survey.quoting import MAX_QUOTES, DocumentRows
from aliquot.survey.valuing import OF_DOCUMENTS, ValueRows
from aliquot.types import (
    Absence,
    Chunk,
    Coverage,
    Document,
    DocumentState,
    DocumentStatus,
    Filter,
    Finding,
    FindingKind,
    FindingRole,
    Scoped,
    Survey,
    SurveyBudget,
    SurveyRow,
    Understanding,
    Usage,
)

__all__ = ["SurveyStory"]

# Chunks nearest in meaning, in which what comes near to an absent name is looked for.
NEAR_CHUNKS = 10
# "HEK293T cells": what a name's thing is called behind it, and findings leave out.
GENERIC_TAIL = re.compile(r"\s+(?:cells?|cell lines?|strains?|antibod(?:y|ies)|kits?|細胞)$", re.I)
# Merged names told under a table; each row has its own.
MAX_MERGED_NOTES = 10
SEARCHED = ("words", "meaning")

NO_TEXT = (DocumentStatus.NEEDS_OCR,)
UNREADABLE = (DocumentStatus.ENCRYPTED, DocumentStatus.FAILED)


@dataclass(frozen=True, slots=True)
class _Asked:
    """A question with what it is put to."""

    wanted: SurveyQuestion
    where: Filter | None
    scope: Scope | None
    documents: Mapping[str, Document]
    coverage: Coverage
    grouped_by: str = ""
    values: ValueQuestion | None = None
    is_compared: bool = False


class SurveyStory:
    """Put questions to every document of one library."""

    def __init__(
        self,
        *,
        find: Find,
        terms_of: Callable[[Understanding], QuestionTerms],
        matcher: Matcher,
        documents_of: Callable[[Filter | None], Sequence[Document]],
        unread_of: Callable[[], Iterable[Scoped]],
        scope_of: Callable[[Filter | None], Scope | None],
        chunks_of: Callable[[str], Sequence[Chunk]],
        findings_of: Callable[[FindingKind | None, Filter | None], Iterable[Finding]],
        unread_for_findings: Callable[[], Mapping[str, tuple[DocumentState, str]]],
        this_year: Callable[[], int],
        cells: ColumnCells,
    ) -> None:
        """Take what it works with.

        Args:
            find: Reads questions, and finds what is near in meaning.
            terms_of: A question, as it was read, to its weighted content words.
            matcher: Finds every document that says something.
            documents_of: A filter to the documents that pass it, without text.
            unread_of: The files that gave no document.
            scope_of: A filter to the chunks it admits; `None` for all.
            chunks_of: A document's id to its chunks in reading order.
            findings_of: A kind and a filter to findings, those of one document together.
            unread_for_findings: Ids of documents whose findings are not known, or not all of them
                (then `FAILED`), with the reason.
            this_year: What "the last five years" end in.
            cells: Fills columns by a model, where one is named.
        """
        self._find = find
        self._terms_of = terms_of
        self._matcher = matcher
        self._rows = DocumentRows(matcher, chunks_of, findings_of)
        self._values = ValueRows(matcher, chunks_of, findings_of, terms_of)
        self._documents_of = documents_of
        self._unread_of = unread_of
        self._scope_of = scope_of
        self._chunks_of = chunks_of
        self._findings_of = findings_of
        self._unread_for_findings = unread_for_findings
        self._this_year = this_year
        self._cells = cells

    def survey(
        self,
        question: str,
        where: Filter | None = None,
        columns: Sequence[str] = (),
        *,
        group_by: str = "",
        budget: SurveyBudget = SurveyBudget(),
        progress: Progress = silent,
    ) -> Survey:
        """Return a table over every document that passes a filter, with its coverage.

        Args:
            question: As asked.
            where: Beside what the question itself restricts.
            columns: What is wanted of each document; rows are then documents.
            group_by: What rows are also told by; empty for nothing.
            budget: What a language model may take.
            progress: Told after each document or thing.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types, or nothing is
                grouped by that.
            ModelError: An embedder failed, or the language model before it read any document.
        """
        begun = time.perf_counter()
        group_by = grouping_named(group_by)
        asked = self._asked(question, where)
        wanted = asked.wanted
        if wanted.is_without:
            survey = self._of_lacking(asked)
        elif wanted.names:
            survey = self._of_names(asked)
        elif asked.values is not None and not columns:
            survey = self._of_values(asked, asked.values)
            if not survey.rows and wanted.needs:
                survey = self._of_documents(asked, columns, budget, progress)
                survey = replace(survey, notes=(_no_value(asked.values), *survey.notes))
        elif wanted.kind is not None and not columns:
            survey = self._of_findings(asked, wanted.kind, progress)
        else:
            survey = self._of_documents(asked, columns, budget, progress)
        if asked.is_compared:
            survey = self._compared(survey, asked)
        survey = self._grouped(survey, asked, group_by or asked.grouped_by)
        usage = survey.usage + Usage(seconds=time.perf_counter() - begun)
        return replace(survey, summary=summary_of(survey), usage=usage)

    def _asked(self, question: str, where: Filter | None) -> _Asked:
        understood = self._find.understand(question)
        grouped_by, subject = grouping_asked(understood.subject)
        values = read_values(question, subject)
        compared = None if values else read_comparison(question, subject)
        subject = values.text if values else subject if compared is None else compared
        # Of "dilutions of antibodies" the kind asked for is known, and antibodies are searched.
        put = replace(understood, question=subject if values else question, subject=subject)
        wanted = read_survey(put, self._this_year())
        wanted = replace(wanted, asked=replace(wanted.asked, question=question))
        narrowed = both(both(where, understood.where), wanted.where)
        documents = self._documents_of(narrowed)
        unread = [*map(_unread, filter(_is_unread, documents)), *self._unread_of()]
        read = {one.id: one for one in documents if not _is_unread(one)}
        coverage = coverage_of(len(read), unread)
        scope = self._scope_of(narrowed)
        return _Asked(
            wanted, narrowed, scope, read, coverage, grouped_by, values, compared is not None
        )

    def _grouped(self, survey: Survey, asked: _Asked, by: str) -> Survey:
        """Return a survey with its rows told by year, author or version too."""
        if not by:
            return survey
        unread = {one.document_id for one in survey.coverage.unread}
        read = {key: one for key, one in asked.documents.items() if key not in unread}
        versions = {}
        if by == "version":
            named = self._findings_of(FindingKind.VERSION, asked.where)
            versions = own_versions(read.values(), named)
        return replace(survey, grouped_by=by, groups=groups_of(survey.rows, read, by, versions))

    # ------------------------------------------------------------------------------ documents

    def _of_documents(
        self, asked: _Asked, columns: Sequence[str], budget: SurveyBudget, progress: Progress
    ) -> Survey:
        """Return one row a document that says what is asked, or whose record does."""
        wanted = asked.wanted
        matched = self._matched(asked) if wanted.needs else None
        ids = [one for one in asked.documents if matched is None or one in matched]
        filled = self._filled(asked, ids, columns, budget, progress)
        asked = _without(asked, filled.left)
        ids = [one for one in ids if one not in filled.left]
        fields = fields_of_filter(asked.where)
        rows = []
        for done, document_id in enumerate(ids, start=1):
            match = None if matched is None else matched[document_id]
            document = asked.documents[document_id]
            cells = self._cells.shown(filled, document_id)
            row = self._rows.row(document, match, fields, columns, asked.where, cells)
            if row is not None:
                rows.append(row)
            progress(ProgressEvent("survey", done, len(ids), source=document_id))
        shown_columns = (*DOCUMENT_COLUMNS, *(columns or fields))
        survey = _survey(asked, tuple(dict.fromkeys(shown_columns)), rows)
        notes = _notes(asked, is_by_words=bool(wanted.needs), unproved=len(ids) - len(rows))
        survey = replace(survey, notes=(*notes, *filled.notes), usage=filled.usage)
        if wanted.is_count:
            return replace(survey, counted="documents", count=len(rows))
        return survey

    def _filled(
        self,
        asked: _Asked,
        ids: Sequence[str],
        columns: Sequence[str],
        budget: SurveyBudget,
        progress: Progress,
    ) -> Filled:
        """Return what a model read of the documents that become rows."""
        documents = [asked.documents[one] for one in ids]
        question = asked.wanted.asked.question
        return self._cells.fill(question, documents, columns, asked.where, budget, progress)

    def _of_lacking(self, asked: _Asked) -> Survey:
        """Return, as absences, the documents that do not say what is asked."""
        wanted = asked.wanted
        near = self._matched(asked)
        saying: dict[str, Match] = {}
        for need in wanted.needs:
            saying |= self._matches(need, asked, least=LEAST_SAID, least_own=LEAST_SAID_OWN)
        notes = _notes(asked, is_by_words=True, unproved=0)
        survey = replace(_survey(asked, DOCUMENT_COLUMNS, ()), notes=notes)
        return lacking(survey, asked.documents, saying, near, is_count=wanted.is_count)

    def _matched(self, asked: _Asked) -> dict[str, Match]:
        """Return the documents that meet any need."""
        matched: dict[str, Match] = {}
        for need in asked.wanted.needs:
            for document_id, match in self._matches(need, asked).items():
                known = matched.get(document_id)
                if known is None or match.said.share > known.said.share:
                    matched[document_id] = match
        return matched

    def _matches(
        self, need: Need, asked: _Asked, *, least: float = LEAST_SHARE, least_own: float = LEAST_OWN
    ) -> dict[str, Match]:
        terms = self._need_terms(need, asked.wanted.asked)
        if not terms.weights:
            return {}
        return self._matcher.matches(need, terms, asked.scope, least=least, least_own=least_own)

    def _need_terms(self, need: Need, understood: Understanding) -> QuestionTerms:
        return self._terms_of(replace(understood, subject=need.text))

    # ------------------------------------------------------------------------------ findings

    def _of_findings(self, asked: _Asked, kind: FindingKind, progress: Progress) -> Survey:
        """Return one row a thing of a kind, in the documents that are about what is asked."""
        asked = self._read_for_findings(asked)
        within = set(self._matched(asked)) if asked.wanted.needs else set(asked.documents)
        merged = merge(
            one
            for one in self._findings_of(kind, asked.where)
            if one.document_id in within
            and one.role is not FindingRole.CITED
            and asked.wanted.wants(one)
        )
        column = kind.value
        wanted, rows = asked.wanted, []
        for done, one in enumerate(merged, start=1):
            if _is_wanted(one, wanted):
                row = self._finding_row(one, column)
                rows += [] if row is None else [row]
            progress(ProgressEvent("survey", done, len(merged)))
        survey = _survey(asked, (column, "role", "documents"), rows)
        notes = [*_notes(asked, is_by_words=bool(wanted.needs), unproved=0), *_merged_notes(rows)]
        if wanted.is_use and not wanted.is_denied and len(rows) < len(merged):
            left = [one.shown for one in merged if not _is_wanted(one, wanted)]
            notes.append(f"named and not said to be used: {', '.join(left)}")
        survey = replace(survey, notes=tuple(notes))
        if wanted.is_denied:
            return _never_used(survey, merged, column)
        if wanted.is_count:
            return replace(survey, counted=column, count=len(rows))
        return survey

    def _of_values(self, asked: _Asked, values: ValueQuestion) -> Survey:
        """Return one row a value that a sentence about what is asked states."""
        asked = self._read_for_findings(asked)
        needs = asked.wanted.needs
        within: Container[str] = asked.documents
        if needs and values.kind in OF_DOCUMENTS:
            within, needs = self._matched(asked), ()
        stated = self._values.stated(values, needs, asked.wanted.asked, asked.where, within)
        survey = _survey(asked, values.columns, [one.row for one in stated])
        notes = _notes(asked, is_by_words=bool(asked.wanted.needs), unproved=0)
        if not needs and not is_comparison(asked.wanted.asked.question):
            return replace(survey, notes=notes)
        differing = disagreements_of(stated, " ".join(one.text for one in needs), values.column)
        return replace(survey, notes=notes, disagreements=differing)

    def _compared(self, survey: Survey, asked: _Asked) -> Survey:
        """Return a survey of documents with what they state differently of what they share."""
        wanted = asked.wanted
        rows = {one for row in survey.rows for one in row.documents}
        read = self._read_for_findings(asked).documents
        documents = {key: one for key, one in read.items() if key in rows or not wanted.needs}
        differing = self._values.differing(wanted.needs, wanted.asked, asked.where, documents)
        return replace(survey, disagreements=differing)

    def _read_for_findings(self, asked: _Asked) -> _Asked:
        """Return a question put only to the documents whose findings are known.

        A document that could be read in part is asked too, and does not count as read.
        """
        unread = self._unread_for_findings()
        left = {one: unread[one] for one in asked.documents if one in unread}
        if not left:
            return asked
        others = [
            Scoped(_source(asked.documents[one]), state, one, reason=reason)
            for one, (state, reason) in left.items()
        ]
        coverage = coverage_of(len(asked.documents) - len(left), (*asked.coverage.unread, *others))
        without = {one for one, (state, _) in left.items() if state is DocumentState.SKIPPED}
        documents = {key: one for key, one in asked.documents.items() if key not in without}
        return replace(asked, documents=documents, coverage=coverage)

    def _finding_row(self, merged: Merged, column: str) -> SurveyRow | None:
        chunks = {one: self._chunks_of(one) for one in list(merged.by_document)[:MAX_QUOTES]}
        citations = list(self._rows.quotes(merged, chunks))
        if not citations:
            return None
        return finding_row(merged, column, citations, tuple(merged.by_document))

    # ------------------------------------------------------------------------------ names

    def _of_names(self, asked: _Asked) -> Survey:
        """Return, of things named in the question, the documents of each, and which have none."""
        rows, absent = [], []
        known = self._known_names(asked)
        for name in asked.wanted.names:
            row = self._name_row(name, asked, known)
            if row is None:
                absent.append(self._absence(name, asked, known))
            else:
                rows.append(row)
        columns = ("name", "documents", "titles")
        return replace(
            _survey(asked, columns, rows),
            universe=", ".join(asked.wanted.names),
            absent=tuple(absent),
            notes=_notes(asked, is_by_words=True, unproved=0),
        )

    def _known_names(self, asked: _Asked) -> Mapping[str, Merged]:
        """Return what findings of any kind name in scope, by every spelling without case."""
        known: dict[str, Merged] = {}
        for one in merge(self._findings_of(None, asked.where)):
            if one.role not in (FindingRole.CITED, FindingRole.EXCLUDED):
                for spelling in (one.name, *one.spellings):
                    known.setdefault(spelling.casefold(), one)
        return known

    def _name_row(self, name: str, asked: _Asked, known: Mapping[str, Merged]) -> SurveyRow | None:
        matches = self._matches(Need(name, is_use=True), asked, least=1.0)
        citations = [one.citation for one in matches.values()]
        bare = GENERIC_TAIL.sub("", name).casefold()
        found = known.get(name.casefold()) or known.get(bare)
        if found is not None:
            left = [one for one in found.by_document if one not in matches]
            citations += self._rows.quotes(found, {one: self._chunks_of(one) for one in left})
        if not citations:
            return None
        documents = tuple(dict.fromkeys(one.document_id for one in citations))
        titles = "; ".join(
            asked.documents[one].title if one in asked.documents else one
            for one in documents[:MAX_QUOTES]
        )
        values = {"name": name, "documents": str(len(documents)), "titles": titles}
        merged = () if found is None or not found.others else (found.shown, *found.others)
        return SurveyRow(values, tuple(citations[:MAX_QUOTES]), documents, merged)

    def _absence(self, name: str, asked: _Asked, known: Mapping[str, Merged]) -> Absence:
        """Return an absence, after meaning was searched too, with what comes near."""
        ranking = self._find.found(name, NEAR_CHUNKS, asked.where, is_literal=True).ranking
        texts = [one.chunk.text for one in ranking if not one.chunk.is_reference]
        names = [one.shown for one in known.values()]
        is_by_findings = not self._unread_for_findings().keys() & asked.documents.keys()
        searched = ("findings", *SEARCHED) if is_by_findings else SEARCHED
        return Absence(name, searched, near_misses(name, texts, names))


def _survey(asked: _Asked, columns: tuple[str, ...], rows: Sequence[SurveyRow]) -> Survey:
    understood = asked.wanted.asked
    return Survey(
        question=understood.question,
        language=understood.language,
        columns=columns,
        rows=tuple(rows),
        coverage=asked.coverage,
        where=describe(asked.where),
    )


def _is_unread(document: Document) -> bool:
    return document.status in (*NO_TEXT, *UNREADABLE)


def _unread(document: Document) -> Scoped:
    state = DocumentState.NO_TEXT if document.status in NO_TEXT else DocumentState.FAILED
    return Scoped(
        _source(document), state, document.id, document.title, "; ".join(document.warnings)
    )


def _without(asked: _Asked, left: Mapping[str, tuple[DocumentState, str]]) -> _Asked:
    """Return a question without documents that were not read to their end, which are accounted."""
    if not left:
        return asked
    others = [
        Scoped(_source(one), state, one.id, one.title, reason)
        for one, (state, reason) in ((asked.documents[key], why) for key, why in left.items())
    ]
    coverage = coverage_of(
        asked.coverage.read - len(left), (*asked.coverage.unread, *others)
    )
    documents = {key: one for key, one in asked.documents.items() if key not in left}
    return replace(asked, documents=documents, coverage=coverage)


def _is_wanted(merged: Merged, wanted: SurveyQuestion) -> bool:
    """Tell whether a thing is used, or never used, as the question asks."""
    if wanted.is_denied:
        return FindingRole.USED not in merged.roles
    return not wanted.is_use or FindingRole.USED in merged.roles


def _no_value(values: ValueQuestion) -> str:
    return f"no {values.column} was found stated of it; the rows are documents that name it"


def _source(document: Document) -> str:
    return document.source.path if document.source else document.id


def _notes(asked: _Asked, *, is_by_words: bool, unproved: int) -> tuple[str, ...]:
    """Return what a reader should know of how rows came about."""
    notes = []
    if is_by_words:
        wanted = asked.wanted
        looked_for = wanted.names or tuple(one.text for one in wanted.needs)
        notes.append(f"searched in every document for: {' | '.join(looked_for)}")
        notes += [
            f"also searched for {one.name}: {', '.join(one.others)} ({one.reason})"
            for one in wanted.asked.expansions
        ]
    if unproved:
        notes.append(f"{unproved} documents pass the filter and hold nothing to quote")
    return tuple(notes)


def _merged_notes(rows: Sequence[SurveyRow]) -> tuple[str, ...]:
    merged = [f"taken as one: {' = '.join(one.merged)}" for one in rows if one.merged]
    left = len(merged) - MAX_MERGED_NOTES
    more = (f"and {left} more rows were merged",) if left > 0 else ()
    return (*merged[:MAX_MERGED_NOTES], *more)


def _never_used(survey: Survey, merged: Sequence[Merged], column: str) -> Survey:
    """Return a survey of what is named and never used, each with where it is named."""
    used = tuple(one.name for one in merged if FindingRole.USED in one.roles)
    absent = tuple(
        Absence(row.values[column], ("findings",), near_misses(row.values[column], (), used))
        for row in survey.rows
    )
    universe = f"every {column} the documents in scope name ({len(merged)})"
    return replace(survey, universe=universe, absent=absent)
