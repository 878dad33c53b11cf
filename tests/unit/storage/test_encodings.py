"""What encoders give is cached once, read back as it was, and followed."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.errors import ModelError, StoreError
from aliquot.storage.catalog import Catalog
from aliquot.storage.encodings import (
    SparseEncoding,
    TokenEncoding,
    pack_tokens,
    pack_weights,
    unpack_tokens,
    unpack_weights,
)
from aliquot.storage.following import Follower, catch_up
from aliquot.storage.impacts_local import LocalImpactIndex
from aliquot.storage.records import hash_text
from aliquot.storage.tokens_local import LocalTokenIndex
from aliquot.testing.contract_late_interaction import FakeTokenEncoder
from aliquot.testing.contract_sparse import FakeSparseEncoder
from aliquot.types import Chunk, Document, DocumentKind, Source, Span

TERMS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"), min_size=1)


@given(st.dictionaries(TERMS, st.floats(1e-3, 100)))
def test_weights_come_back_as_float16(weights: dict[str, float]) -> None:
    terms, values = unpack_weights(pack_weights(weights))
    assert terms == sorted(weights)
    assert values.tolist() == [float(np.float16(weights[term])) for term in terms]


@pytest.mark.parametrize("tokens", [0, 1, 7])
def test_token_vectors_come_back_as_float16(tokens: int) -> None:
    rows = np.random.default_rng(tokens).standard_normal((tokens, 5)).astype(np.float32)
    assert np.array_equal(unpack_tokens(pack_tokens(rows)), rows.astype(np.float16))


@pytest.mark.parametrize("weights", [{"a\nb": 1.0}, {"": 1.0}, {"a": -1.0}, {"a": float("nan")}])
def test_weights_that_cannot_be_kept_are_refused(weights: dict[str, float]) -> None:
    with pytest.raises(ModelError, match="the weight"):
        pack_weights(weights)


def test_a_weight_too_small_to_keep_is_left_out() -> None:
    assert unpack_weights(pack_weights({"a": 1e-9, "b": 1.0}))[0] == ["b"]


@pytest.mark.parametrize("data", [b"", b"\1", b"\5\0\0\0ab", pack_weights({"a": 1, "b": 2})[:-2]])
def test_spoilt_weights_are_told(data: bytes) -> None:
    with pytest.raises(StoreError, match="not as it was written"):
        unpack_weights(data)


@pytest.mark.parametrize("data", [b"", b"\0\0\0\0", b"\3\0\0\0ab"])
def test_spoilt_token_vectors_are_told(data: bytes) -> None:
    with pytest.raises(StoreError, match="not as it was written"):
        unpack_tokens(data)


def test_followers_get_what_was_cached_and_wait_for_the_rest(tmp_path: Path) -> None:
    catalog = Catalog.at(tmp_path / "catalog.db")
    texts = ["insulin receptor", "glucose uptake"]
    document = Document(kind=DocumentKind.NOTES, title="", text="", blocks=(), id="d")
    chunks = [
        Chunk(id=f"d#{n}", document_id="d", text=text, header="", span=Span(0, len(text)))
        for n, text in enumerate(texts)
    ]
    catalog.replace(
        Source(path="/lab/d"), [(document, chunks)], parser="p", status="ok", receipt={}, now_ns=0
    )
    sparse, tokens = SparseEncoding(FakeSparseEncoder()), TokenEncoding(FakeTokenEncoder())
    impacts = LocalImpactIndex(tmp_path / "s", name="s", encoder_id=sparse.id)
    rows = LocalTokenIndex(tmp_path / "t", name="t", dimension=32, encoder_id=tokens.id)
    followers = [Follower(impacts, encoding=sparse), Follower(rows, encoding=tokens)]
    for known in (texts[:1], texts[1:]):
        hashes = [hash_text(text) for text in known]
        for encoding in (sparse, tokens):
            catalog.vectors.put_encoded(encoding.id, hashes, encoding.encode(known))
        catalog.announce(hashes)
        for follower in followers:
            catch_up(catalog, follower)
    assert (len(impacts), len(rows)) == (2, 2)
    (best, *_) = impacts.search_weights({"glucose": 1.0}, 5)
    (same, *_) = rows.search_tokens(FakeTokenEncoder().encode(["glucose"], "query")[0], 5)
    assert best.key == same.key == catalog.keys().tolist()[1]
    catalog.close()
