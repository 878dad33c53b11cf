"""Tell a library's folder from a copy of it: both have one id, by which engines know their vectors.

The catalog notes the folder it lies in. Where that is still there with the same catalog, this
folder is a copy; where it is not, the library was moved, and the note follows it.
"""

from __future__ import annotations

import json
import logging
from pathlib import Path

from aliquot.library.folder import CATALOG_NAME
from aliquot.storage.catalog import Catalog
from aliquot.storage.sqlite_files import identity_of

__all__ = ["note_folder", "original_of"]

_log = logging.getLogger(__name__)

FOLDER = "folder"


def note_folder(path: Path, catalog: Catalog) -> None:
    """Note where a library lies, unless it is a copy; needs the library's writer lock.

    Args:
        path: The library's folder.
        catalog: In a file of it; one that folders share belongs to none of them.
    """
    noted = catalog.ledger.mark(FOLDER)
    if noted == _here(path) or not (path / CATALOG_NAME).exists():
        return
    original = original_of(path, catalog)
    if original is None:
        catalog.ledger.set_mark(FOLDER, _here(path))
        return
    _log.warning(
        "this library is a copy of %s, and both have one id: 'aliquot doctor --fix' here gives "
        "this one its own",
        original,
    )


def original_of(path: Path, catalog: Catalog) -> Path | None:
    """Return the folder a library is a copy of; `None` where it is none.

    Args:
        path: The library's folder.
        catalog: Its catalog.
    """
    noted = catalog.ledger.mark(FOLDER)
    if not noted or noted == _here(path) or not (path / CATALOG_NAME).exists():
        return None
    original = Path(json.loads(noted)["path"])
    other = original / CATALOG_NAME
    if not other.exists() or other.samefile(path / CATALOG_NAME):
        return None
    return original if identity_of(other) == catalog.id else None


def _here(path: Path) -> str:
    """Return a folder's path, and its number, which a copy under an old name has not."""
    return json.dumps({"path": str(path), "inode": path.stat().st_ino})
