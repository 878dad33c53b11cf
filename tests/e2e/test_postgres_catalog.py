"""A catalog on a real PostgreSQL server: several folders, several processes, a server that goes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import psycopg
import pytest

from aliquot.errors import ConfigError, StoreError
from aliquot.library import Library
from aliquot.storage.catalog import Catalog
from aliquot.storage.connection import reading, writing
from aliquot.storage.documents_written import log_changes
from aliquot.storage.schema import metadata
from postgres import new_database, postgres_server

ADD = """
import sys
from aliquot.library import Library
with Library.open(sys.argv[1]) as library:
    print("ready", flush=True)
    library.add(sys.argv[2])
"""
QUESTION = "How long is the heat shock of the tube?"


@pytest.fixture(scope="module")
def server_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def server(server_folder: Path) -> Iterator[str]:
    with postgres_server(server_folder) as address:
        yield address


@pytest.fixture
def url(server: str) -> str:
    return new_database(server)


@pytest.fixture
def catalog(url: str) -> Iterator[Catalog]:
    made = Catalog(url)
    yield made
    made.close()


@pytest.fixture
def shared(url: str, tmp_path: Path) -> Callable[[str], Path]:
    """Make a library's folder whose catalog is in the database."""

    def make(name: str) -> Path:
        folder = tmp_path / name
        folder.mkdir()
        settings = '[embedding]\nlegs = ["fake"]\n[ingest]\nworkers = 1\n'
        (folder / "aliquot.toml").write_text(f'{settings}[catalog]\nurl = "{url}"\n')
        return folder

    return make


def config(url: str, **sections: Mapping[str, Any]) -> dict[str, Any]:
    return {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}, "catalog": {"url": url}} | (
        sections
    )


def notes(folder: Path, name: str, count: int = 6) -> Path:
    (folder / name).mkdir()
    for n in range(count):
        text = f"# Note {name} {n}\n\nBatch {n} of {name} had reading {n * 7}. 培養した。\n"
        (folder / name / f"{n}.md").write_text(text, encoding="utf-8")
    return folder / name


def start_adding(folder: Path, files: Path) -> subprocess.Popen[bytes]:
    arguments = [sys.executable, "-c", ADD, str(folder), str(files)]
    return subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def found(library: Library, question: str = QUESTION) -> list[tuple[str, float]]:
    return [(one.chunk.id, one.score) for one in library.search(question, k=20)]


def test_two_processes_add_at_once_and_both_find_the_same(
    shared: Callable[[str], Path], tmp_path: Path
) -> None:
    folders = [shared("one"), shared("two")]
    files = [notes(tmp_path, "left"), notes(tmp_path, "right")]
    adding = [start_adding(*pair) for pair in zip(folders, files, strict=True)]
    for process in adding:
        _, said = process.communicate(timeout=120)
        assert process.returncode == 0, said.decode()
    with Library.open(folders[0]) as one, Library.open(folders[1]) as two:
        assert len(one.documents()) == 12
        assert found(one, "reading of batch 3") == found(two, "reading of batch 3") != []
        assert one.catalog.id == two.catalog.id


def test_results_are_those_of_a_catalog_in_a_file(url: str, lab: Path, tmp_path: Path) -> None:
    plain = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
    with (
        Library.create(tmp_path / "file", plain) as file,
        Library.create(tmp_path / "server", config(url)) as server,
    ):
        assert file.add(lab).added == server.add(lab).added == 5
        assert found(file) == found(server)
        assert file.ask(QUESTION).text == server.ask(QUESTION).text
        listed = [[one.id for one in each.documents()] for each in (file, server)]
        assert listed[0] == listed[1] == sorted(listed[0])


def test_what_one_folder_adds_another_finds_without_reopening(
    url: str, lab: Path, tmp_path: Path
) -> None:
    with (
        Library.create(tmp_path / "one", config(url)) as one,
        Library.create(tmp_path / "two", config(url)) as two,
    ):
        assert found(two) == []
        one.add(lab)
        assert found(two)[0][0].startswith("heat-shock-transformation")
        one.remove("heat-shock-transformation")
        assert not any(name.startswith("heat-shock") for name, _ in found(two))


