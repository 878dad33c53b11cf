"""A chunk as a Pinecone record, within what a record and a request may hold.

A record is `{id, values, metadata}`: the key as text, the vector, and the stored form without it.
Metadata are texts, numbers (doubles), truth values and lists of texts, 40 KB in all. What is longer
is cut in this copy alone, and `cut` names the fields it was cut in: chunks are shown from the
catalog, never from here. Source: Pinecone documentation, Indexing overview and Operation limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from aliquot.storage.engines.pinecone_rest import as_json
from aliquot.storage.engines.stored_form import MetadataValue, StoredRow

__all__ = ["KEY", "numbers", "record_of", "requests_of", "row_of"]

Floats = npt.NDArray[np.float32]
Metadata = dict[str, MetadataValue]

# The key stands in the metadata as well, as text: filters see no ids, and numbers are doubles.
KEY, ID, CONTENT, CUT = "key", "id", "content", "cut"
RESERVED = frozenset({KEY, ID, CONTENT, CUT})
# A document's own field of a reserved name, or with the mark of an operator in front.
OWN = "metadata."
OPERATOR = "$"
# 40,960 bytes, less what another way of counting them may add.
METADATA_BYTES = 40_000
# 2 MB, less what another way of counting them may add.
REQUEST_BYTES = 1_900_000
REQUEST_RECORDS = 1_000
ELLIPSIS = " …"
# A double keeps every whole number up to here.
EXACT = 2**53
# Half of float32's last place at 0.01, the size of a number in a unit vector of 1,024; two thirds
# of the bytes that all the digits of a double take.
DECIMALS = 9


def numbers(vector: Floats) -> list[float]:
    """Return a unit vector as it is sent."""
    rounded: list[float] = np.round(vector.astype(np.float64), DECIMALS).tolist()
    return rounded


def record_of(row: StoredRow) -> dict[str, Any]:
    """Return a row as a record."""
    own = {_named(name): _plain(value) for name, value in row.metadata.items()}
    kept = {name: value for name, value in own.items() if value is not None}
    metadata = _fitted({KEY: str(row.key), ID: row.id, CONTENT: row.content, **kept})
    return {"id": str(row.key), "values": numbers(row.vector), "metadata": metadata}


def row_of(record: Mapping[str, Any]) -> StoredRow:
    """Return a record of `record_of` as a row; `cut` stays in its metadata.

    Raises:
        ValueError: It is no such record.
    """
    metadata = dict(record.get("metadata") or {})
    chunk_id, content = metadata.pop(ID, ""), metadata.pop(CONTENT, "")
    metadata.pop(KEY, None)
    return StoredRow(
        key=int(record["id"]),
        id=str(chunk_id),
        vector=np.asarray(record["values"], dtype=np.float32),
        content=str(content),
        metadata={name.removeprefix(OWN): _whole(value) for name, value in metadata.items()},
    )


def requests_of(namespace: str, records: Iterable[Mapping[str, Any]]) -> Iterator[bytes]:
    """Yield bodies that write records, each within what a request may hold."""
    head, tail = b'{"namespace":' + as_json(namespace) + b',"vectors":[', b"]}"
    held: list[bytes] = []
    size = 0
    for record in records:
        one = as_json(record)
        if held and (size + len(one) > REQUEST_BYTES or len(held) == REQUEST_RECORDS):
            yield head + b",".join(held) + tail
            held, size = [], 0
        held.append(one)
        size += len(one) + 1
    if held:
        yield head + b",".join(held) + tail


# ------------------------------------------------------------------------------ metadata


def _named(name: str) -> str:
    return OWN + name if name in RESERVED or name.startswith((OPERATOR, OWN)) else name


def _plain(value: MetadataValue) -> MetadataValue | None:
    """Return what a record can keep of a value; `None` for nothing."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > EXACT:
        return str(value)
    return value


def _whole(value: MetadataValue) -> MetadataValue:
    """Return a whole number as one: the service gives every number back as a double."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _fitted(metadata: Metadata) -> Metadata:
    """Shorten the longest values until the metadata fit, and name them.

    Raises:
        ValueError: There are too many fields for a record.
    """
    cut: list[str] = []
    while (excess := len(as_json(metadata)) - METADATA_BYTES) > 0:
        sizes = {name: len(as_json(metadata[name])) for name in metadata.keys() - {KEY, ID, CUT}}
        # In order of names where they are alike.
        longest = max(sorted(sizes), key=lambda name: sizes[name])
        # At most by half, so that two long ones share what there is.
        share = 1 - min(excess / sizes[longest], 0.5)
        metadata[longest] = _shortened(metadata[longest], share)
        cut += [longest] if longest not in cut else []
        metadata[CUT] = cut
    return metadata


def _shortened(value: MetadataValue, share: float) -> MetadataValue:
    """Return the first part of a text or a list of texts.

    Raises:
        ValueError: There is nothing left to leave out.
    """
    if isinstance(value, str) and value != ELLIPSIS:
        encoded = value.removesuffix(ELLIPSIS).encode("utf-8", "replace")
        left = max(0, int(len(encoded) * share) - len(ELLIPSIS.encode()))
        return encoded[:left].decode(errors="ignore") + ELLIPSIS
    if isinstance(value, list) and value:
        return value[: int(len(value) * share)]
    raise ValueError("a chunk has more fields than a Pinecone record can hold")
