"""The ledger's row of one source, written inside a transaction that writes more than it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, insert, select, update

from aliquot.storage.placing import placing
from aliquot.storage.schema import sources
from aliquot.types import LedgerState, Source

__all__ = ["DUPLICATE", "duplicate_row", "update_source"]

# Status of a source whose bytes, or whose work, another source brings.
DUPLICATE = "duplicate"


def duplicate_row(
    source: Source,
    original: str,
    *,
    now_ns: int,
    status: str = DUPLICATE,
    parser: str = "",
    reason: str = "",
    receipt: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return the row of a source whose bytes, work or text another source brings.

    Args:
        source: The copy.
        original: Path of the source whose documents stay.
        now_ns: Nanoseconds since the epoch.
        status: What it is, in a word.
        parser: Who found it to be the same work; empty for the same bytes.
        reason: How the two are known to be one work.
        receipt: What has to be compared before the copy is read again.
    """
    return {
        "state": str(LedgerState.INDEXED),
        "status": status,
        "reason": reason,
        "parser": parser,
        "receipt": json.dumps(dict(receipt or {}), ensure_ascii=False),
        "duplicate_of": original,
        "sha256": source.sha256,
        "size": source.size,
        "mtime_ns": source.mtime_ns,
        "checked_ns": now_ns,
    }


def update_source(connection: Connection, path: str, values: Mapping[str, Any]) -> int:
    """Write a source's row inside the caller's transaction and return its id."""
    found = connection.execute(select(sources.c.id).where(sources.c.path == path)).scalar()
    if found is None:
        placed = {"path": path, "collection": placing(connection)(path)}
        done = connection.execute(insert(sources).values({**placed, **values}))
        found = done.inserted_primary_key[0] if done.inserted_primary_key else 0
        return int(found)
    connection.execute(update(sources).where(sources.c.id == found).values(dict(values)))
    return int(found)
