"""`aliquot move --catalog`: into a real PostgreSQL server and back, stopped, refused, resumed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from aliquot.errors import AliquotError, ConfigError, StoreError
from aliquot.library import Library
from aliquot.protocols import ProgressEvent
from aliquot.storage import transfer
from aliquot.storage.catalog import Catalog
from aliquot.storage.marks import ARRIVING, LEFT, MOVED
from aliquot.types import Answer
from postgres import new_database, postgres_server

QUESTION = "How long is the heat shock of the tube?"
SETTINGS = '# ours\n[embedding]\nlegs = ["fake"]\n\n[ingest]\nworkers = 1\nocr = ""\n'
MOVE = """
import os, signal, sys
from aliquot.library import Library, catalog_moving
{break_off}
with Library.open(sys.argv[1]) as library:
    library.engines.move_catalog(sys.argv[2])
"""
KILL = "os.kill(os.getpid(), signal.SIGKILL)"
# Where a move is killed: in the middle of the copy, and on either side of the switch.
BREAKS = {
    "while it copies": f"""
from aliquot.storage import transfer
transfer._go_on_numbering = lambda connection: {KILL}
""",
    "before the switch": f"catalog_moving.write_durably = lambda path, text: {KILL}",
    "after the switch": f"""
put = catalog_moving.write_durably
def stopped(path, text):
    put(path, text)
    {KILL}
