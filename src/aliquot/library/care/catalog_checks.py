"""Is the catalog whole, and does what it says of itself agree?"""

from __future__ import annotations

from collections.abc import Iterator

from aliquot.library.care.checked import Check, Checked, Look, fault, named, ok, warning
from aliquot.storage.migrations import LATEST
from aliquot.storage.upgrading import copies_before

__all__ = ["CATALOG_CHECKS"]

# SQLite writes its log back at 4 MB; one that is many times that has a reader that never ends.
LONG_LOG_BYTES = 64 * 2**20
# One fault in twenty is among them with a probability of .96: 1 - .95 ** 64.
SAMPLE = 64
RESTORE = "Restore the library from a backup: aliquot restore FILE FOLDER"


def integrity(look: Look) -> Iterator[Checked]:
    """Look through every page of the catalog's file."""
    faults = look.catalog.upkeep.integrity()
    return fault("catalog", "; ".join(faults[:3]), RESTORE) if faults else ok("catalog", "sound")


def foreign_keys(look: Look) -> Iterator[Checked]:
    """Look for rows whose document or source is gone."""
    loose = look.catalog.upkeep.loose_rows()
    if loose:
        return fault("catalog rows", f"{len(loose):,} belong to nothing: {named(loose)}", RESTORE)
    return ok("catalog rows", "each belongs to a document or source that is there")


def schema(look: Look) -> Iterator[Checked]:
    """Tell the catalog's format, and the copies that upgrades have kept."""
    version = look.catalog.upkeep.schema()
    path = look.catalog.upkeep.path
    kept = [one.name for one in copies_before(path)] if path is not None else []
    beside = f"; 'aliquot vacuum' removes {named(kept)}" if kept else ""
    if version == LATEST:
        return ok("catalog format", f"{version}, the present one{beside}")
    return fault("catalog format", f"{version}, not {LATEST}", "Open it with another Aliquot.")


def write_ahead_log(look: Look) -> Iterator[Checked]:
    """See that SQLite's log is written back from time to time."""
    size = look.catalog.upkeep.log_bytes()
    detail = f"{size / 2**20:,.1f} MB"
    if size <= LONG_LOG_BYTES:
        return ok("write-ahead log", detail)
    return warning("write-ahead log", detail, "aliquot doctor --fix", "write-ahead")


def change_log(look: Look) -> Iterator[Checked]:
    """See that every chunk is announced to the indexes, and no other."""
    missing, wrong = look.catalog.upkeep.unlogged(), look.catalog.upkeep.wrongly_logged()
    if not (missing or wrong):
        return ok("change log", f"whole, up to {look.catalog.sequence:,}")
    detail = f"{len(missing):,} chunks are not in it, {len(wrong):,} of it are no chunks"
    return fault("change log", detail, "aliquot doctor --fix", "log")


def slices(look: Look) -> Iterator[Checked]:
    """Hold a sample of chunks against the text of their documents."""
    wrong = look.catalog.upkeep.miscut(SAMPLE)
    if not wrong:
        return ok("chunks", f"{SAMPLE} looked at, each is a slice of its document")
    remedy = "Read the files again: aliquot sync --reparse"
    return fault("chunks", f"not what their document says: {named(wrong)}", remedy)


def identities(look: Look) -> Iterator[Checked]:
    """Look for unrelated documents that bear one identifier."""
    same = look.catalog.upkeep.same_identity()
    if not same:
        return ok("identities", "each identifier names one document, or related ones")
    first = next(iter(same))
    return warning(
        "identities",
        f"{len(same):,} identifiers name several documents: {first} is {named(same[first])}",
        "Compare them ('aliquot show ID') and take out what is wrong: aliquot remove ID",
    )


def audit(look: Look) -> Iterator[Checked]:
    """Prove the chain of the audit log."""
    proof = look.catalog.history.audit.verify()
    if proof.broken_at is None:
        return ok("audit log", f"{proof.entries:,} entries, one unbroken chain")
    detail = f"entry {proof.broken_at:,}: {proof.reason}"
    return fault("audit log", detail, "See 'aliquot audit verify'; restore a backup if needed.")


def surveys(look: Look) -> Iterator[Checked]:
    """See that what surveys have read can be read back."""
    count = look.catalog.upkeep.unreadable_cells()
    if count:
        return fault("surveys", f"{count:,} cells cannot be read back", RESTORE)
    return ok("surveys", "every cell can be read back")


CATALOG_CHECKS: tuple[Check, ...] = (
    integrity,
    foreign_keys,
    schema,
    write_ahead_log,
    change_log,
    slices,
    identities,
    audit,
    surveys,
)
