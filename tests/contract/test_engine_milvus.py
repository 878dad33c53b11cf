"""Milvus keeps the contract: Milvus Lite in a folder, and a real server where one is asked for."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import pytest

from aliquot.config import VectorIndexConfig
from aliquot.errors import ConfigError, StoreError
from aliquot.storage.engines.engine import CollectionSettings, Engine, EngineState
from aliquot.storage.engines.stored_form import StoredRow
from aliquot.testing.contract_engines import EngineIndexContract
from milvus_server import TOKEN, milvus_server

pytest.importorskip("pymilvus", reason="the extra 'milvus' is not installed")

from pymilvus import MilvusException

from aliquot.storage.engines import milvus, milvus_client, milvus_rows
from aliquot.storage.engines.milvus import MilvusEngine, open_index

DIMENSION = 16
STATE = EngineState("library", "embedder", DIMENSION)
SETTINGS = CollectionSettings("test", DIMENSION)


def vector(place: int = 0) -> np.ndarray:
    return np.eye(DIMENSION, dtype=np.float32)[place]


def lite() -> None:
    pytest.importorskip("pyarrow", reason="Milvus Lite cannot be run without pyarrow")
    pytest.importorskip("milvus_lite", reason="the extra 'milvus' is not installed")


@pytest.fixture
def engines(tmp_path: Path) -> Iterator[Callable[..., MilvusEngine]]:
    """Open engines over one folder, all closed in the end."""
    lite()
    made: list[MilvusEngine] = []

    def opened(settings: CollectionSettings = SETTINGS) -> MilvusEngine:
        made.append(MilvusEngine(settings, tmp_path))
        return made[-1]

    yield opened
    for one in made:
        one.close()


class Closing(EngineIndexContract):
    """The contract, with every engine closed when a test ends."""

    @pytest.fixture(autouse=True)
    def _closed(self) -> Iterator[None]:
        self.opened: list[MilvusEngine] = []
        yield
        for one in self.opened:
            one.close()

    def kept(self, engine: MilvusEngine) -> Engine:
        self.opened.append(engine)
        return engine


class TestMilvusInAFolder(Closing):
    def open_engine(self, folder: Path, dimension: int) -> Engine:
        lite()
        return self.kept(MilvusEngine(CollectionSettings("test", dimension), folder / "milvus"))


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with (
        milvus_server(tmp_path_factory.mktemp("milvus")) as address,
        pytest.MonkeyPatch.context() as environment,
    ):
        if not any(os.environ.get(name) for name in (milvus_client.TOKEN, milvus_client.USER)):
            environment.setenv(milvus_client.TOKEN, TOKEN)
        yield address


class TestMilvusServer(Closing):
    names: ClassVar[dict[Path, str]] = {}

    @pytest.fixture(autouse=True)
    def _server(self, server: str) -> Iterator[None]:
        self.server = server
        yield
        for one in self.opened[-1:]:
            one.drop()

    def open_engine(self, folder: Path, dimension: int) -> Engine:
        name = self.names.setdefault(folder, f"test_{os.getpid()}_{len(self.names)}")
        return self.kept(
            MilvusEngine(CollectionSettings(name, dimension, location=self.server), folder)
        )


# ------------------------------------------------------------------------------ the folder


def test_a_second_process_is_told_that_the_folder_is_in_use(
    engines: Callable[..., MilvusEngine], tmp_path: Path
) -> None:
    engines().create(STATE)
    other = subprocess.run(
        [sys.executable, "-c", SECOND_PROCESS, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "in use by another process" in other.stdout
    assert "location" in other.stdout
    assert other.stderr == ""


SECOND_PROCESS = """
import sys
from pathlib import Path
from aliquot.errors import StoreError
from aliquot.storage.engines.engine import CollectionSettings
from aliquot.storage.engines.milvus import MilvusEngine
try:
    MilvusEngine(CollectionSettings("test", 16), Path(sys.argv[1]))
except StoreError as exc:
    sys.stdout.write(f"{exc.message} {exc.hint}")
