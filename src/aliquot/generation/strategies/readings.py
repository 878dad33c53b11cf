"""What reading each document apart gives, side by side and in a fixed order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from aliquot.errors import ModelError
from aliquot.generation.strategies.record import Record, why
from aliquot.generation.strategies.weighing import DocumentEvidence
from aliquot.generation.writing.written import Written
from aliquot.types import Statement

__all__ = ["Reading", "account", "side_by_side"]


@dataclass(frozen=True, slots=True)
class Reading:
    """What reading one document gave, or why it gave nothing.

    Attributes:
        document: What was read.
        written: What its reader wrote; `None` where it failed or was not begun.
        error: Why it failed.
    """

    document: DocumentEvidence
    written: Written | None = None
    error: ModelError | None = None

    @property
    def name(self) -> str:
        """The document's id."""
        return self.document.document_id

    @property
    def is_silent(self) -> bool:
        """Whether it was read and does not answer."""
        return self.written is not None and self.written.is_refusal

    @property
    def statements(self) -> tuple[Statement, ...]:
        """What it says, verified."""
        return self.written.statements if self.written and not self.is_silent else ()


def side_by_side(
    read: Callable[[DocumentEvidence], Reading],
    documents: Sequence[DocumentEvidence],
    parallel: int,
) -> list[Reading]:
    """Return the readings in order; none is running when this returns or raises.

    Args:
        read: Reads one document, and fails only for what should end the answer.
        documents: What is read.
        parallel: How many at the same time.
    """
    pool = ThreadPoolExecutor(max(1, min(parallel, len(documents))), "aliquot-read")
    try:
        return list(pool.map(read, documents))
    finally:
        # Whoever interrupts waits for the requests under way, which have their own time limit.
        pool.shutdown(wait=True, cancel_futures=True)


def account(readings: Sequence[Reading], record: Record) -> None:
    """Add what each reading took, and what it came to."""
    for reading in readings:
        if reading.written:
            record.add(reading.written)
        weight = f"P {reading.document.probability:.2f}"
        record.steps.append(f"{reading.name} ({weight}): {_came(reading)}")
        if reading.error:
            record.notes.append(f"{reading.name} could not be read: {why(reading.error)}")
    late = [one.name for one in readings if not one.written and not one.error]
    if late:
        record.notes.append(f"Not read for want of time: {', '.join(late)}.")
    silent = [one.name for one in readings if one.is_silent]
    if silent and len(silent) < len(readings):
        record.notes.append(f"Does not answer: {', '.join(silent)}.")


def _came(reading: Reading) -> str:
    if reading.error:
        return "failed"
    if reading.written is None:
        return "not begun"
    if reading.is_silent:
        return "does not answer"
    return f"{len(reading.statements)} verified, {len(reading.written.removed)} removed"