def test_vectors_stand_in_the_database_of_the_catalog(url: str, lab: Path, tmp_path: Path) -> None:
    beside = config(url, vectors={"backend": "pgvector"})
    with Library.create(tmp_path / "library", beside) as library:
        library.add(lab)
        assert found(library)[0][0].startswith("heat-shock-transformation")
        count = library.catalog.counts()["chunks"]
    with psycopg.connect(url) as connection:
        table = connection.execute("SELECT name FROM aliquot_collections").fetchone()
        assert table is not None
        assert connection.execute(f'SELECT count(*) FROM "{table[0]}"').fetchone() == (count,)


# ------------------------------------------------------------------------------ the change log


def test_a_follower_misses_no_change_of_two_writers(url: str) -> None:
    """Numbers that are given in one order and committed in another would be passed over."""
    writers, reader = [Catalog(url), Catalog(url)], Catalog(url)

    def write(catalog: Catalog, first: int) -> None:
        for n in range(40):
            with writing(catalog._engine) as connection:
                log_changes(connection, [first + n], is_removal=True)
                # The first writer commits late, so the second has every chance to overtake it.
                time.sleep(0.002 if first == 0 else 0)

    threads = [
        threading.Thread(target=write, args=(one, n * 1000)) for n, one in enumerate(writers)
    ]
    for thread in threads:
        thread.start()
    seen: list[int] = []
    last = 0
    while any(thread.is_alive() for thread in threads) or last != reader.sequence:
        _, removed, last = reader.changes_since(last, 1000)
        seen += removed
    for one in (*writers, reader):
        one.close()
    assert sorted(seen) == [*range(40), *range(1000, 1040)]


def test_a_reader_sees_one_state_throughout(catalog: Catalog, url: str) -> None:
    other = Catalog(url)
    with reading(catalog._engine) as connection:
        before = connection.exec_driver_sql("SELECT count(*) FROM roots").scalar()
        other.ledger.add_roots(["/lab"])
        assert connection.exec_driver_sql("SELECT count(*) FROM roots").scalar() == before == 0
    other.close()
    assert catalog.ledger.roots() == ["/lab"]


def test_a_second_process_that_adds_is_told_who_does(catalog: Catalog, url: str) -> None:
    other = Catalog(url)
    with (
        catalog.locked("adding files"),
        pytest.raises(StoreError, match=rf"pid {os.getpid()}\), adding files.* already writing"),
        other.locked("adding files"),
    ):
        pass
    with other.locked("adding files"):
        pass
    other.close()


def test_one_that_waits_goes_on_when_the_other_has_finished(
    catalog: Catalog, url: str, caplog: pytest.LogCaptureFixture
) -> None:
    held, release = threading.Event(), threading.Event()

    def hold() -> None:
        with catalog.locked("adding files"):
            held.set()
            release.wait(10)

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(10)
    threading.Timer(0.5, release.set).start()
    other = Catalog(url)
    with other.locked("adding files", 10):
        assert "waiting until it has finished" in caplog.text
    thread.join()
    other.close()


@pytest.mark.parametrize(
    "write",
    [
        lambda library: library.care.vacuum(),
        lambda library: library.engines.drop_old(),
        lambda library: library.engines.embed(["fake@128"]),
    ],
    ids=["vacuum", "drop", "embed"],
)
def test_care_and_moving_wait_for_one_who_adds_from_another_folder(
    shared: Callable[[str], Path], catalog: Catalog, tmp_path: Path, write: Callable[..., object]
) -> None:
    with Library.open(shared("one")) as library:
        library.add(notes(tmp_path, "left"))
        with catalog.locked("adding files"):
            writing_here = threading.Thread(target=write, args=(library,))
            writing_here.start()
            writing_here.join(0.5)
            assert writing_here.is_alive()
        writing_here.join(30)
        assert not writing_here.is_alive()
        assert found(library, "reading of batch 3")


