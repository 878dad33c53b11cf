"""What an ingest has to do: compare the files on disk with the ledger, touching neither.

A file whose size and time are as the ledger has them is unchanged without being read, unless it
was written so close to the last look that its time cannot be trusted; then its bytes decide.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from aliquot.backends import available
from aliquot.config import IngestConfig
from aliquot.ingest.standing import (
    DONE,
    EXCLUDED,
    ORIGINAL,
    PARTS,
    format_of,
    holds,
    is_outdated,
    is_quarantined,
    versions,
)
from aliquot.parsing.discovery import Found, Unreadable, find_files
from aliquot.storage.ledger import Ledger, LedgerEntry
from aliquot.storage.ledger_rows import DUPLICATE
from aliquot.types import DocumentStatus, FailedSource, LedgerState, Source

__all__ = ["Plan", "Planner", "digest_of"]

# Clocks of network shares and FAT count in steps of up to 2 s: within that of the last look, a
# file may have changed without a new time.
RACY_NS = 2_000_000_000

GONE = (
    "It is not there. If it was deleted for good, 'aliquot remove --source PATH' forgets it; "
    "if it is on a drive, connect it."
)


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
        outdated: How many stay as an older parser read them.
        trusted: Paths whose identity the user vouches for.
        known: Digest of what the library holds, by path.
        looked_ns: When looking began, nanoseconds since the epoch; what changes later is not seen.
    """

    looked_ns: int
    files: int = 0
    unchanged: int = 0
    work: list[Source] = field(default_factory=list)
    touched: list[tuple[str, int, int]] = field(default_factory=list)
    duplicates: list[tuple[Source, str]] = field(default_factory=list)
    missing: list[str] = field(default_factory=list)
    failed: list[FailedSource] = field(default_factory=list)
    partial: list[FailedSource] = field(default_factory=list)
    outdated: int = 0
    trusted: set[str] = field(default_factory=set)
    known: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Again:
    """What makes a source worth reading again although its bytes are known."""

    is_named: bool
    reparse: bool


class Planner:
    """Compare folders with the ledger."""

    def __init__(
        self,
        ledger: Ledger,
        config: IngestConfig,
        parser_name: Callable[[str], str],
        cutting: str,
        clock_ns: Callable[[], int],
    ) -> None:
        """Take what it works with.

        Args:
            ledger: What is known of each source.
            config: Which names to leave out.
            parser_name: Format name to that parser's name and present version.
            cutting: How documents are cut at present.
            clock_ns: Nanoseconds since the epoch.
        """
        self._ledger = ledger
        self._config = config
        self._version_of = versions(parser_name)
        self._cutting = cutting
        self._clock_ns = clock_ns

    def plan(
        self,
        roots: Sequence[Path],
        named: Sequence[Path] = (),
        *,
        reparse: bool = False,
        trust: bool = False,
    ) -> Plan:
        """Look through `roots`.

        Args:
            roots: Files and folders.
            named: Those the user named just now, which brings back what was removed by hand.
            reparse: Whether to read again what an older parser has read.
            trust: Whether the user vouches for the identity of what is found.
        """
        plan = Plan(looked_ns=self._clock_ns())
        entries = self._ledger.entries([str(root) for root in roots])
        plan.known = _known(entries)
        found, blocked = self._look(roots, plan)
        plan.missing = sorted(_missing(entries, found, roots, blocked))
        digests = _digests(found, entries, plan)
        owners = self._owners(digests, entries)
        wanted = {str(path) for path in named}
        for path, digest in digests.items():
            entry = entries.get(path)
            if trust or (entry is not None and entry.trusted == digest):
                plan.trusted.add(path)
            is_named = path in wanted or (trust and is_quarantined(entry))
            again = _Again(is_named=is_named, reparse=reparse)
            self._place(found[path], entry, owners, digests, plan, again)
        return plan

    def failure_mark(self, format_name: str | None) -> str:
        """Return what a failure is remembered under: it is tried again when this changes."""
        settings = self._config
        limits = f"{settings.timeout_s:g} s {settings.memory_mib} MiB"
        if settings.ocr and available("recognisers", settings.ocr):
            limits += f" {settings.ocr} {settings.ocr_timeout_s:g} s"
        if format_name is None:
            return f"none 1, {self._config.max_file_mib} MiB"
        return f"{self._version_of(format_name) or format_name}, {limits}"

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
                    reason = GONE if is_gone else item.reason
                    status = "missing" if is_gone else "failed"
                    plan.failed.append(FailedSource(_printable(item.path), status, reason))
                else:
                    found[item.path] = item
        plan.files = len(found) + len(blocked)
        return dict(sorted(found.items())), blocked

    def _owners(
        self, digests: Mapping[str, str], entries: Mapping[str, LedgerEntry]
    ) -> dict[str, str]:
        """Map digests that may have come before to the path whose documents hold them.

        A path that is gone owns nothing, and one whose bytes have changed no longer owns the old
        ones.
        """
        in_question = {
            digest for path, digest in digests.items() if not holds(entries.get(path), digest)
        }
        return {
            entry.sha256: entry.path
            for entry in self._ledger.entries_of(in_question)
            if holds(entry, digests.get(entry.path, entry.sha256))
            and (entry.path in digests or Path(entry.path).exists())
        }

    def _place(
        self,
        file: Found,
        entry: LedgerEntry | None,
        owners: dict[str, str],
        digests: Mapping[str, str],
        plan: Plan,
        again: _Again,
    ) -> None:
        digest = digests[file.path]
        if entry is not None and digest == entry.sha256:
            is_settled = self._is_settled(entry, again)
            is_settled = is_settled and self._parts_hold(entry, digests)
            if is_settled and self._original_holds(entry, owners, digests):
                if not _looks_unchanged(file, entry, plan.looked_ns):
                    plan.touched.append((file.path, file.size, file.mtime_ns))
                self._keep(entry, plan)
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
        plan.outdated += is_outdated(entry, self._version_of, self._cutting)
        if entry.status == DocumentStatus.PARTIAL:
            reason = " ".join(entry.receipt.get("warnings", ()))
            plan.partial.append(FailedSource(entry.path, entry.status, reason))

    def _is_settled(self, entry: LedgerEntry, again: _Again) -> bool:
        """Tell whether the same bytes need no second reading."""
        format_name = format_of(entry)
        if entry.status == EXCLUDED:
            return not again.is_named
        if entry.state is LedgerState.FAILED:
            mark = self.failure_mark(None if format_name == "none" else format_name)
            return not again.is_named and entry.parser == mark
        if entry.duplicate_of:
            return True
        if entry.state not in DONE or self._version_of(format_name) is None:
            return False
        if not (again.is_named or again.reparse):
            return True
        # What was read in part may be read whole by now: the recogniser has come, or has more time.
        is_partial = entry.status == DocumentStatus.PARTIAL
        return not (is_partial or is_outdated(entry, self._version_of, self._cutting))

    def _original_holds(
        self, entry: LedgerEntry, owners: Mapping[str, str], digests: Mapping[str, str]
    ) -> bool:
        """Tell whether what a source is a duplicate of is still there, as it was."""
        original = entry.duplicate_of
        if not original or owners.get(entry.sha256) == original:
            return True
        compared = entry.receipt.get(ORIGINAL)
        if compared is None or digests.get(original, compared) != compared:
            return False
        known = self._ledger.entry(original)
        if known is not None and known.collection != entry.collection and entry.status == DUPLICATE:
            # Who may see this file may not see the other one any more, which says it better.
            return False
        return holds(known, compared) and Path(original).exists()

    def _parts_hold(self, entry: LedgerEntry, digests: Mapping[str, str]) -> bool:
        """Tell whether the files that were read with a source are as they were."""
        return all(
            (digests[path] if path in digests else digest_of(path)) == digest
            for path, digest in entry.receipt.get(PARTS, {}).items()
        )


