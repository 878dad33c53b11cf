from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import event

from aliquot.errors import StoreError, UnknownDocumentError
from aliquot.parsing.builder import DocumentBuilder
from aliquot.storage.catalog import Catalog
from aliquot.storage.connection import reading
from aliquot.storage.records import hash_text
from aliquot.types import (
    BlockType,
    Chunk,
    Comparison,
    Document,
    DocumentKind,
    LedgerState,
    Operator,
    Source,
    Span,
)


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    made = Catalog.at(tmp_path / "catalog.db")
    yield made
    made.close()


def document(name: str, *texts: str, source: str = "/lab/a.md", **fields: object) -> Document:
    builder = DocumentBuilder()
    for text in texts:
        builder.paragraph(text)
    built = builder.build(kind=DocumentKind.NOTES, title=name, **fields)
    return replace(built, id=name, source=Source(path=source, sha256="0"))


def cut(made: Document) -> list[Chunk]:
    """One chunk per block."""
    return [
        Chunk(
            id=f"{made.id}#{n}",
            document_id=made.id,
            text=block.text,
            header=made.title,
            span=block.span,
            metadata=made.fields,
        )
        for n, block in enumerate(made.blocks)
    ]


def put(catalog: Catalog, *made: Document, path: str = "/lab/a.md") -> None:
    catalog.replace(
        Source(path=path, sha256="0", size=1, mtime_ns=2),
        [(one, cut(one)) for one in made],
        parser="text 1",
        status="ok",
        receipt={"warnings": ["w"]},
        now_ns=3,
    )


def rows(catalog: Catalog, table: str) -> int:
    with sqlite3.connect(catalog._engine.url.database or "") as connection:
        found: int = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
    connection.close()
    return found


# ------------------------------------------------------------------------------ round trip


@given(
    texts=st.lists(st.text(min_size=1, max_size=60), min_size=1, max_size=5),
    types=st.lists(st.sampled_from(BlockType), min_size=5, max_size=5),
    authors=st.lists(st.text(max_size=10), max_size=3).map(tuple),
)
def test_what_is_put_comes_back(
    catalog: Catalog, texts: list[str], types: list[BlockType], authors: tuple[str, ...]
) -> None:
    builder = DocumentBuilder()
    for text, type in zip(texts, types, strict=False):
        builder.add(type, text, pages=[1, 2], marker="1.", flags=["ocr"])
    built = builder.build(kind=DocumentKind.PAPER, title="T", authors=authors, year=2020)
    made = replace(built, id="d", source=Source(path="/lab/a.md", sha256="0"))
    chunks = [replace(one, pages=()) for one in cut(made)]
    catalog.replace(
        Source(path="/lab/a.md"), [(made, chunks)], parser="p 1", status="ok", receipt={}, now_ns=0
    )
    assert catalog.document("d") == made
    assert catalog.chunks_of("d") == chunks
    for chunk in catalog.chunks_of("d"):
        assert chunk.span.of(catalog.document("d").text) == chunk.text


def test_listing_leaves_text_and_blocks_behind(catalog: Catalog) -> None:
    put(catalog, document("a", "text"))
    listed = catalog.documents()
    assert [(one.id, one.text, one.blocks) for one in listed] == [("a", "", ())]


def test_documents_are_listed_by_id(catalog: Catalog) -> None:
    put(catalog, document("b", "x"), document("a", "y"))
    assert [one.id for one in catalog.documents()] == ["a", "b"]


def test_an_unknown_document_is_an_error_that_says_where_to_look(catalog: Catalog) -> None:
    for call in (catalog.document, lambda id: catalog.remove_document(id, excluded_status="x")):
        with pytest.raises(UnknownDocumentError) as caught:
            call("nope")
        assert "aliquot list" in caught.value.hint


# ------------------------------------------------------------------------------ replacing


