"""Files whose text a library lacks: what a question may ask for and nothing can answer."""

from __future__ import annotations

from pathlib import PurePath

from sqlalchemy import Engine, select

from aliquot.storage.connection import reading
from aliquot.storage.filtering import compile_placement
from aliquot.storage.schema import sources
from aliquot.types import Filter, LedgerState

__all__ = ["unread_names"]


def unread_names(engine: Engine, where: Filter | None = None) -> list[str]:
    """List the names of files that could not be read, sorted; copies are listed once.

    Args:
        engine: Of the catalog.
        where: Of which the collections it names count.
    """
    query = select(sources.c.path).where(
        sources.c.state == LedgerState.FAILED.value, sources.c.duplicate_of == ""
    )
    if where is not None:
        query = query.where(compile_placement(where))
    with reading(engine) as connection:
        return sorted({PurePath(path).name for path in connection.execute(query).scalars()})
