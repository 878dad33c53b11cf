"""Write a library to one file while it is in use, and prove that it can be read again.

The catalog is copied as it stands at one moment. Indexes are derived and left out unless asked for.
Documents were read from files that stay where they are: the backup names them, or holds them too.
"""

from __future__ import annotations

import os
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from importlib.metadata import version
from pathlib import Path, PurePosixPath

from aliquot.config import Config
from aliquot.errors import StoreError
from aliquot.library.beside import NAME as BESIDE
from aliquot.library.care.archive import MANIFEST, Manifest, Member, opened_archive, write_member
from aliquot.library.folder import CATALOG_NAME, INDEX_NAME, LOCK_NAME
from aliquot.library.parts import Parts
from aliquot.library.writing import sole_writer
from aliquot.protocols import Progress, ProgressEvent
from aliquot.storage.audit import now
from aliquot.storage.catalog import Catalog
from aliquot.storage.sqlite_files import faults_of, require_space

__all__ = ["ORIGINALS", "BackedUp", "back_up"]

ORIGINALS = "originals"
# Of the library's folder, but no part of what it knows: the catalog is copied by itself.
LEFT_OUT = (f"{CATALOG_NAME}*", LOCK_NAME, "*.new", BESIDE)


@dataclass(frozen=True, slots=True)
class BackedUp:
    """What a backup holds.

    Attributes:
        file: The backup.
        size: Its bytes.
        manifest: What it says of itself.
    """

    file: Path
    size: int
    manifest: Manifest


def back_up(
    library: Path,
    config: Config,
    catalog: Catalog,
    file: Path,
    *,
    parts: Callable[[], Parts] | None,
    with_originals: bool,
    progress: Progress,
) -> BackedUp:
    """Write a library to one file, and read it again before it has its name.

    Args:
        library: The library's folder.
        config: Its settings.
        catalog: The truth.
        file: Must not be there yet.
        parts: Opens the indexes that come along; `None` to leave them out.
        with_originals: Whether the files documents were read from come along.
        progress: Told after each member.

    Raises:
        StoreError: The file is there, the disk is full, or the catalog is damaged.
    """
    if file.exists():
        raise StoreError(f"{file} is there already.", hint="Name a new file; none is overwritten.")
    temporary = file.with_name(f".{file.name}.{os.getpid()}.new")
    try:
        with ExitStack() as held, _room_for_copy(catalog, file.parent) as copy:
            indexes = held.enter_context(_still(library, config, catalog, parts))
            manifest = _copied(catalog, copy)
            members = {CATALOG_NAME: copy, **_settings(library), **indexes}
            manifest = _with_originals(catalog, manifest, members, wanted=with_originals)
            _write(temporary, manifest, members, progress)
        with opened_archive(temporary) as archive:
            archive.verify()
            written = archive.manifest
        # Fails where a file of this name has come meanwhile, on systems that can tell.
        temporary.rename(file)
    except OSError as exc:
        raise StoreError(
            f"{file} cannot be written: {exc.strerror or exc}.",
            hint="Check the free space and the permissions of its folder.",
        ) from exc
    finally:
        temporary.unlink(missing_ok=True)
    return BackedUp(file, file.stat().st_size, written)


@contextmanager
def _room_for_copy(catalog: Catalog, beside: Path) -> Iterator[Path]:
    """Give a path for the catalog's copy, on the disk of the backup."""
    source = catalog.upkeep.path
    size = source.stat().st_size if source is not None else 0
    require_space(beside, 2 * size, "The backup, with the catalog's copy beside it,")
    with tempfile.TemporaryDirectory(prefix=".aliquot-backup-", dir=beside) as folder:
        yield Path(folder) / CATALOG_NAME


