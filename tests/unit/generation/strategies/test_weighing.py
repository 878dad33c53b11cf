from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.generation.strategies.weighing import by_document, marginal, support
from aliquot.generation.writing.written import Written
from aliquot.types import RemovedStatement
from strategy_fakes import A, B, C, chunk, ranked, stated


def test_documents_weigh_by_the_softmax_of_their_best_chunk() -> None:
    second = chunk("a", 2, "More.")
    documents = by_document(ranked((A, 10.0), (B, 9.0), (second, 1.0)), temperature=0.1)
    assert [one.document_id for one in documents] == ["a", "b"]
    # Worked by hand: T = 0.1 * 10 = 1, so e^0 against e^-1.
    assert documents[0].probability == pytest.approx(1 / (1 + math.exp(-1)))
    assert [one.chunk.id for one in documents[0].chunks] == ["a#1", "a#2"]


def test_weights_do_not_depend_on_the_scale_of_a_fusion() -> None:
    large = by_document(ranked((A, 16.0), (B, 12.0), (C, 8.0)))
    small = by_document(ranked((A, 0.16), (B, 0.12), (C, 0.08)))
    for one, other in zip(large, small, strict=True):
        assert one.probability == pytest.approx(other.probability)


def test_equal_documents_stand_by_their_ids() -> None:
    assert [one.document_id for one in by_document(ranked((B, 1.0), (A, 1.0)))] == ["a", "b"]


@given(st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=8))
def test_weights_sum_to_one_whatever_the_scores(scores: list[float]) -> None:
    found = ranked(*((chunk(f"d{n}", 1, "x"), score) for n, score in enumerate(scores)))
    assert math.fsum(one.probability for one in by_document(found)) == pytest.approx(1.0)


def test_no_evidence_has_no_documents() -> None:
    assert by_document([]) == []


def test_support_is_the_share_of_statements_that_stood() -> None:
    removed = (RemovedStatement("x", ("quote",)),)
    assert support(Written((stated(A),), removed)) == 0.5
    assert support(Written((), removed)) == 0.0
    assert support(Written((stated(A),), is_refusal=True)) == 0.0


def test_the_marginal_is_the_weighted_sum() -> None:
    assert marginal([(1.0, 0.5), (0.5, 0.3), (0.0, 0.2)]) == pytest.approx(0.65)
