"""The survey story: understand -> scope -> ask every document -> prove -> merge -> count.

Read `SurveyStory.survey` from top to bottom. The scope is every document that passes the filter,
and every file that could not be read; what is in it is asked, all of it. Nothing is a row without a
verified quote.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from aliquot.filters import both, describe
from aliquot.find import Find
from aliquot.generation.extractive import QuestionTerms
from aliquot.generation.surveying.absence import near_misses
from aliquot.generation.surveying.asking import Need, SurveyQuestion, read_survey
from aliquot.generation.surveying.coverage import coverage_of
from aliquot.generation.surveying.merging import Merged, merge
from aliquot.generation.surveying.rows import (
    DOCUMENT_COLUMNS,
    fields_of_filter,
    finding_row,
)
from aliquot.protocols import Progress, ProgressEvent, Scope, silent
from aliquot.survey.matching import Match, Matcher
from aliquot.survey.quoting import MAX_QUOTES, DocumentRows
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
        unread_for_findings: Callable[[], Mapping[str, str]],
        this_year: Callable[[], int],
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
            unread_for_findings: Ids of documents whose findings are not known, with the reason.
            this_year: What "the last five years" end in.
        """
        self._find = find
        self._terms_of = terms_of
        self._matcher = matcher
        self._rows = DocumentRows(matcher, chunks_of, findings_of)
        self._documents_of = documents_of
        self._unread_of = unread_of
        self._scope_of = scope_of
        self._chunks_of = chunks_of
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
            progress: Told after each document or thing.

        Raises:
            ConfigError: The filter names an unknown field or compares wrong types.
            ModelError: An embedder failed.
        """
        begun = time.perf_counter()
        asked = self._asked(question, where)
        wanted = asked.wanted
        if wanted.names:
            survey = self._of_names(asked)
        elif wanted.kind is not None and not columns:
            survey = self._of_findings(asked, wanted.kind, progress)
        else:
            survey = self._of_documents(asked, columns, progress)
        return replace(survey, usage=Usage(seconds=time.perf_counter() - begun))

    def _asked(self, question: str, where: Filter | None) -> _Asked:
        understood = self._find.understand(question)
        wanted = read_survey(understood, self._this_year())
        narrowed = both(both(where, understood.where), wanted.where)
        documents = self._documents_of(narrowed)
        unread = [*map(_unread, filter(_is_unread, documents)), *self._unread_of()]
        read = {one.id: one for one in documents if not _is_unread(one)}
        coverage = coverage_of(len(read), unread)
        return _Asked(wanted, narrowed, self._scope_of(narrowed), read, coverage)

    # ------------------------------------------------------------------------------ documents

    def _of_documents(self, asked: _Asked, columns: Sequence[str], progress: Progress) -> Survey:
        """Return one row a document that says what is asked, or whose record does."""
        wanted = asked.wanted
        matched = self._matched(asked) if wanted.needs else None
        ids = [one for one in asked.documents if matched is None or one in matched]
        fields = fields_of_filter(asked.where)
        rows = []
        for done, document_id in enumerate(ids, start=1):
            match = None if matched is None else matched[document_id]
            document = asked.documents[document_id]
            row = self._rows.row(document, match, fields, columns, asked.where)
            if row is not None:
                rows.append(row)
            progress(ProgressEvent("survey", done, len(ids), source=document_id))
        shown_columns = (*DOCUMENT_COLUMNS, *(columns or fields))
        survey = _survey(asked, tuple(dict.fromkeys(shown_columns)), rows)
        notes = _notes(asked, is_by_words=bool(wanted.needs), unproved=len(ids) - len(rows))
        survey = replace(survey, notes=notes)
        if wanted.is_count:
            return replace(survey, counted="documents", count=len(rows))
        return survey

    def _matched(self, asked: _Asked) -> dict[str, Match]:
        """Return the documents that meet any need."""
        matched: dict[str, Match] = {}
        for need in asked.wanted.needs:
            for document_id, match in self._matches(need, asked).items():
                known = matched.get(document_id)
                if known is None or match.share > known.share:
                    matched[document_id] = match
        return matched

    def _matches(
        self, need: Need, asked: _Asked, *, least: float | None = None
    ) -> dict[str, Match]:
        terms = self._need_terms(need, asked.wanted.asked)
        if not terms.weights:
            return {}
        how = {} if least is None else {"least": least}
        return self._matcher.matches(need, terms, asked.scope, **how)

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
            if one.document_id in within and one.role is not FindingRole.CITED
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

    def _read_for_findings(self, asked: _Asked) -> _Asked:
        """Return a question put only to the documents whose findings are known."""
        unread = self._unread_for_findings()
        left = {one: unread[one] for one in asked.documents if one in unread}
        if not left:
            return asked
        others = [
            Scoped(_source(asked.documents[one]), DocumentState.SKIPPED, one, reason=reason)
            for one, reason in left.items()
        ]
        documents = {key: one for key, one in asked.documents.items() if key not in left}
        coverage = coverage_of(len(documents), (*asked.coverage.unread, *others))
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


def _is_wanted(merged: Merged, wanted: SurveyQuestion) -> bool:
    """Tell whether a thing is used, or never used, as the question asks."""
    if wanted.is_denied:
        return FindingRole.USED not in merged.roles
    return not wanted.is_use or FindingRole.USED in merged.roles


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
