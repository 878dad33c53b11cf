"""The story of findings: what was not read with this version -> read -> keep, one by one.

A finding says what a document names, and where: see `aliquot.findings`. Read `read_findings` from
top to bottom. Each document is one transaction: a run that is killed anywhere has lost at most the
document it was at, and the next goes on from there.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from dataclasses import dataclass

from aliquot.errors import ModelError, SourceError
from aliquot.protocols import FindingExtractor, Progress, ProgressEvent, silent
from aliquot.storage.catalog import Catalog
from aliquot.storage.records import hash_text
from aliquot.types import Chunk, Document, Finding, Span

__all__ = ["FindingsReport", "read_findings"]

_log = logging.getLogger(__name__)

# Notes told to who asked for the run; the others are counted. The catalog holds all reasons.
TOLD = 3


@dataclass(frozen=True, slots=True)
class FindingsReport:
    """What a run read.

    Attributes:
        read: Documents read.
        findings: Findings kept.
        notes: What went wrong, for people.
        seconds: How long it took.
    """

    read: int = 0
    findings: int = 0
    notes: tuple[str, ...] = ()
    seconds: float = 0.0


def read_findings(
    catalog: Catalog, extractor: FindingExtractor, progress: Progress = silent
) -> FindingsReport:
    """Read every document the extractor's version has not read, and keep what each names.

    Args:
        catalog: The truth.
        extractor: Reads; its version is noted with each document.
        progress: Told after each document.

    Raises:
        StoreError: The library is locked, full or damaged; what was read stays.
    """
    started = time.monotonic()
    wanted = catalog.findings.lacking(extractor.version)
    done = kept = 0
    notes: list[str] = []
    for document_id in wanted:
        document = catalog.document(document_id)
        try:
            found, reason = _read(document, catalog.chunks_of(document_id), extractor)
        except ModelError as exc:
            # No fault of the document: it stays unread, and is read when the model can be reached.
            notes.append(f"Reading for findings stopped: {exc.message} {exc.hint}".strip())
            break
        text_hash = hash_text(document.text)
        catalog.findings.put(
            document_id, found, version=extractor.version, text_hash=text_hash, reason=reason
        )
        done, kept = done + 1, kept + len(found)
        if reason:
            notes.append(f"Not all findings of {document_id} were read: {reason}")
        progress(ProgressEvent("findings", done, len(wanted), source=document_id))
    return FindingsReport(done, kept, _shortened(notes), time.monotonic() - started)


def _read(
    document: Document, chunks: Sequence[Chunk], extractor: FindingExtractor
) -> tuple[list[Finding], str]:
    """Return what a document names, and why not all of it; the reason is mostly empty.

    Raises:
        ModelError: A model that reads failed.
    """
    found: list[Finding] = []
    reason = ""
    try:
        for one in extractor.extract(document, chunks):
            found.append(one)  # noqa: PERF402 -- what was given before a fault is kept
    except SourceError as exc:
        reason = exc.message
    inside = {chunk.id: chunk.span for chunk in chunks}
    placed = [one for one in found if _is_placed(one, document, inside.get(one.chunk_id))]
    if left := len(found) - len(placed):
        # A quote that is not where it says proves nothing, and rules or models alike may slip.
        _log.warning("findings of %s: %d do not stand where they say", document.id, left)
    return placed, reason


def _is_placed(finding: Finding, document: Document, chunk: Span | None) -> bool:
    """Tell whether a finding stands in its document's chunk as it says."""
    if chunk is None or finding.document_id != document.id:
        return False
    span, place = finding.span, finding.place
    return chunk.start <= span.start <= place.start < place.end <= span.end <= chunk.end


def _shortened(notes: Sequence[str]) -> tuple[str, ...]:
    """Return the first few notes, and how many more there are."""
    left = len(notes) - TOLD
    return (*notes[:TOLD], *([f"And {left} more of this kind."] if left > 0 else []))