def test_replacing_leaves_nothing_of_the_former_documents(catalog: Catalog) -> None:
    put(catalog, document("a", "one", "two"), document("b", "three"))
    put(catalog, document("c", "four"))
    assert [one.id for one in catalog.documents()] == ["c"]
    assert [rows(catalog, name) for name in ("documents", "blocks", "chunks")] == [1, 1, 1]


def test_one_replacement_is_one_transaction(catalog: Catalog) -> None:
    put(catalog, document("a", "one", "two"))
    before = (catalog.documents(), catalog.chunks_of("a"), catalog.sequence)
    twice = document("b", "new")
    with pytest.raises(StoreError):
        put(catalog, twice, twice)  # The second breaks the uniqueness of ids.
    assert (catalog.documents(), catalog.chunks_of("a"), catalog.sequence) == before
    assert catalog.ledger.entries()["/lab/a.md"].state is LedgerState.COMMITTED


def test_a_reader_never_sees_half_a_replacement(catalog: Catalog, tmp_path: Path) -> None:
    put(catalog, document("a", "one", "two"))
    reader = Catalog.at(tmp_path / "catalog.db")
    with reader._engine.connect() as connection:
        count = "SELECT count(*) FROM chunks"
        assert connection.exec_driver_sql(count).scalar() == 2
        put(catalog, document("a", "one", "two", "three"))
        assert connection.exec_driver_sql(count).scalar() == 2
    assert len(reader.chunks_of("a")) == 3
    reader.close()


def test_chunk_keys_are_never_used_twice(catalog: Catalog) -> None:
    put(catalog, document("a", "one", "two"))
    former = catalog.keys().tolist()
    put(catalog)
    put(catalog, document("a", "one", "two"))
    assert not set(former) & set(catalog.keys().tolist())


def test_ids_that_are_taken_are_found_by_their_index(catalog: Catalog) -> None:
    """Asked for every document of an ingest: a look at each document would be quadratic."""
    statements: list[str] = []
    event.listen(catalog._engine, "before_cursor_execute", lambda *args: statements.append(args[2]))
    catalog.taken_ids("a")
    with reading(catalog._engine) as connection:
        asked = next(one for one in statements if "documents" in one)
        rows = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {asked}", ("a", "a-", "a.")).all()
    assert not [row for row in rows if str(row[-1]).startswith("SCAN")]


def test_what_a_question_names_is_found_whole_and_without_case(catalog: Catalog) -> None:
    put(catalog, document("a", "one", "two"), document("b", "three"))
    by_title = catalog.keys_of_named({"document_id": ["A"], "nct": []}, 5)
    assert by_title == [[one.key for one in catalog.records(catalog.keys()[:2].tolist())]]
    assert catalog.keys_of_named({"document_id": ["a", "b"]}, 5)[0] == by_title[0]
    assert catalog.keys_of_named({"document_id": ["a", "b"]}, 1) == []
    assert catalog.keys_of_named({}, 5) == []


def test_what_is_named_by_an_earlier_field_comes_first(catalog: Catalog) -> None:
    """A title may hold the accession of another document, which is longer."""
    put(
        catalog,
        document("a", "one", "two", accession="P04637"),
        document("b", "three", accession="P04637"),
    )
    named = {"title": ["b"], "accession": ["p04637"]}
    texts = [
        [catalog.chunks(keys)[key].text for key in keys] for keys in catalog.keys_of_named(named, 5)
    ]
    assert texts == [["three"], ["one", "two"]]


def test_taken_ids_do_not_mistake_wildcards_for_letters(catalog: Catalog) -> None:
    put(catalog, document("a_b", "x"), document("a_b-2", "y"), document("axb-2", "z"))
    assert set(catalog.taken_ids("a_b")) == {"a_b", "a_b-2"}


# ------------------------------------------------------------------------------ removing


