"""Qdrant keeps the contract: in a folder, and a real server where one is named."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest

from aliquot.config import VectorIndexConfig
from aliquot.errors import StoreError
from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.testing.contract_engines import EngineIndexContract

pytest.importorskip("qdrant_edge", reason="the extra 'qdrant' is not installed")
pytest.importorskip("qdrant_client", reason="the extra 'qdrant' is not installed")

from aliquot.storage.engines import qdrant_folder
from aliquot.storage.engines.qdrant import open_index
from aliquot.storage.engines.qdrant_folder import QdrantFolder
from aliquot.storage.engines.qdrant_server import QdrantServer
from aliquot.storage.engines.qdrant_shard import SHARD, STATE

VARIABLE = "ALIQUOT_TEST_QDRANT_URL"
DIMENSION = 16
ABOUT = EngineState("library", "embedder", DIMENSION)
SETTINGS = CollectionSettings("test", DIMENSION)


class TestQdrantInAFolder(EngineIndexContract):
    def open_engine(self, folder: Path, dimension: int) -> Engine:
        return QdrantFolder(CollectionSettings("test", dimension), folder / "qdrant")


@pytest.mark.skipif(VARIABLE not in os.environ, reason=f"{VARIABLE} names no server")
class TestQdrantServer(EngineIndexContract):
    names: ClassVar[dict[Path, str]] = {}

    @pytest.fixture(autouse=True)
    def _dropped(self) -> Iterator[None]:
        yield
        for name in self.names.values():
            engine = QdrantServer(replace(SETTINGS, name=name, location=os.environ[VARIABLE]))
            engine.drop()
            engine.close()
        self.names.clear()

    def open_engine(self, folder: Path, dimension: int) -> Engine:
        name = self.names.setdefault(folder, f"test_{uuid.uuid4().hex[:12]}")
        return QdrantServer(CollectionSettings(name, dimension, location=os.environ[VARIABLE]))


def row(key: int, metadata: dict[str, str] | None = None) -> StoredRow:
    vector = np.random.default_rng(key).standard_normal(DIMENSION).astype(np.float32)
    return StoredRow(
        key, f"d#{key}", vector / np.linalg.norm(vector), f"Chunk {key}.", metadata or {}
    )


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[QdrantFolder]:
    """Open a collection of 2,000 rows."""
    one = QdrantFolder(SETTINGS, tmp_path)
    one.create(ABOUT)
    for start in (1, 1_001):
        one.upsert([row(key) for key in range(start, start + 1_000)])
    one.put_state(replace(ABOUT, sequence=7))
    yield one
    one.close()


def python(code: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=False
    )


# ------------------------------------------------------------------------------ processes

SECOND_PROCESS = """
import sys
from pathlib import Path
from aliquot.errors import StoreError
from aliquot.storage.engines.engine import CollectionSettings, EngineState
from aliquot.storage.engines.qdrant_folder import QdrantFolder
engine = QdrantFolder(CollectionSettings("test", 16), Path(sys.argv[1]))
for attempt in (engine.state, lambda: engine.create(EngineState("l", "e", 16)), engine.drop):
    try:
        attempt()
    except StoreError as exc:
        sys.stdout.write(f"{exc.message} {exc.hint}\\n")
"""


def test_a_second_process_is_told_that_the_folder_is_in_use_and_harms_nothing(
    engine: QdrantFolder, tmp_path: Path
) -> None:
    other = python(SECOND_PROCESS, tmp_path)
    assert other.stdout.count("in use by another process") == 3
    assert "location" in other.stdout
    assert other.stderr == ""
    assert engine.count() == 2_000
    assert engine.state() == replace(ABOUT, sequence=7)


def test_a_closed_folder_is_free_for_another_process(engine: QdrantFolder, tmp_path: Path) -> None:
    second = QdrantFolder(SETTINGS, tmp_path)
    engine.close()
    assert second.count() == 2_000
    second.close()
    assert python(SECOND_PROCESS, tmp_path).stdout == ""


WRITING = """
import itertools, sys
from dataclasses import replace
from pathlib import Path
import numpy as np
from aliquot.storage.engines.engine import CollectionSettings, EngineState
from aliquot.storage.engines.qdrant_folder import QdrantFolder
from aliquot.storage.engines.stored_form import StoredRow
engine = QdrantFolder(CollectionSettings("test", 16), Path(sys.argv[1]))
about = EngineState("library", "embedder", 16)
engine.create(about)
vector = np.ones(16, np.float32) / 4
for step in itertools.count(1):
    keys = range(1000 * step, 1000 * step + 500)
    engine.upsert([StoredRow(key, f"d#{key}", vector, "c" * 500) for key in keys])
    engine.remove(range(1000 * step, 1000 * step + 200))
    engine.put_state(replace(about, sequence=step))
    sys.stdout.write(f"{step}\\n")
    sys.stdout.flush()
