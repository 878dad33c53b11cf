"""What a catalog notes of itself under a name: who it is, and where it went or came from.

A catalog that has moved is read no more and written no more: whoever still holds it open is told.
One that is arriving belongs to nobody until the settings name it, and may be filled again.
"""

from __future__ import annotations

from sqlalchemy import Connection, delete, insert, select

from aliquot.errors import StoreError
from aliquot.storage.schema import meta

__all__ = ["ARRIVING", "IDENTITY", "LEFT", "MOVED", "assert_not_moved", "marks_of", "note"]

IDENTITY = "catalog"
# Where the catalog is now; where one came from whose move is not over; and where it was before.
MOVED, ARRIVING, LEFT = "moved to", "arriving from", "moved from"
# Asked before everything that is written.
_MOVED_TO = select(meta.c.value).where(meta.c.name == MOVED)


def marks_of(connection: Connection) -> dict[str, str]:
    """Return what is noted of identity and moves, by name."""
    query = select(meta.c.name, meta.c.value)
    named = query.where(meta.c.name.in_([IDENTITY, MOVED, ARRIVING, LEFT]))
    return {row.name: row.value for row in connection.execute(named)}


def note(connection: Connection, name: str, value: str | None) -> None:
    """Keep a note in place of the former one of its name; `None` takes it away."""
    connection.execute(delete(meta).where(meta.c.name == name))
    if value is not None:
        connection.execute(insert(meta).values(name=name, value=value))


def assert_not_moved(connection: Connection) -> None:
    """Refuse a catalog that has moved: what is written here would be lost.

    Raises:
        StoreError: It has.
    """
    to = connection.execute(_MOVED_TO).scalar()
    if to is not None:
        raise StoreError(
            f"This catalog has moved to {to}.",
            hint="Try again; if it is still so, check the url under [catalog] in aliquot.toml. "
            "'aliquot move --catalog ADDRESS' moves it again.",
        )
