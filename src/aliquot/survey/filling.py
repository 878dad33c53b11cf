"""Documents read with a language model, one after another, each kept as it is read.

A run ends when all are read, the budget is spent or the model fails; what it leaves is told with
its reason. Killed at any moment, it has lost at most the documents that were under way.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from itertools import islice

from aliquot.errors import ModelError
from aliquot.models.language.failures import NoReplyError
from aliquot.protocols import Progress, ProgressEvent
from aliquot.storage.cells import Cells
from aliquot.survey.columns import ColumnReader, DeclinedError
from aliquot.types import Chunk, DocumentState, Usage

__all__ = ["Filling", "Task"]

STAGE = "read with a model"
# Documents handed out at a time: enough that none waits for the slowest, few enough to hold.
WINDOW = 64
# Failures in a row, each of one document, after which the model is taken to fail at all.
MAX_IN_A_ROW = 5
AGAIN = "run it again: what was read is kept"
BEYOND = (
    "a run may read {most} documents with the model (--max-documents); run it again to go on: what"
    " was read is kept"
)


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked of a document.

    Attributes:
        form: Digest of the question, the columns and who is asked.
        columns: That are wanted of it.
    """

    form: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What became of a document: read, failed by itself, or not begun."""

    document_id: str
    usage: Usage | None = None
    error: ModelError | None = None

    @property
    def is_its_own(self) -> bool:
        """Whether it failed by itself, so that others may be read."""
        return isinstance(self.error, NoReplyError | DeclinedError)


class Filling:
    """One run.

    Attributes:
        usage: What was read so far.
    """

    def __init__(
        self,
        cells: Cells,
        reader: ColumnReader,
        chunks_of: Callable[[str], Sequence[Chunk]],
        parallel: int,
    ) -> None:
        """Take what it works with.

        Args:
            cells: Keeps what is read.
            reader: Reads.
            chunks_of: A document's id to its chunks in reading order.
            parallel: Documents read at a time.
        """
        self._cells = cells
        self._reader = reader
        self._chunks_of = chunks_of
        self._parallel = parallel
        self._is_over = threading.Event()
        self._stopped: ModelError | None = None
        self._read = 0
        self._in_a_row = 0
        self.usage = Usage()

    def run(
        self,
        question: str,
        tasks: Mapping[str, Task],
        most: int | None,
        progress: Progress,
        *,
        has_earlier: bool,
    ) -> dict[str, tuple[DocumentState, str]]:
        """Read documents, and return why others were left, by id.

        Args:
            question: What the table is about.
            tasks: What is asked of each document, by id, in order.
            most: Documents that may be read; `None` for all.
            progress: Told after each, of those that may be read.
            has_earlier: Whether an earlier run read some, so that there is something to show.

        Raises:
            ModelError: The model failed before anything was read.
        """
        may_read = len(tasks) if most is None else min(most, len(tasks))
        beyond = (DocumentState.SKIPPED, BEYOND.format(most=most))
        left = dict.fromkeys(islice(tasks, may_read, None), beyond)
        chosen = dict(islice(tasks.items(), may_read))
        with closing(self._outcomes(question, chosen)) as outcomes:
            for done, outcome in enumerate(outcomes, start=1):
                reason = self._reason(outcome)
                if reason is not None:
                    left[outcome.document_id] = reason
                if self._stopped is None:
                    progress(ProgressEvent(STAGE, done, may_read, source=outcome.document_id))
        if self._stopped is not None and not (self._read or has_earlier):
            raise self._stopped
        return left

    def _reason(self, outcome: _Outcome) -> tuple[DocumentState, str] | None:
        """Return why a document was not read, `None` where it was; take the model's end in."""
        if outcome.usage is not None:
            self.usage += outcome.usage
            self._read, self._in_a_row = self._read + 1, 0
            return None
        if outcome.is_its_own and self._in_a_row < MAX_IN_A_ROW:
            self._in_a_row += 1
            return DocumentState.FAILED, _told(outcome.error)
        self._stopped = self._stopped or outcome.error
        self._is_over.set()
        return DocumentState.SKIPPED, _told(self._stopped)

    def _outcomes(
        self, question: str, tasks: Mapping[str, Task]
    ) -> Generator[_Outcome, None, None]:
        """Yield what becomes of each document, in order; none is under way when this ends."""
        waiting = iter(tasks.items())
        pool = ThreadPoolExecutor(max(1, min(self._parallel, len(tasks))), "aliquot-survey")
        try:
            while batch := list(islice(waiting, WINDOW)):
                yield from pool.map(lambda one: self._outcome(question, *one), batch)
        finally:
            # Whoever interrupts waits for the requests under way alone, which are kept.
            self._is_over.set()
            pool.shutdown(wait=True, cancel_futures=True)

    def _outcome(self, question: str, document_id: str, task: Task) -> _Outcome:
        if self._is_over.is_set():
            return _Outcome(document_id)
        state = self._cells.state(document_id)
        try:
            read = self._reader.read(question, task.columns, self._chunks_of(document_id))
        except ModelError as exc:
            return _Outcome(document_id, error=exc)
        self._cells.put(task.form, document_id, read, state=state)
        return _Outcome(document_id, usage=read.usage)


def _told(error: ModelError | None) -> str:
    """Return why a document was left, and what to do."""
    if error is None:
        return AGAIN
    return " ".join(part for part in (error.message, error.hint, f"Then {AGAIN}.") if part)
