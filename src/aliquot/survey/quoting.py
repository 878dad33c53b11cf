"""Documents as rows: quotes that prove them, record lines, and the columns wanted of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice
from types import MappingProxyType

from aliquot.generation.surveying.kinds import field_called, finding_called
from aliquot.generation.surveying.merging import Merged, merge
from aliquot.generation.surveying.rows import document_row, filter_words, shown
from aliquot.survey.cells import ShownCell, is_amount
from aliquot.survey.matching import Match, Matcher, is_evidence
from aliquot.types import (
    Chunk,
    Citation,
    Comparison,
    Document,
    Filter,
    Finding,
    FindingKind,
    Operator,
    SurveyRow,
)

__all__ = ["MAX_QUOTES", "DocumentRows"]

# Quotes of one row; its documents are all named.
MAX_QUOTES = 5
NO_CELLS: Mapping[str, ShownCell] = MappingProxyType({})
# Chunks read for the line of a record: its fields stand first.
RECORD_CHUNKS = 8
# Words a line of a record has to share with a field and its value: one alone may be chance.
RECORD_WORDS = 2


class DocumentRows:
    """Makes rows of documents; safe to share between threads."""

    def __init__(
        self,
        matcher: Matcher,
        chunks_of: Callable[[str], Sequence[Chunk]],
        findings_of: Callable[[FindingKind | None, Filter | None], Iterable[Finding]],
    ) -> None:
        """Take what it works with.

        Args:
            matcher: Quotes.
            chunks_of: A document's id to its chunks in reading order.
            findings_of: A kind and a filter to findings.
        """
        self._matcher = matcher
        self._chunks_of = chunks_of
        self._findings_of = findings_of

    def row(
        self,
        document: Document,
        match: Match | None,
        fields: Sequence[str],
        columns: Sequence[str],
        where: Filter | None,
        cells: Mapping[str, ShownCell] = NO_CELLS,
    ) -> SurveyRow | None:
        """Return a document's row; `None` where nothing of it can be quoted.

        Args:
            document: The document.
            match: Its best quote, where something was looked for.
            fields: Fields of its record that are shown.
            columns: What is wanted of it instead.
            where: What its record was chosen by.
            cells: What a model read of it, by column.
        """
        citations = [] if match is None else [match.citation]
        citations += self._record_lines(document, where, is_enough=match is not None)
        row = document_row(document, citations, () if columns else fields)
        chunks = cache(partial(self._chunks_of, document.id))
        for column in columns:
            cell = cells.get(column) or self._cell(column, document, chunks)
            row = _with_value(row, column, cell.value, cell.citations)
        return row if row.citations else None

    def _record_lines(
        self, document: Document, where: Filter | None, *, is_enough: bool
    ) -> Iterator[Citation]:
        """Yield the lines of a record that a filter was read from, each once.

        Args:
            document: The document.
            where: The filter.
            is_enough: Whether there is a quote already, so that any line would not do.
        """
        words = filter_words(where)
        if is_enough and not words:
            return
        chunks = self._chunks_of(document.id)[:RECORD_CHUNKS]
        found = [self._matcher.best_line(chunks, one, least=RECORD_WORDS) for one in words]
        lines = tuple(dict.fromkeys(one for one in found if one is not None))
        if not lines and not is_enough:
            first = self._matcher.best_line(chunks, document.title, least=0)
            lines = () if first is None else (first,)
        yield from lines[:MAX_QUOTES]

    def _cell(
        self, column: str, document: Document, chunks: Callable[[], Sequence[Chunk]]
    ) -> ShownCell:
        """Return what fills a column: a field, findings, or the line that says most of it."""
        name = field_called(column, document.fields)
        if name in document.fields:
            return ShownCell(shown(document.fields[name]))
        kind = finding_called(column)
        if kind is None:
            cited = self._matcher.best_line(chunks(), column)
            return ShownCell("") if cited is None else ShownCell(_line(cited.quote), (cited,))
        merged = merge(self._findings_of(kind, _where_document(document.id)))
        if not merged:
            return ShownCell("")
        values = _amounts(merged) if is_amount(column) else [one.shown for one in merged]
        here = {document.id: chunks()}
        cited_all = (cited for one in merged for cited in self.quotes(one, here))
        return ShownCell("; ".join(values), tuple(islice(cited_all, MAX_QUOTES)))

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


def _where_document(document_id: str) -> Filter:
    return Comparison("document_id", Operator.EQ, document_id)


def _amounts(merged: Sequence[Merged]) -> list[str]:
    """Return amounts with what they are of."""
    return [
        f"{finding.details['amount']} {one.shown}"
        for one in merged
        for findings in one.by_document.values()
        for finding in findings[:1]
        if finding.details.get("amount")
    ]
