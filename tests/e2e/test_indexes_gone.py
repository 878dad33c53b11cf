"""What becomes of indexes behind the library's back is told apart, and repaired or refused."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from aliquot.errors import AliquotError
from aliquot.library import Library

BACKENDS = ["local", "chroma", "qdrant"]
QUESTION = "heat the tube at 42 °C for 45 s"
PACKAGES = {"local": "numpy", "chroma": "chromadb", "qdrant": "qdrant_client"}


@pytest.fixture(params=BACKENDS)
def folder(request: pytest.FixtureRequest, tmp_path: Path, lab: Path) -> Path:
    """A library of the lab, with its vectors in each engine that has files of its own."""
    if find_spec(PACKAGES[request.param]) is None:
        pytest.skip(f"the extra {request.param!r} is not installed")
    place = tmp_path / "library"
    place.mkdir()
    text = f'[embedding]\nlegs = ["fake"]\n\n[vectors]\nbackend = "{request.param}"\n'
    (place / "aliquot.toml").write_text(text)
    with Library.open(place) as library:
        library.add(lab)
    return place


def assert_sound(folder: Path, documents: int) -> None:
    """Check that questions find what they did, that nothing is embedded, and every row there."""
    with Library.open(folder) as library:
        assert library.sync().embedded == 0
        assert len(library.documents()) == documents
        assert "42 °C" in library.search(QUESTION, k=1)[0].chunk.text
        (dense,) = library._opened.parts.dense
        assert len(dense.index) == len(library.catalog.vectors.keys(dense.embedder.id))
        assert not library.care.examine().faults


def delete_index(folder: Path) -> None:
    shutil.rmtree(folder / "index")


def delete_vectors(folder: Path) -> None:
    for one in (folder / "index").iterdir():
        if one.name != "terms":
            shutil.rmtree(one)


def drop_collection(folder: Path) -> None:
    with Library.open(folder) as library:
        (dense,) = library._opened.parts.dense
        if not hasattr(dense.index, "drop"):
            pytest.skip("it has no collection")
        dense.index.drop()


@pytest.mark.parametrize("happens", [delete_index, delete_vectors, drop_collection])
def test_an_index_that_is_gone_is_built_again(
    folder: Path, happens: Callable[[Path], None]
) -> None:
    happens(folder)
    assert_sound(folder, 5)


def restore(folder: Path, backup: Path) -> None:
    for extra in ("catalog.db-wal", "catalog.db-shm"):
        (folder / extra).unlink(missing_ok=True)
    shutil.copyfile(backup, folder / "catalog.db")


def back_up(folder: Path, backup: Path) -> None:
    with (
        closing(sqlite3.connect(folder / "catalog.db")) as source,
        closing(sqlite3.connect(backup)) as target,
    ):
        source.backup(target)


def change(library: Library, folder: Path) -> None:
    (folder.parent / "lab" / "later.md").write_text("# Later\n\n" + "A note on zinc. " * 30)
    library.sync()


COMMANDS: dict[str, Callable[[Library], object]] = {
    "search": lambda library: library.search(QUESTION),
    "sync": lambda library: library.sync(),
    # Removing makes the catalog grow past the index before anything is searched.
    "remove": lambda library: library.remove(library.documents()[-1].id),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_an_index_newer_than_a_restored_catalog_is_built_again(
    folder: Path, tmp_path: Path, command: str
) -> None:
    back_up(folder, tmp_path / "backup.db")
    with Library.open(folder) as library:
        change(library, folder)
    restore(folder, tmp_path / "backup.db")
    (tmp_path / "lab" / "later.md").unlink()
    with Library.open(folder) as library:
        COMMANDS[command](library)
        found = {one.chunk.document_id for one in library.search("zinc note", k=20)}
        assert "later" not in found
    assert_sound(folder, 4 if command == "remove" else 5)


@pytest.mark.parametrize(
    ("backend", "location", "named"),
    [
        ("qdrant", "http://127.0.0.1:1", "Qdrant at http://127.0.0.1:1"),
        ("pgvector", "postgresql://u@127.0.0.1:1/d", "PostgreSQL at postgresql://127.0.0.1:1/d"),
    ],
)
def test_an_engine_that_is_away_is_named_and_one_can_go_on_without_it(
    aliquot: Any, lab: Path, backend: str, location: str, named: str
) -> None:
    if find_spec({"qdrant": "qdrant_client", "pgvector": "psycopg"}[backend]) is None:
        pytest.skip("the extra is not installed")
    assert aliquot("add", lab).code == 0
    text = f'[embedding]\nlegs = ["fake"]\n\n[vectors]\nbackend = "{backend}"\n'
    (aliquot.library / "aliquot.toml").write_text(f'{text}location = "{location}"\n')
    done = aliquot("search", QUESTION)
    assert done.code == 4
    assert named in done.err
    assert "aliquot move --to local" in done.err
    with Library.open(aliquot.library) as library:
        assert library.engines.move("local").embedded == 0
    found = aliquot("search", QUESTION, "--json")
    assert found.code == 0, found.err
    assert "42 °C" in found.json[0]["text"]


def test_what_an_engine_that_is_away_cannot_be_told_is_not_begun(aliquot: Any, lab: Path) -> None:
    pytest.importorskip("qdrant_client", reason="the extra 'qdrant' is not installed")
    assert aliquot("add", lab).code == 0
    config = {
        "embedding": {"legs": ["fake"]},
        "vectors": {"backend": "qdrant", "location": "http://127.0.0.1:1"},
    }
    with Library.open(aliquot.library, config) as library:
        documents = {one.id for one in library.documents()}
        with pytest.raises(AliquotError):
            library.remove(min(documents))
        assert {one.id for one in library.documents()} == documents