def test_a_source_emptied_by_hand_is_marked(catalog: Catalog) -> None:
    put(catalog, document("a", "x"), document("b", "y"))
    catalog.remove_document("a", excluded_status="excluded")
    assert catalog.ledger.entries()["/lab/a.md"].status == "ok"
    catalog.remove_document("b", excluded_status="excluded")
    assert catalog.ledger.entries()["/lab/a.md"].status == "excluded"


def test_copies_of_a_source_emptied_by_hand_are_marked_too(catalog: Catalog) -> None:
    put(catalog, document("a", "x"))
    catalog.set_aside(Source(path="/lab/copy.md", sha256="0"), "/lab/a.md", now_ns=0)
    catalog.remove_document("a", excluded_status="excluded")
    assert catalog.ledger.entries()["/lab/copy.md"].status == "excluded"


def test_forgetting_a_folder_spares_its_namesakes(catalog: Catalog) -> None:
    for path, name in (("/lab/a", "a"), ("/lab/a_/x", "b"), ("/lab/a/x", "c"), ("/lab/ab/x", "d")):
        put(catalog, document(name, name, source=path), path=path)
    catalog.ledger.add_roots(["/lab", "/lab/a", "/lab/ab"])
    assert catalog.forget_under("/lab/a") == ["a", "c"]
    assert set(catalog.ledger.entries()) == {"/lab/a_/x", "/lab/ab/x"}
    assert catalog.ledger.roots() == ["/lab", "/lab/ab"]


def test_clearing_keeps_the_ledger_and_forgetting_does_not(catalog: Catalog) -> None:
    put(catalog, document("a", "x"))
    catalog.clear_source("/lab/a.md")
    assert catalog.documents() == []
    assert "/lab/a.md" in catalog.ledger.entries()
    catalog.forget_source("/lab/a.md")
    assert catalog.ledger.entries() == {}


# ------------------------------------------------------------------------------ change log


def test_the_log_tells_a_follower_exactly_what_changed(catalog: Catalog) -> None:
    put(catalog, document("a", "one", "two"))
    first, seen = catalog.keys().tolist(), catalog.sequence
    put(catalog, document("b", "three"), path="/lab/b.md")
    put(catalog, document("a", "one"))
    added, removed, last = catalog.changes_since(seen, 100)
    assert removed == first
    assert sorted(added) == catalog.keys().tolist()
    assert last == catalog.sequence > seen
    assert catalog.changes_since(last, 100) == ([], [], last)


def test_what_came_and_went_is_only_a_removal(catalog: Catalog) -> None:
    put(catalog, document("a", "one"))
    keys = catalog.keys().tolist()
    put(catalog)
    assert catalog.changes_since(0, 100)[:2] == ([], keys)


def test_the_log_grows_with_the_chunks_and_not_with_their_changes(catalog: Catalog) -> None:
    put(catalog, document("a", "one", "two"))
    for _ in range(5):
        catalog.announce([hash_text("a\none"), hash_text("a\ntwo")])
    put(catalog)
    added, removed, last = catalog.changes_since(0, 100)
    assert (added, len(removed)) == ([], 2)
    assert last == catalog.sequence == 14


def test_changes_come_in_pages_that_lead_on(catalog: Catalog) -> None:
    put(catalog, document("a", "one", "two", "three"))
    first, _, seen = catalog.changes_since(0, 2)
    second, _, last = catalog.changes_since(seen, 2)
    assert first + second == catalog.keys().tolist()
    assert last == catalog.sequence


def test_announced_chunks_are_logged_again(catalog: Catalog) -> None:
    put(catalog, document("a", "one", "two"))
    seen = catalog.sequence
    catalog.announce([hash_text("a\ntwo"), "unknown"])
    added, removed, _ = catalog.changes_since(seen, 100)
    assert [catalog.chunks(added)[key].text for key in added] == ["two"]
    assert removed == []


