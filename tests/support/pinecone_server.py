"""A stand-in for Pinecone on this machine: a control plane, and indexes at their own addresses.

It keeps the published protocol of API version 2026-07: addresses, bodies, headers, errors and
limits, and it shows writes late: searches, look-ups and counts each after their own lag. Sources:
github.com/pinecone-io/pinecone-api (db_control and db_data, 2026-07); Pinecone documentation, Data
freshness, Operation limits and Errors; error texts as users of the service report them.
"""

from __future__ import annotations

import json
import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np

__all__ = ["Failure", "Index", "PineconeServer", "Seen", "pinecone_server"]

VERSION = "2026-07"
REQUEST_BYTES = 2 * 2**20
METADATA_BYTES = 40_960
RESULT_BYTES = 4 * 2**20
RECORDS, IDS, PAGE, TOP_K, VALUES = 1_000, 1_000, 100, 10_000, 10_000
ID_CHARACTERS = 512
# Not the service's own: what proxies on the way take at least.
ADDRESS_BYTES = 8_192
SMALLEST = 1e-8

Record = dict[str, Any]


@dataclass(frozen=True)
class Failure:
    """An answer given in place of the next one."""

    status: int
    body: str = '{"code":14,"message":"unavailable","details":[]}'
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Seen:
    """One request."""

    method: str
    path: str
    size: int
    body: Any
    headers: Mapping[str, str]


class RefusedError(Exception):
    """A request the service does not take."""

    def __init__(self, status: int, message: str, code: int = 3) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


@dataclass(frozen=True)
class Write:
    """When something was changed, and how."""

    at: float
    change: Callable[[dict[str, Record]], None]


class View:
    """What a reader sees of a namespace: its writes as of some time ago."""

    def __init__(self) -> None:
        self.records: dict[str, Record] = {}
        self.position = 0
        self._ids: list[str] | None = None

    def catch_up(self, log: list[Write], until: float) -> None:
        while self.position < len(log) and log[self.position].at <= until:
            log[self.position].change(self.records)
            self.position += 1
            self._ids = None

    def ids(self) -> list[str]:
        """Return the ids in the order they are listed in."""
        if self._ids is None:
            self._ids = sorted(self.records)
        return self._ids


class Namespace:
    """A log of writes, and its readers."""

    def __init__(self) -> None:
        self.log: list[Write] = []
        self.views = {"search": View(), "look_up": View(), "count": View()}

    def write(self, change: Callable[[dict[str, Record]], None]) -> int:
        self.log.append(Write(time.monotonic(), change))
        return len(self.log)


@dataclass
class Index:
    """A serverless index, and where it listens."""

    server: PineconeServer
    name: str
    dimension: int
    metric: str
    region: str
    url: str = ""
    created_at: float = field(default_factory=time.monotonic)
    namespaces: dict[str, Namespace] = field(default_factory=dict)

    def view(self, namespace: str, reader: str) -> View:
        """Return what a reader sees now; nothing of a namespace that is not there."""
        held = self.namespaces.get(namespace)
        if held is None:
            return View()
        lag = self.server.lags.get(reader, 0.0)
        held.views[reader].catch_up(held.log, time.monotonic() - lag)
        return held.views[reader]


@dataclass
class PineconeServer:
    """What the stand-in does, and what it was asked.

    Attributes:
        url: Of the control plane.
        key: The one it takes.
        lags: Seconds until a write is seen, by reader: `search`, `look_up`, `count`.
        ready_s: Seconds until a new index is ready.
        tells_positions: Whether answers hold the numbers of writes.
        failures: What the next requests are answered with.
        refuses: A path whose requests are forbidden.
        seen: Requests.
        indexes: By name.
    """

    url: str = ""
    key: str = "pcsk_made-up_key"
    lags: dict[str, float] = field(default_factory=dict)
    ready_s: float = 0.0
    tells_positions: bool = True
    failures: list[Failure] = field(default_factory=list)
    refuses: str = ""
    seen: list[Seen] = field(default_factory=list)
    indexes: dict[str, Index] = field(default_factory=dict)
    lock: Any = field(default_factory=threading.RLock)
    listeners: ExitStack = field(default_factory=ExitStack)

    def add_index(
        self, name: str, dimension: int, metric: str = "cosine", region: str = "us-east-1"
    ) -> Index:
        """Hold an index, empty, in place of one of this name."""
        index = Index(self, name, dimension, metric, region)
        index.url = self.listeners.enter_context(_listening(self, index))
        self.indexes[name] = index
        return index

    def asked(self, path: str) -> list[Seen]:
        """Return the requests to a path."""
        return [one for one in self.seen if one.path == path]


