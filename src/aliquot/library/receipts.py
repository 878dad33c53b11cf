"""Receipts from the ledger: one file's, every file's, and what they add up to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from aliquot.errors import ConfigError
from aliquot.library.arguments import spellings
from aliquot.library.opened import Opened
from aliquot.receipts import COUNTED, documents_of
from aliquot.storage.ledger import LedgerEntry
from aliquot.types import LedgerState, Receipt

__all__ = ["every_receipt", "find_receipt", "total_counts"]


def find_receipt(opened: Opened, path: Path, collections: Collection[str] | None = None) -> Receipt:
    """Return one file's receipt.

    Args:
        opened: The library.
        path: The file, as the user wrote it.
        collections: In which it has to be; in any unless given.

    Raises:
        ConfigError: The library was never given it.
    """
    ledger = opened.catalog.ledger
    given = _absolute(path)
    known = (ledger.entry(spelling) for spelling in spellings(given))
    entry = next((one for one in known if one is not None and _is_in(one, collections)), None)
    if entry is None:
        hint = "Name a file; 'aliquot list' shows what a folder brought."
        raise ConfigError(
            f"The library was never given {given}.",
            hint=hint if _is_folder(given) else f"Bring it in with: aliquot add {path}",
        )
    copies = [
        path
        for path in ledger.copies_of(entry.path)
        if collections is None or _is_in(ledger.entry(path), collections)
    ]
    if not _is_in(ledger.entry(entry.duplicate_of), collections):
        entry = _alone(entry)
    return _receipt(entry, copies, _outdating(opened)(entry))


def _absolute(path: Path) -> Path:
    try:
        return path.expanduser().absolute()
    except RuntimeError:
        # A file may be called like somebody's home.
        return path.absolute()


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        # Anyone may make up a path that no system takes: too long, or with a zero in it.
        return False


def every_receipt(opened: Opened, collections: Collection[str] | None = None) -> Iterator[Receipt]:
    """Yield files' receipts, by path.

    Args:
        opened: The library.
        collections: Of the files in which; of all unless given.
    """
    ledger = opened.catalog.ledger
    copies = ledger.copies(collections)
    unseen = set() if collections is None else ledger.outside(collections)
    is_old = _outdating(opened)
    for entry in ledger.each(collections):
        shown = _alone(entry) if entry.duplicate_of in unseen else entry
        yield _receipt(shown, copies.get(entry.path, ()), is_old(entry))


def total_counts(receipts: Iterable[Receipt]) -> dict[str, int]:
    """Return the sums of every count, with the files that have warnings or an older parser."""
    total: Counter[str] = Counter()
    for one in receipts:
        total.update(one.counts)
        total["files_with_warnings"] += bool(one.warnings)
        total["files_of_older_parsers"] += one.is_outdated
    shown = (*COUNTED, "files_with_warnings", "files_of_older_parsers")
    return {name: total[name] for name in shown if total[name]}


def _is_in(entry: LedgerEntry | None, collections: Collection[str] | None) -> bool:
    """Tell whether a file is in one of these collections; one that is not there is in none."""
    return collections is None or (entry is not None and entry.collection in collections)


def _alone(entry: LedgerEntry) -> LedgerEntry:
    """Return a copy without what it says of the file it is a copy of."""
    return replace(entry, duplicate_of="", reason="")


def _outdating(opened: Opened) -> Callable[[LedgerEntry], bool]:
    """Return what tells whether a source was read or cut by an older version."""
    # What reads files is loaded where it is told of: it costs every question its start.
    from aliquot.assembly import cutting_of, parser_name
    from aliquot.ingest.standing import is_outdated, versions

    cutting, version_of = cutting_of(opened.config), versions(parser_name)
    return lambda entry: is_outdated(entry, version_of, cutting)


def _receipt(entry: LedgerEntry, copies: Iterable[str], is_outdated: bool) -> Receipt:
    read = entry.receipt
    is_waiting = entry.state is LedgerState.DISCOVERED
    return Receipt(
        source=entry.path,
        state=entry.state,
        status="waiting" if is_waiting else entry.status,
        reason=entry.reason,
        parser=entry.parser.partition(",")[0],
        is_outdated=is_outdated,
        seconds=read.get("seconds", 0.0),
        documents=documents_of(read),
        counts=read.get("counts", {}),
        warnings=tuple(read.get("warnings", ())),
        duplicate_of=entry.duplicate_of,
        copies=tuple(copies),
        collection=entry.collection,
    )
