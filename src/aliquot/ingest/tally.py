"""What has happened in one ingest so far; becomes its report."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from aliquot.errors import PartError
from aliquot.ingest.prepare import Prepared
from aliquot.protocols import Progress, ProgressEvent
from aliquot.types import DocumentStatus, FailedSource, IngestReport, Source

__all__ = ["Tally"]


@dataclass
class Tally:
    """What has happened so far; becomes the report.

    Attributes:
        progress: Told after each source.
        looked_ns: When looking began, nanoseconds since the epoch.
        known: Digest of what the library held before, by path.
        trusted: Paths whose identity the user vouches for.
        total: Sources to read.
        done: Sources read.
        pages: Pages read.
        written: Chunks of each source committed in this run, by path.
        parts: Sources that turned out to be parts of others.
        counted: The numbers of the report.
        failed: What is not in the library, and why.
        partial: What was not read whole, and what is missing.
    """

    progress: Progress
    looked_ns: int
    known: Mapping[str, str] = field(default_factory=dict)
    trusted: Collection[str] = ()
    total: int = 0
    done: int = 0
    pages: int = 0
    written: dict[str, int] = field(default_factory=dict)
    parts: list[tuple[Source, PartError]] = field(default_factory=list)
    counted: IngestReport = field(default_factory=IngestReport)
    failed: list[FailedSource] = field(default_factory=list)
    partial: list[FailedSource] = field(default_factory=list)

    def count(self, **amounts: int) -> None:
        """Add to the numbers of the report, by their names."""
        grown = {name: getattr(self.counted, name) + n for name, n in amounts.items()}
        self.counted = replace(self.counted, **grown)

    def report(self, seconds: float) -> IngestReport:
        """Return the report of a run that took so long."""
        return replace(
            self.counted,
            failed=tuple(self.failed),
            partial=tuple(self.partial),
            seconds=round(seconds, 3),
        )

    def add(self, one: Prepared) -> None:
        """Count a source that was committed; one read a second time counts once."""
        path = one.source.path
        former = self.written.get(path)
        self.pages += one.pages
        self.count(chunks=len(one.chunks) - (former or 0))
        if former is None:
            is_update = bool(self.known.get(path))
            self.count(updated=is_update, added=not is_update)
        self.written[path] = len(one.chunks)
        if one.status is not DocumentStatus.OK:
            reason = " ".join(one.receipt["warnings"])
            self.partial.append(FailedSource(path, str(one.status), reason))
        self.step(path)

    def drop(self, path: str) -> None:
        """Count a source that turned out to hold a work another one holds."""
        chunks = self.written.pop(path, None)
        self.count(duplicates=1)
        if chunks is not None:
            is_update = bool(self.known.get(path))
            self.count(chunks=-chunks, updated=-is_update, added=is_update - 1)

    def step(self, source: str) -> None:
        """Tell that a source is done."""
        self.done += 1
        event = ProgressEvent(
            "ingest", self.done, self.total, source, self.pages, self.counted.chunks
        )
        self.progress(event)
