"""Filling a library: sources brought in and taken out, documents read for findings."""

from __future__ import annotations

import logging
from collections.abc import Sequence, Set
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from aliquot.assembly import make_ingest
from aliquot.enrich import settle_contexts
from aliquot.errors import ConfigError, StoreError
from aliquot.ingest.findings import FindingsReport
from aliquot.ingest.standing import EXCLUDED
from aliquot.library.arguments import existing, spellings
from aliquot.library.findings import bring_up_to_date, is_up_to_date
from aliquot.library.opened import Opened
from aliquot.protocols import Progress, silent
from aliquot.storage.catalog_read import unknown_document
from aliquot.storage.ledger import LedgerEntry
from aliquot.types import Comparison, IngestReport, Operator

__all__ = [
    "add_sources",
    "read_unread",
    "read_unread_if_free",
    "remove_document",
    "remove_source",
    "restore_removed",
    "sync_sources",
]

_log = logging.getLogger(__name__)


def add_sources(
    opened: Opened,
    paths: Sequence[str | Path],
    *,
    trust: bool,
    progress: Progress,
    by: str = "",
) -> IngestReport:
    """Bring files and folders in, and remember them.

    Args:
        opened: Where to.
        paths: Files and folders.
        trust: Whether none is quarantined.
        progress: Told after each source.
        by: Who does it, where people are told apart.

    Raises:
        ConfigError: A path does not exist.
        StoreError: The library is locked, full or damaged; what was committed stays.
        ModelError: An embedder cannot be run.
    """
    roots = [existing(path) for path in paths]
    with opened.writing("adding files", by=by):
        opened.catalog.ledger.add_roots(str(root) for root in roots)
        return _bring_in(opened, roots, progress, named=roots, trust=trust)


def sync_sources(
    opened: Opened, *, reparse: bool, progress: Progress, by: str = ""
) -> IngestReport:
    """Make a library agree with every file and folder it was given.

    Args:
        opened: The library.
        reparse: Whether files an older version has read, and those read in part, are read again.
        progress: Told after each source.
        by: Who does it, where people are told apart.

    Raises:
        StoreError: The library is locked, full or damaged; what was committed stays.
        ModelError: An embedder cannot be run.
    """
    with opened.writing("bringing files up to date", by=by):
        roots = [Path(root) for root in opened.catalog.ledger.roots()]
        return _bring_in(opened, roots, progress, reparse=reparse)


def _bring_in(
    opened: Opened, roots: Sequence[Path], progress: Progress, **how: Any
) -> IngestReport:
    """Bring in what has changed, search chunks with contexts or without, read for findings."""
    config, catalog, followers = opened.config, opened.catalog, opened.parts.followers
    with closing(make_ingest(config, catalog, followers)) as ingest:
        report = ingest.sync(roots, progress=progress, **how)
    settle_contexts(catalog, followers, is_on=config.chunking.contexts)
    named = bring_up_to_date(config, catalog, progress)
    return replace(
        report,
        notes=(*report.notes, *named.notes),
        seconds=report.seconds + named.seconds,
    )


def remove_document(
    opened: Opened, document_id: str, collections: Set[str] | None = None, by: str = ""
) -> list[str]:
    """Take a document out; its file is not read again unless named.

    Where the same bytes lie in several collections, it goes from those alone that are named.

    Args:
        opened: The library.
        document_id: Which.
        collections: Out of which; out of all unless given.
        by: Who does it, where people are told apart.

    Returns:
        Paths of the files it was removed of, that may bring it back.

    Raises:
        UnknownDocumentError: No document has this id, or it is in none of the collections.
        StoreError: The library is locked or cannot be written.
        ModelError: An embedder cannot be run.
    """
    with opened.writing("removing documents", by=by):
        catalog, ledger = opened.catalog, opened.catalog.ledger
        source = catalog.source_of(document_id)
        copies = [one for one in map(ledger.entry, ledger.copies_of(source)) if one]
        original = ledger.entry(source)
        bringing = [one for one in (original, *copies) if one and _is_same(one, original)]
        goes = [one.path for one in bringing if _is_in(one, collections)]
        if not goes:
            raise unknown_document(document_id)
        if source in goes:
            catalog.remove_document(document_id, excluded_status=EXCLUDED)
            # Of what they are copies of nothing is left: the first of them is read in its place.
            stays = [Path(one.path) for one in copies if not _is_in(one, collections)]
            _read_again(opened, stays, silent)
        else:
            catalog.exclude_copies(goes, excluded_status=EXCLUDED)
        opened.parts.followers.make_durable()
    return goes


