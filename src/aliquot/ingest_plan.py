"""What an ingest has to do: compare the files on disk with the ledger, touching neither.

A file whose size and time are as the ledger has them is unchanged without being read, unless it
was written so close to the last look that its time cannot be trusted; then its bytes decide.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aliquot.config import IngestConfig
from aliquot.parsing.discovery import Found, Unreadable, find_files
from aliquot.storage.ledger import Ledger, LedgerEntry
from aliquot.types import FailedSource, LedgerState, Source

__all__ = ["EXCLUDED", "Plan", "Planner"]

# Status of a source the user removed by hand: left alone until named again or changed.
EXCLUDED = "excluded"

# Clocks of network shares and FAT count in steps of up to 2 s: within that of the last look, a
# file may have changed without a new time.
RACY_NS = 2_000_000_000

DONE = (LedgerState.COMMITTED, LedgerState.INDEXED)


@dataclass
class Plan:
    """What to do with each source; every list is sorted by path.

    Attributes:
        files: Sources looked at.
        unchanged: How many stay as they are.
        work: Sources to read.
        touched: Path, size and time of sources whose bytes turned out unchanged.
        duplicates: Sources with bytes another source brings, and that source's path.
        missing: Paths that are gone from disk.
        failed: What failed before and would fail again, and what cannot be looked at.
        partial: What was read before with warnings.
        known: Digest of what the library holds, by path.
    """

    files: int = 0
    unchanged: int = 0
    work: list[Source] = field(default_factory=list)
    touched: list[tuple[str, int, int]] = field(default_factory=list)
    duplicates: list[tuple[Source, str]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    failed: list[FailedSource] = field(default_factory=list)
    partial: list[FailedSource] = field(default_factory=list)
    known: dict[str, str] = field(default_factory=dict)


class Planner:
    """Compare folders with the ledger."""

    def __init__(
        self,
        ledger: Ledger,
        config: IngestConfig,
        parser_name: Callable[[str], str],
        clock_ns: Callable[[], int],
    ) -> None:
        """Take what it works with.

        Args:
            ledger: What is known of each source.
            config: Which names to leave out.
            parser_name: Format name to that parser's name and present version.
            clock_ns: Nanoseconds since the epoch.
        """
        self._ledger = ledger
        self._config = config
        self._parser_name = parser_name
        self._clock_ns = clock_ns

    def plan(self, roots: Sequence[Path], named: Sequence[Path] = ()) -> Plan:
        """Look through `roots`; `named` brings back what was removed by hand."""
        entries = self._ledger.entries()
        plan = Plan(known=_known(entries))
        found, blocked = self._look(roots, plan)
        plan.missing = sorted(_missing(entries, found, roots, blocked))
        owners = _owners(entries, plan.missing)
        wanted = {str(path) for path in named}
        for file in found.values():
            self._place(file, entries.get(file.path), owners, plan, is_named=file.path in wanted)
        return plan

    def failure_mark(self, format_name: str | None) -> str:
        """Return what a failure is remembered under: it is tried again when this changes."""
        return "none 1" if format_name is None else self._parser_name(format_name)

    def _look(self, roots: Sequence[Path], plan: Plan) -> tuple[dict[str, Found], list[str]]:
        found: dict[str, Found] = {}
        blocked: list[str] = []
        for root in roots:
            for item in find_files(root, self._config.ignore):
                if isinstance(item, Unreadable):
                    is_gone = not os.path.lexists(item.path)
                    if is_gone and item.path != str(root):
                        continue
                    blocked.append(item.path)
                    plan.failed.append(_cannot_look(item, is_gone=is_gone))
                else:
                    found[item.path] = item
        plan.files = len(found) + len(blocked)
        return dict(sorted(found.items())), blocked

    def _place(
        self,
        file: Found,
        entry: LedgerEntry | None,
        owners: dict[str, str],
        plan: Plan,
        *,
        is_named: bool,
    ) -> None:
        settled = self._settled(entry, owners, is_named=is_named)
        if settled is not None and self._looks_unchanged(file, settled):
            self._keep(settled, plan)
            return
        try:
            digest = _hash_file(Path(file.path))
        except OSError as exc:
            reason = f"It cannot be read: {exc.strerror}. Check its permissions."
            plan.failed.append(FailedSource(file.path, "failed", reason))
            return
        if settled is not None and digest == settled.sha256:
            plan.touched.append((file.path, file.size, file.mtime_ns))
            self._keep(settled, plan)
            return
        source = Source(path=file.path, sha256=digest, size=file.size, mtime_ns=file.mtime_ns)
        owner = owners.setdefault(digest, file.path)
        if owner == file.path or file.size == 0:
            plan.work.append(source)
        else:
            plan.duplicates.append((source, owner))

    def _keep(self, entry: LedgerEntry, plan: Plan) -> None:
        if entry.state is LedgerState.FAILED:
            plan.failed.append(FailedSource(entry.path, entry.status, entry.reason))
            return
        plan.unchanged += 1
        for warning in entry.receipt.get("warnings", ()):
            plan.partial.append(FailedSource(entry.path, entry.status, warning))

    def _settled(
        self, entry: LedgerEntry | None, owners: Mapping[str, str], *, is_named: bool
    ) -> LedgerEntry | None:
        """Return the entry if the same bytes would need no second reading."""
        if entry is None or not self._is_settled(entry, is_named=is_named):
            return None
        if entry.duplicate_of and owners.get(entry.sha256) != entry.duplicate_of:
            return None
        return entry

    def _is_settled(self, entry: LedgerEntry, *, is_named: bool) -> bool:
        if entry.status == EXCLUDED:
            return not is_named
        if entry.duplicate_of:
            return True
        if entry.state is LedgerState.FAILED:
            return bool(entry.parser) and self._is_current(entry.parser)
        return entry.state in DONE and self._is_current(entry.parser)

    def _is_current(self, parser: str) -> bool:
        format_name = parser.partition(" ")[0]
        return parser == self.failure_mark(None if format_name == "none" else format_name)

    @staticmethod
    def _looks_unchanged(file: Found, entry: LedgerEntry) -> bool:
        same = file.size == entry.size and file.mtime_ns == entry.mtime_ns
        return same and file.mtime_ns + RACY_NS < entry.checked_ns


def _known(entries: Mapping[str, LedgerEntry]) -> dict[str, str]:
    return {
        path: entry.sha256
        for path, entry in entries.items()
        if entry.sha256 and entry.state is not LedgerState.FAILED and not entry.duplicate_of
    }


def _owners(entries: Mapping[str, LedgerEntry], missing: Iterable[str]) -> dict[str, str]:
    """Map digests to the path whose documents hold them; a path that is gone owns nothing."""
    gone = set(missing)
    return {
        entry.sha256: path
        for path, entry in entries.items()
        if entry.state in DONE
        and not entry.duplicate_of
        and entry.status != EXCLUDED
        and path not in gone
        and os.path.exists(path)  # noqa: PTH110 -- half the time of Path over a large ledger
    }


def _missing(
    entries: Mapping[str, LedgerEntry],
    found: Mapping[str, Found],
    roots: Sequence[Path],
    blocked: Sequence[str],
) -> Iterable[str]:
    """Yield known paths under `roots` that are gone, leaving alone what cannot be looked at.

    A root that cannot be reached is most often a drive that is not mounted: nothing under it is
    taken for deleted.
    """
    folders = [str(root) for root in roots]
    for path in entries:
        is_under = any(_is_inside(path, folder) for folder in folders)
        is_hidden = any(_is_inside(path, folder) for folder in blocked)
        if is_under and path not in found and not is_hidden:
            yield path


def _is_inside(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)


def _cannot_look(item: Unreadable, *, is_gone: bool) -> FailedSource:
    if not is_gone:
        return FailedSource(item.path, "failed", f"{item.reason} Check its permissions.")
    reason = (
        "It is not there. If it was deleted for good, 'aliquot remove --source PATH' forgets it; "
        "if it is on a drive, connect it."
    )
    return FailedSource(item.path, "missing", reason)


def _hash_file(path: Path) -> str:
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
