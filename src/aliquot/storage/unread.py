"""Files whose text a library lacks: what a question may ask for and nothing can answer."""

from __future__ import annotations

from pathlib import PurePath

from sqlalchemy import Engine, select

from aliquot.storage.connection import reading
from aliquot.storage.schema import sources
from aliquot.types import LedgerState

__all__ = ["unread_names"]


def unread_names(engine: Engine) -> list[str]:
    """List the names of files that could not be read, sorted; copies are listed once."""
    query = select(sources.c.path).where(
        sources.c.state == LedgerState.FAILED.value, sources.c.duplicate_of == ""
    )
    with reading(engine) as connection:
        return sorted({PurePath(path).name for path in connection.execute(query).scalars()})
