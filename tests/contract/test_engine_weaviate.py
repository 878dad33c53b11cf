"""Weaviate keeps the contract: a stand-in of its protocol, and a real server where one is named.

Set ALIQUOT_TEST_WEAVIATE_URL (and ALIQUOT_TEST_WEAVIATE_GRPC_PORT, WEAVIATE_API_KEY) for that.
"""

from __future__ import annotations

import logging
import os
import time
import uuid
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import ClassVar

import numpy as np
import numpy.typing as npt
import pytest

from aliquot.config import VectorIndexConfig
from aliquot.errors import ConfigError, StoreError
from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.testing.contract_engines import EngineIndexContract

pytest.importorskip("weaviate", reason="the extra 'weaviate' is not installed")

from weaviate.proto.v1 import base_pb2

from aliquot.storage.engines import weaviate as adapter
from aliquot.storage.engines import weaviate_client as connecting
from aliquot.storage.engines.weaviate import WeaviateEngine, open_index
from weaviate_database import Rules
from weaviate_server import WeaviateServer, serving_weaviate

URL, GRPC_PORT = "ALIQUOT_TEST_WEAVIATE_URL", "ALIQUOT_TEST_WEAVIATE_GRPC_PORT"
SECRET = "sesame-4711"
Place = tuple[str, int]


@pytest.fixture(scope="module")
def stand_in() -> Iterator[WeaviateServer]:
    with serving_weaviate() as server:
        yield server


@pytest.fixture(scope="module", params=["stand-in", "server"])
def place(request: pytest.FixtureRequest, stand_in: WeaviateServer) -> Place:
    if request.param == "stand-in":
        return stand_in.url, stand_in.grpc_port
    if not os.environ.get(URL):
        pytest.skip(f"{URL} names no server")
    return os.environ[URL], int(os.environ.get(GRPC_PORT, "50051"))


def collection(place: Place, name: str = "test", **options: int) -> CollectionSettings:
    url, port = place
    return CollectionSettings(name, 16, location=url, options={"grpc_port": port, **options})


def connected(server: WeaviateServer, name: str = "test", **options: int) -> WeaviateEngine:
    return WeaviateEngine(collection((server.url, server.grpc_port), name, **options))


def created(server: WeaviateServer, name: str = "test", **options: int) -> WeaviateEngine:
    engine = connected(server, name, **options)
    engine.create(EngineState("library", "embedder", 16))
    return engine


def unit(seed: int) -> npt.NDArray[np.float32]:
    vector = np.random.default_rng(seed).standard_normal(16).astype(np.float32)
    return vector / np.float32(np.linalg.norm(vector))


def row(key: int, content: str = "text", **metadata: str | int | list[str]) -> StoredRow:
    return StoredRow(key, f"d#{key}", unit(key), content, metadata)


class TestWeaviate(EngineIndexContract):
    names: ClassVar[dict[tuple[Path, Place], str]] = {}

    @pytest.fixture(autouse=True)
    def _place(self, place: Place) -> Iterator[None]:
        self.place = place
        self.opened: list[WeaviateEngine] = []
        yield
        for engine in self.opened:
            engine.close()
        if self.opened:
            last = WeaviateEngine(self.opened[-1]._settings)
            last.drop()
            last.close()

    def open_engine(self, folder: Path, dimension: int) -> Engine:
        name = self.names.setdefault((folder, self.place), f"test_{uuid.uuid4().hex[:12]}")
        engine = WeaviateEngine(collection(self.place, name))
        self.opened.append(engine)
        return engine


# ------------------------------------------------------------------------------ connecting


def test_a_server_that_is_away_is_named_with_the_remedy() -> None:
    with pytest.raises(StoreError, match="does not answer") as raised:
        WeaviateEngine(collection(("http://127.0.0.1:1", 2)))
    assert "127.0.0.1:1" in raised.value.message
    assert "[vectors]" in raised.value.hint


def test_a_closed_grpc_port_is_told_from_a_server_that_is_away() -> None:
    with (
        serving_weaviate(Rules(has_grpc=False)) as server,
        pytest.raises(StoreError, match="not by gRPC at 127") as raised,
    ):
        connected(server)
    assert "grpc_port" in raised.value.hint


@pytest.mark.parametrize("location", ["", "/tmp/weaviate", "weaviate://host"])
def test_without_an_address_the_remedy_is_named(location: str) -> None:
    with pytest.raises(ConfigError) as raised:
        WeaviateEngine(CollectionSettings("test", 16, location=location))
    assert "http://localhost:8080" in raised.value.hint