"""


@pytest.mark.parametrize("wait", [0.0, 0.13, 0.31])
def test_what_a_killed_process_said_is_written_is_there(tmp_path: Path, wait: float) -> None:
    writer = subprocess.Popen([sys.executable, "-c", WRITING, tmp_path], stdout=subprocess.PIPE)
    assert writer.stdout is not None
    writer.stdout.readline()
    time.sleep(wait)
    writer.kill()
    written = 1 + len(writer.stdout.read().splitlines())
    writer.stdout.close()
    writer.wait()
    engine = QdrantFolder(SETTINGS, tmp_path)
    state = engine.state()
    assert state is not None
    assert state.sequence >= written
    kept = {one.key for one in engine.rows()}
    expected = (1000 * step + one for step in range(1, written + 1) for one in range(200, 500))
    assert kept.issuperset(expected)
    gone = (1000 * step + one for step in range(1, written + 1) for one in range(200))
    assert kept.isdisjoint(gone)
    engine.close()


def test_a_collection_whose_creation_was_cut_off_is_none(
    engine: QdrantFolder, tmp_path: Path
) -> None:
    engine.close()
    (tmp_path / "test" / STATE).unlink()
    again = QdrantFolder(SETTINGS, tmp_path)
    assert again.state() is None
    again.create(ABOUT)
    assert again.count() == 0
    again.close()


# ------------------------------------------------------------------------------ the folder


def test_what_is_damaged_is_begun_anew(engine: QdrantFolder, tmp_path: Path) -> None:
    engine.close()
    for path in (tmp_path / "test" / SHARD).rglob("segment.json"):
        path.write_text("not JSON")
    again = QdrantFolder(SETTINGS, tmp_path)
    assert again.state() is None
    again.create(ABOUT)
    again.upsert([row(1)])
    assert again.count() == 1
    again.close()


def test_a_folder_deleted_under_our_hands_is_begun_anew(
    engine: QdrantFolder, tmp_path: Path
) -> None:
    shutil.rmtree(tmp_path / "test")
    assert engine.state() is None
    with pytest.raises(StoreError, match="deleted"):
        engine.nearest(row(1).vector, 5)
    engine.create(ABOUT)
    assert engine.count() == 0


def test_a_full_disk_is_told_before_anything_is_written(
    engine: QdrantFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(qdrant_folder, "GROWTH_BYTES", 2**60)
    with pytest.raises(StoreError, match="free"):
        engine.upsert([row(9_999)])
    assert engine.count() == 2_000


def test_room_of_removed_rows_is_given_back_and_the_rest_is_found(engine: QdrantFolder) -> None:
    engine.remove(range(1, 1_501))
    engine.put_state(replace(ABOUT, sequence=8))
    engine.upsert([row(key, {"title": "試薬"}) for key in (1_600, 5_000)])
    assert engine.count() == 501
    for key in (1_600, 1_999, 5_000):
        assert engine.nearest(row(key).vector, 1).keys.tolist() == [key]


def test_two_embedders_share_a_folder_that_the_config_names(tmp_path: Path) -> None:
    settings = VectorIndexConfig(backend="qdrant", location=str(tmp_path / "lab"))
    indexes = [
        open_index(
            tmp_path / name,
            name=name,
            dimension=DIMENSION,
            embedder_id=name,
            library="library",
            settings=settings,
        )
        for name in ("one", "two")
    ]
    for index in indexes:
        index.flush()
    assert len(list((tmp_path / "lab").iterdir())) == 2
    indexes[0].drop()
    assert [index.engine.state() is None for index in indexes] == [True, False]
    for index in indexes:
        index.close()
