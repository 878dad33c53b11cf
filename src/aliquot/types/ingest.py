"""What became of the sources: their place in the ledger, and the report of a run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from aliquot.types.documents import FieldValue
from aliquot.types.people import MAIN_COLLECTION

__all__ = [
    "FailedSource",
    "IdentityField",
    "IngestReport",
    "LedgerState",
    "Receipt",
    "ReceivedDocument",
]


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
        outdated: Sources left as an older version read or cut them.
        notes: What concerns the run and no single source, such as a service out of reach.
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
    outdated: int = 0
    notes: tuple[str, ...] = ()
    chunks: int = 0
    embedded: int = 0
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class IdentityField:
    """A bibliographic field and where it was found; `found_in` is empty where nobody said."""

    name: str
    value: FieldValue
    found_in: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedDocument:
    """A document a source brought, with what it is known by.

    Attributes:
        verdict: How sure it is who it is: `agrees`, `unconfirmed` or `mismatch`.
        reason: Why, in one sentence.
        identity: Its bibliographic fields and where each was found.
    """

    id: str
    kind: str
    title: str
    verdict: str = ""
    reason: str = ""
    identity: tuple[IdentityField, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """What became of one source: what was read of it, what was dropped, and why.

    Attributes:
        source: Its path.
        state: How far it came.
        status: How completely it was read (`ok`, `partial`), or why it was not (`encrypted`, ...).
        reason: In words, what is wrong and what to do; empty where nothing is.
        parser: Parser and version that read it, or failed to.
        is_outdated: Whether it would be read or cut otherwise by now.
        seconds: Wall time its parser took.
        documents: What it brought; empty for a failed or duplicate source.
        counts: Pages, sections, tables, steps, ... by name; none is 0.
        warnings: What was dropped or doubted.
        duplicate_of: Path of the source that brought the same bytes or the same work.
        copies: Paths of sources that are duplicates of this one.
        collection: The collection it belongs to.
    """

    source: str
    state: LedgerState
    status: str
    reason: str = ""
    parser: str = ""
    is_outdated: bool = False
    seconds: float = 0.0
    documents: tuple[ReceivedDocument, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()
    duplicate_of: str = ""
    copies: tuple[str, ...] = ()
    collection: str = MAIN_COLLECTION

    @property
    def needs_a_look(self) -> bool:
        """Whether it, or a part of it, is not in the library."""
        return self.status not in ("ok", "duplicate", "part", "excluded")
