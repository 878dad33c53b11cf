"""What a stand-in for a Weaviate server holds, and the rules it keeps; no transport.

Every search compares all rows. Source: weaviate/weaviate, `usecases/schema`, `usecases/objects`,
`entities/filters`.
"""

from __future__ import annotations

import pickle
import re
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np
import numpy.typing as npt
from google.protobuf.json_format import MessageToDict
from weaviate.proto.v1 import base_pb2, batch_delete_pb2, batch_pb2, search_get_pb2

__all__ = ["Class", "Database", "RefusedError", "Rules"]

Floats = npt.NDArray[np.float32]
Object = tuple[dict[str, Any], Floats]

CLASS_NAME = re.compile(r"[A-Z][_0-9A-Za-z]{0,254}")
PROPERTY_NAME = re.compile(r"[_A-Za-z][_0-9A-Za-z]{0,230}")
RESERVED = {"id", "_id", "_additional"}
# What a limit is where a query has none: QUERY_DEFAULTS_LIMIT.
DEFAULT_LIMIT = 10
HNSW = {
    "skip": False,
    "cleanupIntervalSeconds": 300,
    "maxConnections": 32,
    "efConstruction": 128,
    "ef": -1,
    "dynamicEfMin": 100,
    "dynamicEfMax": 500,
    "dynamicEfFactor": 8,
    "vectorCacheMaxObjects": 1_000_000_000_000,
    "flatSearchCutoff": 40_000,
    "distance": "cosine",
    "filterStrategy": "sweeping",
}
IMMUTABLE_HNSW = ("maxConnections", "efConstruction", "distance", "cleanupIntervalSeconds")


class RefusedError(Exception):
    """A request that the server turns down, with its HTTP status."""

    def __init__(self, message: str, status: int = 422) -> None:
        super().__init__(message)
        self.status = status


@dataclass
class Rules:
    """What a test may change of the server.

    Attributes:
        version: Which it says it is.
        key: Without which it answers nothing; empty for a server open to all.
        maximum_results: QUERY_MAXIMUM_RESULTS.
        queued: How often it says that vectors wait to be indexed (ASYNC_INDEXING).
        status: Of its shards: `READY`, or `READONLY` where the disk is full.
        has_grpc: Whether its gRPC port is open.
        deletes: Whether it deletes what it is told to, or fails to.
        delay_s: Seconds it takes for every search.
    """

    version: str = "1.34.0"
    key: str = ""
    maximum_results: int = 10_000
    queued: int = 0
    status: str = "READY"
    has_grpc: bool = True
    deletes: bool = True
    delay_s: float = 0.0


@dataclass
class Class:
    """One collection."""

    schema: dict[str, Any]
    objects: dict[UUID, Object] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return str(self.schema["class"])

    @cached_property
    def properties(self) -> dict[str, dict[str, Any]]:
        """Return the definitions of its properties, by name."""
        return {one["name"]: one for one in self.schema["properties"]}

    def property_named(self, name: str) -> dict[str, Any]:
        """Return a property's definition."""
        if name not in self.properties:
            raise RefusedError(
                f"no such prop with name '{name}' found in class '{self.name}' in the schema. "
                "Check your schema files for which properties in this class are available"
            )
        return self.properties[name]

    @cached_property
    def _matrix(self) -> tuple[list[UUID], Floats]:
        uuids = sorted(self.objects, key=lambda one: one.int)
        vectors = np.stack([self.objects[one][1] for one in uuids])
        return uuids, vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def changed(self) -> None:
        """Forget what was worked out from the objects."""
        self.__dict__.pop("_matrix", None)

    def put(self, uuid: UUID, properties: dict[str, Any], vector: Floats) -> None:
        """Write an object in place of an older one."""
        if self.objects:
            length = len(next(iter(self.objects.values()))[1])
            if len(vector) != length:
                raise RefusedError(
                    f"insert to vector index: validate vector index for {uuid}: new node has a "
                    f"vector with length {len(vector)}. Existing nodes have vectors with length "
                    f"{length}"
                )
        self.objects[uuid] = (properties, vector)
        self.changed()

    def nearest(self, vector: Floats, allowed: set[UUID] | None) -> list[tuple[UUID, float]]:
        """Return objects with their cosine distance, nearest first."""
        if not self.objects:
            return []
        uuids, matrix = self._matrix
        if matrix.shape[1] != len(vector):
            raise RefusedError(f"vector lengths don't match: {matrix.shape[1]} vs {len(vector)}")
        distances = 1 - matrix @ (vector / np.linalg.norm(vector))
        order = np.argsort(distances, kind="stable").tolist()
        return [
            (uuids[place], float(distances[place]))
            for place in order
            if allowed is None or uuids[place] in allowed
        ]


