"""PostgreSQL with pgvector keeps the contract: a real server."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from aliquot.errors import ConfigError, StoreError
from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.testing.contract_engines import EngineIndexContract
from postgres import new_database, postgres_server

pytest.importorskip("psycopg", reason="the extra 'pgvector' is not installed")
pytest.importorskip("pgvector", reason="the extra 'pgvector' is not installed")

from aliquot.storage.engines.pgvector import PgvectorEngine


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with postgres_server(tmp_path_factory.mktemp("pg")) as address:
        yield address


def collection(address: str, name: str = "test", dimension: int = 16) -> CollectionSettings:
    return CollectionSettings(name, dimension, location=address)


class TestPgvector(EngineIndexContract):
    names: ClassVar[dict[Path, str]] = {}

    @pytest.fixture(autouse=True)
    def _server(self, server: str) -> None:
        self.server = server

    def open_engine(self, folder: Path, dimension: int) -> Engine:
        # A database takes a second to create; a collection of its own does as well.
        name = self.names.setdefault(folder, f"test_{len(self.names)}")
        return PgvectorEngine(collection(self.server, name, dimension))


def test_vectors_too_long_for_a_float_index_are_kept_as_halves(server: str) -> None:
    engine = PgvectorEngine(collection(server, "long", 3_072))
    engine.create(EngineState("l", "e", 3_072))
    vector = np.ones(3_072, dtype=np.float32) / np.sqrt(np.float32(3_072))
    engine.upsert([StoredRow(1, "a", vector, "a")])
    found = engine.nearest(vector, 1)
    assert found.keys.tolist() == [1]
    assert abs(float(found.scores[0]) - 1) < 1e-3
    engine.close()


def test_vectors_too_long_for_any_index_are_refused_with_the_remedy(server: str) -> None:
    engine = PgvectorEngine(collection(server, "longer", 4_096))
    with pytest.raises(ConfigError, match="4000") as raised:
        engine.create(EngineState("l", "e", 4_096))
    assert "embedder" in raised.value.hint
    engine.close()


def test_a_text_with_a_null_character_is_kept_without_it(server: str) -> None:
    engine = PgvectorEngine(collection(server, "null"))
    engine.create(EngineState("l", "e", 16))
    vector = np.eye(16, dtype=np.float32)[0]
    engine.upsert([StoredRow(1, "a\0b", vector, "c\0d", {"title": "e\0f", "authors": ["g\0h"]})])
    (row,) = engine.rows()
    assert (row.id, row.content, dict(row.metadata)) == (
        "ab",
        "cd",
        {"title": "ef", "authors": ["gh"]},
    )
    engine.close()


def test_a_broken_connection_is_made_anew(server: str) -> None:
    engine = PgvectorEngine(collection(server, "broken"))
    engine.create(EngineState("l", "e", 16))
    assert engine._connection is not None
    engine._connection.close()
    assert engine.count() == 0
    engine.close()


def test_a_server_that_is_away_is_named_without_its_password() -> None:
    with pytest.raises(StoreError) as raised:
        PgvectorEngine(collection("postgresql://me:secret@127.0.0.1:1/lab"))
    assert "127.0.0.1:1" in raised.value.message
    assert "secret" not in f"{raised.value.message} {raised.value.hint}"


def test_without_an_address_the_remedy_is_named() -> None:
    with pytest.raises(ConfigError) as raised:
        PgvectorEngine(CollectionSettings("test", 16))
    assert "location" in raised.value.hint


def test_a_new_database_is_ready_without_any_preparation(server: str) -> None:
    engine = PgvectorEngine(collection(new_database(server)))
    assert engine.state() is None
    assert "pgvector" in engine.health()
    engine.close()
