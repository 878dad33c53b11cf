"""The survey story: understand -> scope -> ask every document -> prove -> merge -> count.

Read `SurveyStory.survey` from top to bottom. The scope is every document that passes the filter,
and every file that could not be read; what is in it is asked, all of it. Nothing is a row without a
verified quote.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from dataclasses import replace

from aliquot.filters import both
from aliquot.find import Find
from aliquot.generation.extractive import QuestionTerms
from aliquot.generation.surveying.asking import read_survey
from aliquot.generation.surveying.columns_asked import columns_asked
from aliquot.generation.surveying.coverage import coverage_of
from aliquot.generation.surveying.disagreeing import disagreements_of
from aliquot.generation.surveying.entries_meant import as_entries
from aliquot.generation.surveying.grouping import (
    grouping_asked,
    grouping_named,
    groups_of,
    own_versions,
)
from aliquot.generation.surveying.recognising import is_survey
from aliquot.generation.surveying.telling import summary_of
from aliquot.generation.surveying.value_questions import (
    ValueQuestion,
    is_comparison,
    read_comparison,
    read_values,
)
from aliquot.protocols import Progress, Scope, silent
from aliquot.survey.asked import (
    Asked,
    Left,
    empty_survey,
    in_scope,
    is_unread,
    notes_of,
    unread,
    with_findings,
)
from aliquot.survey.cells import ColumnCells
from aliquot.survey.changes import ChangesSurvey, Seen
from aliquot.survey.documents import DocumentSurvey
from aliquot.survey.found_cells import FoundCells
from aliquot.survey.lacking import LackingSurvey
from aliquot.survey.matching import Matcher
from aliquot.survey.names import NameSurvey
from aliquot.survey.quoting import DocumentRows
from aliquot.survey.recorded import RecordSurvey
from aliquot.survey.searching import Searching
from aliquot.survey.things import ThingSurvey
from aliquot.survey.unmet import nothing_passes
from aliquot.survey.valuing import OF_DOCUMENTS, ValueRows
from aliquot.types import (
    Chunk,
    Comparison,
    Document,
    DocumentKind,
    Filter,
    Finding,
    FindingKind,
    Operator,
    Scoped,
    Survey,
    SurveyBudget,
    Understanding,
    Usage,
)

__all__ = ["SurveyStory"]


class SurveyStory:
    """Put questions to every document of one library."""

    def __init__(
        self,
        *,
        find: Find,
        terms_of: Callable[[Understanding], QuestionTerms],
        matcher: Matcher,
        documents_of: Callable[[Filter | None], Iterable[Document]],
        unread_of: Callable[[Filter | None], Iterable[Scoped]],
        scope_of: Callable[[Filter | None], Scope | None],
        chunks_of: Callable[[str], Sequence[Chunk]],
        findings_of: Callable[[FindingKind | None, Filter | None], Iterable[Finding]],
        unread_for_findings: Callable[[], Left],
        this_year: Callable[[], int],
        cells: ColumnCells,
        seen_through: Callable[[Filter | None], Seen],
    ) -> None:
        """Take what it works with.

        Args:
            find: Reads questions, and finds what is near in meaning.
            terms_of: A question, as it was read, to its weighted content words.
            matcher: Finds every document that says something.
            documents_of: A filter to the documents that pass it, by id, without text.
            unread_of: The files that gave no document, in the collections a filter names.
            scope_of: A filter to the chunks it admits; `None` for all.
            chunks_of: A document's id to its chunks in reading order.
            findings_of: A kind and a filter to findings, those of one document together.
            unread_for_findings: Ids of documents whose findings are not known, or not all of them
                (then `FAILED`), with the reason.
            this_year: What "the last five years" end in.
            cells: Fills columns by a model, where one is named.
            seen_through: A filter to what versions of documents are looked for in.
        """
        self._find = find
        self._changes = ChangesSurvey(seen_through)
        self._searching = searching = Searching(matcher, terms_of)
        rows = DocumentRows(matcher, chunks_of)
        self._values = ValueRows(matcher, chunks_of, findings_of, terms_of)
        found = FoundCells(matcher, searching, self._values, findings_of)
        self._documents = DocumentSurvey(searching, rows, cells, found, documents_of)
        self._lacking = LackingSurvey(searching)
        self._things = ThingSurvey(searching, rows, chunks_of, findings_of)
        self._names = NameSurvey(find, searching, rows, chunks_of, findings_of)
        self._recorded = RecordSurvey(searching, matcher, chunks_of, documents_of)
        self._documents_of = documents_of
        self._unread_of = unread_of
        self._scope_of = scope_of
        self._findings_of = findings_of
        self._unread_for_findings = unread_for_findings
        self._this_year = this_year

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
            progress: Told after each document.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types, or nothing is
                grouped by that.
            ModelError: An embedder failed, or the language model before it read any document.
        """
        begun = time.perf_counter()
        group_by = grouping_named(group_by)
        put, question = question, self._meant(question, where)
        understood = self._find.understand(question, where)
        question, named = columns_asked(question)
        changes = None if columns or named else self._changes.survey(understood, where)
        if changes is not None and (changes.rows or changes.absent or not is_survey(understood)):
            return replace(changes, usage=Usage(seconds=time.perf_counter() - begun))
        columns = columns or named
        asked = self._asked(understood, where, question)
        wanted = asked.wanted
        unmet = None
        if not asked.documents and not wanted.names:
            unmet = nothing_passes(asked, where, self._documents_of)
        if unmet is not None:
            return replace(unmet, usage=Usage(seconds=time.perf_counter() - begun))
        if wanted.is_without:
            survey = self._lacking.survey(asked)
        elif wanted.names:
            left = self._unread_for_findings().keys() & asked.documents.keys()
            survey = self._names.survey(asked, has_findings=not left)
        elif asked.values is not None and not columns:
            survey = self._of_values(asked, asked.values)
            if not survey.rows and wanted.needs:
                survey = self._documents.survey(asked, columns, budget, progress)
                survey = replace(survey, notes=(_no_value(asked.values), *survey.notes))
        elif wanted.field and not columns:
            survey = self._recorded.survey(asked, wanted.field)
        elif wanted.kind is not None and not columns:
            survey = self._things.survey(self._with_findings(asked), wanted.kind, progress)
        else:
            survey = self._documents.survey(asked, columns, budget, progress)
        if asked.is_compared:
            survey = self._compared(survey, asked)
        survey = self._grouped(survey, asked, group_by or asked.grouped_by)
        usage = survey.usage + Usage(seconds=time.perf_counter() - begun)
        return replace(survey, question=put, summary=summary_of(survey), usage=usage)

    def _meant(self, question: str, where: Filter | None) -> str:
        """Return a question for genes as one for their entries, where there are any."""
        meant = as_entries(question)
        entries = Comparison("kind", Operator.EQ, DocumentKind.GENE.value)
        if meant == question or not any(True for _ in self._documents_of(both(where, entries))):
            return question
        return meant

    def _asked(self, understood: Understanding, where: Filter | None, question: str) -> Asked:
        """Return what is asked of every document.

        Args:
            understood: The question, as it was read.
            where: The caller's filter.
            question: Without the columns it names.
        """
        grouped_by, subject = grouping_asked(columns_asked(understood.subject)[0])
        values = read_values(question, subject)
        compared = None if values else read_comparison(question, subject)
        subject = values.text if values else subject if compared is None else compared
        # Of "dilutions of antibodies" the kind asked for is known, and antibodies are searched.
        put = replace(understood, question=subject if values else question, subject=subject)
        wanted = read_survey(put, self._this_year())
        wanted = replace(wanted, asked=replace(wanted.asked, question=understood.question))
        narrowed = both(both(where, understood.where), wanted.where)
        left, read = list(self._unread_of(narrowed)), {}
        for one in self._documents_of(narrowed):
            if is_unread(one):
                left.append(unread(one))
            else:
                read[one.id] = in_scope(one)
        coverage = coverage_of(len(read), left)
        scope = self._scope_of(narrowed)
        return Asked(
            wanted, narrowed, scope, read, coverage, grouped_by, values, compared is not None
        )

    def _grouped(self, survey: Survey, asked: Asked, by: str) -> Survey:
        """Return a survey with its rows told by year, author or version too."""
        if not by:
            return survey
        left = {one.document_id for one in survey.coverage.unread}
        read = {key for key in asked.documents if key not in left}
        versions = {}
        if by == "version":
            named = self._findings_of(FindingKind.VERSION, asked.where)
            versions = own_versions(self._records(asked, read), named)
        groups = groups_of(survey.rows, self._records(asked, read), by, versions)
        return replace(survey, grouped_by=by, groups=groups)

    def _records(self, asked: Asked, ids: Container[str]) -> Iterator[Document]:
        """Yield, few at a time, the documents in scope that are among some."""
        return (one for one in self._documents_of(asked.where) if one.id in ids)

    def _with_findings(self, asked: Asked) -> Asked:
        """Return a question put only to the documents whose findings are known."""
        return with_findings(asked, self._unread_for_findings())

    def _of_values(self, asked: Asked, values: ValueQuestion) -> Survey:
        """Return one row a value that a sentence about what is asked states."""
        asked = self._with_findings(asked)
        needs = asked.wanted.needs
        within: Container[str] = asked.documents
        if needs and values.kind in OF_DOCUMENTS:
            within, needs = self._searching.matched(asked), ()
        stated = self._values.stated(values, needs, asked.wanted.asked, asked.where, within)
        survey = empty_survey(asked, values.columns, [one.row for one in stated])
        notes = notes_of(asked, is_by_words=bool(asked.wanted.needs))
        if not needs and not is_comparison(asked.wanted.asked.question):
            return replace(survey, notes=notes)
        differing = disagreements_of(stated, " ".join(one.text for one in needs), values.column)
        return replace(survey, notes=notes, disagreements=differing)

    def _compared(self, survey: Survey, asked: Asked) -> Survey:
        """Return a survey of documents with what they state differently of what they share."""
        wanted = asked.wanted
        rows = {one for row in survey.rows for one in row.documents}
        read = self._with_findings(asked).documents
        within = {key for key in read if key in rows or not wanted.needs}
        differing = self._values.differing(
            wanted.needs, wanted.asked, asked.where, within, self._records(asked, within)
        )
        return replace(survey, disagreements=differing)


def _no_value(values: ValueQuestion) -> str:
    return f"no {values.column} was found stated of it; the rows are documents that name it"
