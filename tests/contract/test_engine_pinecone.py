"""Pinecone keeps the contract: a stand-in of its protocol, and the service where a key is at hand."""

from __future__ import annotations

import os
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
import pytest

from aliquot.config import VectorIndexConfig
from aliquot.errors import AliquotError, ConfigError, IndexMismatchError, StoreError
from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.testing.contract_engines import EngineIndexContract
from pinecone_server import Failure, PineconeServer, pinecone_server

pytest.importorskip("httpx", reason="the extra 'pinecone' is not installed")

from aliquot.storage.engines.pinecone import PineconeEngine, open_index
from aliquot.storage.engines.pinecone_rest import Patience

DIMENSION = 16
BUSY = Failure(429, headers={"Retry-After": "0"})
# As the service is waited for, a thousand times as fast.
QUICK = Patience(first_pause_s=0.001, poll_s=0.002, longest_poll_s=0.02, visible_s=2, ready_s=2)


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[PineconeServer]:
    with pinecone_server() as served:
        served.add_index("lab", DIMENSION)
        monkeypatch.setenv("PINECONE_API_KEY", served.key)
        monkeypatch.setenv("PINECONE_CONTROLLER_HOST", served.url)
        yield served


def opened(
    location: str = "pinecone://lab",
    dimension: int = DIMENSION,
    name: str = "test",
    patience: Patience = QUICK,
    **options: str,
) -> PineconeEngine:
    settings = CollectionSettings(name, dimension, location=location, options=options)
    return PineconeEngine(settings, patience)


def created(**options: Any) -> PineconeEngine:
    engine = opened(**options)
    engine.create(EngineState("library", "embedder", DIMENSION))
    return engine


def vector(seed: int, dimension: int = DIMENSION) -> npt.NDArray[np.float32]:
    made = np.random.default_rng(seed).standard_normal(dimension).astype(np.float32)
    unit: npt.NDArray[np.float32] = made / np.linalg.norm(made)
    return unit


def row(key: int, content: str = "text", **metadata: Any) -> StoredRow:
    return StoredRow(key, f"d#{key}", vector(key), content, metadata)


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
