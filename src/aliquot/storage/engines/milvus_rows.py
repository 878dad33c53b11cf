"""Rows as Milvus keeps them: what fits its fields, in requests that its servers take."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator, Mapping
from typing import Any

from aliquot.storage.engines.stored_form import MetadataValue, StoredRow

__all__ = [
    "CONTENT",
    "ID",
    "KEY",
    "MAX_BYTES",
    "METADATA",
    "REQUEST",
    "VECTOR",
    "Fields",
    "fields",
    "fitting",
    "requests",
]

Fields = dict[str, Any]

_log = logging.getLogger(__name__)

# Bytes of rows in a request: servers take 64 MB, with what the protocol adds.
REQUEST = 32 * 2**20
# Bytes of a VARCHAR field and of a JSON field, and characters of the latter's. Source: Milvus
# Limits, `proxy.maxVarCharLength`, `common.JSONMaxLength`.
MAX_BYTES = 65_535
KEY, ID, VECTOR, CONTENT, METADATA = "key", "id", "vector", "content", "metadata"


def fields(row: StoredRow) -> Fields:
    """Return a row as Milvus keeps it, and say where it is cut."""
    content, metadata = _cut(row.content), fitting(row.metadata)
    if content != row.content or metadata != row.metadata:
        _log.warning("Milvus keeps %d bytes of chunk %s; the catalog has it", MAX_BYTES, row.id)
    return {
        KEY: row.key,
        ID: _cut(row.id),
        VECTOR: row.vector,
        CONTENT: content,
        METADATA: metadata,
    }


def _cut(text: str) -> str:
    """Return as much of a text as a field holds, whole characters."""
    return text.encode()[:MAX_BYTES].decode(errors="ignore")


def fitting(metadata: Mapping[str, MetadataValue]) -> dict[str, MetadataValue]:
    """Return metadata a field holds: the longest value is halved until they fit.

    A paper of a large collaboration has 5,000 authors.
    """
    kept = dict(metadata)
    sizes = {name: _bytes({name: value}) for name, value in kept.items()}
    while kept and sum(sizes.values()) > MAX_BYTES:
        name = max(sizes, key=lambda one: sizes[one])
        value = kept[name]
        if isinstance(value, str | list) and len(value) > 1:
            kept[name] = value[: len(value) // 2]
            sizes[name] = _bytes({name: kept[name]})
        else:
            del kept[name], sizes[name]
    return kept


def _bytes(value: object) -> int:
    return len(json.dumps(value, ensure_ascii=False).encode())


def requests(rows: Iterator[Fields]) -> Iterator[list[Fields]]:
    """Yield rows in lists whose sizes a server takes."""
    some: list[Fields] = []
    size = 0
    for row in rows:
        weight = row[VECTOR].nbytes + len(row[CONTENT].encode()) + _bytes(row[METADATA])
        if some and size + weight > REQUEST:
            yield some
            some, size = [], 0
        some.append(row)
        size += weight
    if some:
        yield some
