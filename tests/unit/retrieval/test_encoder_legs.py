"""Legs of learned encoders, on indexes filled by the fakes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from aliquot.protocols import Hit, Scope
from aliquot.retrieval.encoder_legs import LateInteractionLeg, SparseLeg
from aliquot.storage.encodings import EncodedRecord, SparseEncoding, TokenEncoding
from aliquot.storage.impacts_local import LocalImpactIndex
from aliquot.storage.tokens_local import LocalTokenIndex
from aliquot.testing.contract_late_interaction import FakeTokenEncoder
from aliquot.testing.contract_sparse import FakeSparseEncoder
from aliquot.types import Chunk, Query, Span

TEXTS = ["insulin lowers blood glucose", "TP53 is a tumour suppressor", "mice were fed ad libitum"]
SPARSE, TOKENS = FakeSparseEncoder(), FakeTokenEncoder()


class Proposing:
    """A leg that always finds the same chunks."""

    name = "proposing"
    languages: frozenset[str] | None = frozenset({"en"})
    matches_words = True

    def __init__(self, *keys: int) -> None:
        self.keys = keys

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        return [Hit(key, 1.0) for key in self.keys if scope is None or key in scope.keys]


def records(encoding: SparseEncoding | TokenEncoding) -> list[EncodedRecord]:
    return [
        EncodedRecord(
            key,
            Chunk(id=f"d#{key}", document_id="d", text=text, header="", span=Span(0, len(text))),
            encoded=encoded,
        )
        for key, (text, encoded) in enumerate(zip(TEXTS, encoding.encode(TEXTS), strict=True), 1)
    ]


@pytest.fixture
def tokens(tmp_path: Path) -> LocalTokenIndex:
    index = LocalTokenIndex(tmp_path / "t", name="t", dimension=32, encoder_id=TOKENS.id)
    index.apply(records(TokenEncoding(TOKENS)), [], 1)
    return index


def late(index: LocalTokenIndex, *keys: int, scan_limit: int) -> LateInteractionLeg:
    legs = [Proposing(*keys)]
    return LateInteractionLeg(TOKENS, index, name="late:x", proposing=legs, scan_limit=scan_limit)


def keys_of(hits: list[Hit]) -> list[int]:
    return [hit.key for hit in hits]


def test_a_sparse_leg_finds_the_query_s_terms(tmp_path: Path) -> None:
    index = LocalImpactIndex(tmp_path, name="s", encoder_id=SPARSE.id)
    index.apply(records(SparseEncoding(SPARSE)), [], 1)
    leg = SparseLeg(SPARSE, index, name="sparse:x", languages=frozenset({"en"}))
    assert keys_of(leg.search(Query(text="tumour TP53"), 5)) == [2]
    assert leg.search(Query(text="tumour"), 5, Scope(np.array([1]))) == []


def test_a_small_library_is_compared_whole(tokens: LocalTokenIndex) -> None:
    leg = late(tokens, 3, scan_limit=3)
    assert keys_of(leg.search(Query(text="blood glucose"), 5))[0] == 1


def test_in_a_large_one_only_what_is_proposed_is_reordered(tokens: LocalTokenIndex) -> None:
    leg = late(tokens, 3, 2, scan_limit=2)
    assert keys_of(leg.search(Query(text="TP53 tumour"), 5)) == [2, 3]


def test_a_narrow_filter_needs_no_proposals(tokens: LocalTokenIndex) -> None:
    leg = late(tokens, scan_limit=1)
    assert keys_of(leg.search(Query(text="glucose"), 5, Scope(np.array([1])))) == [1]


def test_a_leg_of_another_language_does_not_propose(tokens: LocalTokenIndex) -> None:
    leg = late(tokens, 1, 2, scan_limit=0)
    assert leg.search(Query(text="血糖", language="ja"), 5) == []
