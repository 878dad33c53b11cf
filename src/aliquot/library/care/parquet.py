"""The tables of an export as Parquet, read back from its lines a few at a time.

What is nested stands as JSON text, so that every tool reads it; vectors are lists of float32.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from aliquot.errors import MissingExtraError
from aliquot.library.care.manifest import ExportManifest

try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError as exc:
    raise MissingExtraError("Parquet needs the package pyarrow.", extra="parquet") from exc

__all__ = ["write_parquet"]

# Rows in one group: 2,000 vectors are 3 MB.
GROUP = 2000
# Tables other tools have a use for; the rest is what an import needs.
TABLES = ("documents", "chunks", "findings", "references")
# Columns that are no text, by name.
TYPES = {
    "vector": pa.list_(pa.float32()),
    "ordinal": pa.int64(),
    "span_start": pa.int64(),
    "span_end": pa.int64(),
    "place_start": pa.int64(),
    "place_end": pa.int64(),
    "confidence": pa.float64(),
}


def write_parquet(folder: Path, manifest: ExportManifest) -> tuple[str, ...]:
    """Write tables beside their lines of JSON; return the files' names."""
    written = []
    for name in TABLES:
        source = folder / manifest.tables[name].file
        target = folder / f"{name}.parquet"
        if manifest.tables[name].rows:
            _write(source, target)
            written.append(target.name)
    return tuple(written)


def _write(source: Path, target: Path) -> None:
    with source.open("rb") as file:
        rows = (json.loads(line.decode("utf-8", "replace")) for line in file)
        first = next(rows)
        schema = pa.schema([(name, TYPES.get(name, pa.string())) for name in first])
        with pq.ParquetWriter(target, schema, compression="zstd") as writer:
            for group in _groups(first, rows):
                flat = [{name: _flat(name, row[name]) for name in first} for row in group]
                writer.write_table(pa.Table.from_pylist(flat, schema=schema))


def _groups(
    first: Mapping[str, Any], rest: Iterator[Mapping[str, Any]]
) -> Iterator[Sequence[Mapping[str, Any]]]:
    group = [first, *islice(rest, GROUP - 1)]
    while group:
        yield group
        group = list(islice(rest, GROUP))


def _flat(name: str, value: Any) -> Any:
    if name in TYPES or value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