"""


def test_a_closed_folder_is_free_for_another_process(
    engines: Callable[..., MilvusEngine], tmp_path: Path
) -> None:
    first, second = engines(), engines()
    first.create(STATE)
    first.close()
    assert second.state() == STATE
    second.close()
    other = subprocess.run(
        [sys.executable, "-c", SECOND_PROCESS, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (other.stdout, other.stderr, other.returncode) == ("", "", 0)


KILLED = """
import os, signal, sys
from pathlib import Path
import numpy as np
from aliquot.storage.engines.engine import CollectionSettings, EngineState
from aliquot.storage.engines.milvus import MilvusEngine
from aliquot.storage.engines.stored_form import StoredRow
engine = MilvusEngine(CollectionSettings("test", 16), Path(sys.argv[1]))
engine.create(EngineState("library", "embedder", 16))
engine.upsert([StoredRow(key, f"d#{key}", np.ones(16, np.float32) / 4, "c") for key in range(1, 9)])
engine.put_state(EngineState("library", "embedder", 16, 5))
engine.remove([8])
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_process_wrote_is_there(
    engines: Callable[..., MilvusEngine], tmp_path: Path
) -> None:
    lite()
    subprocess.run([sys.executable, "-c", KILLED, str(tmp_path)], check=False)
    engine = engines()
    assert engine.state() == replace(STATE, sequence=5)
    assert sorted(one.key for one in engine.rows()) == [*range(1, 8)]


def test_two_embedders_share_a_folder_that_the_config_names(tmp_path: Path) -> None:
    lite()
    settings = VectorIndexConfig(backend="milvus", location=str(tmp_path / "lab.db"))
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
    assert [index.sequence for index in indexes] == [0, 0]
    assert (tmp_path / "lab.db").is_dir()
    for index in indexes:
        index.close()


def test_a_folder_that_is_no_database_is_an_error_with_its_path(tmp_path: Path) -> None:
    lite()
    (tmp_path / "old.db").write_bytes(b"a database of an older Milvus Lite")
    with pytest.raises(StoreError, match=r"old\.db"):
        MilvusEngine(replace(SETTINGS, location=str(tmp_path / "old.db")), tmp_path)


def test_nobody_else_on_the_machine_can_connect_to_a_folder(
    engines: Callable[..., MilvusEngine],
) -> None:
    folder = engines()._folder
    assert folder is not None
    assert folder.address.startswith("unix:")
    place = Path(folder.address.removeprefix("unix:")).parent
    assert place.stat().st_mode & 0o077 == 0


# ------------------------------------------------------------------------------ rows


def test_rows_of_keys_in_any_order_are_given_once(engines: Callable[..., MilvusEngine]) -> None:
    engine = engines()
    engine.limits = replace(engine.limits, rows=7)
    engine.create(STATE)
    keys = np.random.default_rng(0).permutation(np.arange(1, 101)).tolist()
    for start in range(0, 100, 30):
        engine.upsert([StoredRow(key, "a", vector(), "a") for key in keys[start : start + 30]])
        engine.put_state(STATE)
    assert [one.key for one in engine.rows()] == [*range(1, 101)]


@pytest.mark.parametrize("text", ["a" * 70_000, "日" * 30_000, "a" + "\U0001f9ec" * 20_000])
def test_a_text_longer_than_a_field_is_cut_at_a_character(
    engines: Callable[..., MilvusEngine], text: str
) -> None:
    engine = engines()
    engine.create(STATE)
    engine.upsert([StoredRow(1, "d#1", vector(), text)])
    (row,) = engine.rows()
    assert text.startswith(row.content)
    assert 65_532 <= len(row.content.encode()) <= 65_535


def test_metadata_longer_than_a_field_lose_of_the_longest_value_alone(
    engines: Callable[..., MilvusEngine],
) -> None:
    authors = [f"宮本, 太郎 {number}" for number in range(5_154)]
    engine = engines()
    engine.create(STATE)
    engine.upsert([StoredRow(1, "d#1", vector(), "c", {"authors": authors, "year": 2021})])
    (row,) = engine.rows()
    assert row.metadata["year"] == 2021
    kept = row.metadata["authors"]
    assert isinstance(kept, list)
    assert kept == authors[: len(kept)]
    assert len(kept) > 1_000


@pytest.mark.parametrize(
    "metadata",
    [{"a": "x" * 70_000}, {"a": ["x" * 70_000]}, {f"{one:0100}": one for one in range(700)}],
)
def test_any_metadata_end_up_small_enough(metadata: dict[str, Any]) -> None:
    assert milvus_rows._bytes(milvus_rows.fitting(metadata)) <= milvus_rows.MAX_BYTES


