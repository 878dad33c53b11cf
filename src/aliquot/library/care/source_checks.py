"""Are the files still there as they were read, and was all of them read?"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from aliquot.assembly import cutting_of, parser_name
from aliquot.assembly.findings import make_finding_extractors
from aliquot.ingest.standing import is_outdated, versions
from aliquot.library.care.checked import Check, Checked, Look, named, ok, warning
from aliquot.library.care.files import DAY_NS, DONE, is_there

__all__ = ["SOURCE_CHECKS"]

SYNC = "aliquot sync"


def roots(look: Look) -> Iterator[Checked]:
    """See that every folder the library was given is there and can be read."""
    away = [root for root in look.catalog.ledger.roots() if not is_there(Path(root))]
    if not away:
        return ok("folders", "each that was given is there")
    return warning(
        "folders",
        f"not there, or not readable: {named(away)}",
        "Mount the share, or forget it: aliquot remove --source FOLDER. Its documents stay.",
    )


def missing_files(look: Look) -> Iterator[Checked]:
    """Look for files that are gone since they were read."""
    files = look.files
    if not (files.gone or files.closed):
        return ok("files", "each that was read is there")
    detail = f"{len(files.gone):,} are gone, {len(files.closed):,} may not be read"
    first = named((*files.gone, *files.closed))
    return warning("files", f"{detail}: {first}", f"{SYNC}, or bring them back")


def changed_files(look: Look) -> Iterator[Checked]:
    """Look for files that were written since they were read."""
    changed = look.files.changed
    if not changed:
        return ok("changed files", "none since they were read")
    return warning("changed files", f"{len(changed):,}: {named(changed)}", SYNC)


def clock(look: Look) -> Iterator[Checked]:
    """Hold the clock against what the library has noted, and files against the clock."""
    newest = look.catalog.upkeep.newest_ns()
    if newest > look.now_ns + DAY_NS:
        days = (newest - look.now_ns) / DAY_NS
        detail = f"{days:,.1f} days earlier than the library was last written"
        return warning("clock", detail, "Set this machine's clock.")
    ahead = look.files.ahead
    if ahead:
        return warning("clock", f"files dated in the future: {named(ahead)}", "Set their times.")
    return ok("clock", "agrees with the library and its files")


def half_read(look: Look) -> Iterator[Checked]:
    """Look for files that were being read when a process ended."""
    counts = look.catalog.ledger.counts()
    waiting = {state: count for state, count in counts.items() if state not in DONE}
    if not waiting:
        return ok("unfinished files", "none")
    detail = ", ".join(f"{count:,} {state}" for state, count in sorted(waiting.items()))
    return warning("unfinished files", detail, SYNC, "sources")


def older_parsers(look: Look) -> Iterator[Checked]:
    """Look for files that an older version has read or cut."""
    cutting, version_of = cutting_of(look.config), versions(parser_name)
    outdated = [entry.path for entry in look.entries if is_outdated(entry, version_of, cutting)]
    if not outdated:
        return ok("parsers", "every file was read by the present ones")
    detail = f"{len(outdated):,} files were read or cut by older ones: {named(outdated)}"
    return warning("parsers", detail, "aliquot sync --reparse")


def findings(look: Look) -> Iterator[Checked]:
    """Look for documents that were not read for findings, or by an older finder."""
    extractor = make_finding_extractors(look.config)
    if extractor is None:
        return ok("findings", "are off")
    lacking = look.catalog.findings.lacking_count(extractor.version)
    if not lacking:
        return ok("findings", "every document was read by the present finders")
    detail = f"{lacking:,} documents are unread, or read by older finders"
    return warning("findings", detail, SYNC, "findings")


SOURCE_CHECKS: tuple[Check, ...] = (
    roots,
    missing_files,
    changed_files,
    clock,
    half_read,
    older_parsers,
    findings,
)
