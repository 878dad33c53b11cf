from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine

from aliquot.storage.connection import open_engine, writing
from aliquot.storage.lookup_cache import LookupStore
from aliquot.storage.migrations import migrate


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = open_engine(f"sqlite:///{tmp_path / 'catalog.db'}")
    with writing(made) as connection:
        migrate(connection)
    yield made
    made.dispose()


def test_an_answer_is_kept_until_it_is_stale(engine: Engine) -> None:
    now = [1000.0]
    store = LookupStore(engine, clock=lambda: now[0])
    store.put("Crossref/1", "doi:10.1000/x", "[]", 60)
    assert store.get("Crossref/1", "doi:10.1000/x") == "[]"
    now[0] += 60
    assert store.get("Crossref/1", "doi:10.1000/x") is None


def test_answers_are_kept_apart_by_service_and_question(engine: Engine) -> None:
    store = LookupStore(engine)
    store.put("Crossref/1", "doi:10.1000/x", "a", 60)
    assert store.get("Crossref/2", "doi:10.1000/x") is None
    assert store.get("Crossref/1", "doi:10.1000/y") is None


def test_a_newer_answer_takes_the_place_of_the_older(engine: Engine) -> None:
    store = LookupStore(engine)
    store.put("S", "k", "old", 60)
    store.put("S", "k", "新しい", 60)
    assert LookupStore(engine).get("S", "k") == "新しい"


def test_an_answer_dated_in_the_future_is_not_believed_until_then(engine: Engine) -> None:
    """A clock that was ten years ahead would hide every retraction of ten years."""
    now = [10 * 365 * 86_400.0]
    store = LookupStore(engine, clock=lambda: now[0])
    store.put("Crossref/1", "doi:10.1000/x", "[]", 60)
    now[0] = 1000.0
    assert store.get("Crossref/1", "doi:10.1000/x") is None
    store.put("Crossref/1", "doi:10.1000/x", "[1]", 60)
    assert store.get("Crossref/1", "doi:10.1000/x") == "[1]"


def test_clocks_that_differ_a_little_believe_each_other(engine: Engine) -> None:
    LookupStore(engine, clock=lambda: 1300.0).put("S", "k", "a", 3600)
    assert LookupStore(engine, clock=lambda: 1000.0).get("S", "k") == "a"