@contextmanager
def pinecone_server(**settings: Any) -> Iterator[PineconeServer]:
    """Serve until the block ends."""
    served = PineconeServer(**settings)
    with served.listeners:
        served.url = served.listeners.enter_context(_listening(served, None))
        yield served


@contextmanager
def _listening(served: PineconeServer, index: Index | None) -> Iterator[str]:
    """Listen for the control plane, or for an index."""
    handler = type("Handler", (_Handler,), {"served": served, "index": index})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    served: PineconeServer
    index: Index | None
    # Headers and body go out in two writes; the second would wait for an acknowledgement.
    disable_nagle_algorithm = True

    def do_GET(self) -> None:
        self._answer("GET", None, 0)

    def do_POST(self) -> None:
        content = self.rfile.read(int(self.headers["Content-Length"]))
        self._answer("POST", json.loads(content), len(content))

    def _answer(self, method: str, body: Any, size: int) -> None:
        parts = urlsplit(self.path)
        with self.served.lock:
            self.served.seen.append(Seen(method, parts.path, size, body, dict(self.headers)))
            if self.served.failures:
                failure = self.served.failures.pop(0)
                self._send(failure.status, failure.body.encode(), failure.headers)
                return
            if self.headers.get("Api-Key") != self.served.key:
                self._send(401, b"Invalid API Key", {"Content-Type": "text/plain"})
                return
            try:
                status, answer, headers = self._served(method, parts, body, size)
            except RefusedError as exc:
                error = _error(parts.path, exc)
                status, answer, headers = exc.status, error, {}
        self._send(status, json.dumps(answer, ensure_ascii=False).encode(), headers)

    def _served(
        self, method: str, parts: Any, body: Any, size: int
    ) -> tuple[int, Any, Mapping[str, str]]:
        if self.headers.get("X-Pinecone-Api-Version") != VERSION:
            raise RefusedError(400, f"unknown version {self.headers.get('X-Pinecone-Api-Version')}")
        if len(self.path) > ADDRESS_BYTES:
            raise RefusedError(414, "URI Too Long")
        if self.index is None:
            return _control(self.served, method, parts.path, body)
        if parts.path == self.served.refuses:
            raise RefusedError(403, "forbidden", 7)
        if self.served.indexes.get(self.index.name) is not self.index:
            raise RefusedError(404, "Index not found", 5)
        answer = _ROUTES[method, parts.path]
        given = body if method == "POST" else parse_qs(parts.query)
        reply, headers = answer(self.index, given, size)
        return 200, reply, headers if self.served.tells_positions else {}

    def _send(self, status: int, body: bytes, headers: Mapping[str, str]) -> None:
        self.send_response(status)
        stated = {"Content-Type": "application/json", "Content-Length": str(len(body))}
        for name, value in {**stated, **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


def _error(path: str, exc: RefusedError) -> dict[str, Any]:
    """Return an error as the index (`rpcStatus`) or the control plane (`ErrorResponse`) says it."""
    if path.startswith("/indexes"):
        codes = {400: "INVALID_ARGUMENT", 404: "NOT_FOUND", 409: "ALREADY_EXISTS"}
        return {"error": {"code": codes[exc.status], "message": str(exc)}, "status": exc.status}
    return {"code": exc.code, "message": str(exc), "details": []}


# ------------------------------------------------------------------------------ control plane


def _control(
    server: PineconeServer, method: str, path: str, body: Any
) -> tuple[int, Any, Mapping[str, str]]:
    if method == "GET":
        name = path.removeprefix("/indexes/")
        if name not in server.indexes:
            raise RefusedError(404, f"Resource {name} not found")
        return 200, _described(server.indexes[name]), {}
    if body["name"] in server.indexes:
        raise RefusedError(409, "Resource already exists.")
    ((field_name, vectors),) = body["schema"]["fields"].items()
    cloud, region = body["deployment"]["cloud"], body["deployment"]["region"]
    if field_name != "_values" or vectors["type"] != "dense_vector":
        raise RefusedError(400, "not an index of the vectors API")
    if body["deployment"]["deployment_type"] != "managed" or "-" not in region:
        raise RefusedError(404, f"Resource cloud: {cloud} region: {region} not found.")
    index = server.add_index(body["name"], vectors["dimension"], vectors["metric"], region)
    return 201, _described(index), {}


def _described(index: Index) -> dict[str, Any]:
    is_ready = time.monotonic() - index.created_at >= index.server.ready_s
    vectors = {"type": "dense_vector", "dimension": index.dimension, "metric": index.metric}
    return {
        "name": index.name,
        # The service leaves the scheme out, which here is not https.
        "host": index.url,
        "schema": {"fields": {"_values": vectors}},
        "deployment": {"deployment_type": "managed", "cloud": "aws", "region": index.region},
        "deletion_protection": "disabled",
        "read_capacity": {"mode": "OnDemand", "status": {"state": "Ready"}},
        "status": {"ready": is_ready, "state": "Ready" if is_ready else "Initializing"},
    }


# ------------------------------------------------------------------------------ the index

Answer = tuple[dict[str, Any], Mapping[str, str]]


def _stats(index: Index, body: Any, size: int) -> Answer:
    counts = {name: len(index.view(name, "count").records) for name in index.namespaces}
    namespaces = {name: {"vectorCount": count} for name, count in counts.items() if count}
    return {
        "namespaces": namespaces,
        "dimension": index.dimension,
        "indexFullness": 0,
        "totalVectorCount": sum(counts.values()),
        "metric": index.metric,
        "vectorType": "dense",
    }, {}


def _upsert(index: Index, body: Any, size: int) -> Answer:
    if size > REQUEST_BYTES:
        raise RefusedError(
            400,
            f"Error, message length too large: found {size} bytes, the limit is: "
            f"{REQUEST_BYTES} bytes",
            11,
        )
    if not 1 <= len(body["vectors"]) <= RECORDS:
        raise RefusedError(400, f"between 1 and {RECORDS} vectors are needed")
    records = {one["id"]: _checked(index, one) for one in body["vectors"]}
    namespace = index.namespaces.setdefault(body.get("namespace", ""), Namespace())
    position = namespace.write(lambda held: held.update(records))
    return {"upsertedCount": len(records)}, _written(position)


def _checked(index: Index, record: Record) -> Record:
    _assert_id(record["id"])
    values = np.asarray(record["values"], dtype=np.float32)
    if len(values) != index.dimension:
        raise RefusedError(
            400,
            f"Vector dimension {len(values)} does not match the dimension of the index "
            f"{index.dimension}",
        )
    if not (np.abs(values) >= SMALLEST).any():
        raise RefusedError(400, "Dense vectors must contain at least one non-zero value.")
    metadata = record.get("metadata") or {}
    size = len(json.dumps(metadata, ensure_ascii=False, separators=(",", ":")).encode())
    if size > METADATA_BYTES:
        raise RefusedError(
            400,
            f"Metadata size is {size} bytes, which exceeds the limit of {METADATA_BYTES} bytes "
            "per vector",
        )
    kept = {name: _kept(name, value) for name, value in metadata.items()}
    return {"id": record["id"], "values": values, "metadata": kept}


def _kept(name: str, value: Any) -> Any:
    """Return a metadata value as it is stored: numbers are doubles."""
    if name.startswith("$"):
        raise RefusedError(400, f"Field names may not begin with $: {name}")
    if isinstance(value, (str, bool)):
        return value
    if isinstance(value, (int, float)):
        return float(value)
    if isinstance(value, list) and all(isinstance(one, str) for one in value):
        return value
    raise RefusedError(
        400,
        "Metadata value must be a string, number, boolean or list of strings, got "
        f"'{json.dumps(value)}' for field '{name}'",
    )


def _assert_id(record_id: Any) -> None:
    if not (isinstance(record_id, str) and record_id.isascii() and record_id):
        raise RefusedError(400, "Vector IDs must be ASCII")
    if len(record_id) > ID_CHARACTERS:
        raise RefusedError(400, f"Vector IDs have at most {ID_CHARACTERS} characters")


def _delete(index: Index, body: Any, size: int) -> Answer:
    namespace = index.namespaces.get(body.get("namespace", ""))
    if namespace is None:
        raise RefusedError(404, "Namespace not found", 5)
    if body.get("deleteAll"):
        if body.get("ids"):
            raise RefusedError(400, "deleteAll cannot be combined with ids")
        return {}, _written(namespace.write(lambda held: held.clear()))
    ids = body["ids"]
    if not 1 <= len(ids) <= IDS:
        raise RefusedError(400, f"between 1 and {IDS} ids are needed")

    def remove(held: dict[str, Record]) -> None:
        for one in ids:
            held.pop(one, None)

    return {}, _written(namespace.write(remove))


def _query(index: Index, body: Any, size: int) -> Answer:
    k = body["topK"]
    if not 1 <= k <= TOP_K:
        raise RefusedError(400, f"topK must be between 1 and {TOP_K}")
    vector = np.asarray(body["vector"], dtype=np.float32)
    if len(vector) != index.dimension or not vector.any():
        raise RefusedError(400, "the query vector does not fit the index")
    view = index.view(body.get("namespace", ""), "search")
    found = [one for one in view.records.values() if _matches(one["metadata"], body.get("filter"))]
    matches = []
    if found:
        held = np.stack([one["values"] for one in found])
        scores = held @ vector / (np.linalg.norm(held, axis=1) * np.linalg.norm(vector))
        for place in np.argsort(-scores, kind="stable")[:k]:
            match = {"id": found[place]["id"], "score": float(scores[place]), "values": []}
            if body.get("includeValues"):
                match["values"] = found[place]["values"].tolist()
            if body.get("includeMetadata"):
                match["metadata"] = found[place]["metadata"]
            matches.append(match)
    answer = {"matches": matches, "namespace": body.get("namespace", ""), "usage": {"readUnits": 1}}
    if len(json.dumps(answer)) > RESULT_BYTES:
        raise RefusedError(400, "the result is larger than 4 MB")
    headers = {"x-pinecone-max-indexed-lsn": str(view.position)} if view.position else {}
    return answer, headers


def _matches(metadata: Mapping[str, Any], wanted: Mapping[str, Any] | None) -> bool:
    """Tell whether a filter lets metadata through; a field that is not there never matches."""
    for name, condition in (wanted or {}).items():
        ((operator, value),) = condition.items()
        if operator == "$in" and len(value) > VALUES:
            raise RefusedError(400, f"$in takes at most {VALUES} values")
        allowed = _allowed(operator, value)
        if name not in metadata or metadata[name] not in allowed:
            return False
    return True


_sets: dict[int, tuple[Any, frozenset[Any]]] = {}


def _allowed(operator: str, value: Any) -> frozenset[Any]:
    """Return the values a condition lets through, made into a set once for all records."""
    if operator == "$eq":
        return frozenset([value])
    if operator != "$in":
        raise RefusedError(400, f"{operator} is not a valid operator")
    held = _sets.get(id(value))
    if held is None or held[0] is not value:
        _sets.clear()
        held = _sets[id(value)] = (value, frozenset(value))
    return held[1]


def _fetch(index: Index, given: Any, size: int) -> Answer:
    ids = given["ids"]
    if len(ids) > IDS:
        raise RefusedError(400, f"at most {IDS} ids are allowed")
    (namespace,) = given.get("namespace", [""])
    held = index.view(namespace, "look_up").records
    vectors = {
        one: {**held[one], "values": held[one]["values"].tolist()} for one in ids if one in held
    }
    return {"vectors": vectors, "namespace": namespace, "usage": {"readUnits": 1}}, {}


def _list(index: Index, given: Any, size: int) -> Answer:
    (namespace,) = given.get("namespace", [""])
    (prefix,) = given.get("prefix", [""])
    limit = int(given.get("limit", [str(PAGE)])[0])
    if not 1 <= limit <= PAGE:
        raise RefusedError(400, f"limit must be between 1 and {PAGE}")
    after = given.get("paginationToken", [""])[0]
    listed = index.view(namespace, "look_up").ids()
    ids = [one for one in listed[bisect_right(listed, after) :] if one.startswith(prefix)]
    answer = {"vectors": [{"id": one} for one in ids[:limit]], "namespace": namespace}
    if len(ids) > limit:
        answer["pagination"] = {"next": ids[limit - 1]}
    return answer, {}


def _written(position: int) -> Mapping[str, str]:
    return {"x-pinecone-request-lsn": str(position)}


_ROUTES: Mapping[tuple[str, str], Callable[[Index, Any, int], Answer]] = {
    ("POST", "/describe_index_stats"): _stats,
    ("POST", "/vectors/upsert"): _upsert,
    ("POST", "/vectors/delete"): _delete,
    ("POST", "/query"): _query,
    ("GET", "/vectors/fetch"): _fetch,
    ("GET", "/vectors/list"): _list,
}
