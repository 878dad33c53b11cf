"""How Weaviate holds a collection: its definition, its objects, and what it says of itself.

Plain JSON and UUIDs; the vendor's client stays in `weaviate.py`. Source: Weaviate documentation,
Collection definition and Vector index.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any
from uuid import UUID

import numpy as np

from aliquot.storage.engines.engine import CollectionSettings, EngineState
from aliquot.storage.engines.stored_form import StoredRow

__all__ = [
    "VECTOR",
    "definition",
    "description_of",
    "key_of",
    "properties_of",
    "row_of",
    "state_of",
    "uuid_of",
]

# What a collection with one vector calls it in the client's own definitions.
VECTOR = "default"
# The server refuses fewer links than this, and fewer candidates.
MIN_LINKS = 4
# The first UUID of ours, of version 8: what an application defines. Source: RFC 9562, 5.8.
FIRST = UUID("a11c0000-0000-8000-8000-000000000000").int

# Written for other tools, never read back here: a field of these names and types.
TEXTS = ("document_id", "title", "section", "kind", "journal", "doi", "source", "language")
LISTS = ("authors", "pages")
NUMBERS = ("year",)


def definition(
    name: str, settings: CollectionSettings, state: EngineState, *, shards: int, replicas: int
) -> dict[str, Any]:
    """Return the collection in the words of the server's schema."""
    return {
        "class": name,
        "description": description_of(state),
        "vectorConfig": {
            VECTOR: {
                "vectorizer": {"none": {}},
                "vectorIndexType": "hnsw",
                "vectorIndexConfig": {
                    "distance": "cosine",
                    "maxConnections": max(settings.m, MIN_LINKS),
                    "efConstruction": settings.ef_construction,
                    "ef": settings.ef_search,
                    # Servers from 1.33 would round vectors to 8 bits.
                    "skipDefaultQuantization": True,
                },
            }
        },
        "properties": [
            _property("key", "int", is_filtered=True),
            _property("chunk_id", "text", is_filtered=True),
            # The library's own term index finds words.
            _property("content", "text"),
            _property("metadata", "text"),
            *(_property(one, "text", is_filtered=True) for one in TEXTS),
            *(_property(one, "text[]", is_filtered=True) for one in LISTS),
            *(_property(one, "int", is_filtered=True) for one in NUMBERS),
        ],
        "shardingConfig": {"desiredCount": shards},
        "replicationConfig": {"factor": replicas},
    }


def _property(name: str, kind: str, *, is_filtered: bool = False) -> dict[str, Any]:
    definition: dict[str, Any] = {"name": name, "dataType": [kind], "indexFilterable": is_filtered}
    if kind.startswith("text"):
        # A field is compared as it is: Japanese has no spaces to cut it at.
        definition |= {"tokenization": "field", "indexSearchable": False}
    return definition


def description_of(state: EngineState) -> str:
    """Return what a collection says of itself."""
    return json.dumps(asdict(state), ensure_ascii=False)


def state_of(description: str | None) -> EngineState:
    """Return what a description says; one that is not ours is of no library."""
    try:
        kept = json.loads(description or "")
        return EngineState(
            library=str(kept["library"]),
            embedder=str(kept["embedder"]),
            dimension=int(kept["dimension"]),
            sequence=int(kept["sequence"]),
        )
    except (ValueError, KeyError, TypeError):
        return EngineState("", "", 0)


def uuid_of(key: int) -> UUID:
    """Return the name of a key's object; names rise with keys."""
    return UUID(int=FIRST + key)


def key_of(uuid: UUID) -> int:
    """Return the key of an object."""
    return uuid.int - FIRST


def properties_of(row: StoredRow) -> dict[str, Any]:
    """Return what an object says; a field of another type than it should be is in JSON alone."""
    known = {
        name: row.metadata[name]
        for names, kind in ((TEXTS, str), (LISTS, list), (NUMBERS, int))
        for name in names
        if isinstance(row.metadata.get(name), kind)
    }
    return {
        "key": row.key,
        "chunk_id": row.id,
        "content": row.content,
        "metadata": json.dumps(dict(row.metadata), ensure_ascii=False),
        **known,
    }


def row_of(found: Any) -> StoredRow:
    """Return an object the client gives in the stored form."""
    return StoredRow(
        key=key_of(found.uuid),
        id=found.properties["chunk_id"],
        vector=np.asarray(found.vector[VECTOR], dtype=np.float32),
        content=found.properties["content"],
        metadata=json.loads(found.properties["metadata"]),
    )
