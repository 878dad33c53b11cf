"""Vectors go from engine to engine, and nothing is lost on the way, whatever is killed or away."""

from __future__ import annotations

import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from aliquot.library import Library
from aliquot.storage.engines.index import EngineVectorIndex
from postgres import new_database, postgres_server

SETTINGS = """\
# Our settings: every one of these lines has to survive.
[embedding]
legs = ["fake"]  # no model

[ingest]
workers = 1
"""
FILES = 24
QUESTIONS = ("reading of batch 7", "virellin dose in HEK293T cells", "サンプル 7 の濃度", "part 3")
# Engine -> what it needs to run here: its client, and what this has need of in a folder.
PACKAGES = {
    "chroma": ("chromadb",),
    "pgvector": ("psycopg", "pgvector"),
    "milvus": ("pymilvus", "milvus_lite", "pyarrow"),
    "qdrant": ("qdrant_client",),
}
SEED = 20_261


def write_notes(folder: Path, files: int = FILES) -> Path:
    folder.mkdir()
    for n in range(files):
        parts = [
            f"## Part {m}\n\nBatch {n} had reading {n * m} of virellin. サンプル {n} の濃度は"
            f" {m} mM である。" + f"More was said of {m * 7 % 5} in HEK293T cells. " * 30
            for m in range(6)
        ]
        (folder / f"{n:02}.md").write_text(f"# Note number {n}\n\n" + "\n\n".join(parts))
    return folder


@pytest.fixture
def settled(aliquot: Any, tmp_path: Path) -> Path:
    """A library of notes whose settings are in its file alone."""
    aliquot.library.mkdir()
    (aliquot.library / "aliquot.toml").write_text(SETTINGS)
    with Library.open(aliquot.library) as library:
        library.add(write_notes(tmp_path / "notes"))
    return Path(aliquot.library)


