"""One writer at a time: the lock of a library's folder, and that of a catalog folders share."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from aliquot.library.folder import LOCK_NAME
from aliquot.storage.catalog import Catalog
from aliquot.storage.lock import WRITING, writer_lock

__all__ = ["sole_writer"]

# A source, or a batch of a move, takes another writer seconds; an `add` of a folder minutes.
WAIT_S = 900.0


@contextmanager
def sole_writer(
    library: Path, catalog: Catalog, doing: str = WRITING, wait_s: float = WAIT_S
) -> Iterator[None]:
    """Be the only one who writes to a library, in its folder and in its catalog.

    Args:
        library: The library's folder.
        catalog: Its catalog, which other folders may share.
        doing: What others are told meanwhile, as in 'adding files'.
        wait_s: Seconds to wait for another, with a message; 0 refuses at once.

    Raises:
        StoreError: Another still writes, the folder cannot be written, or the catalog's server
            cannot be reached.
    """
    with (
        writer_lock(library / LOCK_NAME, doing=doing, wait_s=wait_s),
        catalog.locked(doing, wait_s),
    ):
        yield
