"""Documents as rows: quotes that prove them, record lines, and the columns wanted of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from types import MappingProxyType

from aliquot.generation.surveying.kinds import field_called
from aliquot.generation.surveying.merging import Merged
from aliquot.generation.surveying.rows import MAX_QUOTES, document_row, filter_words, shown
from aliquot.survey.cells import ShownCell
from aliquot.survey.found_cells import CellsFound
from aliquot.survey.matching import Match, Matcher, is_evidence
from aliquot.types import (
    Chunk,
    Citation,
    Document,
    Filter,
    SurveyRow,
)

__all__ = ["RECORD_CHUNKS", "DocumentRows"]

NO_CELLS: Mapping[str, ShownCell] = MappingProxyType({})
# Chunks read for the line of a record: its fields stand first.
RECORD_CHUNKS = 8
# Words a line of a record has to share with a field and its value: one alone may be chance.
RECORD_WORDS = 2

ChunksOf = Callable[[], Sequence[Chunk]]


class DocumentRows:
    """Makes rows of documents; safe to share between threads."""

    def __init__(self, matcher: Matcher, chunks_of: Callable[[str], Sequence[Chunk]]) -> None:
        """Take what it works with.

        Args:
            matcher: Quotes.
            chunks_of: A document's id to its chunks in reading order.
        """
        self._matcher = matcher
        self._chunks_of = chunks_of

    def row(
        self,
        document: Document,
        match: Match | None,
        fields: Sequence[str],
        columns: Sequence[str],
        where: Filter | None,
        cells: Mapping[str, ShownCell] = NO_CELLS,
        found: CellsFound | None = None,
    ) -> SurveyRow | None:
        """Return a document's row; `None` where nothing of it can be quoted.

        Args:
            document: The document.
            match: Its best quote, where something was looked for.
            fields: Fields of its record that are shown.
            columns: What is wanted of it instead.
            where: What its record was chosen by.
            cells: What a model read of it, by column.
            found: What findings fill columns with.
        """
        chunks = cache(partial(self._chunks_of, document.id))
        citations = [] if match is None else [match.citation]
        citations += self._record_lines(document, chunks, where, is_enough=match is not None)
        row = document_row(document, citations, () if columns else fields)
        for column in columns:
            cell = cells.get(column) or self._cell(column, document, chunks, found)
            row = _with_value(row, column, cell.value, cell.citations)
        return row if row.citations else None

    def _record_lines(
        self, document: Document, chunks_of: ChunksOf, where: Filter | None, *, is_enough: bool
    ) -> Iterator[Citation]:
        """Yield the lines of a record that a filter was read from, each once.

        Args:
            document: The document.
            chunks_of: Gives its chunks.
            where: The filter.
            is_enough: Whether there is a quote already, so that any line would not do.
        """
        words = filter_words(where)
        if is_enough and not words:
            return
        chunks = chunks_of()[:RECORD_CHUNKS]
        found = [self._matcher.best_line(chunks, one, least=RECORD_WORDS) for one in words]
        lines = tuple(dict.fromkeys(one for one in found if one is not None))
        if not lines and not is_enough:
            first = self._matcher.best_line(chunks, document.title, least=0)
            lines = () if first is None else (first,)
        yield from lines[:MAX_QUOTES]

    def _cell(
        self, column: str, document: Document, chunks: ChunksOf, found: CellsFound | None
    ) -> ShownCell:
        """Return what fills a column: a field, findings, or the line that says most of it."""
        name = field_called(column, document.fields)
        if name in document.fields:
            return ShownCell(shown(document.fields[name]))
        if found is not None and found.fills(column):
            has = found.has(column, document.id)
            return found.cell(column, document.id, chunks() if has else ())
        cited = self._matcher.best_line(chunks(), column)
        return ShownCell("") if cited is None else ShownCell(_line(cited.quote), (cited,))

    def quotes(self, merged: Merged, chunks: Mapping[str, Sequence[Chunk]]) -> Iterator[Citation]:
        """Yield a verified quote of each document, in which a thing is named.

        Args:
            merged: Everything found of the thing.
            chunks: Of the documents that are to be quoted.
        """
        for document_id, of_document in chunks.items():
            for finding in merged.by_document.get(document_id, ()):
                chunk = next((one for one in of_document if one.id == finding.chunk_id), None)
                if chunk is None or not is_evidence(chunk):
                    continue
                cited = self._matcher.quote(chunk, finding.span)
                if cited is not None:
                    yield cited
                    break


def _with_value(
    row: SurveyRow, column: str, value: str, citations: Sequence[Citation] = ()
) -> SurveyRow:
    together = tuple(dict.fromkeys((*row.citations, *citations)))
    return replace(row, values={**row.values, column: value}, citations=together)


def _line(text: str) -> str:
    return " ".join(text.split())
