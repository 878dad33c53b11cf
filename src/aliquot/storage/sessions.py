"""Who is logged in: sessions kept on our side, known by the digest of what a browser holds."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from sqlalchemy import Engine, delete, insert, select

from aliquot.errors import ConfigError
from aliquot.storage.connection import reading, writing
from aliquot.storage.records import dump
from aliquot.storage.schema import sessions
from aliquot.storage.secret import digest_of, in_iso, is_same, new_secret
from aliquot.types import Permission, Person

__all__ = ["Sessions"]


def _now() -> datetime:
    return datetime.now(UTC)


class Sessions:
    """The sessions of one catalog."""

    def __init__(self, engine: Engine, *, clock: Callable[[], datetime] = _now) -> None:
        """Take the catalog's engine and a clock."""
        self._engine = engine
        self._clock = clock

    def begin(self, person: Person, hours: float) -> str:
        """Log a person in; return what their browser is to hold.

        Args:
            person: Who it is; kept as it is now.
            hours: After how many the session ends.

        Raises:
            ConfigError: It would end before it begins.
            StoreError: The catalog cannot be written.
        """
        if hours <= 0:
            raise ConfigError("A session lasts longer than 0 hours.", hint="Set session_hours.")
        secret, now = new_secret(), self._clock()
        row = {
            "digest": digest_of(secret),
            "person": person.name,
            "record": _record(person),
            "expires_at": in_iso(now + timedelta(hours=hours)),
        }
        with writing(self._engine) as connection:
            connection.execute(delete(sessions).where(sessions.c.expires_at <= in_iso(now)))
            connection.execute(insert(sessions).values(row))
        return secret

    def of(self, secret: str) -> Person | None:
        """Return who is logged in with this; `None` where nobody is, or no more.

        Raises:
            StoreError: The catalog cannot be read.
        """
        query = select(sessions).where(
            sessions.c.digest == digest_of(secret), sessions.c.expires_at > in_iso(self._clock())
        )
        with reading(self._engine) as connection:
            row = connection.execute(query).mappings().first()
        if row is None or not is_same(secret, row["digest"]):
            return None
        return _person(row["record"])

    def end(self, secret: str) -> None:
        """Log out; nothing where nobody is logged in with this.

        Raises:
            StoreError: The catalog cannot be written.
        """
        with writing(self._engine) as connection:
            connection.execute(delete(sessions).where(sessions.c.digest == digest_of(secret)))

    def end_of(self, person: str) -> int:
        """Log a person out everywhere; return how many sessions ended.

        Raises:
            StoreError: The catalog cannot be written.
        """
        with writing(self._engine) as connection:
            return connection.execute(delete(sessions).where(sessions.c.person == person)).rowcount

    def clear(self) -> None:
        """Log everyone out."""
        with writing(self._engine) as connection:
            connection.execute(delete(sessions))


def _record(person: Person) -> str:
    return dump(
        {
            "name": person.name,
            "groups": sorted(person.groups),
            "permissions": sorted(person.permissions),
            "via": person.via,
            "is_administrator": person.is_administrator,
        }
    )


def _person(record: str) -> Person:
    kept = json.loads(record)
    return Person(
        name=kept["name"],
        groups=frozenset(kept["groups"]),
        permissions=frozenset(map(Permission, kept["permissions"])),
        via=kept["via"],
        is_administrator=kept["is_administrator"],
    )