# ------------------------------------------------------------------------------ what fails


def test_a_writer_that_is_killed_leaves_no_half_document_and_no_lock(
    shared: Callable[[str], Path], tmp_path: Path
) -> None:
    folder, files = shared("one"), notes(tmp_path, "left", 40)
    process = start_adding(folder, files)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    with Library.open(folder) as library:
        give_up_at = time.monotonic() + 60
        while not library.documents() and time.monotonic() < give_up_at:
            time.sleep(0.01)
        process.send_signal(signal.SIGKILL)
        process.communicate()
        for document in library.documents():
            assert library.chunks(document.id)
            assert library.document(document.id).blocks
        report = library.add(files)
        assert not report.failed
        assert len(library.documents()) == 40
        assert library.catalog.upkeep.unlogged() == []


def test_a_server_that_restarts_is_found_again(server: str, url: str, server_folder: Path) -> None:
    catalog = Catalog(url)
    catalog.ledger.add_roots(["/lab"])
    with psycopg.connect(server, autocommit=True) as connection:
        # What a restart does to every session.
        gone = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> %s"
        connection.execute(f"{gone} AND datname IS NOT NULL", [connection.info.backend_pid])
    assert catalog.ledger.roots() == ["/lab"]
    catalog.close()


def test_a_session_that_is_cut_off_while_it_writes_keeps_nothing(
    catalog: Catalog, server: str
) -> None:
    def write_and_be_cut_off() -> None:
        with writing(catalog._engine) as connection:
            connection.exec_driver_sql("INSERT INTO roots VALUES ('/lab')")
            (pid,) = connection.exec_driver_sql("SELECT pg_backend_pid()").one()
            with psycopg.connect(server, autocommit=True) as killer:
                killer.execute("SELECT pg_terminate_backend(%s, 5000)", [pid])
            connection.exec_driver_sql("SELECT 1")

    with pytest.raises(StoreError, match="has gone"):
        write_and_be_cut_off()
    assert catalog.ledger.roots() == []


def wait_until_refused(address: str) -> None:
    """The server reads its rules again in its own time."""
    give_up_at = time.monotonic() + 120
    while time.monotonic() < give_up_at:
        try:
            psycopg.connect(address, password="wrong").close()
        except psycopg.OperationalError as exc:
            # A server that is busy refuses connections for other reasons.
            if "password" in str(exc):
                return
        time.sleep(0.05)
    raise AssertionError("the server takes wrong passwords")


