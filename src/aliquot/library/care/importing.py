"""Make a library of an export again: the same ids, the same chunks, nothing embedded.

Who sees what stays as it was. Where an export does not say which folders make a collection, its
files stay in it all the same, each by its own path: nothing falls to `main` by being carried.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from aliquot.errors import ConfigError, StoreError, UnknownDocumentError
from aliquot.library.care.manifest import FORMAT, MANIFEST, ExportManifest, Table
from aliquot.library.care.new_folder import new_folder
from aliquot.library.library import Library
from aliquot.protocols import Progress, ProgressEvent, silent
from aliquot.storage.catalog import Catalog
from aliquot.storage.collections import Collections
from aliquot.storage.migrations import LATEST
from aliquot.types import Collection, Grant, Role

__all__ = ["Imported", "import_library"]

VECTORS = "vectors-"
# Of versions that knew no collections, exports have none of these.
PEOPLE = ("collections", "grants")


@dataclass(frozen=True, slots=True)
class Imported:
    """What was made of an export.

    Attributes:
        library: The new library's folder.
        manifest: What the export said of itself.
        to_embed: Chunks whose vectors the export does not hold.
    """

    library: Path
    manifest: ExportManifest
    to_embed: int


def import_library(folder: Path, library: Path, progress: Progress = silent) -> Imported:
    """Make a library of an export; it has its name only when it is whole.

    Args:
        folder: Written by `Care.export`.
        library: New or empty.
        progress: Told after each table.

    Raises:
        StoreError: The library is not empty, the export is damaged or of a newer version, or the
            disk is full.
    """
    manifest = _manifest(folder / MANIFEST)
    with new_folder(library) as made, Library.create(made) as opened:
        _take(opened.catalog, folder, manifest, progress)
        opened.care.build_indexes(progress)
        lacking = [one["lacking"] for one in opened.status()["embedder"]]
    return Imported(library, manifest, max(lacking, default=0))


def _take(catalog: Catalog, folder: Path, manifest: ExportManifest, progress: Progress) -> None:
    """Read every table, those first on which others stand."""
    exchange, placed = catalog.exchange, catalog.collections
    exchange.take_roots(manifest.roots)
    takers = {
        "collections": lambda rows, _: _take_collections(placed, rows),
        "grants": lambda rows, _: _take_grants(placed, rows),
        "sources": lambda rows, _: _take_sources(catalog, rows),
        "documents": lambda rows, _: exchange.take_documents(rows),
        "chunks": exchange.take_chunks,
        "findings": lambda rows, _: exchange.take_findings(rows),
        "references": lambda rows, _: exchange.take_references(rows),
        "relations": lambda rows, _: exchange.take_relations(rows),
        **{name: exchange.take_vectors for name in manifest.tables if name.startswith(VECTORS)},
    }
    for name in set(PEOPLE) - manifest.tables.keys():
        del takers[name]
    for number, (name, take) in enumerate(takers.items(), start=1):
        table = manifest.tables[name]
        try:
            take(_rows(folder / table.file, table), table.embedder)
        except (KeyError, TypeError, ValueError, AttributeError) as exc:
            raise _damaged(folder / table.file, f"a line lacks a part or is none ({exc})") from exc
        except (ConfigError, UnknownDocumentError) as exc:
            raise _damaged(folder / table.file, exc.message) from exc
        progress(ProgressEvent("import", number, len(takers), table.file))


def _take_collections(collections: Collections, records: Iterator[Mapping[str, Any]]) -> None:
    for one in records:
        folders = tuple(one["folders"])
        collections.put(Collection(name=one["name"], title=one["title"], folders=folders))


def _take_sources(catalog: Catalog, records: Iterator[Mapping[str, Any]]) -> None:
    catalog.exchange.take_sources(records)
    catalog.collections.hold_files()


def _take_grants(collections: Collections, records: Iterator[Mapping[str, Any]]) -> None:
    for one in records:
        collections.grant(Grant(one["collection"], one["to"], Role(one["role"])))


def _rows(path: Path, table: Table) -> Iterator[Mapping[str, Any]]:
    """Yield a table's lines; at its end, it is what its manifest says.

    Raises:
        StoreError: It is not.
    """
    digest, count = hashlib.sha256(), 0
    try:
        with path.open("rb") as file:
            for line in file:
                digest.update(line)
                count += 1
                yield json.loads(line.decode("utf-8", "surrogatepass"))
    except OSError as exc:
        raise _damaged(path, str(exc.strerror)) from exc
    if (count, digest.hexdigest()) != (table.rows, table.sha256):
        raise _damaged(path, "it is not as it was written")


def _manifest(path: Path) -> ExportManifest:
    try:
        raw = json.loads(path.read_bytes())
        tables = {str(name): Table(**one) for name, one in raw["tables"].items()}
        _require_known(raw)
        if any(Path(one.file).name != one.file for one in tables.values()):
            raise _damaged(path, "it names a file outside its folder")
        wanted = {"sources", "documents", "chunks", "findings", "references", "relations"}
        if not wanted <= set(tables):
            raise _damaged(path, f"it names no {', '.join(sorted(wanted - set(tables)))}")
        return ExportManifest(
            schema=raw["schema"],
            aliquot=raw["aliquot"],
            created_at=raw["created_at"],
            format=raw["format"],
            tables=tables,
            roots=tuple(raw["roots"]),
            not_carried=tuple(raw["not_carried"]),
        )
    except OSError as exc:
        raise StoreError(
            f"{path} cannot be read: {exc.strerror}.",
            hint="Name a folder that 'aliquot export' has written.",
        ) from exc
    except (ValueError, KeyError, TypeError, AttributeError) as exc:
        raise _damaged(path, "it is no manifest") from exc


def _require_known(raw: Mapping[str, Any]) -> None:
    if raw["format"] > FORMAT or raw["schema"] > LATEST:
        raise StoreError(
            f"The export has format {raw['format']} and schema {raw['schema']}; this Aliquot knows "
            f"{FORMAT} and {LATEST}.",
            hint=f"Update Aliquot to {raw['aliquot']} or newer: pip install -U aliquot",
        )


def _damaged(path: Path, why: str) -> StoreError:
    return StoreError(
        f"{path} is no part of a sound export: {why}.", hint="Export the library again."
    )
