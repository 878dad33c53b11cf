"""The form in which engines hold a chunk, so that other tools can read it.

`{id, vector, content, metadata}`: the chunk's readable id, its text with the header it is searched
with, and what is known of its document. Values are texts, whole numbers, truth values or lists of
texts: what every engine can keep.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from aliquot.errors import StoreError
from aliquot.protocols import ChunkRecord
from aliquot.types import FieldValue

__all__ = ["MetadataValue", "StoredRow", "stored_row"]

MetadataValue = str | int | float | bool | list[str]


@dataclass(frozen=True, slots=True)
class StoredRow:
    """A chunk as an engine holds it.

    Attributes:
        key: The catalog's number for it.
        id: Its readable id.
        vector: float32 (dimension,), unit length.
        content: Header and text.
        metadata: Of the document and the chunk: `document_id`, `section`, `authors`, `year`, ...
    """

    key: int
    id: str
    vector: npt.NDArray[np.float32]
    content: str
    metadata: Mapping[str, MetadataValue] = field(default_factory=dict)


def stored_row(record: ChunkRecord) -> StoredRow:
    """Return a chunk in the stored form.

    Raises:
        StoreError: The record has no vector.
    """
    if record.vector is None:
        raise StoreError(
            f"Chunk {record.chunk.id} has no vector.", hint="Run 'aliquot sync' to embed it."
        )
    chunk = record.chunk
    own: dict[str, FieldValue] = {
        "document_id": chunk.document_id,
        "section": chunk.section,
        "section_class": str(chunk.section_class),
        "pages": tuple(map(str, chunk.pages)),
    }
    metadata = {name: _plain(value) for name, value in {**chunk.metadata, **own}.items()}
    kept = {name: value for name, value in metadata.items() if value not in ("", [], None)}
    return StoredRow(record.key, chunk.id, record.vector, chunk.searchable_text, kept)


def _plain(value: FieldValue) -> MetadataValue | None:
    if isinstance(value, tuple):
        return [str(one) for one in value]
    # Enumerations are texts to other tools.
    return str(value) if isinstance(value, str) else value