def test_an_option_that_is_no_number_is_named(stand_in: WeaviateServer) -> None:
    settings = CollectionSettings("test", 16, location=stand_in.url, options={"grpc_port": "fifty"})
    with pytest.raises(ConfigError, match="grpc_port") as raised:
        WeaviateEngine(settings)
    assert "[vectors.options]" in raised.value.hint


def test_the_right_key_opens_a_server_that_wants_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(connecting.API_KEY, SECRET)
    with serving_weaviate(Rules(key=SECRET)) as server:
        engine = created(server)
        engine.upsert([row(1)])
        assert engine.count() == 1
        engine.close()


@pytest.mark.parametrize("key", ["", "wrong-9999"])
def test_a_missing_or_wrong_key_is_refused_and_never_shown(
    key: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(connecting.API_KEY, key)
    with serving_weaviate(Rules(key=SECRET)) as server, pytest.raises(StoreError) as raised:
        connected(server)
    told = f"{raised.value.message} {raised.value.hint}"
    assert "401" in told
    assert "key" in raised.value.hint
    assert SECRET not in told
    assert not key or key not in told


def test_a_key_that_expires_meanwhile_is_an_error_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(connecting.API_KEY, SECRET)
    with serving_weaviate(Rules(key=SECRET)) as server:
        engine = created(server)
        server.rules.key = "another"
        with pytest.raises(StoreError, match="key") as raised:
            engine.upsert([row(1)])
        assert SECRET not in raised.value.message
        engine.close()


def test_a_server_too_old_for_the_client_is_told_the_version_needed() -> None:
    with (
        serving_weaviate(Rules(version="1.25.4")) as server,
        pytest.raises(StoreError, match=r"1\.27"),
    ):
        connected(server)


def test_weaviate_cloud_has_its_grpc_at_a_host_of_its_own() -> None:
    settings = CollectionSettings("test", 16, location="https://abc.eu.weaviate.cloud")
    parameters = connecting.parameters_of(settings)
    assert parameters._http_url == "https://abc.eu.weaviate.cloud:443"
    assert parameters._grpc_target == "grpc-abc.eu.weaviate.cloud:443"
    assert parameters.grpc.secure


# ------------------------------------------------------------------------------ collection


def test_the_graph_is_built_with_the_librarys_settings(stand_in: WeaviateServer) -> None:
    settings = CollectionSettings(
        "graph",
        16,
        m=24,
        ef_construction=200,
        ef_search=96,
        location=stand_in.url,
        options={"grpc_port": stand_in.grpc_port, "shards": 3, "replicas": 2},
    )
    engine = WeaviateEngine(settings)
    engine.create(EngineState("l", "e", 16))
    schema = stand_in.database.classes["Graph"].schema
    index = schema["vectorConfig"]["default"]["vectorIndexConfig"]
    assert (index["maxConnections"], index["efConstruction"], index["ef"]) == (24, 200, 96)
    assert (index["distance"], index["skip"]) == ("cosine", False)
    assert index["skipDefaultQuantization"]
    assert schema["shardingConfig"]["desiredCount"] == 3
    assert schema["replicationConfig"]["factor"] == 2
    engine.close()


def test_fewer_links_than_the_server_takes_are_raised_to_its_least(
    stand_in: WeaviateServer,
) -> None:
    engine = WeaviateEngine(
        CollectionSettings(
            "few", 16, m=2, location=stand_in.url, options={"grpc_port": stand_in.grpc_port}
        )
    )
    engine.create(EngineState("l", "e", 16))
    assert engine.state() == EngineState("l", "e", 16)
    engine.close()


def test_the_state_changes_and_the_graph_stays_as_it_was(stand_in: WeaviateServer) -> None:
    engine = created(stand_in, "mutable")
    before = dict(stand_in.database.classes["Mutable"].schema)
    engine.put_state(EngineState("library", "embedder", 16, 7))
    after = stand_in.database.classes["Mutable"].schema
    assert {name for name in before if before[name] != after[name]} == {"description"}
    engine.close()


@pytest.mark.parametrize("described", ["", "Our papers", '{"library": 1}', "[1]", "null"])
def test_a_collection_described_by_others_is_of_no_library(
    described: str, stand_in: WeaviateServer
) -> None:
    engine = created(stand_in, "foreign")
    stand_in.database.classes["Foreign"].schema["description"] = described
    state = engine.state()
    assert state is not None
    assert state.library == ""
    engine.close()


def test_a_collection_of_others_is_never_taken(stand_in: WeaviateServer, tmp_path: Path) -> None:
    engine = created(stand_in, "others_model")
    engine.upsert([row(1)])
    config = VectorIndexConfig(
        backend="weaviate",
        location=stand_in.url,
        options={"grpc_port": stand_in.grpc_port, "collection": "others"},
    )
    with pytest.raises(StoreError):
        open_index(
            tmp_path,
            name="model",
            dimension=16,
            embedder_id="embedder",
            library="mine",
            settings=config,
            afresh=True,
        )
    assert engine.count() == 1
    engine.close()


def test_everything_is_there_when_a_server_starts_again(tmp_path: Path) -> None:
    file = tmp_path / "disk"
    state = EngineState("library", "embedder", 16, 12)
    with serving_weaviate(file=file) as server:
        engine = created(server)
        engine.upsert([row(1), row(2)])
        engine.put_state(state)
        engine.close()
    with serving_weaviate(file=file) as server:
        engine = connected(server)
        assert engine.state() == state
        assert [one.key for one in engine.rows()] == [1, 2]
        engine.close()


@pytest.mark.parametrize("version", ["1.27.0", "1.28.9", "1.29.0", "1.34.0"])
def test_rows_are_counted_as_each_version_is_asked_to(version: str) -> None:
    with serving_weaviate(Rules(version=version)) as server:
        engine = created(server)
        engine.upsert([row(key) for key in range(1, 12)])
        assert engine.count() == 11
        assert version in engine.health()
        engine.close()


def test_the_state_is_put_once_vectors_are_in_the_graph(stand_in: WeaviateServer) -> None:
    engine = created(stand_in, "queued")
    stand_in.rules.queued = 3
    engine.put_state(EngineState("library", "embedder", 16, 5))
    assert stand_in.rules.queued == 0
    engine.close()


def test_vectors_that_never_reach_the_graph_leave_the_state_as_it_was(
    stand_in: WeaviateServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "INDEXING_TIMEOUT", 0)
    engine = created(stand_in, "stuck")
    stand_in.rules.queued = 1_000
    with pytest.raises(StoreError, match="waiting") as raised:
        engine.put_state(EngineState("library", "embedder", 16, 5))
    stand_in.rules.queued = 0
    assert "aliquot sync" in raised.value.hint
    state = engine.state()
    assert state is not None
    assert state.sequence == 0
    engine.close()


# ------------------------------------------------------------------------------ rows


def test_other_tools_find_what_they_filter_by_in_properties(stand_in: WeaviateServer) -> None:
    engine = created(stand_in, "read_by_others")
    engine.upsert(
        [row(7, "本文", document_id="2021-宮本", title="酵母", authors=["宮本, 太郎"], year=2021)]
    )
    ((said, _),) = stand_in.database.classes["Read_by_others"].objects.values()
    assert said["key"] == 7
    assert said["chunk_id"] == "d#7"
    assert said["content"] == "本文"
    assert (said["document_id"], said["title"], said["year"]) == ("2021-宮本", "酵母", 2021)
    assert said["authors"] == ["宮本, 太郎"]
    engine.close()


def test_fields_of_any_name_and_type_come_back_as_they_were(stand_in: WeaviateServer) -> None:
    engine = created(stand_in, "any_field")
    metadata: dict[str, str | int | float | bool | list[str]] = {
        "年度": "令和三年",
        "id": "own",
        "key": "also own",
        "vector": "v",
        "year": "about 2021",
        "authors": "one text",
        "n": 2**53 - 1,
        "share": 0.1,
        "whole": 2.0,
        "is_open": True,
        "empty": [],
        "with space": "a\0b \U0001f9ec",
    }
    engine.upsert([StoredRow(1, "d#1", unit(1), "text", metadata)])
    (found,) = engine.rows()
    assert dict(found.metadata) == metadata
    assert [type(one) for one in found.metadata.values()] == [
        type(one) for one in metadata.values()
    ]
    engine.close()


def test_one_bad_row_of_a_batch_is_named_and_the_others_are_there(
    stand_in: WeaviateServer, caplog: pytest.LogCaptureFixture
) -> None:
    engine = created(stand_in, "batch")
    bad = StoredRow(2, "d#2", np.ones(8, dtype=np.float32), "confidential")
    with caplog.at_level(logging.DEBUG), pytest.raises(StoreError, match="1 of 3") as raised:
        engine.upsert([row(1), bad, row(3)])
    assert "length" in raised.value.message
    assert "confidential" not in caplog.text + raised.value.message
    assert [one.key for one in engine.rows()] == [1, 3]
    engine.close()


def test_a_batch_of_bad_rows_alone_is_an_error_too(stand_in: WeaviateServer) -> None:
    engine = created(stand_in, "all_bad")
    engine.upsert([row(1)])
    bad = StoredRow(2, "d#2", np.ones(8, dtype=np.float32), "text")
    with pytest.raises(StoreError, match="length 8"):
        engine.upsert([bad])
    engine.close()


def test_a_full_disk_is_told_with_the_remedy() -> None:
    with serving_weaviate() as server:
        engine = created(server)
        server.rules.status = "READONLY"
        with pytest.raises(StoreError, match="read-only"):
            engine.upsert([row(1)])
        with pytest.raises(StoreError, match="disk") as raised:
            engine.put_state(EngineState("library", "embedder", 16, 1))
        assert "READY" in raised.value.hint
        engine.close()


def test_a_removal_that_failed_is_an_error() -> None:
    with serving_weaviate(Rules(deletes=False)) as server:
        engine = created(server)
        engine.upsert([row(1), row(2)])
        with pytest.raises(StoreError, match="2 of 2"):
            engine.remove([1, 2, 3])
        engine.close()


def test_every_row_of_several_shards_is_given_back_once(stand_in: WeaviateServer) -> None:
    engine = created(stand_in, "sharded", shards=3)
    keys = range(1, 3 * engine.limits.rows)
    for start in range(0, len(keys), engine.limits.rows):
        engine.upsert([row(key) for key in keys[start : start + engine.limits.rows]])
    assert [one.key for one in engine.rows()] == list(keys)
    engine.close()


def test_with_replicas_every_one_is_written_and_any_one_answers(stand_in: WeaviateServer) -> None:
    engine = created(stand_in, "replicated", replicas=3)
    stand_in.database.levels.clear()
    engine.upsert([row(1), row(2)])
    engine.remove([2])
    engine.nearest(unit(1), 1)
    levels = base_pb2.ConsistencyLevel
    every, unsaid = levels.CONSISTENCY_LEVEL_ALL, levels.CONSISTENCY_LEVEL_UNSPECIFIED
    assert stand_in.database.levels == [every, every, unsaid]
    engine.close()


def test_a_server_that_has_gone_away_is_an_error_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "SILENCE", -1.0)
    with serving_weaviate() as server:
        engine = created(server)
        engine.upsert([row(1)])
    start = time.monotonic()
    with pytest.raises(StoreError, match=r"127\.0\.0\.1") as raised:
        engine.nearest(unit(1), 1)
    assert time.monotonic() - start < 2
    assert "aliquot sync" in raised.value.hint
    engine.close()


