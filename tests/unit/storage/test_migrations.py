from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect, text

from aliquot.errors import StoreError
from aliquot.storage import migrations
from aliquot.storage.catalog import Catalog
from aliquot.storage.connection import open_engine, reading, writing
from aliquot.storage.migrations import LATEST, migrate, version_of
from aliquot.storage.schema import metadata


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = open_engine(f"sqlite:///{tmp_path / 'catalog.db'}")
    with writing(made) as connection:
        migrate(connection)
    yield made
    made.dispose()


def test_the_migrated_schema_is_the_one_the_code_speaks(engine: Engine) -> None:
    found = inspect(engine)
    assert set(found.get_table_names()) - {"sqlite_sequence"} == set(metadata.tables)
    for name, table in metadata.tables.items():
        stored = {column["name"]: column["type"] for column in found.get_columns(name)}
        assert list(stored) == [column.name for column in table.columns], name
        for column in table.columns:
            spoken = column.type._type_affinity
            assert spoken is stored[column.name]._type_affinity, f"{name}.{column.name}"


@pytest.mark.parametrize("name", ["fields", "blocks", "chunks", "documents"])
def test_what_refers_to_a_row_goes_with_it(engine: Engine, name: str) -> None:
    with reading(engine) as connection:
        keys = connection.exec_driver_sql(f"PRAGMA foreign_key_list({name})").mappings().all()
    assert [key["on_delete"] for key in keys] == ["CASCADE"]


def test_an_empty_catalog_has_version_zero(tmp_path: Path) -> None:
    engine = open_engine(f"sqlite:///{tmp_path / 'empty.db'}")
    with reading(engine) as connection:
        assert version_of(connection) == 0
    engine.dispose()


def test_migrating_twice_changes_nothing(engine: Engine) -> None:
    with writing(engine) as connection:
        migrate(connection)
        assert version_of(connection) == LATEST
    with reading(engine) as connection:
        rows = connection.execute(text("SELECT count(*) FROM meta WHERE name = 'schema'"))
        assert rows.scalar() == 1


def test_a_catalog_of_a_newer_version_is_refused_untouched(engine: Engine, tmp_path: Path) -> None:
    newer = str(LATEST + 1)
    with writing(engine) as connection:
        connection.execute(text("UPDATE meta SET value = :v WHERE name = 'schema'"), {"v": newer})
    with pytest.raises(StoreError) as caught:
        Catalog.at(tmp_path / "catalog.db")
    assert "pip install -U" in caught.value.hint
    with reading(engine) as connection:
        assert version_of(connection) == LATEST + 1


def test_scripts_are_numbered_without_gaps() -> None:
    names = sorted(
        entry.name
        for entry in files("aliquot.storage.migrations").iterdir()
        if entry.name.endswith(".sql")
    )
    assert [int(name[:4]) for name in names] == list(range(1, LATEST + 1))


def test_a_documents_text_stands_last_in_its_row(engine: Engine) -> None:
    """SQLite reads through it to any column behind: every chunk found would cost its whole book."""
    assert inspect(engine).get_columns("documents")[-1]["name"] == "text"


def test_a_log_of_the_first_version_keeps_each_chunks_last_change(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = open_engine(f"sqlite:///{tmp_path / 'old.db'}")
    scripts = migrations._scripts()
    with writing(made) as connection:
        monkeypatch.setattr(migrations, "_scripts", lambda: {1: scripts[1]})
        migrate(connection)
        monkeypatch.undo()
        for key, is_removal in [(1, 0), (2, 0), (1, 1), (2, 0)]:
            row = {"key": key, "removal": is_removal}
            connection.execute(
                text("INSERT INTO changes (key, is_removal) VALUES (:key, :removal)"), row
            )
        migrate(connection)
        left = connection.execute(text("SELECT sequence, key, is_removal FROM changes")).all()
    assert sorted(map(tuple, left)) == [(3, 1, 1), (4, 2, 0)]
    made.dispose()
