"""Write what a library holds as lines of JSON, and as Parquet where asked for, for other tools.

All files are of one moment, whatever is written meanwhile; few rows are held at a time.
`importing` makes a library of them again.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

from aliquot.errors import StoreError
from aliquot.library.care.manifest import MANIFEST, ExportManifest, Table
from aliquot.library.care.new_folder import new_folder
from aliquot.protocols import Progress, ProgressEvent, silent
from aliquot.storage.audit import now
from aliquot.storage.catalog import Catalog
from aliquot.storage.exchange import Snapshot

__all__ = ["Exported", "export"]

# Lines between two reports.
REPORT = 1000


@dataclass(frozen=True, slots=True)
class Exported:
    """What was exported.

    Attributes:
        folder: Where.
        manifest: What it says of itself.
        parquet: The files written as Parquet beside.
    """

    folder: Path
    manifest: ExportManifest
    parquet: tuple[str, ...] = ()


def export(
    catalog: Catalog,
    folder: Path,
    embedder: str,
    *,
    parquet: bool = False,
    progress: Progress = silent,
) -> Exported:
    """Write a catalog's contents to a folder, which has its name only when it is whole.

    Args:
        catalog: The truth.
        folder: New or empty.
        embedder: Id of the one whose vectors stand beside their chunks; others have files of their
            own. Empty for none.
        parquet: Whether tables are written as Parquet too.
        progress: Told after each thousand lines.

    Raises:
        MissingExtraError: Parquet is asked for and its package is not installed.
        StoreError: The folder is not empty, or the disk is full.
    """
    if parquet:
        # Missing packages are told before a library is written out.
        from aliquot.library.care.parquet import write_parquet
    with new_folder(folder) as made, catalog.exchange.snapshot() as held:
        tables = {
            name: _written(made, name, lines, of, progress)
            for name, of, lines in _tables(held, embedder)
        }
        manifest = ExportManifest(
            schema=held.schema(),
            aliquot=version("aliquot"),
            created_at=now(),
            tables=tables,
            roots=tuple(held.roots()),
        )
        text = json.dumps(asdict(manifest), ensure_ascii=False, indent=1)
        (made / MANIFEST).write_bytes(text.encode("utf-8", "surrogateescape"))
        beside = write_parquet(made, manifest) if parquet else ()
    return Exported(folder, manifest, beside)


def _tables(held: Snapshot, embedder: str) -> Iterator[tuple[str, str, Iterator[str]]]:
    """Yield each table's name, whose vectors it holds, and its lines."""
    yield "collections", "", map(_line, held.collections())
    yield "grants", "", map(_line, held.grants())
    yield "sources", "", map(_line, held.sources())
    yield "documents", "", map(_line, held.documents())
    yield "chunks", embedder, (_vector_line(one, at) for one, at in held.chunks(embedder))
    others = [one for one in held.embedders() if one != embedder]
    for number, other in enumerate(others, start=2):
        lines = (_vector_line({"text_hash": one}, at) for one, at in held.vectors(other))
        yield f"vectors-{number}", other, lines
    yield "findings", "", map(_line, held.findings())
    yield "references", "", map(_line, held.references())
    yield "relations", "", map(_line, held.relations())


def _written(
    folder: Path, name: str, lines: Iterable[str], embedder: str, progress: Progress
) -> Table:
    digest, rows = hashlib.sha256(), 0
    file = f"{name}.jsonl"
    with (folder / file).open("xb") as target:
        for rows, line in enumerate(lines, start=1):
            written = f"{line}\n".encode("utf-8", "surrogatepass")
            digest.update(written)
            target.write(written)
            if not rows % REPORT:
                progress(ProgressEvent("export", rows, 0, file))
    return Table(file, rows, digest.hexdigest(), embedder)


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False)


def _vector_line(record: Mapping[str, Any], vector: bytes | None) -> str:
    """Write a record with its vector, each number as short as float16 can be read back from."""
    first, *rest = record.items()
    head, tail = _line(dict([first]))[:-1], _line(dict(rest))[1:-1]
    numbers = "null" if vector is None else f"[{_numbers(vector)}]"
    return f'{head}, "vector": {numbers}' + (f", {tail}}}" if tail else "}")


def _numbers(vector: bytes) -> str:
    if len(vector) % 2:
        raise StoreError(
            "A cached vector is no row of float16 numbers.", hint="Run 'aliquot doctor'."
        )
    texts = _half_texts()
    return ",".join([texts[one] for one in np.frombuffer(vector, dtype=np.uint16).tolist()])


@cache
def _half_texts() -> list[str]:
    """Return the shortest text of every float16, by its bits."""
    every = np.arange(2**16, dtype=np.uint16).view(np.float16)
    return [str(one) for one in every]
