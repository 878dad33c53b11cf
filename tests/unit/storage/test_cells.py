"""Cells of surveys: kept by form and document, gone with the document, silent on the question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from aliquot.storage import cells as module
from aliquot.storage import migrations
from aliquot.storage.catalog import Catalog
from aliquot.storage.cells import Cell, DocumentCells
from aliquot.storage.connection import open_engine, reading, writing
from aliquot.types import (
    Block,
    BlockType,
    Chunk,
    Document,
    DocumentKind,
    SectionClass,
    Source,
    Span,
    Usage,
)

READ = DocumentCells(
    cells=(Cell(0, "4 °C", "a#1", Span(3, 9)), Cell(1, "保存", "a#1", Span(0, 2))),
    unproved=(1, 1),
    is_partial=True,
    is_cut=True,
    usage=Usage(100, 20, None, requests=1, models=("scripted",)),
)


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    made = Catalog.at(tmp_path / "catalog.db")
    yield made
    made.close()


def put(catalog: Catalog, name: str, words: str = "Kept at 4 °C.") -> None:
    """Put a document of one chunk in the catalog, from a file of its own."""
    span = Span(0, len(words))
    document = Document(
        id=name,
        kind=DocumentKind.NOTES,
        title=name,
        text=words,
        blocks=(Block(type=BlockType.PARAGRAPH, text=words, span=span),),
    )
    chunk = Chunk(
        id=f"{name}#1",
        document_id=name,
        text=words,
        header=name,
        span=span,
        section_class=SectionClass.OTHER,
    )
    source = Source(path=f"/lab/{name}.md", sha256=words, size=1, mtime_ns=1)
    catalog.replace(source, [(document, [chunk])], parser="text", status="ok", receipt={}, now_ns=1)


def keep(catalog: Catalog, form: str, name: str, read: DocumentCells = READ) -> None:
    catalog.cells.put(form, name, read, state=catalog.cells.state(name))


def test_what_was_read_comes_back_as_it_was(catalog: Catalog) -> None:
    put(catalog, "a")
    keep(catalog, "f", "a")
    assert dict(catalog.cells.of("f", ["a", "b"])) == {"a": READ}
    assert catalog.cells.known("f") == {"a"}


def test_forms_are_apart(catalog: Catalog) -> None:
    put(catalog, "a")
    keep(catalog, "f", "a")
    assert not catalog.cells.known("g")
    assert not list(catalog.cells.of("g", ["a"]))


def test_reading_again_replaces(catalog: Catalog) -> None:
    put(catalog, "a")
    keep(catalog, "f", "a")
    keep(catalog, "f", "a", DocumentCells())
    assert dict(catalog.cells.of("f", ["a"])) == {"a": DocumentCells()}


def test_a_replaced_document_has_none(catalog: Catalog) -> None:
    put(catalog, "a")
    keep(catalog, "f", "a")
    put(catalog, "a", "Kept at 5 °C.")
    assert not catalog.cells.known("f")
    assert not catalog.upkeep.integrity() + catalog.upkeep.loose_rows()


@pytest.mark.parametrize("is_gone", [True, False])
def test_what_was_read_of_an_older_text_is_not_kept(catalog: Catalog, is_gone: bool) -> None:
    put(catalog, "a")
    before = catalog.cells.state("a")
    if is_gone:
        catalog.forget_source("/lab/a.md")
    else:
        put(catalog, "a", "Kept at 5 °C.")
    catalog.cells.put("f", "a", READ, state=before)
    assert not catalog.cells.known("f")


def test_more_ids_than_one_statement_takes_are_all_read(
    catalog: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BATCH", 2)
    names = [f"d{n}" for n in range(5)]
    for name in names:
        put(catalog, name, name)
        keep(catalog, "f", name)
    assert [name for name, _ in catalog.cells.of("f", names)] == names


def test_a_catalog_of_the_version_before_gains_the_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "catalog.db"
    engine = open_engine(f"sqlite:///{path}")
    older = {number: one for number, one in migrations._scripts().items() if number < 8}
    with writing(engine, is_moving=True) as connection, monkeypatch.context() as patched:
        patched.setattr(migrations, "_scripts", lambda: older)
        migrations.migrate(connection)
    engine.dispose()
    opened = Catalog.at(path)
    put(opened, "a")
    keep(opened, "f", "a")
    assert opened.cells.known("f") == {"a"}
    opened.close()
    with reading(open_engine(f"sqlite:///{path}")) as connection:
        assert migrations.version_of(connection) == migrations.LATEST


def test_a_file_that_comes_out_the_same_keeps_its_cells(catalog: Catalog) -> None:
    put(catalog, "a")
    keep(catalog, "f", "a")
    put(catalog, "a")
    assert dict(catalog.cells.of("f", ["a"])) == {"a": READ}


def test_a_file_that_says_something_else_loses_its_cells(catalog: Catalog) -> None:
    put(catalog, "a")
    keep(catalog, "f", "a")
    put(catalog, "a", "Kept at 8 °C.")
    assert not catalog.cells.known("f")
