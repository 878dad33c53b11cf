"""Which collection a file belongs to: that of the innermost folder it lies in.

Paths are compared as they are written, without `..` and with accents composed; links are not
followed. What lies in no folder of any collection is in `main`.
"""

from __future__ import annotations

import os
import unicodedata
from collections.abc import Callable, Iterable, Mapping

from sqlalchemy import Connection, bindparam, select, update

from aliquot.storage.schema import collection_folders, sources
from aliquot.types import MAIN_COLLECTION

__all__ = ["misplaced", "named_folders", "normal_path", "place_again", "placer", "placing"]

# Sources read and written at a time.
BATCH = 5000


def normal_path(path: str) -> str:
    """Return a path as folders are compared: without `..`, its accents composed."""
    plain = path if "://" in path else os.path.normpath(path)
    return unicodedata.normalize("NFC", plain)


def placer(folders: Mapping[str, str]) -> Callable[[str], str]:
    """Return what gives a path's collection.

    Args:
        folders: Folders as `normal_path` gives them, each with its collection's name.
    """

    def collection_of(path: str) -> str:
        place = normal_path(path)
        while place:
            if place in folders:
                return folders[place]
            place = place.rpartition(os.sep)[0]
        return folders.get(os.sep, MAIN_COLLECTION)

    return collection_of


def placing(connection: Connection) -> Callable[[str], str]:
    """Return what gives a path's collection, as folders are at this moment."""
    rows = connection.execute(select(collection_folders.c.folder, collection_folders.c.collection))
    return placer({row.folder: row.collection for row in rows})


def place_again(connection: Connection) -> int:
    """Move every source to the collection it belongs to by now; return how many moved."""
    collection_of = placing(connection)
    moved, above = 0, 0
    columns = select(sources.c.id, sources.c.path, sources.c.collection).order_by(sources.c.id)
    placed = update(sources).where(sources.c.id == bindparam("source"))
    while True:
        rows = connection.execute(columns.where(sources.c.id > above).limit(BATCH)).all()
        changed = [
            {"source": row.id, "collection": name}
            for row in rows
            if (name := collection_of(row.path)) != row.collection
        ]
        if changed:
            connection.execute(placed, changed)
        moved += len(changed)
        if len(rows) < BATCH:
            return moved
        above = rows[-1].id


def misplaced(connection: Connection) -> dict[str, str]:
    """Return the collections of sources whose folders are those of another, by their paths."""
    collection_of = placing(connection)
    rows = connection.execute(select(sources.c.path, sources.c.collection)).all()
    return {
        normal_path(row.path): row.collection
        for row in rows
        if collection_of(row.path) != row.collection
    }


def named_folders(folders: Iterable[str]) -> list[str]:
    """Return folders as they are kept, each once."""
    return list(dict.fromkeys(map(normal_path, folders)))
