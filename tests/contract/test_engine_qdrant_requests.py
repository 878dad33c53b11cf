"""What a Qdrant server is asked, and what its refusals are turned into."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from aliquot.errors import ConfigError, StoreError
from aliquot.storage.engines.engine import CollectionSettings, EngineState
from aliquot.storage.engines.stored_form import StoredRow
from recorder import Answered, Recorded, Recorder, recording

pytest.importorskip("qdrant_client", reason="the extra 'qdrant' is not installed")

from aliquot.storage.engines.qdrant_server import API_KEY, QdrantServer

DIMENSION = 4
ABOUT = EngineState("library", "embedder", DIMENSION, 7)
KEY = "key-nobody-may-see"
UNIT = np.array([1, 0, 0, 0], dtype=np.float32)
HERE = CollectionSettings("c", DIMENSION, m=24, ef_construction=200, ef_search=150)
ROWS = [
    StoredRow(key, f"d#{key}", UNIT, "本文", {"year": 2021, "authors": ["宮本"]})
    for key in (2**53, 2**62)
]
DONE = {"operation_id": 1, "status": "completed"}
# What a server answers to requests that end so, as its OpenAPI definition says.
RESULTS: dict[tuple[str, str], Any] = {
    ("GET", "/exists"): {"exists": True},
    ("PUT", "/points"): DONE,
    ("POST", "/points/delete"): DONE,
    ("POST", "/points/query"): {"points": [{"id": 2**62, "version": 1, "score": 0.5}]},
    ("POST", "/points/scroll"): {"points": [], "next_page_offset": None},
    ("POST", "/points/count"): {"count": 3},
    ("PUT", "/collections/c"): True,
    ("PATCH", "/collections/c"): True,
    ("DELETE", "/collections/c"): True,
}


def ordinary(asked: Recorded) -> Answered:
    """Answer as a server does that has the collection."""
    path = asked.path.partition("?")[0]
    if path == "/":
        return sent({"title": "qdrant", "version": "1.16.0"})
    for (method, end), result in RESULTS.items():
        if asked.method == method and path.endswith(end):
            return sent({"result": result, "status": "ok", "time": 0.0})
    return Answered(404, b'{"status":{"error":"Not found: Collection `c` does not exist!"}}')


def sent(body: Any) -> Answered:
    return Answered(200, json.dumps(body).encode())


@contextmanager
def opened(
    answer: Callable[[Recorded], Answered] = ordinary, timeout: int = 5, **options: Any
) -> Iterator[tuple[QdrantServer, Recorder]]:
    """Open the engine over a server that answers so."""
    with recording(answer) as server:
        settings = replace(HERE, location=server.url, options=options)
        engine = QdrantServer(settings, timeout=timeout)
        yield engine, server
        engine.close()


def asked(server: Recorder, method: str, end: str) -> Recorded:
    (found,) = (
        one
        for one in server.asked
        if one.method == method and one.path.partition("?")[0].endswith(end)
    )
    return found


# ------------------------------------------------------------------------------ requests


def test_a_collection_is_created_with_its_graph_shards_and_replicas() -> None:
    with opened(shards=2, replicas=3) as (engine, server):
        engine.create(ABOUT)
    body = asked(server, "PUT", "/collections/c").body
    vectors = body["vectors"]
    assert (vectors["size"], vectors["distance"]) == (DIMENSION, "Cosine")
    assert vectors["hnsw_config"] == {"m": 24, "ef_construct": 200}
    assert (body["shard_number"], body["replication_factor"]) == (2, 3)
    assert body["metadata"] == {
        "library": "library",
        "embedder": "embedder",
        "dimension": DIMENSION,
        "sequence": 7,
    }


def test_one_that_is_there_is_deleted_first() -> None:
    with opened() as (engine, server):
        engine.create(ABOUT)
    methods = [one.method for one in server.asked if one.path.startswith("/collections/c")]
    assert methods.index("DELETE") < methods.index("PUT")


def test_points_are_written_in_the_stored_form_and_waited_for() -> None:
    with opened() as (engine, server):
        engine.upsert(ROWS)
    request = asked(server, "PUT", "/points")
    assert "wait=true" in request.path
    first, second = request.body["points"]
    assert (first["id"], second["id"]) == (2**53, 2**62)
    assert first["vector"] == [1, 0, 0, 0]
    assert first["payload"] == {
        "id": f"d#{2**53}",
        "content": "本文",
        "metadata": {"year": 2021, "authors": ["宮本"]},
    }


def test_points_are_removed_by_id_and_waited_for() -> None:
    with opened() as (engine, server):
        engine.remove([1, 2])
    request = asked(server, "POST", "/points/delete")
    assert "wait=true" in request.path
    assert request.body["points"] == [1, 2]


def test_a_search_names_its_keys_and_its_effort() -> None:
    with opened() as (engine, server):
        found = engine.nearest(UNIT, 10, np.array([5, 2**62]), is_exact=True)
    body = asked(server, "POST", "/points/query").body
    assert body["query"] == {"nearest": [1, 0, 0, 0]}
    assert body["limit"] == 10
    assert body["filter"]["must"] == [{"has_id": [5, 2**62]}]
    assert body["params"] == {"hnsw_ef": 150, "exact": True}
    assert body["with_payload"] is False
    assert found.keys.tolist() == [2**62]


def test_a_search_for_more_than_the_effort_looks_at_as_many() -> None:
    with opened() as (engine, server):
        engine.nearest(UNIT, 500)
    body = asked(server, "POST", "/points/query").body
    assert body["params"]["hnsw_ef"] == 500
    assert "filter" not in body


def test_every_point_is_read_page_by_page() -> None:
    def paged(request: Recorded) -> Answered:
        if not request.path.endswith("/points/scroll"):
            return ordinary(request)
        start = request.body.get("offset", 1)
        point = {"id": start, "vector": [1, 0, 0, 0], "payload": {"id": f"d#{start}"}}
        after = start + 1 if start < 3 else None
        return sent({"result": {"points": [point], "next_page_offset": after}})

    with opened(paged) as (engine, server):
        assert [one.key for one in engine.rows()] == [1, 2, 3]
    assert all(one.body["with_vector"] for one in server.asked)


# ------------------------------------------------------------------------------ refusals


def refusing(status: int, body: bytes = b"{}") -> Callable[[Recorded], Answered]:
    return lambda request: Answered(status, body)


@pytest.mark.parametrize(
    ("status", "said"),
    [(404, "Not found"), (500, "No space left on device"), (503, "Service"), (429, "Too Many")],
)
def test_what_a_server_says_is_passed_on(status: int, said: str) -> None:
    with opened(refusing(status, said.encode())) as (engine, server):
        with pytest.raises(StoreError, match=f"answered {status} .*{said}") as caught:
            engine.count()
        assert server.url in str(caught.value)


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_is_named_by_its_variable(
    monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    for key, hint in (("", "wants one"), (KEY, "may write")):
        monkeypatch.setenv(API_KEY, key)
        with opened(refusing(status)) as (engine, _):
            with pytest.raises(StoreError, match="refused the key") as caught:
                engine.count()
            assert API_KEY in str(caught.value.hint)
            assert hint in str(caught.value.hint)


def test_points_too_large_for_a_request_are_sent_in_halves() -> None:
    def small(request: Recorded) -> Answered:
        if request.method == "PUT" and len(request.body["points"]) > 1:
            return Answered(413, b"Payload Too Large")
        return ordinary(request)

    with opened(small) as (engine, server):
        engine.upsert(ROWS)
    sizes = [len(one.body["points"]) for one in server.asked]
    assert sizes == [2, 1, 1]


def test_one_point_that_is_too_large_is_an_error() -> None:
    with opened(refusing(413)) as (engine, _), pytest.raises(StoreError, match="413"):
        engine.upsert(ROWS[:1])


def test_a_server_that_does_not_answer_in_time_is_told() -> None:
    def late(request: Recorded) -> Answered:
        time.sleep(1.3)
        return ordinary(request)

    with opened(late, timeout=1) as (engine, _), pytest.raises(StoreError, match="timed out"):
        engine.count()


def test_a_server_that_is_away_is_told() -> None:
    engine = QdrantServer(replace(HERE, location="http://127.0.0.1:1"))
    with pytest.raises(StoreError, match=r"Qdrant at http://127\.0\.0\.1:1 failed: .*refused"):
        engine.state()
    engine.close()


@pytest.mark.parametrize("page", [b"<html>Welcome to nginx</html>", b'{"result": 5}', b""])
def test_what_is_no_qdrant_is_told(page: bytes) -> None:
    with opened(refusing(200, page)) as (engine, _), pytest.raises(StoreError, match="failed"):
        engine.count()


def test_a_server_that_would_forget_whose_a_collection_is_is_refused() -> None:
    def old(request: Recorded) -> Answered:
        return sent({"title": "qdrant", "version": "1.9.2"})

    with opened(old) as (engine, server), pytest.raises(StoreError, match=r"1\.9\.2.*1\.16"):
        engine.create(ABOUT)
    assert {one.method for one in server.asked} == {"GET"}


def test_a_collection_that_is_not_there_has_no_state() -> None:
    with opened(lambda request: sent({"result": {"exists": False}})) as (engine, _):
        assert engine.state() is None


# ------------------------------------------------------------------------------ the key


def test_a_key_goes_into_the_header_and_nowhere_else(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(API_KEY, KEY)

    def echoing(request: Recorded) -> Answered:
        return Answered(500, f"what was that: {request.headers}".encode())

    with opened(echoing) as (engine, server), pytest.raises(StoreError) as caught:
        engine.upsert(ROWS)
    assert KEY not in f"{caught.value} {caught.value.hint}"
    (request,) = server.asked
    assert request.headers["api-key"] == KEY
    assert KEY not in f"{request.path} {request.body}"


@pytest.mark.parametrize("host", ["vectors.example:6333", "10.0.0.7", "[fd00::7]:6333"])
def test_a_key_is_not_sent_readable_over_a_network(
    monkeypatch: pytest.MonkeyPatch, host: str
) -> None:
    monkeypatch.setenv(API_KEY, KEY)
    settings = replace(HERE, location=f"http://{host}")
    with pytest.raises(ConfigError, match="plain http") as caught:
        QdrantServer(settings)
    assert KEY not in f"{caught.value} {caught.value.hint}"
    for allowed in (
        replace(settings, options={"plain_http": True}),
        replace(settings, location=f"https://{host}"),
    ):
        QdrantServer(allowed).close()


@pytest.mark.parametrize("host", ["localhost:6333", "127.0.0.1:6333", "[::1]:6333"])
def test_a_key_may_go_to_this_machine(monkeypatch: pytest.MonkeyPatch, host: str) -> None:
    monkeypatch.setenv(API_KEY, KEY)
    QdrantServer(replace(HERE, location=f"http://{host}")).close()


def test_without_a_key_plain_http_is_fine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(API_KEY, raising=False)
    QdrantServer(replace(HERE, location="http://vectors.example:6333")).close()


@pytest.mark.parametrize("value", [0, -1, "two", 1.5, True])
def test_an_option_that_is_no_number_of_machines_is_refused(value: Any) -> None:
    with pytest.raises(ConfigError, match="shards"):
        QdrantServer(replace(HERE, location="http://localhost:6333", options={"shards": value}))
