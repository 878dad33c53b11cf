"""A stand-in for a Weaviate server: its REST and gRPC interfaces on this machine.

It answers as the published protocol says (the OpenAPI description; protobuf `v1` by the stubs the
vendor's client ships), with a real server's rules: schemas checked and filled with defaults,
objects checked one by one, limits, keys. What it holds is in memory, and in a file when it stops.
Source: weaviate/weaviate, `openapi-specs/schema.json`, `grpc/proto/v1`.
"""

from __future__ import annotations

import json
import re
import socket
import struct
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from uuid import UUID

import grpc
from weaviate.proto.v1 import (
    aggregate_pb2,
    base_pb2,
    batch_delete_pb2,
    batch_pb2,
    health_weaviate_pb2,
    properties_pb2,
    search_get_pb2,
    weaviate_pb2_grpc,
)

from weaviate_database import Class, Database, RefusedError, Rules

__all__ = ["WeaviateServer", "serving_weaviate"]

# Nothing listens there on a test machine: it is reserved.
CLOSED_PORT = 1

# ------------------------------------------------------------------------------ gRPC


class Service(weaviate_pb2_grpc.WeaviateServicer):
    """The gRPC side."""

    def __init__(self, database: Database) -> None:
        self._database = database

    @contextmanager
    def _allowed(self, context: grpc.ServicerContext) -> Iterator[None]:
        key = self._database.rules.key
        sent = dict(context.invocation_metadata()).get("authorization", "")
        if key and sent != f"Bearer {key}":
            context.abort(grpc.StatusCode.UNAUTHENTICATED, "unauthorized: invalid api key")
        try:
            with self._database.lock:
                yield
        except RefusedError as exc:
            context.abort(grpc.StatusCode.UNKNOWN, str(exc))

    def BatchObjects(
        self, request: batch_pb2.BatchObjectsRequest, context: grpc.ServicerContext
    ) -> batch_pb2.BatchObjectsReply:
        """Write objects; those that are refused are named, the others are there."""
        reply = batch_pb2.BatchObjectsReply(took=0.001)
        with self._allowed(context):
            self._database.levels.append(request.consistency_level)
            for index, one in enumerate(request.objects):
                try:
                    if self._database.rules.status == "READONLY":
                        raise RefusedError("store is read-only due to: disk usage too high")
                    self._database.write(one)
                except RefusedError as exc:
                    reply.errors.add(index=index, error=str(exc))
        return reply

    def BatchDelete(
        self, request: batch_delete_pb2.BatchDeleteRequest, context: grpc.ServicerContext
    ) -> batch_delete_pb2.BatchDeleteReply:
        """Remove objects by a filter."""
        with self._allowed(context):
            self._database.levels.append(request.consistency_level)
            matches, failed = self._database.delete(request)
        return batch_delete_pb2.BatchDeleteReply(
            matches=matches, failed=failed, successful=matches - failed
        )

    def Search(
        self, request: search_get_pb2.SearchRequest, context: grpc.ServicerContext
    ) -> search_get_pb2.SearchReply:
        """Find objects."""
        time.sleep(self._database.rules.delay_s)
        with self._allowed(context):
            self._database.levels.append(request.consistency_level)
            found = self._database.search(request)
            kept = self._database.class_named(request.collection)
            return search_get_pb2.SearchReply(
                took=0.001, results=[_result(kept, request, *one) for one in found]
            )

    def Aggregate(
        self, request: aggregate_pb2.AggregateRequest, context: grpc.ServicerContext
    ) -> aggregate_pb2.AggregateReply:
        """Count objects; a server has this from 1.29."""
        with self._allowed(context):
            count = len(self._database.class_named(request.collection).objects)
        single = aggregate_pb2.AggregateReply.Single(objects_count=count)
        return aggregate_pb2.AggregateReply(single_result=single)


def _result(
    kept: Class,
    asked: search_get_pb2.SearchRequest,
    uuid: UUID,
    distance: float | None,
) -> search_get_pb2.SearchResult:
    said, vector = kept.objects[uuid]
    metadata = search_get_pb2.MetadataResult(id_as_bytes=uuid.bytes)
    if asked.metadata.uuid:
        metadata.id = str(uuid)
    if asked.metadata.distance and distance is not None:
        metadata.distance, metadata.distance_present = distance, True
    if asked.metadata.vector or asked.metadata.vectors:
        for name in kept.schema["vectorConfig"]:
            metadata.vectors.add(
                name=name,
                vector_bytes=struct.pack(f"<{len(vector)}f", *vector.tolist()),
                type=base_pb2.Vectors.VECTOR_TYPE_SINGLE_FP32,
            )
    wanted = asked.properties
    names = list(said) if wanted.return_all_nonref_properties else wanted.non_ref_properties
    properties = properties_pb2.Properties()
    for name in names:
        _answer(properties.fields[name], said.get(name))
    result = search_get_pb2.PropertiesResult(non_ref_props=properties, target_collection=kept.name)
    return search_get_pb2.SearchResult(properties=result, metadata=metadata)


def _answer(value: properties_pb2.Value, said: Any) -> None:
    if said is None:
        value.null_value = 0
    elif isinstance(said, list):
        value.list_value.text_values.values.extend(said)
    elif isinstance(said, int):
        value.int_value = said
    else:
        value.text_value = said


