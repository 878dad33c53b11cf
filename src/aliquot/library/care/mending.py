"""What `doctor --fix` does: everything is made again from the catalog, nothing is embedded twice.

Each mend is told in one sentence. Whoever calls holds the library's writer lock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from aliquot.assembly import DenseIndex
from aliquot.library.care.checked import Look, Mend
from aliquot.library.care.index_checks import keys_of
from aliquot.library.findings import bring_up_to_date
from aliquot.protocols import silent

__all__ = ["MENDS"]

# Chunks given to an index at a time: 2,000 vectors are 3 MB.
BATCH = 2000


def log_anew(look: Look) -> str:
    """Announce to the indexes what the change log says wrongly, or not at all."""
    upkeep = look.catalog.upkeep
    added, removed = upkeep.unlogged(), upkeep.wrongly_logged()
    upkeep.log_anew(added, removed)
    look.parts.followers.make_durable()
    return f"logged {len(added):,} chunks and {len(removed):,} removals again"


def write_back(look: Look) -> str:
    """Write SQLite's log into the catalog."""
    is_done = look.catalog.upkeep.checkpoint()
    return "wrote the log into the catalog" if is_done else "a reader keeps the log from ending"


def catch_up(look: Look) -> str:
    """Let every index hold the last change, on disk."""
    look.parts.followers.make_durable()
    return "brought every index to the last change"


def end_drift(look: Look) -> str:
    """Take vectors of no chunk out of each index, and put in those it lacks."""
    counts = [_end_drift(look, one) for one in look.parts.dense]
    dropped, added = sum(one for one, _ in counts), sum(one for _, one in counts)
    return f"dropped {dropped:,} vectors of no chunk, put back {added:,}"


def _end_drift(look: Look, one: DenseIndex) -> tuple[int, int]:
    expected = look.catalog.vectors.keys(one.embedder.id)
    held = keys_of(one.index)
    extra, lacking = np.setdiff1d(held, expected), np.setdiff1d(expected, held)
    sequence = one.index.sequence
    for start in range(0, len(extra), BATCH):
        one.index.apply([], extra[start : start + BATCH].tolist(), sequence)
    for start in range(0, len(lacking), BATCH):
        keys = lacking[start : start + BATCH].tolist()
        one.index.apply(look.catalog.records(keys, one.embedder.id), [], sequence)
    one.index.flush()
    return len(extra), len(lacking)


def finish_sources(look: Look) -> str:
    """Note what is committed as indexed; files that were not yet read wait for `sync`."""
    look.parts.followers.make_durable()
    look.catalog.ledger.mark_indexed()
    return "noted what is committed as indexed"


def read_findings(look: Look) -> str:
    """Read documents for findings that were not read by the present finders."""
    report = bring_up_to_date(look.config, look.catalog, silent)
    return f"read {report.read:,} documents for findings"


MENDS: Mapping[Mend, Callable[[Look], str]] = {
    "log": log_anew,
    "write-ahead": write_back,
    "indexes": catch_up,
    "drift": end_drift,
    "sources": finish_sources,
    "findings": read_findings,
}
