from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.storage.catalog import Catalog
from aliquot.storage.records import hash_text
from aliquot.storage.vector_cache import decode_vector
from aliquot.types import Chunk, Document, DocumentKind, Source, Span


@pytest.fixture
def catalog(tmp_path: Path) -> Iterator[Catalog]:
    made = Catalog.at(tmp_path / "catalog.db")
    yield made
    made.close()


def put(catalog: Catalog, *texts: str) -> None:
    document = Document(kind=DocumentKind.NOTES, title="", text="", blocks=(), id="d")
    chunks = [
        Chunk(id=f"d#{n}", document_id="d", text=text, header="h", span=Span(0, 1))
        for n, text in enumerate(texts)
    ]
    contents = [(document, chunks)]
    catalog.replace(Source(path="/a"), contents, parser="p 1", status="ok", receipt={}, now_ns=0)


def unit(*rows: list[float]) -> np.ndarray:
    array = np.array(rows, dtype=np.float32)
    return array / np.linalg.norm(array, axis=1, keepdims=True)


@given(st.integers(0, 2**32 - 1), st.integers(2, 400))
def test_a_vector_comes_back_of_unit_length_and_near(seed: int, dimension: int) -> None:
    row = np.random.default_rng(seed).normal(size=(1, dimension)).astype(np.float32)
    row /= np.linalg.norm(row)
    back = decode_vector(row.astype(np.float16).tobytes())
    assert back.dtype == np.float32
    assert abs(float(np.linalg.norm(back)) - 1) < 1e-6
    assert float(row[0] @ back) > 1 - 1e-3


def test_missing_are_the_hashes_without_a_vector_of_this_embedder(catalog: Catalog) -> None:
    catalog.vectors.put("e", ["a", "b"], unit([1, 0], [0, 1]))
    assert catalog.vectors.missing("e", ["a", "c", "c"]) == {"c"}
    assert catalog.vectors.missing("other", ["a"]) == {"a"}
    assert catalog.vectors.missing("e", [f"{n}" for n in range(1300)]).__len__() == 1300


def test_what_is_stored_is_not_overwritten(catalog: Catalog) -> None:
    put(catalog, "x")
    key = hash_text("h\nx")
    catalog.vectors.put("e", [key], unit([1, 0]))
    catalog.vectors.put("e", [key], unit([0, 1]))
    (record,) = catalog.records(catalog.keys().tolist(), "e")
    assert record.vector is not None
    assert record.vector.tolist() == [1, 0]


def test_storing_nothing_is_fine(catalog: Catalog) -> None:
    catalog.vectors.put("e", [], np.zeros((0, 2), dtype=np.float32))


def test_a_text_that_stands_twice_is_lacking_once(catalog: Catalog) -> None:
    put(catalog, "x", "x", "y")
    assert catalog.vectors.lacking_count("e") == 2
    lacking = dict(catalog.vectors.lacking_texts("e", 10))
    assert sorted(lacking.values()) == ["h\nx", "h\ny"]
    assert all(hash_text(text) == key for key, text in lacking.items())
    assert len(catalog.vectors.lacking_texts("e", 1)) == 1


def test_vectors_outlive_their_chunks(catalog: Catalog) -> None:
    put(catalog, "x")
    catalog.vectors.put("e", [hash_text("h\nx")], unit([1, 0]))
    catalog.clear_source("/a")
    assert catalog.vectors.missing("e", [hash_text("h\nx")]) == set()


def test_what_was_complete_is_not_looked_at_again(catalog: Catalog) -> None:
    put(catalog, "x")
    catalog.vectors.note_complete("e")
    assert catalog.vectors.lacking_count("e") == 0
    assert catalog.vectors.lacking_count("other") == 1
    put(catalog, "y")
    assert [text for _, text in catalog.vectors.lacking_texts("e", 10)] == ["h\ny"]