catalog_moving.write_durably = stopped
""",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with postgres_server(tmp_path_factory.mktemp("server")) as address:
        yield address


@pytest.fixture
def url(server: str) -> str:
    return new_database(server)


@pytest.fixture
def folder(tmp_path: Path, lab: Path) -> Path:
    """Make a library that has been used."""
    made = tmp_path / "library"
    made.mkdir()
    (made / "aliquot.toml").write_text(SETTINGS, encoding="utf-8")
    with Library.open(made) as library:
        library.add(lab)
        library.remove("doses")
        library.ask(QUESTION)
    return made


def found(library: Library) -> list[tuple[str, float]]:
    return [(one.chunk.id, one.score) for one in library.search(QUESTION, k=20)]


def settings(folder: Path) -> str:
    return (folder / "aliquot.toml").read_text(encoding="utf-8")


def written(folder: Path) -> dict[str, int]:
    return {str(one): one.stat().st_mtime_ns for one in folder.rglob("*") if one.is_file()}


def break_off(folder: Path, url: str, where: str) -> None:
    command = [sys.executable, "-c", MOVE.format(break_off=BREAKS[where]), str(folder), url]
    assert subprocess.run(command, check=False, timeout=120).returncode < 0


def test_there_and_back_and_there_again_finds_the_same_and_embeds_nothing(
    folder: Path, url: str, lab: Path
) -> None:
    with Library.open(folder) as library:
        before, vectors = found(library), written(folder / "index" / "fake")
        moved = library.engines.move_catalog(url)
        assert (moved.before, moved.now) == (str(folder / "catalog.db"), url)
        assert moved.rows > 100
        assert library.catalog.marks[LEFT] == moved.before
        assert found(library) == before
        assert library.sync().embedded == 0
        library.add(lab / "tables" / "doses.csv")
        after = found(library)
        # What is in the folder is the old state: it is written over, and only since it has moved.
        library.engines.move_catalog("local")
        assert found(library) == after
        assert library.catalog.history.audit.verify().reason == ""
        library.ask(QUESTION)
        library.engines.move_catalog(url)
        assert found(library) == after
    assert settings(folder) == f'{SETTINGS}\n[catalog]\nurl = "{url}"\n'
    assert vectors.keys() <= written(folder / "index" / "fake").keys() | vectors.keys()
    with Library.open(folder) as library:
        assert found(library) == after
        assert not library.care.examine().faults


def test_the_command_moves_says_so_and_drops_the_old_file_when_told(
    folder: Path, url: str, run: Callable[..., Any]
) -> None:
    code, out, err = run("move", "--catalog", url)
    assert (code, err) == (0, "")
    assert "rows copied and read back" in out
    # Long lines are broken to the width of a terminal.
    assert f"The catalog is in {url}.".replace(" ", "") in "".join(out.split())
    assert (folder / "catalog.db").exists()
    assert url.partition("?")[0].rpartition("/")[2] in run("status")[1]
    assert "Dropped the former catalog" in run("move", "--drop-old")[1]
    assert not (folder / "catalog.db").exists()
    assert run("search", QUESTION)[0] == 0
    assert run("move", "--catalog", "local", "--drop-old")[0] == 0
    with psycopg.connect(url) as connection:
        tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'"
        assert connection.execute(tables).fetchone() == (0,)
    assert run("search", QUESTION)[0] == 0
    assert run("move", "--drop-old")[1] == "Nothing stands beside what is in use.\n"


@pytest.fixture
def run(make_aliquot: Any, folder: Path, tmp_path: Path) -> Callable[..., tuple[int, str, str]]:
    """Run a command on the library, by the settings of its own file."""
    aliquot = make_aliquot(folder, tmp_path)
    kept = {k: v for k, v in aliquot.environment.items() if not k.startswith("ALIQUOT_")}

    def command(*words: str) -> tuple[int, str, str]:
        done = subprocess.run(
            aliquot.arguments(*words), capture_output=True, env=kept, timeout=120, check=False
        )
        return done.returncode, done.stdout.decode(), done.stderr.decode()

    return command


# ------------------------------------------------------------------------------ stopped


@pytest.mark.parametrize("where", BREAKS)
def test_a_kill_leaves_one_catalog_in_use_and_the_next_move_goes_on(
    folder: Path, url: str, where: str
) -> None:
    with Library.open(folder) as library:
        before = found(library)
    break_off(folder, url, where)
    is_switched = where == "after the switch"
    assert (url in settings(folder)) is is_switched
    with Library.open(folder) as library:
        assert found(library) == before
        if not is_switched:
            library.ask(QUESTION)
            library.engines.move_catalog(url)
        assert found(library) == before
        assert ARRIVING not in library.catalog.marks
        assert not library.care.examine().faults
    old = Catalog.at(folder / "catalog.db", is_moving=True)
    assert old.marks[MOVED] == url
    old.close()


def test_what_was_read_back_wrongly_is_not_kept(
    folder: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lossy(table: Any, connection: Any) -> Iterator[list[dict[str, Any]]]:
        for rows in batches(table, connection):
            is_new = connection.dialect.name == "postgresql"
            yield [one | {"text": "x"} if is_new and "text" in one else one for one in rows]

    batches = transfer._batches
    monkeypatch.setattr(transfer, "_batches", lossy)
    with Library.open(folder) as library:
        with pytest.raises(StoreError, match="nothing was kept"):
            library.engines.move_catalog(url)
        assert settings(folder) == SETTINGS
        library.ask(QUESTION)
    target = Catalog(url)
    assert target.counts()["documents"] == 0
    target.close()


def test_settings_that_cannot_be_written_leave_everything_as_it_was(
    folder: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise StoreError("The disk is full.")

    with Library.open(folder) as library:
        monkeypatch.setattr("aliquot.library.catalog_moving.write_durably", full)
        with pytest.raises(StoreError, match="disk is full"):
            library.engines.move_catalog(url)
        library.ask(QUESTION)
        monkeypatch.undo()
        assert library.engines.move_catalog(url).now == url


# ------------------------------------------------------------------------------ refused


def test_it_is_refused_while_another_writes(folder: Path, url: str) -> None:
    with Library.open(folder) as one, Library.open(folder) as other:
        with (
            other._opened.writing("adding files"),
            pytest.raises(StoreError, match="already adding files"),
        ):
            one.engines.move_catalog(url)
        assert settings(folder) == SETTINGS


def test_what_is_asked_meanwhile_is_answered_and_kept_or_said_not_to_be(
    folder: Path, url: str
) -> None:
    """An answer is kept without the writer's lock: it waits for the copy, or is told of it."""
    answers: list[Answer] = []
    with Library.open(folder) as one, Library.open(folder) as other:
        before = one.catalog.history.answers.count()
        expected = other.ask(QUESTION, keep=False).text
        asked = threading.Thread(target=lambda: answers.append(other.ask(QUESTION)))

        def ask_once(event: ProgressEvent) -> None:
            if event.done == 1:
                asked.start()

        one.engines.move_catalog(url, ask_once)
        asked.join(60)
        (answer,) = answers
        is_kept = one.catalog.history.answers.count() == before + 1
        assert is_kept or any("has moved" in hint for hint in answer.hints)
        assert answer.text == expected
        other.ask(QUESTION)
        assert one.catalog.history.answers.count() == before + 1 + is_kept


