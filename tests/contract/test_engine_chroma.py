"""Chroma keeps the contract: in a folder, and its HTTP server."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from aliquot.errors import AliquotError, ConfigError, StoreError
from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.testing.contract_engines import EngineIndexContract
from chroma_server import ChromaServer, chroma_server
from recorder import Answered, Recorder, recording

pytest.importorskip("chromadb", reason="the extra 'chroma' is not installed")

from aliquot.storage.engines import chroma
from aliquot.storage.engines.chroma import ChromaEngine

DIMENSION = 16
ABOUT = EngineState("library", "embedder", DIMENSION)
TOKEN = "token-nobody-may-see"


def settings(location: str = "", name: str = "test", **options: bool) -> CollectionSettings:
    return CollectionSettings(name, DIMENSION, location=location, options=options)


def row(key: int) -> StoredRow:
    vector = np.random.default_rng(key).standard_normal(DIMENSION).astype(np.float32)
    return StoredRow(key, f"d#{key}", vector / np.linalg.norm(vector), f"Chunk {key}.")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ChromaServer]:
    with chroma_server(tmp_path_factory.mktemp("chroma")) as one:
        yield one


class TestChromaInAFolder(EngineIndexContract):
    def open_engine(self, folder: Path, dimension: int) -> Engine:
        return ChromaEngine(CollectionSettings("test", dimension), folder / "chroma")


class TestChromaServer(EngineIndexContract):
    names: ClassVar[dict[Path, str]] = {}

    @pytest.fixture(autouse=True)
    def _server(self, server: ChromaServer) -> None:
        self.server = server

    def open_engine(self, folder: Path, dimension: int) -> Engine:
        name = self.names.setdefault(folder, f"test_{uuid.uuid4().hex[:12]}")
        return ChromaEngine(settings(self.server.url, name), folder)


# ------------------------------------------------------------------------------ the server


@pytest.fixture
def engine(server: ChromaServer, tmp_path: Path) -> Iterator[ChromaEngine]:
    """Open a collection of 50 rows in the server."""
    one = ChromaEngine(settings(server.url, f"c_{uuid.uuid4().hex[:12]}"), tmp_path)
    one.create(ABOUT)
    one.upsert([row(key) for key in range(1, 51)])
    yield one
    one.close()


def test_a_server_killed_meanwhile_is_told_and_has_everything_when_it_is_back(
    server: ChromaServer, engine: ChromaEngine
) -> None:
    server.kill()
    with pytest.raises(StoreError, match="failed"):
        engine.nearest(row(1).vector, 5)
    with pytest.raises(StoreError, match=f"127.0.0.1:{server.port}"):
        engine.upsert([row(51)])
    server.start()
    assert engine.count() == 50
    assert engine.nearest(row(7).vector, 1).keys.tolist() == [7]
    engine.upsert([row(51)])
    assert engine.count() == 51


def test_a_server_that_is_away_is_told_when_it_is_opened(
    server: ChromaServer, tmp_path: Path
) -> None:
    with pytest.raises(StoreError, match=r"Chroma at http://127\.0\.0\.1:1 failed"):
        ChromaEngine(settings("http://127.0.0.1:1"), tmp_path)


def test_two_clients_use_a_server_at_once(engine: ChromaEngine, server: ChromaServer) -> None:
    other = ChromaEngine(settings(server.url, engine._settings.name), Path())
    faults: list[AliquotError] = []

    def write() -> None:
        try:
            for key in range(100, 160):
                other.upsert([row(key)])
        except AliquotError as exc:
            faults.append(exc)

    writer = threading.Thread(target=write)
    writer.start()
    while writer.is_alive():
        assert engine.nearest(row(7).vector, 1).keys.tolist() == [7]
    writer.join()
    other.close()
    assert faults == []
    assert engine.count() == 110


# ------------------------------------------------------------------------------ a proxy before it


@pytest.fixture
def proxy(monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorder]:
    """Stand before a server as a proxy that refuses, and repeats what it was sent."""
    monkeypatch.setenv(chroma.TOKEN, TOKEN)
    with recording(lambda asked: Answered(401, f"refused {asked.headers}".encode())) as one:
        yield one


def test_a_token_is_sent_to_a_proxy_and_never_shown(proxy: Recorder, tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        ChromaEngine(settings(f"{proxy.url}/chroma"), tmp_path)
    assert proxy.asked[0].headers[chroma.TOKEN_HEADER] == TOKEN
    assert proxy.asked[0].path.startswith("/chroma/api/v2/")
    assert TOKEN not in f"{caught.value} {caught.value.hint}"


def test_a_token_is_not_sent_readable_over_a_network(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(chroma.TOKEN, TOKEN)
    with pytest.raises(ConfigError, match="plain http") as caught:
        ChromaEngine(settings("http://vectors.example:8000"), tmp_path)
    assert TOKEN not in f"{caught.value} {caught.value.hint}"


def test_a_server_that_does_not_answer_is_not_waited_for_for_ever(
    monkeypatch: pytest.MonkeyPatch, engine: ChromaEngine, server: ChromaServer
) -> None:
    assert engine._client._server._session.timeout.read == chroma.TIMEOUT