def _looks_unchanged(file: Found, entry: LedgerEntry, looked_ns: int) -> bool:
    same = file.size == entry.size and file.mtime_ns == entry.mtime_ns
    # A look that is dated after this one was taken by a clock that was wrong.
    return same and file.mtime_ns + RACY_NS < entry.checked_ns <= looked_ns


def _digests(
    found: Mapping[str, Found], entries: Mapping[str, LedgerEntry], plan: Plan
) -> dict[str, str]:
    """Map paths to the digests of their bytes, reading only what cannot be known without."""
    digests: dict[str, str] = {}
    for path, file in found.items():
        entry = entries.get(path)
        if entry is not None and entry.sha256 and _looks_unchanged(file, entry, plan.looked_ns):
            digests[path] = entry.sha256
            continue
        try:
            digests[path] = _hash_file(Path(path))
        except OSError as exc:
            reason = f"It cannot be read: {exc.strerror}. Check its permissions."
            plan.failed.append(FailedSource(path, "failed", reason))
    return digests


def _known(entries: Mapping[str, LedgerEntry]) -> dict[str, str]:
    return {
        path: entry.sha256
        for path, entry in entries.items()
        if entry.sha256 and entry.state is not LedgerState.FAILED and not entry.duplicate_of
    }


def _missing(
    entries: Iterable[str],
    found: Container[str],
    roots: Sequence[Path],
    blocked: Sequence[str],
) -> Iterable[str]:
    """Yield known paths under `roots` that are gone, leaving alone what cannot be looked at.

    A root that cannot be reached is most often a drive that is not mounted: nothing under it is
    taken for deleted.
    """
    looked_at = {str(root) for root in roots}
    hidden = set(blocked)
    for path in entries:
        if path not in found:
            places = set(_places(path))
            if places & looked_at and not places & hidden:
                yield path


def _places(path: str) -> Iterable[str]:
    """Yield a path and the folders it lies in, innermost first."""
    inner = ""
    while path != inner:
        yield path
        inner, path = path, os.path.dirname(path)  # noqa: PTH120 -- many times faster than Path


def _printable(path: str) -> str:
    """Show the bytes of a name that is not text."""
    return os.fsencode(path).decode("utf-8", "backslashreplace")


def digest_of(path: str) -> str:
    """Return the digest of a file's bytes; empty where it cannot be read."""
    try:
        return _hash_file(Path(path))
    except OSError:
        return ""


def _hash_file(path: Path) -> str:
    with path.open("rb") as handle:
        return hashlib.file_digest(handle, "sha256").hexdigest()