@pytest.mark.parametrize(
    ("to", "message"),
    [
        ("postgresql://anna:hunter2@host/lab", "PGPASSWORD"),
        ("mysql://host/lab", "postgresql://USER@HOST"),
        ("postgresql://host", "names no database"),
        ("local", "already"),
        ("postgresql://lab@127.0.0.1:1/lab", "cannot be reached"),
    ],
)
def test_what_is_no_place_for_a_catalog_is_refused(folder: Path, to: str, message: str) -> None:
    with Library.open(folder) as library:
        with pytest.raises(AliquotError, match=message) as caught:
            library.engines.move_catalog(to)
        assert "hunter2" not in f"{caught.value}{caught.value.hint}{caught.value.__cause__}"
        assert settings(folder) == SETTINGS


def test_settings_of_a_variable_are_not_overruled(
    folder: Path, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ALIQUOT_CATALOG__URL", "")
    with Library.open(folder) as library, pytest.raises(ConfigError, match="ALIQUOT_CATALOG__URL"):
        library.engines.move_catalog(url)


def test_another_library_s_catalog_is_not_written_over(
    folder: Path, url: str, tmp_path: Path, lab: Path
) -> None:
    settled = {"embedding": {"legs": ["fake"]}, "catalog": {"url": url}}
    with Library.create(tmp_path / "other", settled) as other:
        other.add(lab)
        with (
            Library.open(folder) as library,
            pytest.raises(StoreError, match="holds something already"),
        ):
            library.engines.move_catalog(url)
        assert len(other.documents()) == 5


def test_vectors_beside_the_catalog_stay_where_they_are(
    server: str, url: str, tmp_path: Path, lab: Path
) -> None:
    folder = tmp_path / "beside"
    folder.mkdir()
    shared = f'{SETTINGS}\n[catalog]\nurl = "{url}"\n\n[vectors]\nbackend = "pgvector"\n'
    (folder / "aliquot.toml").write_text(shared, encoding="utf-8")
    with Library.open(folder) as library:
        library.add(lab)
        before = found(library)
        library.engines.move_catalog("local")
        assert found(library) == before
        assert library.config.vectors.location == url
    assert f'location = "{url}"' in settings(folder)


# ------------------------------------------------------------------------------ who runs on


def test_a_process_that_runs_goes_on_with_the_new_catalog(
    folder: Path, url: str, lab: Path
) -> None:
    with Library.open(folder) as server, Library.open(folder) as other:
        before = found(server)
        other.engines.move_catalog(url)
        assert found(server) == before
        assert server.catalog.marks[LEFT]
        server.ask(QUESTION)
        other.add(lab / "tables" / "doses.csv")
        assert {one.id for one in server.documents()} == {one.id for one in other.documents()}


def test_what_keeps_the_old_catalog_open_is_told_and_loses_nothing(folder: Path, url: str) -> None:
    old = Catalog.at(folder / "catalog.db")
    with Library.open(folder) as library:
        library.engines.move_catalog(url)
    with pytest.raises(StoreError, match="has moved to") as caught:
        old.ledger.add_roots(["/lab"])
    assert "aliquot.toml" in caught.value.hint
    old.close()
    with pytest.raises(StoreError, match="has moved to"):
        Catalog.at(folder / "catalog.db")


def test_one_folder_moves_out_and_the_others_are_told(
    folder: Path, url: str, tmp_path: Path
) -> None:
    with Library.open(folder) as library:
        library.engines.move_catalog(url)
        with Library.create(tmp_path / "two", {"catalog": {"url": url}}) as two:
            assert len(two.documents()) == 4
            library.engines.move_catalog("local")
            with pytest.raises(StoreError, match="has moved to"):
                two.add(os.devnull)
