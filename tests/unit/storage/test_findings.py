"""Findings: kept with their document, replaced and dropped with it, streamed by kind and filter."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from aliquot.errors import ConfigError, StoreError
from aliquot.filters import parse_filter
from aliquot.storage import findings as module
from aliquot.storage import migrations
from aliquot.storage.catalog import Catalog
from aliquot.storage.connection import open_engine, reading, writing
from aliquot.storage.migrations import migrate
from aliquot.types import (
    Block,
    BlockType,
    Chunk,
    Comparison,
    Document,
    DocumentKind,
    Finding,
    FindingKind,
    FindingRole,
    Operator,
    SectionClass,
    Source,
    Span,
)

LINE, REAGENT = FindingKind.CELL_LINE, FindingKind.REAGENT


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    made = Catalog.at(tmp_path / "catalog.db")
    yield made
    made.close()


def document(name: str, words: str, *, year: int = 2024) -> Document:
    return Document(
        id=name,
        kind=DocumentKind.NOTES,
        title=name,
        text=words,
        year=year,
        blocks=(Block(type=BlockType.PARAGRAPH, text=words, span=Span(0, len(words))),),
    )


def put(catalog: Catalog, made: Document, section: SectionClass = SectionClass.OTHER) -> None:
    """Put a document of one chunk in the catalog, from a file of its own."""
    whole = Span(0, len(made.text))
    chunk = Chunk(
        id=f"{made.id}#1", document_id=made.id, text=made.text, header=made.title, span=whole,
        section_class=section, metadata=made.fields,
    )  # fmt: skip
    catalog.replace(
        Source(path=f"/lab/{made.id}.md", sha256="0", size=1, mtime_ns=2),
        [(made, [chunk])],
        parser="text 1",
        status="ok",
        receipt={},
        now_ns=1,
    )


def finding(made: Document, value: str, kind: FindingKind = LINE) -> Finding:
    start = made.text.index(value)
    return Finding(
        kind=kind,
        value=value,
        normalised=value.upper(),
        document_id=made.id,
        chunk_id=f"{made.id}#1",
        span=Span(0, len(made.text)),
        place=Span(start, start + len(value)),
    )


def keep(catalog: Catalog, made: Document, *found: Finding, version: str = "1") -> None:
    catalog.findings.put(made.id, found, version=version, text_hash="h")


def values(found: Iterator[Finding]) -> list[str]:
    return [one.value for one in found]


HELA = document("a-hela", "HeLa cells grew in 2 mM glutamine.")
VERO = document("b-vero", "Vero and MDCK cells.", year=2019)


@pytest.fixture
def filled(catalog: Catalog) -> Catalog:
    put(catalog, HELA, SectionClass.METHODS)
    put(catalog, VERO)
    keep(catalog, HELA, finding(HELA, "HeLa"), finding(HELA, "glutamine", REAGENT))
    keep(catalog, VERO, finding(VERO, "Vero"), finding(VERO, "MDCK"))
    return catalog


# ------------------------------------------------------------------------------ kept whole


def test_a_finding_comes_back_as_it_was_put(catalog: Catalog) -> None:
    made = document("培養メモ", "HEK293T細胞は37℃、5%CO2で培養する。")
    put(catalog, made, SectionClass.METHODS)
    full = replace(
        finding(made, "HEK293T"),
        role=FindingRole.USED,
        section_class=SectionClass.METHODS,
        details={"条件": "37℃", "rrid": "CVCL_0063"},
        extractor="cell-lines/1",
        confidence=0.95,
    )
    keep(catalog, made, full)
    (found,) = catalog.findings.of([made.id])
    assert found == full
    assert found.place.of(made.text) == "HEK293T"


def test_findings_are_put_in_place_of_the_former_ones(filled: Catalog) -> None:
    keep(filled, VERO, finding(VERO, "MDCK"), version="2")
    assert values(filled.findings.of([VERO.id])) == ["MDCK"]


def test_findings_that_cannot_be_kept_leave_the_former_ones(filled: Catalog) -> None:
    misplaced = replace(finding(VERO, "Vero"), document_id="nowhere")
    with pytest.raises(StoreError, match=r"(?i)foreign key"):
        keep(filled, VERO, misplaced)
    assert values(filled.findings.of([VERO.id])) == ["Vero", "MDCK"]


def test_a_replaced_document_has_no_findings_and_is_unread(filled: Catalog) -> None:
    put(filled, replace(HELA, text="Nothing of note."))
    assert values(filled.findings.of([HELA.id])) == []
    assert filled.findings.lacking("1") == [HELA.id]


def test_findings_go_with_a_removed_document(filled: Catalog) -> None:
    filled.remove_document(HELA.id, excluded_status="excluded")
    assert values(filled.findings.by_kind()) == ["Vero", "MDCK"]
    assert filled.findings.lacking("1") == []
    assert filled.upkeep.integrity() + filled.upkeep.loose_rows() == []


def test_findings_go_with_a_forgotten_folder(filled: Catalog) -> None:
    filled.forget_under("/lab")
    assert filled.findings.counts() == {}


# ------------------------------------------------------------------------------ streamed


def test_findings_come_by_document_in_reading_order(filled: Catalog) -> None:
    assert values(filled.findings.by_kind()) == ["HeLa", "glutamine", "Vero", "MDCK"]


def test_findings_of_a_kind_leave_out_the_others(filled: Catalog) -> None:
    assert values(filled.findings.by_kind(REAGENT)) == ["glutamine"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("year >= 2020", ["HeLa", "glutamine"]),
        ("section_class = methods", ["HeLa", "glutamine"]),
        ("not section_class = methods", ["Vero", "MDCK"]),
        ("year > 2030", []),
    ],
)
def test_a_filter_admits_findings_of_chunks_that_pass(
    filled: Catalog, words: str, expected: list[str]
) -> None:
    assert values(filled.findings.by_kind(where=parse_filter(words))) == expected


def test_findings_of_documents_come_in_the_order_of_the_ids(filled: Catalog) -> None:
    asked = [VERO.id, "nowhere", HELA.id]
    assert values(filled.findings.of(asked)) == ["Vero", "MDCK", "HeLa", "glutamine"]
    assert values(filled.findings.of(asked, kind=LINE)) == ["Vero", "MDCK", "HeLa"]


def test_more_documents_than_a_statement_names_are_all_given(
    filled: Catalog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "BATCH", 1)
    assert len(values(filled.findings.of([HELA.id, VERO.id]))) == 4
    assert len(values(filled.findings.by_kind())) == 4


def test_an_unknown_field_is_refused_before_anything_is_read(filled: Catalog) -> None:
    wrong = Comparison("colour", Operator.EQ, "red")
    with pytest.raises(ConfigError):
        filled.findings.by_kind(where=wrong)


def test_what_is_kept_while_findings_are_streamed_does_not_disturb_them(filled: Catalog) -> None:
    stream = filled.findings.by_kind(LINE)
    assert next(stream).value == "HeLa"
    keep(filled, VERO)
    assert values(stream) == ["Vero", "MDCK"]
    assert values(filled.findings.by_kind(LINE)) == ["HeLa"]


# ------------------------------------------------------------------------------ what was read


def test_another_version_has_read_nothing(filled: Catalog) -> None:
    assert filled.findings.lacking("1") == []
    assert filled.findings.lacking("2") == [HELA.id, VERO.id]
    assert filled.findings.lacking_count("2") == 2


def test_a_document_that_names_nothing_was_read(catalog: Catalog) -> None:
    put(catalog, HELA)
    keep(catalog, HELA)
    assert catalog.findings.lacking("1") == []


def test_a_document_that_could_not_be_read_says_why(filled: Catalog) -> None:
    filled.findings.put(VERO.id, [], version="2", text_hash="h", reason="ValueError: 五")
    assert filled.findings.failures() == {VERO.id: "ValueError: 五"}


def test_counts_are_by_kind(filled: Catalog) -> None:
    assert filled.findings.counts() == {"cell line": 3, "reagent": 1}


# ------------------------------------------------------------------------------ older libraries


def test_documents_of_an_older_library_are_there_and_unread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "old.db"
    engine = open_engine(f"sqlite:///{path}")
    older = {number: one for number, one in migrations._scripts().items() if number < 7}
    with writing(engine) as connection, monkeypatch.context() as patched:
        patched.setattr(migrations, "_scripts", lambda: older)
        migrate(connection)
        connection.execute(
            text("INSERT INTO sources (id, path, state) VALUES (1, '/lab/a.md', 'committed')")
        )
        connection.execute(
            text("INSERT INTO documents VALUES ('a', 1, 0, 'notes', 'A', '{}', 'HeLa')")
        )
    with reading(engine) as connection:
        assert not inspect(connection).has_table("findings")
    engine.dispose()
    catalog = Catalog.at(path)
    assert catalog.findings.lacking("1") == ["a"]
    assert catalog.upkeep.integrity() + catalog.upkeep.loose_rows() == []
    catalog.close()


@pytest.mark.parametrize("name", ["findings", "findings_read"])
def test_findings_are_rows_that_go_with_their_document(catalog: Catalog, name: str) -> None:
    with reading(catalog._engine) as connection:
        keys = connection.exec_driver_sql(f"PRAGMA foreign_key_list({name})").mappings().all()
    assert [(key["table"], key["on_delete"]) for key in keys] == [("documents", "CASCADE")]