def _health(_: bytes, __: grpc.ServicerContext) -> bytes:
    reply = health_weaviate_pb2.WeaviateHealthCheckResponse
    return bytes(reply(status=reply.SERVING).SerializeToString())


# ------------------------------------------------------------------------------ REST


class _Http(BaseHTTPRequestHandler):
    """The REST side; the server's database is put on the class that is made of it."""

    database: Database
    connections: set[socket.socket]
    protocol_version = "HTTP/1.1"

    def setup(self) -> None:
        """Note the connection: it ends with the server, as a process's does."""
        super().setup()
        self.connections.add(self.connection)

    def finish(self) -> None:
        """Forget the connection."""
        super().finish()
        self.connections.discard(self.connection)

    def _answer(self) -> None:
        length = int(self.headers.get("Content-Length") or 0)
        body = json.loads(self.rfile.read(length)) if length else None
        try:
            with self.database.lock:
                status, reply = self._asked(self.path.removeprefix("/v1"), body)
        except RefusedError as exc:
            status, reply = exc.status, {"error": [{"message": str(exc)}]}
        content = b"" if reply is None else json.dumps(reply).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def do_GET(self) -> None:
        self._answer()

    def do_POST(self) -> None:
        self._answer()

    def do_PUT(self) -> None:
        self._answer()

    def do_DELETE(self) -> None:
        self._answer()

    def _asked(self, path: str, body: Any) -> tuple[int, Any]:
        if path.startswith("/.well-known/"):
            return (404 if "openid" in path else 200), None
        rules = self.database.rules
        sent = self.headers.get("Authorization", "")
        if rules.key and not sent:
            message = "anonymous access not enabled. Please authenticate through one of the methods"
            return 401, {"code": 401, "message": message}
        if rules.key and sent != f"Bearer {rules.key}":
            return 401, {"code": 401, "message": "unauthorized: invalid api key"}
        if path == "/meta":
            return 200, {
                "hostname": "http://[::]:8080",
                "version": rules.version,
                "modules": {},
                "grpcMaxMessageSize": 104_858_000,
            }
        if path == "/graphql":
            return 200, self._graphql(str(body["query"]))
        return self._schema(path, body)

    def _schema(self, path: str, body: Any) -> tuple[int, Any]:
        database = self.database
        _, _, name, *rest = [*path.split("/"), ""]
        if self.command == "POST" and path == "/schema":
            return 200, database.create(body)
        if self.command == "PUT":
            return 200, database.update(name, body)
        if self.command == "DELETE":
            # One that is not there is no error.
            database.classes.pop(name, None)
            return 200, None
        if rest[:1] == ["shards"]:
            return 200, database.shards(name)
        if name not in database.classes:
            return 404, None
        return 200, database.classes[name].schema

    def _graphql(self, query: str) -> dict[str, Any]:
        """Count objects, as servers before 1.29 are asked to."""
        asked = re.fullmatch(r"\{Aggregate\{(\w+)\{meta\{count\}\s*\}\}\}", query)
        if asked is None:
            return {"data": None, "errors": [{"message": f"Syntax Error GraphQL: {query}"}]}
        count = len(self.database.class_named(asked[1]).objects)
        return {"data": {"Aggregate": {asked[1]: [{"meta": {"count": count}}]}}}

    def log_message(self, format: str, *args: object) -> None:
        """Stay silent."""


# ------------------------------------------------------------------------------ serving


@dataclass
class WeaviateServer:
    """Where it listens, and what it holds."""

    url: str
    grpc_port: int
    database: Database

    @property
    def rules(self) -> Rules:
        """What a test may change while it runs."""
        return self.database.rules


@contextmanager
def serving_weaviate(
    rules: Rules | None = None, file: Path | None = None, ports: tuple[int, int] = (0, 0)
) -> Iterator[WeaviateServer]:
    """Serve until the block ends; what a file holds is there, and is written at the end."""
    database = Database(rules or Rules(), file)
    with _http_server(database, ports[0]) as http_port:
        service = _grpc_server(database)
        grpc_port = CLOSED_PORT
        if database.rules.has_grpc:
            grpc_port = service.add_insecure_port(f"127.0.0.1:{ports[1]}")
            service.start()
        try:
            yield WeaviateServer(f"http://127.0.0.1:{http_port}", grpc_port, database)
        finally:
            service.stop(None).wait()
            database.save()


@contextmanager
def _http_server(database: Database, port: int) -> Iterator[int]:
    connections: set[socket.socket] = set()
    kind = type("Handler", (_Http,), {"database": database, "connections": connections})
    server = ThreadingHTTPServer(("127.0.0.1", port), kind)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
        for one in list(connections):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


def _grpc_server(database: Database) -> grpc.Server:
    server = grpc.server(
        ThreadPoolExecutor(max_workers=4),
        options=[
            ("grpc.max_receive_message_length", 104_858_000),
            ("grpc.max_send_message_length", 104_858_000),
        ],
    )
    weaviate_pb2_grpc.add_WeaviateServicer_to_server(Service(database), server)
    check = grpc.unary_unary_rpc_method_handler(_health)
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("grpc.health.v1.Health", {"Check": check}),)
    )
    return server
