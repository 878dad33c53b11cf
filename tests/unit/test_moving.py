"""Moving vectors: addresses, the settings file, and a switch that is proved, or does not happen."""

from __future__ import annotations

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

import move_engine
from aliquot.backends import BACKENDS, Backend
from aliquot.errors import ConfigError, StoreError
from aliquot.library import Library
from aliquot.library.settings_file import settings_with, write_durably
from aliquot.protocols import ProgressEvent
from aliquot.storage.engines.addresses import EngineAddress, parse_address

QDRANT = {"backend": "qdrant", "location": "http://h:6333", "options": {"shards": 2}}
LOCAL = {"backend": "local", "location": "", "options": {}}


# ------------------------------------------------------------------------------ addresses


@pytest.mark.parametrize(
    ("text", "backend", "location", "options"),
    [
        ("local", "local", "", {}),
        ("qdrant", "qdrant", "", {}),
        (" chroma ", "chroma", "", {}),
        ("milvus", "milvus", "", {}),
        (
            "qdrant://host:6333?shards=2&replicas=2",
            "qdrant",
            "http://host:6333",
            {"shards": 2, "replicas": 2},
        ),
        ("qdrants://host:6333/", "qdrant", "https://host:6333", {}),
        ("chroma://host:8000", "chroma", "http://host:8000", {}),
        ("milvus://host:19530", "milvus", "http://host:19530", {}),
        (
            "weaviate://host:8080?grpc_port=50051",
            "weaviate",
            "http://host:8080",
            {"grpc_port": 50051},
        ),
        (
            "pinecone://docs?cloud=aws&region=us-east-1",
            "pinecone",
            "pinecone://docs",
            {"cloud": "aws", "region": "us-east-1"},
        ),
        ("pgvector://user@host/db", "pgvector", "postgresql://user@host/db", {}),
        (
            "postgresql://user@host:5432/db?sslmode=require&collection=lab",
            "pgvector",
            "postgresql://user@host:5432/db?sslmode=require",
            {"collection": "lab"},
        ),
        ("qdrant://[::1]:6333", "qdrant", "http://[::1]:6333", {}),
    ],
)
def test_an_address_says_engine_place_and_options(
    text: str, backend: str, location: str, options: dict[str, Any]
) -> None:
    assert parse_address(text) == EngineAddress(backend, location, options)


