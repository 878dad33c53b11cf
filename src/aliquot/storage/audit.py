"""The audit log: what was done with a library, one entry after the other, chained by hashes.

An entry's hash is SHA-256 over the hash of the entry before it, a line end, and the entry's
sequence, time, account, kind and detail as canonical JSON (UTF-8, keys sorted, no blanks). Whoever
changes, drops or inserts an entry breaks the chain behind it; triggers forbid it in the first
place. Whoever rewrites the file from the end can be found out by a hash that was written down
elsewhere: see `verify`. Order is that of the sequence, never of clocks.
"""

from __future__ import annotations

import getpass
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, Engine, func, insert, select

from aliquot.storage.connection import reading, writing
from aliquot.storage.schema import audit
from aliquot.types.history import AuditEntry, AuditKind, AuditProof

__all__ = ["GENESIS", "AuditLog", "canonical", "chain_hash", "now", "proof_of"]

# What the first entry is chained to.
GENESIS = "0" * 64
CHAINED = ("sequence", "at", "who", "kind", "detail")
BATCH = 1000


def now() -> str:
    """Return the time as ISO 8601, UTC, to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def account() -> str:
    """Return the name of the user account; empty where the system knows none."""
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):
        return ""


def canonical(value: Any) -> str:
    """Write JSON the one way it is hashed."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return text.encode("utf-8", "replace").decode("utf-8")


def chain_hash(previous: str, entry: Mapping[str, Any]) -> str:
    """Return the hash of an entry behind the one whose hash is `previous`."""
    body = canonical({name: entry[name] for name in CHAINED})
    return hashlib.sha256(f"{previous}\n{body}".encode()).hexdigest()


def proof_of(entries: Iterable[Mapping[str, Any]], head: str = "") -> AuditProof:
    """Follow a chain, from its first entry on.

    Args:
        entries: In order, each with its `previous` and `hash`.
        head: Hash that has to be among them; empty for none.
    """
    last, read, is_met = GENESIS, 0, head in ("", GENESIS)
    for read, entry in enumerate(entries, 1):
        reason = _misfit(entry, read, last)
        if reason:
            return AuditProof(read, last, read, reason)
        last = str(entry["hash"])
        is_met = is_met or last == head
    if not is_met:
        reason = f"no entry has the hash {head[:12]}…: the log was cut off or written anew"
        return AuditProof(read, last, read + 1, reason)
    return AuditProof(read, last)


def _misfit(entry: Mapping[str, Any], place: int, previous: str) -> str:
    if not all(name in entry for name in (*CHAINED, "previous", "hash")):
        return "it lacks a part, or cannot be read"
    if entry["sequence"] != place:
        return f"it is numbered {entry['sequence']}: entries are missing or out of order"
    if entry["previous"] != previous:
        return "it does not follow the entry before it"
    return "" if entry["hash"] == chain_hash(previous, entry) else "it was changed"


# Two entries a question: built once, a statement costs half.
_TAIL = select(audit.c.sequence, audit.c.hash).order_by(audit.c.sequence.desc()).limit(1)
_INSERT = insert(audit)


class AuditLog:
    """The audit log of one catalog."""

    def __init__(self, engine: Engine, *, clock: Callable[[], str] = now) -> None:
        """Take the catalog's engine and a clock that writes ISO 8601."""
        self._engine = engine
        self._clock = clock

    def append(self, kind: AuditKind, detail: Mapping[str, Any]) -> AuditEntry:
        """Add an entry, durable on return.

        Args:
            kind: What happened.
            detail: What is to be known of it: JSON values, no fractions.

        Raises:
            StoreError: The catalog cannot be written.
        """
        with writing(self._engine) as connection:
            return self.append_within(connection, kind, detail)

    def append_within(
        self, connection: Connection, kind: AuditKind, detail: Mapping[str, Any]
    ) -> AuditEntry:
        """Add an entry in a transaction that `writing` has begun, and that holds the write lock."""
        sequence, previous = connection.execute(_TAIL).first() or (0, GENESIS)
        text = canonical(detail)
        entry: dict[str, Any] = {
            "sequence": sequence + 1,
            "at": self._clock(),
            "who": account(),
            "kind": kind.value,
            # As it will be read back, so that the hash is of what is kept.
            "detail": json.loads(text),
            "previous": previous,
        }
        entry["hash"] = chain_hash(previous, entry)
        connection.execute(_INSERT, entry | {"detail": text})
        return AuditEntry(**entry)

    def recent(
        self, count: int, kind: AuditKind | None = None, before: int | None = None
    ) -> list[AuditEntry]:
        """Return the last entries, newest first.

        Args:
            count: How many at most.
            kind: Of which kind; any unless given.
            before: Sequence of an entry, of which only older ones are wanted.
        """
        query = select(audit).order_by(audit.c.sequence.desc()).limit(count)
        if kind is not None:
            query = query.where(audit.c.kind == kind.value)
        if before is not None:
            query = query.where(audit.c.sequence < before)
        with reading(self._engine) as connection:
            return [_entry(row) for row in connection.execute(query).mappings()]

    def counts(self) -> dict[str, int]:
        """Count entries by kind."""
        query = select(audit.c.kind, func.count()).group_by(audit.c.kind)
        with reading(self._engine) as connection:
            return dict(connection.execute(query).all())

    def refusals(self) -> int:
        """Count answers that were refusals."""
        refused = audit.c.detail.contains('"refused":true', autoescape=True)
        query = select(func.count()).where(audit.c.kind == AuditKind.ANSWERED.value, refused)
        with reading(self._engine) as connection:
            return connection.execute(query).scalar() or 0

    def lines(self) -> Iterator[dict[str, Any]]:
        """Yield every entry as plain values, oldest first; unreadable detail is left out."""
        above = 0
        while True:
            query = select(audit).where(audit.c.sequence > above).order_by(audit.c.sequence)
            with reading(self._engine) as connection:
                rows = connection.execute(query.limit(BATCH)).mappings().all()
            yield from map(_plain, rows)
            if len(rows) < BATCH:
                return
            above = rows[-1]["sequence"]

    def verify(self, head: str = "") -> AuditProof:
        """Prove that the log is one unbroken chain, or name the first entry that does not fit.

        Args:
            head: Hash of an entry, written down earlier, that has to be in it; empty for none.
        """
        return proof_of(self.lines(), head)


def _plain(row: Mapping[Any, Any]) -> dict[str, Any]:
    entry = {str(name): value for name, value in row.items()}
    try:
        return entry | {"detail": json.loads(entry.pop("detail"))}
    except (ValueError, TypeError, RecursionError):
        return entry


def _entry(row: Mapping[Any, Any]) -> AuditEntry:
    entry = _plain(row)
    detail = entry.get("detail")
    is_read = isinstance(detail, dict)
    return AuditEntry(**(entry | {"detail": detail if is_read else {"damaged": "cannot be read"}}))
