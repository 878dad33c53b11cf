"""Pinecone keeps the contract: over a stand-in, and over the service where a key is at hand."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pytest

from aliquot.config import VectorIndexConfig
from aliquot.errors import ConfigError, IndexMismatchError, StoreError
from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState
from aliquot.storage.engines.index import EngineVectorIndex
from aliquot.storage.engines.stored_form import MetadataValue, StoredRow
from aliquot.testing.contract_engines import EngineIndexContract
from pinecone_server import Failure, PineconeServer, pinecone_server

pytest.importorskip("httpx", reason="the extra 'pinecone' is not installed")

from aliquot.storage.engines.pinecone import PineconeEngine, open_index
from aliquot.storage.engines.pinecone_rest import Patience, PineconeRest

DIMENSION = 16
BUSY = Failure(429, headers={"Retry-After": "0"})
OPEN: list[PineconeEngine | PineconeRest | EngineVectorIndex] = []
# As the service is waited for, a thousand times as fast.
QUICK = Patience(first_pause_s=0.001, poll_s=0.002, longest_poll_s=0.02, visible_s=2, ready_s=2)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PineconeServer]:
    with pinecone_server() as served:
        served.add_index("lab", DIMENSION)
        monkeypatch.setenv("PINECONE_API_KEY", served.key)
        monkeypatch.setenv("PINECONE_CONTROLLER_HOST", served.url)
        yield served
        while OPEN:
            OPEN.pop().close()


def opened(
    location: str = "pinecone://lab",
    dimension: int = DIMENSION,
    name: str = "test",
    patience: Patience = QUICK,
    **options: str,
) -> PineconeEngine:
    settings = CollectionSettings(name, dimension, location=location, options=options)
    engine = PineconeEngine(settings, patience)
    OPEN.append(engine)
    return engine


def created(**options: Any) -> PineconeEngine:
    engine = opened(**options)
    engine.create(EngineState("library", "embedder", DIMENSION))
    return engine


def vector(seed: int, dimension: int = DIMENSION) -> npt.NDArray[np.float32]:
    made = np.random.default_rng(seed).standard_normal(dimension).astype(np.float32)
    unit: npt.NDArray[np.float32] = made / np.linalg.norm(made)
    return unit


def row(
    key: int, content: str = "text", metadata: Mapping[str, MetadataValue] | None = None
) -> StoredRow:
    return StoredRow(key, f"d#{key}", vector(key), content, metadata or {})


class TestStandIn(EngineIndexContract):
    @pytest.fixture(autouse=True)
    def _server(self, server: PineconeServer) -> None:
        # Writes are seen by each reader after a time of its own.
        server.lags = {"search": 0.01, "look_up": 0.02, "count": 60}

    def open_engine(self, folder: Path, dimension: int) -> Engine:
        return opened(dimension=dimension)


class TestService(EngineIndexContract):
    """Over the real service, in namespaces that are dropped at the end."""

    names: ClassVar[dict[Path, str]] = {}

    @pytest.fixture(autouse=True)
    def _service(self, tmp_path: Path) -> Iterator[None]:
        self.index = os.environ.get("ALIQUOT_TEST_PINECONE_INDEX", "")
        if not (self.index and os.environ.get("PINECONE_API_KEY")):
            pytest.skip("needs PINECONE_API_KEY and ALIQUOT_TEST_PINECONE_INDEX (16 numbers)")
        yield
        engine = self.open_engine(tmp_path, DIMENSION)
        engine.drop()
        engine.close()

    def open_engine(self, folder: Path, dimension: int) -> Engine:
        name = self.names.setdefault(folder, f"test_{uuid.uuid4().hex}")
        return PineconeEngine(
            CollectionSettings(name, dimension, location=f"pinecone://{self.index}")
        )


# ------------------------------------------------------------------------------ writes seen late


def test_writes_that_are_not_seen_in_time_are_told_with_what_to_do(server: PineconeServer) -> None:
    engine = created(patience=Patience(poll_s=0.005, visible_s=0.05))
    server.lags = {"search": 60}
    with pytest.raises(StoreError, match=r"does not show .* after 0\.05 s") as raised:
        engine.upsert([row(1)])
    assert "aliquot sync" in raised.value.hint


def test_removed_rows_that_are_still_seen_in_time_are_told(server: PineconeServer) -> None:
    engine = created(patience=Patience(poll_s=0.005, visible_s=0.05))
    engine.upsert([row(1), row(2)])
    server.lags = {"search": 60}
    with pytest.raises(StoreError, match="does not show"):
        engine.remove([1])


@pytest.mark.parametrize("late", ["search", "look_up"])
def test_a_replaced_row_is_waited_for_by_every_reader(server: PineconeServer, late: str) -> None:
    engine = created()
    engine.upsert([row(1)])
    server.lags = {late: 0.1}
    engine.upsert([StoredRow(1, "d#1", vector(500), "new")])
    _, vectors = engine.vectors(np.array([1], dtype=np.int64))
    assert np.allclose(vectors[0], vector(500), atol=1e-5)
    assert engine.nearest(vector(500), 1).scores[0] > 0.999


def test_without_numbers_of_writes_rows_are_looked_for(server: PineconeServer) -> None:
    server.tells_positions = False
    server.lags = {"search": 0.05}
    engine = created()
    engine.upsert([row(1), row(2)])
    assert sorted(engine.nearest(vector(1), 5).keys.tolist()) == [1, 2]
    engine.remove([1, 2])
    assert engine.nearest(vector(1), 5).keys.tolist() == []


def test_many_requests_are_waited_for_once(server: PineconeServer) -> None:
    engine = created()
    server.seen.clear()
    engine.upsert([row(key) for key in range(1, 2_501)])
    assert len(server.asked("/vectors/upsert")) == 3
    assert len(server.asked("/query")) == 1


# ------------------------------------------------------------------------------ busy and away


def test_a_busy_service_is_asked_again(server: PineconeServer) -> None:
    engine = created()
    server.failures = [BUSY, Failure(503), BUSY]
    engine.upsert([row(1)])
    assert engine.count() == 1


def test_a_pause_that_is_asked_for_is_kept(server: PineconeServer) -> None:
    pauses: list[float] = []
    rest = PineconeRest("lab", QUICK, pauses.append)
    OPEN.append(rest)
    server.failures = [Failure(429, headers={"Retry-After": "7"})]
    rest.post(f"{server.indexes['lab'].url}/describe_index_stats", {})
    assert pauses == [7]


def test_who_asks_for_a_long_pause_is_given_up_with_the_reason(server: PineconeServer) -> None:
    said = '{"code":8,"message":"Reached the read unit limit of this month.","details":[]}'
    engine = created()
    server.failures = [Failure(429, said, {"Retry-After": "86400"})]
    with pytest.raises(StoreError, match="read unit limit") as raised:
        engine.count()
    assert "plan" in raised.value.hint


def test_a_service_that_stays_busy_is_given_up(server: PineconeServer) -> None:
    engine = created()
    server.failures = [Failure(503)] * QUICK.attempts
    with pytest.raises(StoreError, match="503") as raised:
        engine.upsert([row(1)])
    assert "aliquot sync" in raised.value.hint
    assert not server.failures


def test_a_service_that_is_away_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PINECONE_API_KEY", "pcsk_away")
    with pytest.raises(StoreError, match=r"http://127\.0\.0\.1:1") as raised:
        opened("http://127.0.0.1:1")
    assert "pcsk_away" not in f"{raised.value.message} {raised.value.hint}"


def test_an_answer_that_is_no_json_is_told(server: PineconeServer) -> None:
    engine = created()
    server.failures = [Failure(200, "<html>sign in</html>")]
    with pytest.raises(StoreError, match="something other"):
        engine.count()


# ------------------------------------------------------------------------------ keys and addresses


@pytest.mark.parametrize("status", [401, 403, 400])
def test_a_key_is_never_shown(
    server: PineconeServer, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    monkeypatch.setenv("PINECONE_API_KEY", "pcsk_wrong_one")
    server.failures = [Failure(status, "Invalid API Key: pcsk_wrong_one")]
    with pytest.raises(StoreError) as raised:
        opened()
    assert "pcsk_wrong_one" not in f"{raised.value.message} {raised.value.hint}"


def test_a_refused_key_is_named_by_its_variable(
    server: PineconeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINECONE_API_KEY", "pcsk_wrong_one")
    with pytest.raises(StoreError, match="refused the key in PINECONE_API_KEY"):
        opened()


@pytest.mark.parametrize("key", ["", "two words", "schlüssel"])
def test_a_key_that_cannot_be_one_is_no_request(
    server: PineconeServer, monkeypatch: pytest.MonkeyPatch, key: str
) -> None:
    monkeypatch.setenv("PINECONE_API_KEY", key)
    with pytest.raises(ConfigError, match="PINECONE_API_KEY"):
        opened()
    assert not server.seen


@pytest.mark.parametrize(
    "location",
    [
        "",
        "pinecone://",
        "pinecone://Two_Words",
        "http://lab.svc.pinecone.io",
        "ftp://lab",
        "me:pw@h",
    ],
)
def test_an_address_that_is_none_is_told_with_one_that_is(
    server: PineconeServer, location: str
) -> None:
    with pytest.raises(ConfigError) as raised:
        opened(location)
    assert "pinecone://NAME" in raised.value.hint
    assert "pw" not in raised.value.message


def test_a_control_plane_without_encryption_gets_no_key(
    server: PineconeServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PINECONE_CONTROLLER_HOST", "http://api.pinecone.io")
    with pytest.raises(ConfigError, match="PINECONE_CONTROLLER_HOST"):
        opened()


def test_an_index_is_reached_by_its_host(server: PineconeServer) -> None:
    created().upsert([row(1)])
    assert opened(server.indexes["lab"].url).count() == 1


# ------------------------------------------------------------------------------ indexes


def test_an_index_that_is_not_there_is_created_where_it_should_be(server: PineconeServer) -> None:
    server.ready_s = 0.05
    engine = opened("pinecone://new-one", dimension=8, region="eu-west-1")
    assert engine.state() is None
    engine.create(EngineState("library", "embedder", 8))
    index = server.indexes["new-one"]
    assert (index.dimension, index.metric, index.region) == (8, "cosine", "eu-west-1")
    assert "new-one" in engine.health()


def test_a_region_that_does_not_exist_is_told(server: PineconeServer) -> None:
    engine = opened("pinecone://new-one", region="atlantis")
    with pytest.raises(StoreError, match="atlantis") as raised:
        engine.create(EngineState("library", "embedder", DIMENSION))
    assert "region" in raised.value.hint


def test_an_index_that_never_gets_ready_is_told(server: PineconeServer) -> None:
    server.ready_s = 60
    engine = opened("pinecone://new-one", patience=Patience(poll_s=0.005, ready_s=0.02))
    with pytest.raises(StoreError, match="ready"):
        engine.create(EngineState("library", "embedder", DIMENSION))


@pytest.mark.parametrize(("dimension", "metric"), [(8, "cosine"), (DIMENSION, "euclidean")])
def test_a_host_of_other_vectors_is_refused(
    server: PineconeServer, dimension: int, metric: str
) -> None:
    other = server.add_index("other", dimension, metric)
    with pytest.raises(StoreError, match=metric) as raised:
        opened(other.url)
    assert "pinecone://NAME" in raised.value.hint


def test_vectors_of_another_length_get_an_index_of_their_own(server: PineconeServer) -> None:
    created().upsert([row(1)])
    for _ in range(2):
        other = opened(dimension=8)
        other.create(EngineState("library", "embedder", 8))
        assert other.count() == 0
    assert server.indexes.keys() == {"lab", "lab-8"}
    assert opened().count() == 1


def test_an_index_may_be_named_among_the_options(server: PineconeServer) -> None:
    created().upsert([row(1)])
    assert opened("", index="lab").count() == 1


def test_an_index_that_is_gone_is_told_at_once(server: PineconeServer) -> None:
    engine = created()
    server.indexes.clear()
    with pytest.raises(StoreError, match="no index"):
        engine.upsert([row(1)])
    with pytest.raises(StoreError, match="no index"):
        engine.nearest(vector(1), 5)


def test_a_namespace_that_is_not_found_is_an_empty_one(server: PineconeServer) -> None:
    engine = created()
    said = '{"code":5,"message":"Namespace not found","details":[]}'
    server.failures = [Failure(404, said)]
    assert engine.nearest(vector(1), 5).keys.tolist() == []


# ------------------------------------------------------------------------------ whose records


def library_index(server: PineconeServer, library: str, **settings: Any) -> EngineVectorIndex:
    options: dict[str, str | int | float | bool] = {"collection": "shared"}
    config = VectorIndexConfig(backend="pinecone", location="pinecone://lab", options=options)
    index = open_index(
        Path(),
        name="fake",
        dimension=DIMENSION,
        embedder_id="fake",
        library=library,
        settings=config,
        **settings,
    )
    OPEN.append(index)
    return index


def test_a_namespace_of_another_library_is_refused_and_stays(server: PineconeServer) -> None:
    index = library_index(server, "one")
    index.flush()
    index.engine.upsert([row(1)])
    for afresh in (False, True):
        with pytest.raises(StoreError, match="another library"):
            library_index(server, "two", afresh=afresh)
    assert index.engine.count() == 1


def test_a_namespace_of_another_program_is_refused_and_stays(server: PineconeServer) -> None:
    engine = created()
    engine.upsert([row(1)])
    del server.indexes["lab"].namespaces["test__state"]
    with pytest.raises(StoreError, match="another program") as raised:
        engine.create(EngineState("library", "embedder", DIMENSION))
    assert "namespace" in raised.value.hint
    assert engine.count() == 1


def test_a_record_of_another_program_is_told_when_it_is_found(server: PineconeServer) -> None:
    engine = created()
    engine.upsert([row(1)])
    put_by_another(server, "doc-7")
    with pytest.raises(StoreError, match="doc-7"):
        engine.nearest(vector(1), 5)
    assert [one.key for one in engine.rows()] == [1]


def put_by_another(server: PineconeServer, record_id: str) -> None:
    record = {"id": record_id, "values": vector(7).tolist(), "metadata": {"text": "theirs"}}
    body = {"namespace": "test", "vectors": [record]}
    rest = PineconeRest("lab", QUICK)
    OPEN.append(rest)
    rest.post(f"{server.indexes['lab'].url}/vectors/upsert", body)


def test_collections_in_one_index_are_apart(server: PineconeServer) -> None:
    first, second = created(namespace="group-a"), created(namespace="group-b")
    first.upsert([row(1)])
    second.upsert([row(2)])
    first.drop()
    assert first.state() is None
    assert [one.key for one in second.rows()] == [2]


def test_a_collection_half_removed_is_told_as_one_to_build_again(server: PineconeServer) -> None:
    index = library_index(server, "one")
    index.flush()
    index.engine.upsert([row(1)])
    server.refuses = "/vectors/delete"
    with pytest.raises(StoreError):
        index.drop()
    server.refuses = ""
    with pytest.raises(IndexMismatchError):
        library_index(server, "one")
    again = library_index(server, "one", afresh=True)
    assert (len(again), again.sequence) == (0, 0)


# ------------------------------------------------------------------------------ records


def test_texts_too_long_for_a_record_are_cut_in_the_copy_and_named(server: PineconeServer) -> None:
    engine = created()
    authors = [f"宮本, 太郎 {number}" for number in range(4_000)]
    engine.upsert([row(1, "細胞" * 30_000, {"authors": authors, "year": 2021}), row(2, "short")])
    long, short = sorted(engine.rows(), key=lambda one: one.key)
    assert long.id == "d#1"
    assert long.metadata["cut"] == ["content", "authors"]
    assert long.metadata["year"] == 2021
    assert long.content.startswith("細胞細胞")
    assert long.content.endswith(" …")
    kept = long.metadata["authors"]
    assert isinstance(kept, list)
    assert kept == authors[: len(kept)]
    assert "cut" not in short.metadata


@pytest.mark.parametrize("text", ['"' * 60_000, "\x01" * 60_000, "\ud800" * 60_000, "🧬" * 20_000])
def test_any_text_fits_a_record(server: PineconeServer, text: str) -> None:
    engine = created()
    engine.upsert([row(1, text)])
    (found,) = engine.rows()
    assert found.metadata["cut"] == ["content"]
    assert len(found.content.encode()) > 6_000


def test_fields_of_reserved_names_and_odd_values_come_back(server: PineconeServer) -> None:
    kept: dict[str, MetadataValue] = {
        "id": "own",
        "key": "k",
        "content": "c",
        "$in": "x",
        "cut": "y",
        "score": 2.5,
    }
    engine = created()
    engine.upsert([row(1, "text", {**kept, "big": 2**60, "impact": float("nan")})])
    (found,) = engine.rows()
    # Numbers of the service are doubles: what they cannot hold is kept as text.
    assert dict(found.metadata) == {**kept, "big": str(2**60)}
    assert found.id == "d#1"
    assert found.content == "text"


def test_requests_stay_within_two_megabytes(server: PineconeServer) -> None:
    engine = created()
    server.seen.clear()
    engine.upsert([row(key, "本文" * 3_000) for key in range(1, 301)])
    sizes = [one.size for one in server.asked("/vectors/upsert")]
    assert len(sizes) == 3
    assert max(sizes) < 2_000_000
    assert engine.count() == 300


def test_a_vector_is_kept_to_the_precision_of_its_numbers(server: PineconeServer) -> None:
    server.add_index("lab", 1_024)
    engine = opened(dimension=1_024)
    engine.create(EngineState("library", "embedder", 1_024))
    engine.upsert([StoredRow(1, "a", vector(1, 1_024), "a")])
    _, vectors = engine.vectors(np.array([1], dtype=np.int64))
    assert np.abs(vectors[0] - vector(1, 1_024)).max() <= 2e-9
    assert server.asked("/vectors/upsert")[-1].size < 15_000


def test_as_many_as_a_scope_names_are_compared_in_short_addresses(server: PineconeServer) -> None:
    engine = created()
    engine.upsert([row(2**62 - key) for key in range(1, 1_001)])
    keys = np.array([2**62 - key for key in range(1, 1_001)], dtype=np.int64)
    found, _ = engine.vectors(keys)
    assert sorted(found.tolist()) == sorted(keys.tolist())


def test_more_rows_than_one_search_finds_are_counted(server: PineconeServer) -> None:
    server.lags = {"count": 0.0}
    engine = created()
    for first in range(1, 12_001, 4_000):
        engine.upsert([row(key) for key in range(first, first + 4_000)])
    assert engine.count() == 12_000


# ------------------------------------------------------------------------------ other tools


@pytest.fixture
def vendors_client(server: PineconeServer) -> Iterator[Any]:
    """Give the service's own client of the index: what it takes for the service is like it."""
    pinecone = pytest.importorskip("pinecone", reason="the service's own client is not installed")
    with pinecone.Index(host=server.indexes["lab"].url, api_key=server.key) as client:
        yield client


