"""Make a library of a backup: everything is verified before anything is put in place."""

from __future__ import annotations

import shutil
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from aliquot.errors import StoreError
from aliquot.library.beside import address_of
from aliquot.library.care.archive import Archive, Manifest, opened_archive
from aliquot.library.care.new_folder import new_folder
from aliquot.library.folder import CATALOG_NAME, INDEX_NAME
from aliquot.library.library import Library
from aliquot.protocols import Progress, ProgressEvent, silent
from aliquot.storage.catalog import Catalog
from aliquot.storage.migrations import LATEST
from aliquot.storage.sqlite_files import faults_of, require_space

__all__ = ["Restored", "build_indexes", "restore"]


@dataclass(frozen=True, slots=True)
class Restored:
    """What was restored.

    Attributes:
        folder: The library.
        manifest: What the backup said of itself.
        engine: Where vectors are if not in the library, and so were left as they are; else empty.
        tokens: How many tokens may be used again, with those revoked since the backup was made.
    """

    folder: Path
    manifest: Manifest
    engine: str = ""
    tokens: int = 0


def restore(file: Path, folder: Path, progress: Progress = silent) -> Restored:
    """Make a library of a backup; nothing is embedded.

    Args:
        file: Written by `Care.back_up`.
        folder: New or empty.
        progress: Told after each member.

    Raises:
        StoreError: The folder is not empty, the backup is damaged or of a newer version, or the
            disk is full.
    """
    with opened_archive(file) as archive, new_folder(folder) as made:
        _require_known(archive.manifest)
        require_space(made, archive.size, "The restored library")
        _unpack(archive, made, progress)
        faults = faults_of(made / CATALOG_NAME)
        if faults:
            raise archive.damaged(f"its catalog is damaged ({'; '.join(faults[:3])})")
        engine = build_indexes(made, progress)
        with closing(Catalog.at(made / CATALOG_NAME)) as catalog:
            tokens = len(catalog.tokens.usable())
        return Restored(folder, archive.manifest, engine, tokens)


def build_indexes(library: Path, progress: Progress) -> str:
    """Build a library's indexes from its catalog; nothing is embedded.

    Vectors in a database are left alone: another library of the same id, the one that was backed
    up, may be using them.

    Args:
        library: Its folder.
        progress: Told after each index.

    Returns:
        Where vectors are, if not in the library's own folder; else nothing.
    """
    with Library.open(library) as opened:
        address = address_of(opened.config)
        if address.location or address.backend == "pinecone":
            return str(address)
        opened.care.build_indexes(progress)
    return ""


def _require_known(manifest: Manifest) -> None:
    if manifest.schema > LATEST:
        raise StoreError(
            f"The backup's catalog has schema {manifest.schema}; this Aliquot knows {LATEST}.",
            hint=f"Update Aliquot to {manifest.aliquot} or newer: pip install -U aliquot",
        )


def _unpack(archive: Archive, target: Path, progress: Progress) -> None:
    names = archive.manifest.members
    if CATALOG_NAME not in names:
        raise archive.damaged("it holds no catalog")
    for number, name in enumerate(names, start=1):
        archive.unpack(name, target / name)
        progress(ProgressEvent("restore", number, len(names), name))
    # Made where there is none, so that the folder is known for a library.
    (target / "aliquot.toml").touch()
    if not any(name.startswith(f"{INDEX_NAME}/") for name in names):
        shutil.rmtree(target / INDEX_NAME, ignore_errors=True)
