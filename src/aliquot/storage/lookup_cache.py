"""Answers of look-up services, kept in the catalog, so that nothing is asked twice.

Satisfies `LookupCache` of the metadata stage. Each answer is committed as it comes: a run that is
interrupted has lost nothing it asked for.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from sqlalchemy import Engine, delete, insert, select

from aliquot.storage.connection import reading, writing
from aliquot.storage.schema import lookups

__all__ = ["LookupStore"]

# Seconds clocks of machines that share a catalog may differ. What is dated later than that was kept
# by a clock that was wrong, and would be believed until then.
SKEW_S = 3600.0


class LookupStore:
    """Answers by service and question."""

    def __init__(self, engine: Engine, *, clock: Callable[[], float] = time.time) -> None:
        """Take the catalog's engine and a clock in seconds since the epoch."""
        self._engine = engine
        self._clock = clock

    def get(self, resolver: str, key: str) -> str | None:
        """Return an answer that is still good; `None` where there is none."""
        now = self._clock()
        query = select(lookups.c.answer).where(
            lookups.c.resolver == resolver,
            lookups.c.key == key,
            lookups.c.found_at + lookups.c.ttl_s > now,
            lookups.c.found_at <= now + SKEW_S,
        )
        with reading(self._engine) as connection:
            return connection.execute(query).scalar()

    def put(self, resolver: str, key: str, answer: str, ttl_s: float) -> None:
        """Keep an answer for so many seconds, in place of an older one."""
        same = (lookups.c.resolver == resolver, lookups.c.key == key)
        row = {"resolver": resolver, "key": key, "answer": answer}
        with writing(self._engine) as connection:
            connection.execute(delete(lookups).where(*same))
            connection.execute(insert(lookups).values(**row, found_at=self._clock(), ttl_s=ttl_s))