def test_other_tools_read_and_filter_what_is_stored(
    server: PineconeServer, vendors_client: Any
) -> None:
    engine = created()
    engine.upsert([row(1, "細胞の継代", {"year": 2020}), row(2, "text", {"year": 2021})])
    found = vendors_client.query(
        vector=vector(5).tolist(),
        top_k=5,
        namespace="test",
        filter={"year": {"$eq": 2020}},
        include_metadata=True,
    )
    (match,) = found.matches
    assert match.metadata == {"key": "1", "id": "d#1", "content": "細胞の継代", "year": 2020}
    assert match.score == pytest.approx(float(vector(1) @ vector(5)), abs=1e-5)


def test_the_stand_in_is_the_service_to_its_own_client(
    server: PineconeServer, vendors_client: Any
) -> None:
    records = [{"id": str(key), "values": vector(key).tolist()} for key in range(1, 151)]
    written = vendors_client.upsert(vectors=records, namespace="n")
    assert (written.upserted_count, written.response_info.lsn_committed) == (150, 1)
    searched = vendors_client.query(vector=vector(7).tolist(), top_k=1, namespace="n")
    assert searched.matches[0].id == "7"
    assert searched.response_info.lsn_reconciled == 1
    pages = [[one.id for one in page.vectors] for page in vendors_client.list(namespace="n")]
    assert [len(page) for page in pages] == [100, 50]
    vendors_client.delete(ids=["7"], namespace="n")
    assert not vendors_client.fetch(ids=["7"], namespace="n").vectors
    assert vendors_client.describe_index_stats().namespaces["n"].vector_count == 149
    with pytest.raises(Exception, match="does not match the dimension"):
        vendors_client.upsert(vectors=[{"id": "1", "values": [1.0]}], namespace="n")