def test_what_is_cut_is_said(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        milvus_rows.fields(StoredRow(1, "d#1", vector(), "secret " * 20_000))
    assert "d#1" in caplog.text
    assert "secret" not in caplog.text


def test_requests_stay_below_what_a_server_takes() -> None:
    rows = [StoredRow(key, "d", np.ones(4_096, np.float32), "日" * 21_000) for key in range(1_000)]
    requests = [*milvus_rows.requests(map(milvus_rows.fields, rows))]
    assert [row["key"] for some in requests for row in some] == [*range(1_000)]
    assert len(requests) > 1
    assert all(
        sum(row["vector"].nbytes + len(row["content"].encode()) for row in some)
        <= milvus_rows.REQUEST
        for some in requests
    )


# ------------------------------------------------------------------------------ errors


def test_a_server_that_is_away_is_named_without_its_password(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(milvus, "CONNECTING", 0.5)
    monkeypatch.setenv("MILVUS_TOKEN", "root:hidden")
    with pytest.raises(StoreError) as raised:
        MilvusEngine(replace(SETTINGS, location="http://me:secret@127.0.0.1:1"), tmp_path)
    said = f"{raised.value.message} {raised.value.hint}"
    assert "http://127.0.0.1:1" in said
    assert not any(one in said for one in ("secret", "hidden"))
    assert capfd.readouterr().err == ""


def test_a_server_that_refuses_is_quoted_with_the_remedy_and_without_the_token(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refusing(address: str, *, token: str, **_: Any) -> None:
        raise MilvusException(1800, "auth check failure, please check api key is correct")

    monkeypatch.setattr(milvus, "MilvusClient", refusing)
    monkeypatch.setenv("MILVUS_TOKEN", "root:hidden")
    with pytest.raises(StoreError, match="auth check failure") as raised:
        MilvusEngine(replace(SETTINGS, location="http://127.0.0.1:1"), tmp_path)
    assert "its key" in raised.value.hint
    assert "hidden" not in f"{raised.value.message} {raised.value.hint}"


def test_a_real_server_refuses_a_wrong_token(
    server: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if os.environ["ALIQUOT_TEST_MILVUS"] != "server":
        pytest.skip("only a server of our own is sure to ask for a token")
    monkeypatch.setenv("MILVUS_TOKEN", "root:wrong-one")
    with pytest.raises(StoreError) as raised:
        MilvusEngine(replace(SETTINGS, location=server), tmp_path)
    # The client tells nothing better than that it cannot connect.
    assert "its key" in raised.value.hint
    assert "wrong-one" not in f"{raised.value.message} {raised.value.hint}"


def test_a_consistency_milvus_does_not_know_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as raised:
        MilvusEngine(replace(SETTINGS, options={"consistency": "total"}), tmp_path)
    assert "Bounded" in raised.value.hint


@pytest.mark.parametrize(
    ("environment", "token"),
    [
        ({}, ""),
        ({"MILVUS_TOKEN": "t"}, "t"),
        ({"MILVUS_USER": "u", "MILVUS_PASSWORD": "p"}, "u:p"),
        ({"MILVUS_USER": "u"}, ""),
        ({"MILVUS_TOKEN": "t", "MILVUS_USER": "u", "MILVUS_PASSWORD": "p"}, "t"),
    ],
)
def test_what_opens_a_server_comes_from_the_environment(
    environment: dict[str, str], token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in (milvus_client.TOKEN, milvus_client.USER, milvus_client.PASSWORD):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    settings = replace(SETTINGS, location="http://127.0.0.1:1")
    assert milvus_client.token_of(settings) == token


# ------------------------------------------------------------------------------ consistency


class Levels:
    """Stands in a client's place: notes the consistency every read of rows asks for."""

    def __init__(self, client: Any) -> None:
        self.client = client
        self.asked: list[str] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self.client, name)

    def search(self, *arguments: Any, consistency_level: str, **named: Any) -> Any:
        self.asked.append(consistency_level)
        return self.client.search(*arguments, consistency_level=consistency_level, **named)


def noted(engine: MilvusEngine) -> Levels:
    engine._client = Levels(engine._client)
    return engine._client


def test_the_first_search_after_a_look_at_the_state_sees_what_others_wrote(
    engines: Callable[..., MilvusEngine],
) -> None:
    engines().create(STATE)
    engine = engines()
    levels = noted(engine)
    for _ in range(2):
        engine.nearest(vector(), 1)
        engine.nearest(vector(), 1)
        engine.state()
    assert levels.asked == ["Strong", "Session"] * 2


@pytest.mark.parametrize(
    ("options", "level"), [({"replicas": 2}, "Strong"), ({"consistency": "bounded"}, "Bounded")]
)
def test_replicas_are_read_strongly_and_as_the_config_says(
    engines: Callable[..., MilvusEngine], options: dict[str, Any], level: str
) -> None:
    engines().create(STATE)
    engine = engines(replace(SETTINGS, options=options))
    levels = noted(engine)
    for _ in range(2):
        engine.nearest(vector(), 1)
    assert levels.asked == [level] * 2