def _is_same(entry: LedgerEntry, original: LedgerEntry | None) -> bool:
    return original is not None and entry.sha256 == original.sha256


def _is_in(entry: LedgerEntry, collections: Set[str] | None) -> bool:
    return collections is None or entry.collection in collections


def _read_again(
    opened: Opened, paths: Sequence[Path], progress: Progress, *, trust: bool = False
) -> None:
    """Read files whatever is known of them."""
    if paths:
        opened.catalog.ledger.discover(map(str, paths))
        there = [one for one in paths if one.exists()]
        _bring_in(opened, there, progress, named=paths, trust=trust)


def restore_removed(
    opened: Opened, path: Path, progress: Progress, by: str = "", *, trust: bool = False
) -> list[str]:
    """Read a file again of which documents were removed, and the copies removed with it.

    Args:
        opened: The library.
        path: Of the file.
        progress: Told after each source.
        by: Who does it, where people are told apart.
        trust: Whether the user vouches that the file is what it says it is.

    Returns:
        The ids of its documents.

    Raises:
        ConfigError: The library was never given it, or it is not there any more.
        StoreError: The library is locked, full or damaged.
        ModelError: An embedder cannot be run.
    """
    with opened.writing("bringing back documents", by=by):
        ledger = opened.catalog.ledger
        known = map(ledger.entry, spellings(path.expanduser().absolute()))
        entry = next((one for one in known if one is not None), None)
        if entry is None:
            raise ConfigError(
                f"The library was never given {path}.", hint=f"Bring it in with: aliquot add {path}"
            )
        copies = [one.path for one in ledger.entries_of([entry.sha256]) if one.status == EXCLUDED]
        paths = [existing(one) for one in dict.fromkeys([entry.path, *copies])]
        _read_again(opened, paths, progress, trust=trust)
        of_file = Comparison("source", Operator.EQ, entry.path)
        return [one.id for one in opened.catalog.documents(of_file)]


def remove_source(opened: Opened, path: Path) -> list[str]:
    """Forget a file or folder and every document from it; return their ids.

    Raises:
        StoreError: The library is locked or cannot be written.
    """
    with opened.writing("removing documents"):
        gone = [
            document_id
            for spelling in spellings(path.expanduser().absolute())
            for document_id in opened.catalog.forget_under(spelling)
        ]
        opened.parts.followers.make_durable()
        return gone


def read_unread(opened: Opened, progress: Progress, wait_s: float | None = None) -> FindingsReport:
    """Read for findings what was not read with the present version.

    Args:
        opened: The library.
        progress: Told after each document.
        wait_s: Seconds to wait for another who writes; as the settings say unless given.

    Raises:
        StoreError: The library is locked, full or damaged; what was read stays.
    """
    if is_up_to_date(opened.config, opened.catalog):
        return FindingsReport()
    with opened.writing("reading for findings", wait_s):
        return bring_up_to_date(opened.config, opened.catalog, progress)


def read_unread_if_free(opened: Opened, progress: Progress) -> None:
    """Read for findings what is unread, unless another process is writing, or nobody may."""
    try:
        read_unread(opened, progress, 0)
    except StoreError as exc:
        # The coverage of a survey says what is left unread.
        _log.warning("documents are left unread for findings: %s", exc.message)