class Database:
    """Everything a server holds, and what it may be asked; knows of no transport.

    Attributes:
        rules: What a test may change while it runs.
        lock: Held while it is read or changed.
        levels: The consistency level of every request for objects, in order.
        classes: Collections by name.
    """

    def __init__(self, rules: Rules, file: Path | None) -> None:
        self.rules = rules
        self.lock = threading.RLock()
        self.levels: list[int] = []
        self._file = file
        self.classes: dict[str, Class] = {}
        if file is not None and file.exists():
            self.classes = {
                name: Class(schema, objects)
                for name, (schema, objects) in pickle.loads(file.read_bytes()).items()
            }

    def save(self) -> None:
        """Write everything to the file."""
        if self._file is not None:
            kept = {name: (one.schema, one.objects) for name, one in self.classes.items()}
            self._file.write_bytes(pickle.dumps(kept))

    def class_named(self, name: str, status: int = 422) -> Class:
        """Return a collection."""
        if name not in self.classes:
            raise RefusedError(f"could not find class {name} in schema", status)
        return self.classes[name]

    # -------------------------------------------------------------------------- schema

    def create(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Create a collection; return its definition with what it did not say."""
        name = str(schema.get("class", ""))
        if not CLASS_NAME.fullmatch(name):
            raise RefusedError(f"'{name}' is not a valid class name")
        if name.lower() in {one.lower() for one in self.classes}:
            raise RefusedError(f"class name {name} already exists")
        self.classes[name] = Class(_filled(schema))
        return self.classes[name].schema

    def update(self, name: str, schema: dict[str, Any]) -> dict[str, Any]:
        """Change what is mutable of a collection."""
        kept = self.class_named(name, 404)
        for vector, old in kept.schema["vectorConfig"].items():
            new = schema["vectorConfig"][vector]["vectorIndexConfig"]
            for one in IMMUTABLE_HNSW:
                if new[one] != old["vectorIndexConfig"][one]:
                    raise RefusedError(f"parse class update: {one} is immutable")
        if schema["shardingConfig"] != kept.schema["shardingConfig"]:
            raise RefusedError("parse class update: re-sharding not supported yet")
        kept.schema |= {
            one: schema[one]
            for one in ("description", "vectorConfig", "invertedIndexConfig", "replicationConfig")
        }
        return kept.schema

    def shards(self, name: str) -> list[dict[str, Any]]:
        """Return the collection's shards with their state."""
        count = self.class_named(name, 404).schema["shardingConfig"]["desiredCount"]
        waiting = self.rules.queued
        self.rules.queued = max(0, waiting - 1)
        status = "INDEXING" if waiting else self.rules.status
        return [
            {"name": f"shard{place}", "status": status, "vectorQueueSize": waiting}
            for place in range(count)
        ]

    # -------------------------------------------------------------------------- objects

    def write(self, sent: batch_pb2.BatchObject) -> None:
        """Write one object of a batch."""
        kept = self.class_named(sent.collection)
        properties = _checked(kept, _sent_properties(sent.properties))
        names = [one.name for one in sent.vectors]
        if sent.vector_bytes or names != list(kept.schema["vectorConfig"]):
            raise RefusedError(
                f"collection {kept.name} has named vectors {list(kept.schema['vectorConfig'])}, "
                f"and the object brings {names}"
            )
        kept.put(UUID(sent.uuid), properties, _floats(sent.vectors[0].vector_bytes))

    def matching(self, kept: Class, where: base_pb2.Filters) -> set[UUID]:
        """Return the objects a filter lets through."""
        operators = base_pb2.Filters
        if where.operator in (operators.OPERATOR_AND, operators.OPERATOR_OR):
            found = [self.matching(kept, one) for one in where.filters]
            if where.operator == operators.OPERATOR_AND:
                return set.intersection(*found)
            return set.union(*found)
        name = where.target.property
        definition = kept.property_named(name)
        if not definition["indexFilterable"]:
            raise RefusedError(
                f"Filtering by property '{name}' requires inverted index. Is "
                "`indexFilterable` option of property set to `false`?"
            )
        test = _test(where, definition)
        return {
            uuid for uuid, (said, _) in kept.objects.items() if name in said and test(said[name])
        }

    def search(self, asked: search_get_pb2.SearchRequest) -> list[tuple[UUID, float | None]]:
        """Return the objects a query finds, with their distance where it has a vector."""
        kept = self.class_named(asked.collection)
        limit = asked.limit or DEFAULT_LIMIT
        if asked.offset + limit > self.rules.maximum_results:
            raise RefusedError("invalid pagination params: query maximum results exceeded")
        allowed = self.matching(kept, asked.filters) if asked.HasField("filters") else None
        for name in asked.properties.non_ref_properties:
            kept.property_named(name)
        if asked.after:
            return self._after(kept, asked, limit)
        if asked.HasField("near_vector"):
            found: list[tuple[UUID, float | None]] = [
                *kept.nearest(_target(kept, asked.near_vector), allowed)
            ]
        else:
            found = [(one, None) for one in _by_shard(kept) if allowed is None or one in allowed]
        return found[asked.offset : asked.offset + limit]

    @staticmethod
    def _after(
        kept: Class, asked: search_get_pb2.SearchRequest, limit: int
    ) -> list[tuple[UUID, float | None]]:
        for other in ("filters", "near_vector"):
            if asked.HasField(other):
                said = "where" if other == "filters" else "nearVector"
                raise RefusedError(
                    f"cursor api: invalid 'after' parameter: {said} cannot be set with after and "
                    "limit parameters"
                )
        start = UUID(asked.after).int
        later = sorted(one.int for one in kept.objects if one.int > start)[:limit]
        return [(UUID(int=one), None) for one in later]

    def delete(self, asked: batch_delete_pb2.BatchDeleteRequest) -> tuple[int, int]:
        """Remove what a filter lets through; return how many matched, and how many failed."""
        kept = self.class_named(asked.collection)
        found = self.matching(kept, asked.filters)
        if not self.rules.deletes:
            return len(found), len(found)
        for one in found:
            del kept.objects[one]
        kept.changed()
        return len(found), 0


# ------------------------------------------------------------------------------ meaning


def _filled(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a definition with the server's defaults, or refuse it."""
    names = [one["name"] for one in schema.get("properties", [])]
    for name in names:
        if not PROPERTY_NAME.fullmatch(name):
            raise RefusedError(f"'{name}' is not a valid property name")
        if name in RESERVED:
            raise RefusedError(f"property name '{name}' is a reserved name")
    if len({one.lower() for one in names}) != len(names):
        raise RefusedError("conflict for property: already in use or provided multiple times")
    vectors = {}
    for name, one in schema["vectorConfig"].items():
        index = HNSW | one["vectorIndexConfig"]
        if index["maxConnections"] < 4 or index["efConstruction"] < 4:
            raise RefusedError(
                "invalid hnsw config: maxConnections and efConstruction must be at least 4"
            )
        vectors[name] = {**one, "vectorIndexConfig": index}
    sharding = {"virtualPerPhysical": 128, "desiredCount": 1, "key": "_id", "strategy": "hash"}
    sharding |= {"function": "murmur3"} | schema.get("shardingConfig", {})
    count = sharding["desiredCount"]
    sharding |= {
        "actualCount": count,
        "desiredVirtualCount": 128 * count,
        "actualVirtualCount": 128 * count,
    }
    return {
        "class": schema["class"],
        "description": schema.get("description", ""),
        "invertedIndexConfig": {
            "bm25": {"b": 0.75, "k1": 1.2},
            "cleanupIntervalSeconds": 60,
            "stopwords": {"additions": None, "preset": "en", "removals": None},
        },
        "multiTenancyConfig": {"enabled": False},
        "properties": [_filled_property(one) for one in schema.get("properties", [])],
        "replicationConfig": {"asyncEnabled": False, "deletionStrategy": "TimeBasedResolution"}
        | {"factor": 1}
        | schema.get("replicationConfig", {}),
        "shardingConfig": sharding,
        "vectorConfig": vectors,
    }


def _filled_property(sent: dict[str, Any]) -> dict[str, Any]:
    is_text = sent["dataType"][0] in ("text", "text[]")
    if "tokenization" in sent and not is_text:
        raise RefusedError(f"Tokenization is not allowed for data type '{sent['dataType'][0]}'")
    if sent.get("indexSearchable") and not is_text:
        raise RefusedError("`indexSearchable` is allowed only for text/text[] data types")
    filled = {"indexFilterable": True, "indexRangeFilters": False, "indexSearchable": is_text}
    return {**filled, **({"tokenization": "word"} if is_text else {}), **sent}


KINDS: Mapping[str, Callable[[Any], bool]] = {
    "text": lambda value: isinstance(value, str),
    "text[]": lambda value: isinstance(value, list) and all(isinstance(one, str) for one in value),
    "int": lambda value: isinstance(value, float) and value.is_integer(),
}


def _checked(kept: Class, properties: dict[str, Any]) -> dict[str, Any]:
    """Return an object's properties as they are kept, or refuse it."""
    found = {}
    for name, value in properties.items():
        kind = kept.property_named(name)["dataType"][0]
        if not KINDS[kind](value):
            raise RefusedError(
                f"invalid {kind} property '{name}' on class '{kept.name}': not a {kind}, but "
                f"{type(value).__name__}"
            )
        found[name] = int(value) if kind == "int" else value
    return found


def _sent_properties(sent: batch_pb2.BatchObject.Properties) -> dict[str, Any]:
    """Return properties as the wire has them: every number is a double."""
    # An empty text is there; a value that is nothing is not.
    plain = {
        name: value
        for name, value in MessageToDict(sent.non_ref_properties).items()
        if value is not None
    }
    arrays = {one.prop_name: list(one.values) for one in sent.text_array_properties}
    return plain | arrays | {name: [] for name in sent.empty_list_props}


def _test(where: base_pb2.Filters, definition: dict[str, Any]) -> Callable[[Any], bool]:
    operators = base_pb2.Filters
    kind = str(definition["dataType"][0]).removesuffix("[]")
    given = str(where.WhichOneof("test_value"))
    if kind not in given:
        raise RefusedError(
            f'data type filter cannot use "{given}" on type "{kind}", use a value of that type'
        )
    wanted = getattr(where, given)
    if where.operator == operators.OPERATOR_CONTAINS_ANY:
        among = set(wanted.values)
        return lambda value: bool(among & set(value if isinstance(value, list) else [value]))
    if where.operator == operators.OPERATOR_GREATER_THAN_EQUAL:
        return lambda value: bool(value >= wanted)
    if where.operator == operators.OPERATOR_EQUAL:
        return lambda value: bool(wanted in value if isinstance(value, list) else value == wanted)
    raise RefusedError(f"the stand-in knows no operator {where.operator}")


def _target(kept: Class, near: Any) -> Floats:
    """Return the vector that is searched for."""
    names = list(near.targets.target_vectors) or list(near.target_vectors)
    if names != list(kept.schema["vectorConfig"]):
        raise RefusedError(f"class {kept.name} has no vector index for target vector {names}")
    if near.vector_for_targets:
        first = near.vector_for_targets[0]
        return _floats(first.vector_bytes or first.vectors[0].vector_bytes)
    if near.vectors:
        return _floats(near.vectors[0].vector_bytes)
    return _floats(near.vector_bytes)


def _by_shard(kept: Class) -> list[UUID]:
    """Return objects in the order of a list without a cursor: one shard after the other."""
    shards = kept.schema["shardingConfig"]["desiredCount"]
    return sorted(kept.objects, key=lambda one: (hash(one) % shards, one.int))


def _floats(sent: bytes) -> Floats:
    return np.frombuffer(sent, dtype="<f4").astype(np.float32)