@pytest.mark.parametrize(
    ("text", "variable"),
    [
        ("postgresql://user:hunter2@host/db", "PGPASSWORD"),
        ("postgresql://user@host/db?password=hunter2", "PGPASSWORD"),
        ("qdrant://hunter2@host:6333", "QDRANT_API_KEY"),
        ("qdrants://host?api_key=hunter2", "QDRANT_API_KEY"),
        ("pinecone://docs?apiKey=hunter2", "PINECONE_API_KEY"),
        ("milvus://root:hunter2@host:19530", "MILVUS_TOKEN"),
        ("weaviate://host?token=hunter2", "WEAVIATE_API_KEY"),
        ("chroma://host?X-Secret=hunter2", "CHROMA_TOKEN"),
    ],
)
def test_a_secret_in_an_address_is_refused_and_not_repeated(text: str, variable: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_address(text)
    assert variable in caught.value.hint
    assert "hunter2" not in caught.value.message + caught.value.hint


@pytest.mark.parametrize(
    "text",
    [
        *("", "qdrannt", "http://host", "qdrant:", "qdrant://", "local://host", "pgvector"),
        *("weaviate", "qdrant://host:port", "qdrant://host:99999", "qdrant://[::1"),
    ],
)
def test_what_is_no_address_is_refused_with_examples(text: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_address(text)
    assert caught.value.hint


def test_one_place_is_one_place_however_it_is_tuned() -> None:
    place = parse_address("qdrant://host:6333?shards=2")
    assert place.is_same_place(parse_address("qdrant://HOST:6333/?shards=4"))
    assert not place.is_same_place(parse_address("qdrant://host:6333?collection=other"))
    assert not place.is_same_place(parse_address("qdrant"))


@pytest.mark.parametrize(
    ("text", "is_elsewhere"),
    [
        ("qdrant", False),
        ("local", False),
        ("qdrant://localhost:6333", False),
        ("chroma://127.0.0.1:8000", False),
        ("qdrant://[::1]:6333", False),
        ("postgresql:///lab?host=/run/postgresql", False),
        ("postgresql://user@db.example.org/lab", True),
        ("milvus://10.0.0.3:19530", True),
        ("pinecone://docs", True),
    ],
)
def test_a_server_that_is_not_here_is_said_to_be_elsewhere(text: str, is_elsewhere: bool) -> None:
    if text.startswith("postgresql:///"):
        address = EngineAddress("pgvector", text)
    else:
        address = parse_address(text)
    assert address.is_elsewhere is is_elsewhere


# ------------------------------------------------------------------------------ the settings file

FILES = {
    "empty": "",
    "comments": "# Settings of this library\n\n# [retrieval]\n# k = 10\n",
    "others": "[answer]\nmax_statements = 2  # enough\n\n[retrieval]\nk = 3",
    "section": '[vectors]\nm = 8\nbackend = "chroma"  # was here\n# kept\n[answer]\n',
    "options": '[vectors]\nbackend = "qdrant"\n\n[vectors.options]\nshards = 1\n\n[answer]\n',
    "options apart": "[vectors]\nm = 8\n[answer]\n[vectors.options]\nshards = 1\n",
    "options alone": "[vectors.options]\nshards = 1\n[retrieval]\nk = 3\n",
    "dotted options": "[vectors]\noptions.shards = 1\noptions.replicas = 2\nm = 8\n",
    "dotted": "vectors.backend = 'chroma'\nvectors.m = 8\n[answer]\nmax_statements = 2\n",
    "quoted": '[ "vectors" ]\n"backend" = "chroma"\n',
    "windows": "[answer]\r\nmax_statements = 2\r\n[vectors]\r\nlocation = 'x'\r\n",
    "decoys": (
        '[ingest]\nexclude = [\n  \'[vectors]\', # [vectors]\n  """\n[vectors]\nbackend = 1\n'
        '"""\n]\n[vectors]\nbackend = "local"\n'
    ),
    "japanese": '# 設定\u2028[vectors]\n[model]\nname = "分注"\n',
}


@pytest.mark.parametrize("name", FILES)
def test_only_what_was_to_change_changes(name: str) -> None:
    text = FILES[name]
    changed = settings_with(text, "vectors", QDRANT)
    said, before = tomllib.loads(changed), tomllib.loads(text)
    kept = {key: one for key, one in before.get("vectors", {}).items() if key not in QDRANT}
    assert said.pop("vectors") == {**kept, **QDRANT}
    before.pop("vectors", None)
    assert said == before


@pytest.mark.parametrize("name", FILES)
def test_every_comment_and_every_other_line_stays(name: str) -> None:
    text = FILES[name]
    changed = settings_with(text, "vectors", QDRANT)
    gone = [one for one in text.split("\n") if one.strip() and one not in changed.split("\n")]
    # What goes said where vectors are, or is a last line that had no end.
    assert all(
        any(word in one for word in ("backend", "location", "options", "shards")) for one in gone
    )
    assert all(one.partition("#")[2] in changed for one in text.split("\n") if "#" in one)


@pytest.mark.parametrize("name", FILES)
def test_there_and_back_says_what_it_said(name: str) -> None:
    there = settings_with(FILES[name], "vectors", QDRANT)
    back = tomllib.loads(settings_with(there, "vectors", LOCAL))
    assert back["vectors"]["backend"] == "local"
    assert not {"location", "options"} & back["vectors"].keys()


def test_windows_line_ends_stay() -> None:
    changed = settings_with(FILES["windows"], "vectors", QDRANT)
    assert changed.count("\n") == changed.count("\r\n")


def test_a_form_that_is_not_edited_is_refused_with_what_to_write() -> None:
    with pytest.raises(ConfigError) as caught:
        settings_with("vectors = { backend = 'chroma', m = 8 }\n", "vectors", QDRANT)
    assert 'backend = "qdrant"' in caught.value.hint


def test_values_of_any_characters_come_back(tmp_path: Path) -> None:
    values = {"location": 'C:\\data\\"x"\t\x7f\u3042', "options": {"名 前": "é\n"}}
    said = tomllib.loads(settings_with("", "vectors", values))
    assert said["vectors"] == values


def test_a_file_is_replaced_with_its_mode_and_through_its_link(tmp_path: Path) -> None:
    real = tmp_path / "real.toml"
    real.write_text("old")
    real.chmod(0o600)
    link = tmp_path / "aliquot.toml"
    link.symlink_to(real)
    write_durably(link, "new\n")
    assert link.is_symlink()
    assert real.read_text() == "new\n"
    assert real.stat().st_mode & 0o777 == 0o600
    assert sorted(one.name for one in tmp_path.iterdir()) == ["aliquot.toml", "real.toml"]


# ------------------------------------------------------------------------------ moving


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> move_engine.Servers:
    """A vector engine in memory, under the name of a known one."""
    servers = move_engine.SERVERS
    servers.clear()
    backend = Backend("move_engine:open_index")
    monkeypatch.setitem(BACKENDS["vector_indexes"], "qdrant", backend)  # type: ignore[attr-defined]
    return servers


@pytest.fixture
def moved(tmp_path: Path, lab: Path) -> Any:
    """A library whose settings are in its file."""
    folder = tmp_path / "moved"
    folder.mkdir()
    text = "# Ours\n[embedding]\nlegs = ['fake']\n\n[ingest]\nworkers = 1\n"
    (folder / "aliquot.toml").write_text(text)
    with Library.open(folder) as library:
        library.add(lab)
        yield library


def found(library: Library) -> list[tuple[str, float]]:
    ranking = library.search("heat the tube at 42 °C", k=8)
    return [(one.chunk.id, round(one.score, 4)) for one in ranking]


def test_a_move_copies_every_vector_and_answers_alike(
    engine: move_engine.Servers, moved: Library
) -> None:
    before = found(moved)
    switched = moved.engines.move("qdrant://one:6333?shards=2")
    assert switched.embedded == 0
    assert [(one.vectors, one.unlike, one.overlap) for one in switched.legs] == [
        (moved.status()["chunks"], 0, 1.0)
    ]
    assert found(moved) == before
    assert moved.config.vectors.backend == "qdrant"
    assert "# Ours" in (moved.path / "aliquot.toml").read_text()
    with Library.open(moved.path) as again:
        assert again.config == moved.config
        assert found(again) == before


def test_a_plan_opens_and_writes_nothing(engine: move_engine.Servers, moved: Library) -> None:
    files = {one: one.read_bytes() for one in moved.path.rglob("*.toml")}
    plan = moved.engines.plan("qdrant://one:6333")
    assert plan.vectors == moved.status()["chunks"]
    assert plan.bytes == plan.vectors * 64 * 4
    assert not engine
    assert {one: one.read_bytes() for one in moved.path.rglob("*.toml")} == files
    assert not (moved.path / "indexes-beside.json").exists()


def test_moving_to_where_one_is_is_refused(engine: move_engine.Servers, moved: Library) -> None:
    with pytest.raises(ConfigError, match="already"):
        moved.engines.move("local")
    moved.engines.move("qdrant://one:6333")
    with pytest.raises(ConfigError, match="already"):
        moved.engines.move("qdrant://ONE:6333/?shards=3")


def test_going_back_brings_what_has_come_since(
    engine: move_engine.Servers, moved: Library, tmp_path: Path
) -> None:
    moved.engines.move("qdrant://one:6333")
    (tmp_path / "late.md").write_text("# Late\n\nZebrafish were kept at 28 °C.\n")
    moved.add(tmp_path / "late.md")
    moved.remove("heat-shock-transformation")
    switched = moved.engines.back()
    assert moved.config.vectors.backend == "local"
    assert switched.embedded == 0
    assert moved.search("zebrafish at 28 °C", k=1)[0].chunk.document_id == "late"
    assert "heat-shock-transformation" not in {one.split("#")[0] for one, _ in found(moved)}


def test_back_twice_is_forth_again(engine: move_engine.Servers, moved: Library) -> None:
    moved.engines.move("qdrant://one:6333")
    moved.engines.back()
    moved.engines.back()
    assert moved.config.vectors.location == "http://one:6333"


def test_dropping_takes_the_old_and_never_what_is_in_use(
    engine: move_engine.Servers, moved: Library
) -> None:
    before = found(moved)
    moved.engines.move("qdrant://one:6333")
    assert (moved.path / "index" / "fake").is_dir()
    assert moved.engines.drop_old() == ["fake in local (in the library's folder)"]
    assert not (moved.path / "index" / "fake").exists()
    assert moved.engines.drop_old() == []
    assert found(moved) == before
    with pytest.raises(ConfigError, match="nothing to go back to"):
        moved.engines.back()


def test_a_list_that_names_what_is_in_use_drops_nothing(
    engine: move_engine.Servers, moved: Library
) -> None:
    """A process killed between the two writes of a switch leaves such a list."""
    moved.engines.move("qdrant://one:6333")
    moved.engines.back()
    listed = json.loads((moved.path / "indexes-beside.json").read_text())
    assert {one["address"]["backend"] for one in listed} == {"local", "qdrant"}
    dropped = moved.engines.drop_old()
    assert dropped == ["fake in qdrant (http://one:6333)"]
    assert (moved.path / "index" / "fake").is_dir()


def test_an_engine_that_finds_less_is_refused_with_the_figures(
    engine: move_engine.Servers, moved: Library
) -> None:
    before = found(moved)
    engine.blind = 2
    with pytest.raises(StoreError, match=r"finds 0\.\d\d of what the old one"):
        moved.engines.move("qdrant://one:6333")
    assert moved.config.vectors.backend == "local"
    assert "vectors" not in tomllib.loads((moved.path / "aliquot.toml").read_text())
    assert found(moved) == before


@pytest.mark.parametrize("fault", ["loses", "mixes"])
def test_an_engine_that_holds_something_else_is_refused_and_begun_anew(
    engine: move_engine.Servers, moved: Library, fault: str
) -> None:
    setattr(engine, fault, True)
    with pytest.raises(StoreError, match="holds"):
        moved.engines.move("qdrant://one:6333")
    setattr(engine, fault, False)
    assert moved.config.vectors.backend == "local"
    assert moved.engines.move("qdrant://one:6333").legs[0].is_whole


def test_a_move_that_failed_half_way_goes_on_where_it_was(
    engine: move_engine.Servers, moved: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aliquot.storage.following.BATCH", 2)
    engine.fails_after = 3
    with pytest.raises(StoreError, match="away"):
        moved.engines.move("qdrant://one:6333")
    written = engine.written
    assert 0 < written < moved.status()["chunks"]
    assert not moved.ask("How long is the tube heated at 42 °C?").abstained
    engine.fails_after = None
    moved.engines.move("qdrant://one:6333")
    # Only the batch under way is written twice.
    assert engine.written <= moved.status()["chunks"] + 4


def test_one_can_move_away_from_an_engine_that_is_gone(
    engine: move_engine.Servers, moved: Library
) -> None:
    before = found(moved)
    moved.engines.move("qdrant://one:6333")
    moved.engines.drop_old()
    engine.is_away = True
    with Library.open(moved.path) as stranded:
        switched = stranded.engines.move("local")
        assert switched.legs[0].is_whole
        assert switched.legs[0].overlap is None
        assert found(stranded) == before
        with pytest.raises(StoreError, match="away"):
            stranded.engines.drop_old()
        engine.is_away = False
        assert stranded.engines.drop_old() == ["fake in qdrant (http://one:6333)"]


def test_adding_goes_on_while_vectors_are_copied(
    engine: move_engine.Servers,
    moved: Library,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("aliquot.storage.following.BATCH", 2)
    (tmp_path / "late.md").write_text("# Late\n\nZebrafish were kept at 28 °C.\n")
    added: list[int] = []

    def add_once(event: ProgressEvent) -> None:
        if not added:
            with Library.open(moved.path) as other:
                added.append(other.add(tmp_path / "late.md").added)

    moved.engines.move("qdrant://one:6333", progress=add_once)
    assert added == [1]
    assert moved.search("zebrafish at 28 °C", k=1)[0].chunk.document_id == "late"


def test_what_a_variable_sets_is_not_written_to_the_file(
    engine: move_engine.Servers, moved: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALIQUOT_VECTORS__BACKEND", "local")
    with pytest.raises(ConfigError, match="ALIQUOT_VECTORS__BACKEND"):
        moved.engines.move("qdrant://one:6333")
    assert not engine


def test_what_the_caller_sets_is_not_written_to_the_file(
    engine: move_engine.Servers, moved: Library
) -> None:
    with (
        Library.open(moved.path, {"vectors": {"m": 8}}) as library,
        pytest.raises(ConfigError, match="whoever opened"),
    ):
        library.engines.move("qdrant://one:6333")


def test_two_moves_at_once_are_refused(engine: move_engine.Servers, moved: Library) -> None:
    errors: list[str] = []

    def move_too(event: ProgressEvent) -> None:
        with Library.open(moved.path) as other, pytest.raises(StoreError) as caught:
            other.engines.move("qdrant://two:6333")
        errors.append(caught.value.message)

    moved.engines.move("qdrant://one:6333", progress=move_too)
    assert str(os.getpid()) in errors[0] or "This process" in errors[0]


# ------------------------------------------------------------------------------ embedding anew


def test_a_new_embedder_takes_over_once_every_chunk_has_its_vector(moved: Library) -> None:
    old = {one.embedder.id for one in moved._opened.parts.dense}
    plan = moved.engines.plan_embedding(["fake@128"])
    assert plan.texts == len(moved.catalog.vectors.keys("fake-64-1"))
    assert plan.seconds is not None
    switched = moved.engines.embed(["fake@128"])
    assert switched.legs[0].is_whole
    assert [one.embedder.id for one in moved._opened.parts.dense] == ["fake-128-1"]
    assert tomllib.loads((moved.path / "aliquot.toml").read_text())["embedding"]["legs"] == [
        "fake@128"
    ]
    assert moved.search("heat the tube at 42 °C", k=1)
    assert all(len(moved.catalog.vectors.keys(one)) for one in old)


def test_what_was_embedded_before_a_stop_is_not_embedded_again(
    moved: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aliquot.library.switching.TEXTS", 2)

    def stop(event: ProgressEvent) -> None:
        if event.done >= 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        moved.engines.embed(["fake@128"], stop)
    assert moved.config.embedding.legs == ("fake",)
    switched = moved.engines.embed(["fake@128"])
    assert switched.embedded == moved.catalog.counts()["chunks"] - 4


def test_what_is_added_while_it_embeds_has_both_vectors(
    moved: Library, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aliquot.library.switching.TEXTS", 2)
    monkeypatch.setattr("aliquot.storage.following.BATCH", 2)
    (tmp_path / "late.md").write_text("# Late\n\nZebrafish were kept at 28 °C.\n")
    added: list[int] = []

    def add_at_the_end(event: ProgressEvent) -> None:
        if event.stage == "move" and not added:
            with Library.open(moved.path) as other:
                added.append(other.add(tmp_path / "late.md").added)

    moved.engines.embed(["fake@128"], add_at_the_end)
    assert added == [1]
    for embedder in ("fake-64-1", "fake-128-1"):
        assert len(moved.catalog.vectors.keys(embedder)) == moved.catalog.counts()["chunks"]
    assert moved.search("zebrafish at 28 °C", k=1)[0].chunk.document_id == "late"


def test_dropping_forgets_vectors_of_embedders_no_longer_named(moved: Library) -> None:
    moved.engines.embed(["fake@128"])
    moved.engines.drop_old()
    assert not len(moved.catalog.vectors.keys("fake-64-1"))
    assert not (moved.path / "index" / "fake").exists()
    assert moved.sync().embedded == 0
    # The mark that every chunk has a vector goes with the vectors.
    assert moved.engines.embed(["fake"]).embedded == moved.catalog.counts()["chunks"]


def test_going_back_embeds_what_has_come_since_by_the_old_model(
    moved: Library, tmp_path: Path
) -> None:
    moved.engines.embed(["fake@128"])
    (tmp_path / "late.md").write_text("# Late\n\nZebrafish were kept at 28 °C.\n")
    moved.add(tmp_path / "late.md")
    assert moved.engines.back().embedded == 1
    assert moved.config.embedding.legs == ("fake",)
    assert moved.search("zebrafish at 28 °C", k=1)[0].chunk.document_id == "late"


def test_a_leg_joins_and_the_one_that_is_there_is_left_alone(moved: Library) -> None:
    switched = moved.engines.embed(["fake", "fake@128"])
    assert [one.leg for one in switched.legs] == ["fake@128"]
    assert len(moved._opened.parts.dense) == 2
    moved.engines.embed(["fake@128"])
    assert moved.engines.drop_old()
    assert [one.name for one in moved._opened.parts.dense] == ["fake@128"]


def test_every_leg_is_moved_in_one_switch(engine: move_engine.Servers, moved: Library) -> None:
    moved.engines.embed(["fake", "fake@128"])
    before = found(moved)
    switched = moved.engines.move("qdrant://one:6333")
    assert [one.leg for one in switched.legs] == ["fake", "fake@128"]
    assert found(moved) == before