def test_a_server_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "QUERY_TIMEOUT", 0.2)
    with serving_weaviate() as server:
        engine = created(server)
        engine.upsert([row(1)])
        server.rules.delay_s = 0.6
        with pytest.raises(StoreError, match=r"(?i)deadline"):
            engine.nearest(unit(1), 1)
        engine.close()


def test_a_server_that_starts_again_is_used_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(adapter, "SILENCE", -1.0)
    file = tmp_path / "disk"
    with serving_weaviate(file=file) as server:
        engine = created(server)
        engine.upsert([row(1)])
    ports = int(server.url.rpartition(":")[2]), server.grpc_port
    with serving_weaviate(file=file, ports=ports):
        assert engine.nearest(unit(1), 1).keys.tolist() == [1]
        engine.upsert([row(2)])
        assert engine.count() == 2
    engine.close()


def test_a_server_that_gives_fewer_results_says_so() -> None:
    with serving_weaviate(Rules(maximum_results=100)) as server:
        engine = created(server)
        engine.upsert([row(1)])
        assert engine.nearest(unit(1), 100).keys.tolist() == [1]
        with pytest.raises(StoreError, match="maximum results"):
            engine.nearest(unit(1), 101)
        engine.close()


def test_an_exact_search_names_a_filter_that_lets_all_through(stand_in: WeaviateServer) -> None:
    engine = created(stand_in, "exact")
    engine.upsert([row(key) for key in range(1, 21)])
    found = engine.nearest(unit(99), 30, is_exact=True)
    assert sorted(found.keys.tolist()) == list(range(1, 21))
    engine.close()


def test_a_collection_dropped_by_another_is_an_error_that_names_it(
    stand_in: WeaviateServer,
) -> None:
    engine = created(stand_in, "dropped")
    other = connected(stand_in, "dropped")
    other.drop()
    other.close()
    for ask in (engine.count, lambda: engine.upsert([row(1)]), lambda: engine.nearest(unit(1), 1)):
        with pytest.raises(StoreError, match="Dropped"):
            ask()
    engine.close()


def test_a_closed_engine_says_so(stand_in: WeaviateServer) -> None:
    engine = created(stand_in, "closed")
    engine.close()
    with suppress(StoreError):
        engine.count()
        pytest.fail("a closed connection answered")