def test_records_leave_out_what_is_gone_or_lacks_a_vector(catalog: Catalog) -> None:
    put(catalog, document("a", "one", "two"))
    keys = catalog.keys().tolist()
    catalog.vectors.put("e", [hash_text("a\ntwo")], np.eye(1, 4, dtype=np.float32))
    assert [one.chunk.text for one in catalog.records([*keys, 999])] == ["one", "two"]
    (record,) = catalog.records(keys, "e")
    assert record.chunk.text == "two"
    assert record.vector is not None
    assert record.vector.tolist() == [1, 0, 0, 0]


def test_more_keys_than_one_statement_takes_are_fetched(catalog: Catalog) -> None:
    put(catalog, document("a", *(f"text {n}" for n in range(1201))))
    keys = catalog.keys().tolist()
    assert len(catalog.records(list(reversed(keys)))) == 1201
    assert [one.key for one in catalog.records(list(reversed(keys)))] == keys


# ------------------------------------------------------------------------------ the rest


def test_counts_are_by_kind_and_status(catalog: Catalog) -> None:
    put(catalog, document("a", "one", "two"), document("b", "x"))
    assert catalog.counts() == {
        "documents": 2,
        "chunks": 3,
        "by_kind": {"notes": 2},
        "by_status": {"ok": 2},
    }


def test_two_openings_at_once_agree_on_the_identity(tmp_path: Path) -> None:
    def identity(_: int) -> str:
        opened = Catalog.at(tmp_path / "catalog.db")
        opened.close()
        return opened.id

    with ThreadPoolExecutor(4) as threads:
        assert len(set(threads.map(identity, range(8)))) == 1


def test_a_catalog_somebody_holds_is_waited_for_not_read_as_it_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "catalog.db"
    Catalog.at(path).close()
    monkeypatch.setattr("aliquot.storage.connection.BUSY_TIMEOUT_S", 0.2)
    holder = sqlite3.connect(path)
    # Out of WAL again, and in the middle of a write: as a file looks while it is being made.
    holder.execute("PRAGMA journal_mode = DELETE")
    holder.execute("PRAGMA locking_mode = EXCLUSIVE")
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreError, match="Another process"):
        Catalog.at(path)
    holder.close()
    Catalog.at(path).close()


def test_a_sound_catalog_has_no_faults(catalog: Catalog) -> None:
    put(catalog, document("a", "one"))
    assert catalog.upkeep.integrity() + catalog.upkeep.loose_rows() == []


def test_filters_reach_chunks_by_key(catalog: Catalog) -> None:
    put(catalog, document("a", "one", "two"), document("b", "x"))
    found = catalog.keys(Comparison("document_id", Operator.EQ, "A"))
    assert found.dtype == np.int64
    assert [one.document_id for one in catalog.chunks([int(k) for k in found]).values()] == [
        "a",
        "a",
    ]


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"not a catalog at all, " * 200, "not a catalog"), (None, "damaged")],
)
def test_a_damaged_file_is_named_with_its_remedy(
    tmp_path: Path, content: bytes | None, message: str
) -> None:
    path = tmp_path / "catalog.db"
    if content is None:
        made = Catalog.at(path)
        put(made, document("a", *(f"text {n}" * 50 for n in range(200))))
        made.close()
        data = bytearray(path.read_bytes())
        data[4096:] = b"\xab" * (len(data) - 4096)
        path.write_bytes(data)
    else:
        path.write_bytes(content)
    with pytest.raises(StoreError, match=message) as caught:
        Catalog.at(path).documents()
    assert "backup" in caught.value.hint


def test_span_survives_characters_outside_the_basic_plane(catalog: Catalog) -> None:
    made = document("a", "𝒜𝒷 𠮷野家", "🧬 helix")
    put(catalog, made)
    assert [one.text for one in catalog.chunks_of("a")] == ["𝒜𝒷 𠮷野家", "🧬 helix"]
    assert catalog.document("a").blocks[1].span == Span(8, 15)
