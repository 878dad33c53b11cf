"""Columns that findings fill, document by document: whole values, each with the quote of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from aliquot.generation.surveying.asking import Need
from aliquot.generation.surveying.found_columns import CellValue, FoundColumn, found_column
from aliquot.survey.asked import Asked
from aliquot.survey.cells import ShownCell
from aliquot.survey.matching import Matcher, is_evidence
from aliquot.survey.searching import Searching
from aliquot.survey.valuing import ValueRows
from aliquot.types import Chunk, Citation, Comparison, Filter, Finding, FindingKind, Operator

__all__ = ["CellsFound", "FoundCells"]

# Values of one cell; a column that has more is a list to be asked for itself.
MAX_VALUES = 20

FindingsOf = Callable[[FindingKind | None, Filter | None], Iterable[Finding]]


class FoundCells:
    """Fills columns by findings; safe to share between threads."""

    def __init__(
        self, matcher: Matcher, searching: Searching, values: ValueRows, findings_of: FindingsOf
    ) -> None:
        """Take what it works with.

        Args:
            matcher: Quotes.
            searching: Tells what is said of a question's things.
            values: Tells which values are of what a column names.
            findings_of: A kind and a filter to findings, those of one document together.
        """
        self._matcher = matcher
        self._searching = searching
        self._values = values
        self._findings_of = findings_of

    def of(self, asked: Asked, columns: Sequence[str], ids: Sequence[str]) -> CellsFound:
        """Return what fills the columns of some documents, read at once.

        Args:
            asked: The question, whose things an amount is to be of.
            columns: By name; those that findings do not fill are left aside.
            ids: Of as many documents as are held at a time.
        """
        among = Comparison("document_id", Operator.IN, tuple(ids))
        by_column: dict[str, dict[str, list[Finding]]] = {}
        known = {one: found for one in columns if (found := found_column(one)) is not None}
        for name, column in known.items():
            by_document: dict[str, list[Finding]] = {}
            for one in self._of_what(self._filling(column, among, asked), column, asked):
                by_document.setdefault(one.document_id, []).append(one)
            by_column[name] = by_document
        return CellsFound(self._matcher, known, by_column)

    def _filling(self, column: FoundColumn, among: Filter, asked: Asked) -> Iterable[Finding]:
        """Return the findings that fill a column, about what its name says."""
        told = (one for one in self._findings_of(column.kind, among) if column.admits(one))
        if not column.about:
            return told
        return self._values.about(told, (Need(column.about),), asked.wanted.asked)

    def _of_what(
        self, findings: Iterable[Finding], column: FoundColumn, asked: Asked
    ) -> Iterable[Finding]:
        """Return amounts of what the question names where it names a reagent, else all."""
        needs = (*asked.wanted.needs, *asked.wanted.also)
        if not column.is_of_things or not needs:
            return findings
        told = list(findings)
        says = [self._searching.says(one.text, asked) for one in needs]
        named = [one for one in told if any(said(f"{one.value} {one.normalised}") for said in says)]
        return named or told


class CellsFound:
    """What fills the columns of some documents."""

    def __init__(
        self,
        matcher: Matcher,
        columns: Mapping[str, FoundColumn],
        by_column: Mapping[str, Mapping[str, Sequence[Finding]]],
    ) -> None:
        """Take the findings of each column, by document."""
        self._matcher = matcher
        self._columns = columns
        self._by_column = by_column

    def fills(self, column: str) -> bool:
        """Tell whether a column is one that findings fill."""
        return column in self._columns

    def cell(self, column: str, document_id: str, chunks: Sequence[Chunk]) -> ShownCell:
        """Return a document's values of a column; empty where nothing is found.

        Args:
            column: By name.
            document_id: The document.
            chunks: Its chunks; none where it has no finding.
        """
        values = self._columns[column].cell(self._by_column[column].get(document_id, ()))
        by_id = {one.id: one for one in chunks}
        proved: dict[str, Citation] = {}
        for value in values:
            cited = None if len(proved) >= MAX_VALUES else self._quote(value, by_id)
            if cited is not None:
                proved.setdefault(value.shown, cited)
        return ShownCell("; ".join(proved), tuple(proved.values()))

    def has(self, column: str, document_id: str) -> bool:
        """Tell whether a document has a finding for a column."""
        return document_id in self._by_column[column]

    def _quote(self, value: CellValue, chunks: Mapping[str, Chunk]) -> Citation | None:
        for finding in value.findings:
            chunk = chunks.get(finding.chunk_id)
            if chunk is not None and is_evidence(chunk):
                cited = self._matcher.quote(chunk, finding.span)
                if cited is not None:
                    return cited
        return None
