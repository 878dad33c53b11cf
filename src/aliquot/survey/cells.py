"""Cells of a table that a language model fills: what each document lacks, and what is shown of it.

Read `ColumnCells.fill` from top to bottom: what each document lacks beside its record and findings,
what was read before, what is read now within the budget (`filling`). Nothing is shown that was not
kept, so a run shows the same whether it read a document itself or an earlier one did.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from aliquot.generation.surveying.found_columns import found_column
from aliquot.generation.surveying.kinds import field_called
from aliquot.protocols import Progress
from aliquot.storage.cells import Cell, Cells, DocumentCells
from aliquot.survey.columns import ColumnReader
from aliquot.survey.filling import Filling, Task
from aliquot.survey.matching import Matcher
from aliquot.types import (
    Chunk,
    Citation,
    Document,
    DocumentState,
    Filter,
    Finding,
    FindingKind,
    SurveyBudget,
    Usage,
)

__all__ = ["NOT_STATED", "ColumnCells", "Filled", "ShownCell"]

# What a cell says where a model read a document and found nothing: an answer, unlike an empty one.
NOT_STATED = "not stated"

ReaderOf = Callable[[float | None], ColumnReader | None]
FindingsOf = Callable[[FindingKind | None, Filter | None], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class ShownCell:
    """A cell as it is shown: its values joined, with the quotes that prove them."""

    value: str
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Filled:
    """What became of the columns that only a model fills.

    Attributes:
        tasks: What was asked of each document, by its id; what is not among them lacks nothing.
        left: Why documents were not read, by id.
        usage: What was read now.
        notes: What a reader should know.
    """

    tasks: Mapping[str, Task] = field(default_factory=dict)
    left: Mapping[str, tuple[DocumentState, str]] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)
    notes: tuple[str, ...] = ()


class ColumnCells:
    """Fills columns by a model where one is configured; safe to share between threads."""

    def __init__(
        self,
        *,
        cells: Cells,
        reader_of: ReaderOf,
        matcher: Matcher,
        chunks_of: Callable[[str], Sequence[Chunk]],
        findings_of: FindingsOf,
        parallel: int = 1,
    ) -> None:
        """Take what it works with.

        Args:
            cells: Keeps what was read.
            reader_of: A budget in US dollars to what reads with a model; to `None` where no model
                is named.
            matcher: Quotes.
            chunks_of: A document's id to its chunks in reading order.
            findings_of: A kind and a filter to findings.
            parallel: Documents read at a time.
        """
        self._cells = cells
        self._reader_of = reader_of
        self._matcher = matcher
        self._chunks_of = chunks_of
        self._findings_of = findings_of
        self._parallel = parallel

    def fill(
        self,
        question: str,
        documents: Iterable[Document],
        columns: Sequence[str],
        where: Filter | None,
        budget: SurveyBudget,
        progress: Progress,
    ) -> Filled:
        """Read what documents lack, as far as the budget goes, and keep it.

        Args:
            question: What the table is about.
            documents: Its rows, in the order they are read.
            columns: Its columns.
            where: What the documents passed.
            budget: What may be read now.
            progress: Told after each document that is read with a model.

        Raises:
            ConfigError: The model cannot be built, or a price is limited that nobody knows.
            ModelError: The model failed before anything was read, now or earlier.
        """
        lacking = dict(self._lacking(documents, columns, where))
        reader = self._reader_of(budget.cost_usd) if lacking else None
        if reader is None:
            return Filled(notes=_without_model(lacking))
        forms = {wanted: reader.form(question, wanted) for wanted in set(lacking.values())}
        tasks = {one: Task(forms[wanted], wanted) for one, wanted in lacking.items()}
        known = {form: self._cells.known(form) for form in forms.values()}
        wanted_now = {one: task for one, task in tasks.items() if one not in known[task.form]}
        filling = Filling(self._cells, reader, self._chunks_of, self._parallel)
        has_earlier = len(wanted_now) < len(tasks)
        left = filling.run(
            question, wanted_now, budget.documents, progress, has_earlier=has_earlier
        )
        filled = Filled(tasks, left, filling.usage)
        return replace(
            filled, notes=tuple(self._notes(filled, earlier=len(tasks) - len(wanted_now)))
        )

    def shown(self, filled: Filled, document_id: str) -> dict[str, ShownCell]:
        """Return the cells of one document by column; those its record or findings fill lack."""
        task = filled.tasks.get(document_id)
        if task is None:
            return {}
        read = dict(self._cells.of(task.form, [document_id])).get(document_id)
        if read is None:
            return {}
        chunks = {one.id: one for one in self._chunks_of(document_id)} if read.cells else {}
        return {
            name: self._shown_cell(read, place, chunks) for place, name in enumerate(task.columns)
        }

    def _shown_cell(
        self, read: DocumentCells, column: int, chunks: Mapping[str, Chunk]
    ) -> ShownCell:
        of_column = [one for one in read.cells if one.column == column]
        quoted = [(one, self._quote(one, chunks)) for one in of_column]
        proved = [(one.value, cited) for one, cited in quoted if cited is not None]
        if not proved:
            is_silent = not read.is_cut and not of_column and column not in read.unproved
            return ShownCell(NOT_STATED if is_silent else "")
        return ShownCell(
            "; ".join(value for value, _ in proved), tuple(cited for _, cited in proved)
        )

    def _quote(self, cell: Cell, chunks: Mapping[str, Chunk]) -> Citation | None:
        chunk = chunks.get(cell.chunk_id)
        return None if chunk is None else self._matcher.quote(chunk, cell.span)

    # ------------------------------------------------------------------------------ what is lacking

    def _lacking(
        self, documents: Iterable[Document], columns: Sequence[str], where: Filter | None
    ) -> Iterator[tuple[str, tuple[str, ...]]]:
        """Yield documents with the columns that neither their record nor findings fill."""
        having = {one: self._having(one, where) for one in columns}
        for document in documents:
            known = document.fields
            wanted = tuple(
                one
                for one in columns
                if field_called(one, known) not in known and document.id not in having[one]
            )
            if wanted:
                yield document.id, wanted

    def _having(self, column: str, where: Filter | None) -> Collection[str]:
        """Return the ids of documents of which findings fill a column."""
        found = found_column(column)
        if found is None:
            return frozenset()
        return {
            one.document_id for one in self._findings_of(found.kind, where) if found.admits(one)
        }

    # ------------------------------------------------------------------------------ notes

    def _notes(self, filled: Filled, *, earlier: int) -> Iterator[str]:
        """Yield what a reader should know of how cells came about."""
        counts = self._counts(filled)
        yield f"columns read by a language model in {counts['read']} documents"
        if earlier:
            yield f"{earlier} of these had been read before and were not read again"
        if counts["unproved"]:
            yield f"{counts['unproved']} values could not be proved and are left out"
        if counts["partial"]:
            yield (
                f"of {counts['partial']} documents the model was shown the parts nearest to the"
                f" columns; “{NOT_STATED}” is said of these parts"
            )
        if counts["cut"]:
            yield f"the model's reply was cut short for {counts['cut']} documents"

    def _counts(self, filled: Filled) -> Counter[str]:
        counts: Counter[str] = Counter()
        by_form: dict[str, list[str]] = {}
        for document_id, task in filled.tasks.items():
            by_form.setdefault(task.form, []).append(document_id)
        for form, ids in by_form.items():
            for _, read in self._cells.of(form, ids):
                counts["read"] += 1
                counts["unproved"] += len(read.unproved)
                counts["partial"] += read.is_partial
                counts["cut"] += read.is_cut
        return counts


def _without_model(lacking: Mapping[str, Sequence[str]]) -> tuple[str, ...]:
    names = dict.fromkeys(name for wanted in lacking.values() for name in wanted)
    if not names:
        return ()
    return (
        f"no language model is named to fill {', '.join(names)}: the sentence that says most is"
        " shown where nothing else is known",
    )
