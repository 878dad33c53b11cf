"""What became of the sources: their place in the ledger, and the report of a run."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

__all__ = ["FailedSource", "IngestReport", "LedgerState"]


class LedgerState(StrEnum):
    """How far a source has come; each state implies the ones before it."""

    DISCOVERED = "discovered"
    PARSED = "parsed"
    EMBEDDED = "embedded"
    COMMITTED = "committed"
    INDEXED = "indexed"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class FailedSource:
    """A source that is not in the library, and why."""

    source: str
    status: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestReport:
    """What one `add` or `sync` did.

    Attributes:
        files: Sources looked at.
        added: Sources new to the library.
        updated: Sources whose content changed.
        unchanged: Sources left as they were.
        removed: Sources that are gone.
        duplicates: Sources whose bytes another source already brought.
        failed: Sources that could not be read, with the reason.
        partial: Sources of which something was not read, and what.
        chunks: Chunks written.
        embedded: Texts embedded, summed over embedders; cached ones do not count.
        seconds: Wall time.
    """

    files: int = 0
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    removed: int = 0
    duplicates: int = 0
    failed: tuple[FailedSource, ...] = ()
    partial: tuple[FailedSource, ...] = ()
    chunks: int = 0
    embedded: int = 0
    seconds: float = 0.0
