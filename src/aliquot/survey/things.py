"""Questions whose rows are things of a kind: which cell lines, antibodies, accessions, ..."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from aliquot.generation.surveying.absence import near_misses
from aliquot.generation.surveying.asking import Need, SurveyQuestion
from aliquot.generation.surveying.merging import Merged, merge
from aliquot.generation.surveying.rows import MAX_QUOTES, finding_row
from aliquot.generation.surveying.stating import amounts_in
from aliquot.protocols import Progress, ProgressEvent
from aliquot.survey.asked import Asked, empty_survey, notes_of
from aliquot.survey.quoting import DocumentRows
from aliquot.survey.searching import Searching
from aliquot.types import (
    Absence,
    Chunk,
    Filter,
    Finding,
    FindingKind,
    FindingRole,
    Survey,
    SurveyRow,
)

__all__ = ["ThingSurvey"]

# Merged names told under a table; each row has its own.
MAX_MERGED_NOTES = 10


class ThingSurvey:
    """Answers with things that findings name; safe to share between threads."""

    def __init__(
        self,
        searching: Searching,
        rows: DocumentRows,
        chunks_of: Callable[[str], Sequence[Chunk]],
        findings_of: Callable[[FindingKind | None, Filter | None], Iterable[Finding]],
    ) -> None:
        """Take what it works with.

        Args:
            searching: Finds the documents they are asked for in.
            rows: Quotes.
            chunks_of: A document's id to its chunks in reading order.
            findings_of: A kind and a filter to findings, those of one document together.
        """
        self._searching = searching
        self._rows = rows
        self._chunks_of = chunks_of
        self._findings_of = findings_of

    def survey(self, asked: Asked, kind: FindingKind, progress: Progress) -> Survey:
        """Return one row a thing of a kind, in the documents that are about what is asked.

        Args:
            asked: The question, put to the documents whose findings are known.
            kind: Of the things.
            progress: Told after each document.
        """
        wanted, column, rows = asked.wanted, kind.value, []
        merged = self._merged(asked, kind, progress)
        for one in merged:
            if _is_wanted(one, wanted):
                row = self._row(one, column)
                rows += [] if row is None else [row]
        survey = empty_survey(asked, (column, "role", "documents"), rows)
        notes = [*notes_of(asked, is_by_words=bool(wanted.needs)), *_merged_notes(rows)]
        if wanted.is_use and not wanted.is_denied and len(rows) < len(merged):
            left = [one.shown for one in merged if not _is_wanted(one, wanted)]
            notes.append(f"named and not said to be used: {', '.join(left)}")
        survey = replace(survey, notes=tuple(notes))
        if wanted.is_denied:
            return _never_used(survey, merged, column)
        if wanted.is_count:
            return replace(survey, counted=column, count=len(rows))
        return survey

    def _merged(self, asked: Asked, kind: FindingKind, progress: Progress) -> Sequence[Merged]:
        """Return the things of a kind that are asked for, each once."""
        found = _passing(self._findings_of(kind, asked.where), asked.documents, progress)
        # "Which reagents are kept at -20 °C": said of the thing, and not of its document.
        stated = [one.text for one in asked.wanted.needs if amounts_in(one.text)[0]]
        needs = bool(asked.wanted.needs) and not stated
        within = set(self._searching.matched(asked)) if needs else asked.documents
        wanted: Iterable[Finding] = (
            one
            for one in found
            if one.document_id in within
            and one.role is not FindingRole.CITED
            and asked.wanted.sort.admits(one)
        )
        if asked.wanted.qualifier:
            wanted = self._qualified(list(wanted), asked)
        for one in stated:
            says = self._searching.says(one, asked)
            wanted = [finding for finding in wanted if says(self._sentence(finding))]
        # No more are quoted; the others are told by their ids.
        return merge(wanted, MAX_QUOTES)

    def _qualified(self, findings: Sequence[Finding], asked: Asked) -> Sequence[Finding]:
        """Return the findings that are what is asked: by their own words, else by their sentences.

        Where none is, those of the documents that are about it.
        """
        says = self._searching.says(asked.wanted.qualifier, asked)
        own = [one for one in findings if says(_own_words(one))]
        if own:
            return own
        quoted = [one for one in findings if says(self._sentence(one))]
        if quoted:
            return quoted
        about = self._searching.matches(Need(asked.wanted.qualifier, is_about=True), asked)
        return [one for one in findings if one.document_id in about]

    def _sentence(self, finding: Finding) -> str:
        chunks = (one for one in self._chunks_of(finding.document_id) if one.id == finding.chunk_id)
        chunk = next(chunks, None)
        return "" if chunk is None else finding.span.shifted(-chunk.span.start).of(chunk.text)

    def _row(self, merged: Merged, column: str) -> SurveyRow | None:
        chunks = {one: self._chunks_of(one) for one in list(merged.by_document)[:MAX_QUOTES]}
        citations = list(self._rows.quotes(merged, chunks))
        if not citations:
            return None
        return finding_row(merged, column, citations, tuple(merged.by_document))


def _own_words(finding: Finding) -> str:
    return " ".join((finding.value, finding.normalised, *finding.details.values()))


def _passing(
    findings: Iterable[Finding], documents: Collection[str], progress: Progress
) -> Iterator[Finding]:
    """Yield findings, and tell of each document in scope as it is passed.

    Args:
        findings: By document, in the order of ids.
        documents: Ids in scope, in the same order; of most there may be no finding.
        progress: Told after each.
    """
    waiting = enumerate(documents, start=1)
    at = ""
    for finding in findings:
        if finding.document_id != at and finding.document_id in documents:
            at = finding.document_id
            for done, document_id in waiting:
                progress(ProgressEvent("survey", done, len(documents), source=document_id))
                if document_id == at:
                    break
        yield finding
    for done, document_id in waiting:
        progress(ProgressEvent("survey", done, len(documents), source=document_id))


def _is_wanted(merged: Merged, wanted: SurveyQuestion) -> bool:
    """Tell whether a thing is used, or never used, as the question asks."""
    if wanted.is_denied:
        return FindingRole.USED not in merged.roles
    return not wanted.is_use or FindingRole.USED in merged.roles


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
