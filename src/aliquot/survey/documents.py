"""Questions whose rows are documents: those that say what is asked, or whose record does."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from aliquot.generation.surveying.rows import DOCUMENT_COLUMNS, fields_of_filter
from aliquot.protocols import Progress, ProgressEvent
from aliquot.survey.asked import Asked, empty_survey, notes_of, without
from aliquot.survey.cells import ColumnCells, Filled
from aliquot.survey.found_cells import CellsFound, FoundCells
from aliquot.survey.lacking import LEAST_SAID, LEAST_SAID_OWN
from aliquot.survey.matching import Match
from aliquot.survey.quoting import DocumentRows
from aliquot.survey.searching import Searching
from aliquot.types import Comparison, Document, Filter, Operator, Survey, SurveyBudget

__all__ = ["DocumentSurvey"]

# Records held at a time: what is no row, or is one already, is held by its id alone.
BATCH = 200


class DocumentSurvey:
    """Answers with documents; safe to share between threads."""

    def __init__(
        self,
        searching: Searching,
        rows: DocumentRows,
        cells: ColumnCells,
        found: FoundCells,
        documents_of: Callable[[Filter | None], Iterable[Document]],
    ) -> None:
        """Take what it works with.

        Args:
            searching: Finds what is needed.
            rows: Makes rows.
            cells: Fills columns by a model, where one is named.
            found: Fills columns by findings.
            documents_of: A filter to the documents that pass it, by id, few at a time.
        """
        self._documents_of = documents_of
        self._searching = searching
        self._rows = rows
        self._cells = cells
        self._found = found

    def survey(
        self, asked: Asked, columns: Sequence[str], budget: SurveyBudget, progress: Progress
    ) -> Survey:
        """Return one row a document.

        Args:
            asked: The question.
            columns: What is wanted of each.
            budget: What a language model may take.
            progress: Told after each document.
        """
        matched = self._matched(asked)
        ids = [one for one in asked.documents if matched is None or one in matched]
        filled = self._filled(asked, ids, columns, budget, progress)
        asked = without(asked, filled.left)
        ids = [one for one in ids if one not in filled.left]
        fields = fields_of_filter(asked.where)
        rows = []
        for done, (document, found) in enumerate(self._with_cells(asked, ids, columns), start=1):
            match = None if matched is None else matched[document.id]
            cells = self._cells.shown(filled, document.id)
            row = self._rows.row(document, match, fields, columns, asked.where, cells, found)
            if row is not None:
                rows.append(row)
            progress(ProgressEvent("survey", done, len(ids), source=document.id))
        shown_columns = (*DOCUMENT_COLUMNS, *(columns or fields))
        survey = empty_survey(asked, tuple(dict.fromkeys(shown_columns)), rows)
        notes = notes_of(asked, is_by_words=matched is not None, unproved=len(ids) - len(rows))
        survey = replace(survey, notes=(*notes, *filled.notes), usage=filled.usage)
        if asked.wanted.is_count:
            return replace(survey, counted="documents", count=len(rows))
        return survey

    def _matched(self, asked: Asked) -> dict[str, Match] | None:
        """Return the documents that say what is asked and not what is denied; `None` for all."""
        wanted = asked.wanted
        if not wanted.needs:
            return None
        saying = self._searching.any_of(
            wanted.lacks, asked, least=LEAST_SAID, least_own=LEAST_SAID_OWN
        )
        matched = self._searching.matched(asked)
        return {key: match for key, match in matched.items() if key not in saying}

    def _filled(
        self,
        asked: Asked,
        ids: Sequence[str],
        columns: Sequence[str],
        budget: SurveyBudget,
        progress: Progress,
    ) -> Filled:
        """Return what a model read of the documents that become rows."""
        if not columns:
            return Filled()
        question = asked.wanted.asked.question
        records = self._records(ids)
        return self._cells.fill(question, records, columns, asked.where, budget, progress)

    def _with_cells(
        self, asked: Asked, ids: Iterable[str], columns: Sequence[str]
    ) -> Iterator[tuple[Document, CellsFound | None]]:
        """Yield documents by their ids, which ascend, with what findings fill columns with."""
        for batch in _batches(ids):
            found = self._found.of(asked, columns, batch) if columns else None
            yield from ((one, found) for one in self._batch(batch))

    def _records(self, ids: Iterable[str]) -> Iterator[Document]:
        """Yield documents by their ids, which ascend."""
        for batch in _batches(ids):
            yield from self._batch(batch)

    def _batch(self, ids: tuple[str, ...]) -> Iterable[Document]:
        return self._documents_of(Comparison("document_id", Operator.IN, ids))


def _batches(ids: Iterable[str]) -> Iterator[tuple[str, ...]]:
    left = iter(ids)
    while batch := tuple(islice(left, BATCH)):
        yield batch