@pytest.fixture
def run(aliquot: Any) -> Callable[..., Any]:
    """The command, with nothing but the file to set it."""

    def command(*words: str | Path) -> Any:
        done = subprocess.run(
            aliquot.arguments(*words),
            capture_output=True,
            env=plain(aliquot),
            cwd=aliquot.home,
            timeout=120,
            check=False,
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return command


def plain(aliquot: Any) -> dict[str, str]:
    return {k: v for k, v in aliquot.environment.items() if not k.startswith("ALIQUOT_EMBEDDING")}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with postgres_server(tmp_path_factory.mktemp("pg")) as address:
        yield address


def exact(library: Library) -> dict[str, list[tuple[float, int]]]:
    """Return the nearest chunks to each question, by comparing all; ties in order of keys."""
    (dense,) = library._opened.parts.dense
    library._opened.parts.followers.catch_up()
    found = {}
    for question in QUESTIONS:
        (vector,) = dense.embedder.embed([question], "query")
        is_engine = isinstance(dense.index, EngineVectorIndex)
        near = dense.index.search(vector, 50, **({"is_exact": True} if is_engine else {}))
        # Past the tenth, so that a tie at the end is cut alike.
        found[question] = sorted((-round(one.score, 4), one.key) for one in near)[:10]
    return found


def not_installed(engine: str) -> list[str]:
    return [one for one in PACKAGES[engine] if find_spec(one) is None]


def rankings(library: Library) -> list[list[str]]:
    return [[one.chunk.id for one in library.search(one, k=10)] for one in QUESTIONS]


def test_the_round_trip_finds_the_same_and_embeds_nothing(settled: Path, server: str) -> None:
    missing = {name: lacking for name in PACKAGES if (lacking := not_installed(name))}
    route = {
        "chroma": "chroma",
        "pgvector": new_database(server),
        "milvus": "milvus",
        "qdrant": "qdrant",
        "local": "local",
    }
    addresses = [address for name, address in route.items() if name not in missing]
    with Library.open(settled) as library:
        before, ranked = exact(library), rankings(library)
        chunks = library.catalog.counts()["chunks"]
        for address in addresses:
            switched = library.engines.move(address)
            (leg,) = switched.legs
            assert switched.embedded == 0
            assert (leg.vectors, leg.unlike, leg.overlap) == (chunks, 0, 1.0), address
            assert exact(library) == before, address
            assert rankings(library) == ranked, address
        assert library.sync().embedded == 0
        assert len(library.engines.drop_old()) == len(addresses) - 1
        assert exact(library) == before
    text = (settled / "aliquot.toml").read_text()
    assert text == f'{SETTINGS}\n[vectors]\nbackend = "local"\n'
    assert sorted(one.name for one in (settled / "index").iterdir()) == ["fake", "terms"]
    if missing:
        pytest.skip(f"sound so far, but made without {missing}")


def test_the_command_moves_says_so_and_goes_back(settled: Path, run: Callable[..., Any]) -> None:
    pytest.importorskip("chromadb", reason="the extra 'chroma' is not installed")
    code, out, err = run("move", "--to", "chroma", "--dry-run")
    assert (code, err) == (0, "")
    assert "from local (in the library's folder) to chroma" in out
    assert (settled / "aliquot.toml").read_text() == SETTINGS
    code, out, err = run("move", "--to", "chroma")
    assert (code, err) == (0, "")
    assert "overlap@10 1.000" in out
    assert "0 texts embedded" in out
    assert "chroma vectors" in run("status")[1]
    code, out, _ = run("move", "--back")
    assert code == 0
    assert "Vectors are in local" in out
    assert run("move", "--drop-old")[1] == "Dropped fake in chroma (in the library's folder).\n"
    assert not (settled / "index" / "fake.chroma").exists()
    assert run("search", "reading of batch 7")[0] == 0


def test_a_process_that_runs_goes_on_in_the_new_place(
    settled: Path, run: Callable[..., Any], tmp_path: Path
) -> None:
    with Library.open(settled) as server:
        before = rankings(server)
        assert run("embed", "--model", "fake@128", "--drop-old")[0] == 0
        assert rankings(server)
        assert server.config.embedding.legs == ("fake@128",)
        (settled / "aliquot.toml").write_text(SETTINGS)
        assert rankings(server) == before or server.config.embedding.legs == ("fake",)
        # Half an edit is no reason to stop.
        (settled / "aliquot.toml").write_text("[embedding\n")
        assert rankings(server)
        (settled / "aliquot.toml").write_text(SETTINGS)
        more = tmp_path / "more.md"
        more.write_text("# More\n\nBatch 99 had reading 1 of virellin.")
        server.add(more)
        assert any("more" in one.id for one in server.documents())


def test_a_server_that_is_away_changes_nothing(settled: Path, run: Callable[..., Any]) -> None:
    pytest.importorskip("qdrant_client", reason="the extra 'qdrant' is not installed")
    code, _, err = run("move", "--to", "qdrant://127.0.0.1:1")
    assert code == 4
    assert "Qdrant at http://127.0.0.1:1 failed" in err
    assert (settled / "aliquot.toml").read_text() == SETTINGS
    assert run("search", "reading of batch 7")[0] == 0


def test_one_moves_on_when_both_the_old_and_the_new_server_are_away(
    settled: Path, run: Callable[..., Any]
) -> None:
    pytest.importorskip("qdrant_client", reason="the extra 'qdrant' is not installed")
    away = '\n[vectors]\nbackend = "qdrant"\nlocation = "http://127.0.0.1:1"\n'
    (settled / "aliquot.toml").write_text(SETTINGS + away)
    code, _, err = run("move", "--to", "qdrant://127.0.0.1:2")
    assert code == 4
    assert "Qdrant at http://127.0.0.1:2 failed" in err
    assert run("move", "--to", "local")[0] == 0
    assert run("search", "reading of batch 7")[0] == 0


def test_a_command_that_says_nothing_is_told_what_there_is(
    settled: Path, run: Callable[..., Any]
) -> None:
    for words in (["move"], ["embed"], ["move", "--to", "chroma", "--back"], ["move", "--dry-run"]):
        code, _, err = run(*words)
        assert code == 2
        assert "aliquot: " in err


def test_texts_are_not_sent_to_a_remote_model_unasked(
    settled: Path, run: Callable[..., Any]
) -> None:
    code, out, err = run("embed", "--model", "ollama:nomic-embed-text@64")
    assert code == 2
    assert "sent to this service" in out
    assert "--yes" in err
    assert (settled / "aliquot.toml").read_text() == SETTINGS


def test_embedding_says_what_it_takes_and_takes_over(
    settled: Path, run: Callable[..., Any]
) -> None:
    code, out, _ = run("embed", "--model", "fake@128", "--dry-run")
    assert code == 0
    assert "texts to embed for fake@128, about 0 s" in out
    assert (settled / "aliquot.toml").read_text() == SETTINGS
    assert run("embed", "--model", "fake@128", "--drop-old")[0] == 0
    text = (settled / "aliquot.toml").read_text()
    assert text == SETTINGS.replace('"fake"', '"fake@128"')
    assert "fake@128 (128 dimensions)" in run("status")[1]


# ------------------------------------------------------------------------------ kill -9


def killed(aliquot: Any, after_s: float, *words: str) -> None:
    """Start a command and kill it."""
    started = subprocess.Popen(
        aliquot.arguments(*words),
        env=plain(aliquot),
        cwd=aliquot.home,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    time.sleep(after_s)
    started.kill()
    started.wait()


def assert_whole(library: Path, ranked: list[list[str]]) -> None:
    with Library.open(library) as opened:
        assert rankings(opened) == ranked
        assert not opened.care.examine().faults


def finish(library: Path, words: tuple[str, ...]) -> None:
    """Do in this process what was killed in another."""
    with Library.open(library) as opened:
        opened.engines.move(words[-1]) if words[0] == "move" else opened.engines.embed([words[-1]])


@pytest.mark.parametrize("words", [("move", "--to", "chroma"), ("embed", "--model", "fake@128")])
def test_a_kill_at_any_moment_leaves_a_library_that_answers_and_goes_on(
    aliquot: Any, settled: Path, run: Callable[..., Any], words: tuple[str, ...]
) -> None:
    if "chroma" in words:
        pytest.importorskip("chromadb", reason="the extra 'chroma' is not installed")
    rounds = int(os.environ.get("ALIQUOT_CRASH_ROUNDS", "3"))
    with Library.open(settled) as opened:
        ranked = rankings(opened)
        chunks = opened.catalog.counts()["chunks"]
    began = time.monotonic()
    assert run(*words)[0] == 0
    took = time.monotonic() - began
    draw = random.Random(SEED)
    for _ in range(rounds):
        with Library.open(settled) as opened:
            opened.engines.back()
            opened.engines.drop_old()
        assert_whole(settled, ranked)
        before = (settled / "aliquot.toml").read_text()
        # Importing takes the first half of the time.
        killed(aliquot, took * draw.uniform(0.4, 1.0), *words)
        if (settled / "aliquot.toml").read_text() == before:
            assert_whole(settled, ranked)
            finish(settled, words)
        with Library.open(settled) as opened:
            assert not opened.care.examine().faults
            assert len(opened.catalog.vectors.keys("fake-64-1")) == chunks