def _copied(catalog: Catalog, copy: Path) -> Manifest:
    """Copy the catalog, and tell what the copy holds.

    Raises:
        StoreError: It is damaged.
    """
    catalog.upkeep.copy_to(copy)
    faults = faults_of(copy)
    if faults:
        raise StoreError(
            f"The catalog is damaged: {'; '.join(faults[:3])}.",
            hint="Keep your earlier backups, and see 'aliquot doctor'.",
        )
    copied = Catalog.at(copy)
    try:
        copied.sessions.clear()
        counts = copied.counts()
        return Manifest(
            schema=copied.upkeep.schema(),
            aliquot=version("aliquot"),
            library=copied.id,
            created_at=now(),
            counts={name: counts[name] for name in ("documents", "chunks")}
            | {"sources": sum(copied.ledger.counts().values())},
            roots=tuple(copied.ledger.roots()),
        )
    finally:
        copied.close()
        for name in ("-wal", "-shm"):
            copy.with_name(f"{CATALOG_NAME}{name}").unlink(missing_ok=True)


def _settings(library: Path) -> dict[str, Path]:
    """Return the small files beside the catalog: settings, and what the lab wrote there."""
    return {
        one.name: one
        for one in sorted(library.iterdir())
        if one.is_file() and not any(one.match(pattern) for pattern in LEFT_OUT)
    }


@contextmanager
def _still(
    library: Path, config: Config, catalog: Catalog, parts: Callable[[], Parts] | None
) -> Iterator[dict[str, Path]]:
    """Give the files of the library's own indexes, current, while nobody writes them.

    Raises:
        StoreError: Vectors are in a database, whose own backup has to be taken.
    """
    if parts is None:
        yield {}
        return
    if config.vectors.backend != "local":
        raise StoreError(
            f"The vectors are in {config.vectors.backend}, not in the library's own files.",
            hint="Back up without --with-indexes: 'restore' builds them again, embedding nothing.",
        )
    with sole_writer(library, catalog, "backing up"):
        parts().followers.make_durable()
        folder = library / INDEX_NAME
        yield {
            f"{INDEX_NAME}/{one.relative_to(folder).as_posix()}": one
            for one in sorted(folder.rglob("*"))
            if one.is_file() and not one.name.endswith(".lock")
        }


def _with_originals(
    catalog: Catalog, manifest: Manifest, members: dict[str, Path], *, wanted: bool
) -> Manifest:
    """Add the files documents were read from to what is packed, and to the manifest."""
    if not wanted:
        return manifest
    originals: dict[str, str] = {}
    missing = []
    for path in catalog.ledger.entries():
        source = Path(path)
        if not source.is_file():
            missing.append(path)
            continue
        originals[path] = name = _member_name(source, manifest.roots)
        members[name] = source
    return replace(manifest, originals=originals, missing=tuple(missing))


def _member_name(source: Path, roots: tuple[str, ...]) -> str:
    """Return the name of an original: number and name of its root, and its path below."""
    for number, root in enumerate(roots, start=1):
        if source.is_relative_to(root):
            below = source.relative_to(root)
            place = PurePosixPath(ORIGINALS, f"{number:03}-{Path(root).name or 'root'}")
            return _plain(str(place.joinpath(*below.parts)))
    return _plain(str(PurePosixPath(ORIGINALS, "000-others", *source.parts[1:])))


def _plain(name: str) -> str:
    """Replace signs that some system gives a meaning in names."""
    return name.replace("\\", "_").replace(":", "_")


def _write(
    temporary: Path, manifest: Manifest, members: dict[str, Path], progress: Progress
) -> None:
    written: dict[str, Member] = {}
    with temporary.open("xb") as file:
        with zipfile.ZipFile(file, "w", allowZip64=True) as archive:
            for number, (name, source) in enumerate(members.items(), start=1):
                written[name] = write_member(archive, name, source)
                progress(ProgressEvent("backup", number, len(members), name))
            text = replace(manifest, members=written).to_json()
            archive.writestr(zipfile.ZipInfo(MANIFEST), text.encode("utf-8", "surrogateescape"))
        file.flush()
        os.fsync(file.fileno())
