"""Remove what nothing uses any more: vectors, copies of upgrades, left-over files, free pages.

The change log stays as it is. It holds one row of 30 bytes for each chunk there ever was, and which
indexes follow it cannot be known: one in another process, on a server or in a copied folder may be
any number of changes behind, and would keep chunks for ever whose removal it never reads.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from aliquot.library.care.index_checks import used_embedders
from aliquot.library.parts import Parts
from aliquot.storage.catalog import Catalog
from aliquot.storage.sqlite_files import require_space
from aliquot.storage.upgrading import copies_before

__all__ = ["Freed", "vacuum"]


@dataclass(frozen=True, slots=True)
class Freed:
    """What a vacuum freed.

    Attributes:
        vectors: Cached vectors that were removed.
        files: Names of the files that were removed.
        before: Bytes the library's own files took.
        after: Bytes they take now.
    """

    vectors: int
    files: tuple[str, ...]
    before: int
    after: int


def vacuum(library: Path, catalog: Catalog, parts: Parts) -> Freed:
    """Remove what nothing uses; killed at any moment, the library is whole.

    Needs the library's writer lock.

    Args:
        library: The library's folder.
        catalog: The truth.
        parts: The embedders whose vectors stay.

    Raises:
        StoreError: The disk has no room for the catalog to be written anew.
    """
    before = _size(library)
    path = catalog.upkeep.path
    left = [*library.glob("*.new"), *(copies_before(path) if path is not None else ())]
    # First: what they take may be the room that is needed.
    for one in left:
        one.unlink(missing_ok=True)
    if path is not None:
        require_space(library, path.stat().st_size, "Writing the catalog anew")
    used = used_embedders(library, parts)
    removed = catalog.upkeep.forget_unused(used)
    catalog.upkeep.compact()
    return Freed(removed, tuple(sorted(one.name for one in left)), before, _size(library))


def _size(library: Path) -> int:
    return sum(one.stat().st_size for one in library.iterdir() if one.is_file())