def test_a_wrong_password_is_said_without_it(
    server: str, url: str, server_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = server_folder / "pg_hba.conf"
    before = rules.read_text()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("CREATE ROLE guest LOGIN PASSWORD 'right'")
        rules.write_text(f"local all guest scram-sha-256\n{before}")
        connection.execute("SELECT pg_reload_conf()")
    try:
        wait_until_refused(server.replace("postgres:@", "guest@"))
        monkeypatch.setenv("PGPASSWORD", "hunter2")
        with pytest.raises(StoreError, match="refused the user") as caught:
            Catalog(url.replace("postgres:@", "guest@"))
        assert "PGPASSWORD" in caught.value.hint
        cause: BaseException | None = caught.value
        while cause is not None:
            assert "hunter2" not in f"{cause}{cause.args}"
            cause = cause.__cause__
    finally:
        rules.write_text(before)


@pytest.mark.parametrize(
    ("address", "message"),
    [
        ("postgresql://lab@127.0.0.1:1/lab", "cannot be reached"),
        ("{server}&options=-csearch_path%3Dnowhere", "schema does not exist"),
        ("{other}", "database does not exist"),
    ],
)
def test_what_is_not_there_is_named(server: str, address: str, message: str) -> None:
    other = server.replace("/postgres?", "/nowhere?")
    with pytest.raises(StoreError, match=message) as caught:
        Catalog(address.format(server=server, other=other))
    assert caught.value.hint


@pytest.mark.parametrize(
    "url", ["postgresql://lab:hunter2@host/lab", "postgresql://host/lab?password=hunter2"]
)
def test_a_password_in_the_settings_is_refused_and_not_repeated(url: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="PGPASSWORD") as caught:
        Library.create(tmp_path / "library", config(url))
    assert "hunter2" not in f"{caught.value}{caught.value.hint}{caught.value.__cause__}"


@pytest.mark.parametrize("url", ["sqlite:///x.db", "mysql://host/lab", "lab"])
def test_other_databases_are_refused(url: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="postgresql://USER@HOST"):
        Library.create(tmp_path / "library", config(url))


def test_a_database_of_another_encoding_is_refused_with_the_remedy(server: str) -> None:
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(StoreError, match="LATIN1") as caught:
        Catalog(server.replace("/postgres?", "/latin?"))
    assert "UTF8" in caught.value.hint


# ------------------------------------------------------------------------------ what it holds


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE audit SET detail = '{}'",
        "DELETE FROM audit",
        "TRUNCATE audit",
        "INSERT INTO audit SELECT 9, at, who, kind, detail, previous, hash FROM audit",
    ],
)
def test_the_audit_log_is_only_appended_to(
    statement: str, url: str, lab: Path, tmp_path: Path
) -> None:
    with Library.create(tmp_path / "library", config(url)) as library:
        library.ask(QUESTION)
        with psycopg.connect(url) as connection, pytest.raises(psycopg.Error, match="appended"):
            connection.execute(statement)
        assert library.catalog.history.audit.verify().reason == ""


def test_texts_stand_in_the_order_of_code_points(catalog: Catalog) -> None:
    paths = ["/b", "/B", "/a-b", "/ab", "/é", "/培", "/\U0001f9ec", "/_"]
    catalog.ledger.add_roots(paths)
    assert catalog.ledger.roots() == sorted(paths)


def test_a_value_longer_than_an_index_takes_is_kept(
    url: str, tmp_path: Path, write_lab: Callable[..., Path]
) -> None:
    authors = "; ".join(f"Aßmann-{n}, 太郎{n * n}" for n in range(2000))
    lab = write_lab(tmp_path / "lab", {"long.md": f"---\nauthors: {authors}\n---\n\n# Long\n\nA."})
    with Library.create(tmp_path / "library", config(url)) as library:
        assert not library.add(lab).failed
        assert library.document("long").title


def test_a_catalog_moves_from_a_file_to_a_server_and_back_with_its_indexes(
    url: str, lab: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plain = {"embedding": {"legs": ["fake"]}, "ingest": {"workers": 1}}
    with Library.create(tmp_path / "library", plain) as library:
        library.add(lab)
        library.remove("doses")
        library.ask(QUESTION)
        before, sequence = found(library), library.catalog.sequence
        served = Catalog(url)
        assert served.take_all(library.catalog) > 0
    with Library.open(tmp_path / "library", config(url)) as library:
        assert library.catalog.sequence == sequence
        assert found(library) == before
        assert library.catalog.history.audit.verify().reason == ""
        back = Catalog.at(tmp_path / "back.db")
        back.take_all(library.catalog)
        for table in metadata.tables.values():
            query = table.select().order_by(*(table.primary_key.columns or table.columns))
            with reading(back._engine) as ours, reading(served._engine) as theirs:
                assert ours.execute(query).all() == theirs.execute(query).all(), table.name
        back.close()
        library.add(lab / "tables" / "doses.csv")
        assert library.catalog.sequence > sequence
    served.close()


def test_a_catalog_that_holds_documents_is_not_written_over(
    catalog: Catalog, url: str, lab: Path, tmp_path: Path
) -> None:
    with Library.create(tmp_path / "library", config(url)) as library:
        library.add(lab)
        other = Catalog.at(tmp_path / "other.db")
        with pytest.raises(StoreError, match="nothing was copied"):
            library.catalog.take_all(other)
        other.close()
        assert len(library.documents()) == 5
