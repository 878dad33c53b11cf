"""New scores give a new order, and what was not read keeps its place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product

import pytest

from aliquot.errors import ModelError
from aliquot.reranking import rerank_top
from aliquot.reranking.ordering import reordered, rerank_by_scores, unchanged
from aliquot.testing.contract_rerankers import made_ranking
from aliquot.testing.fakes import FakeReranker
from aliquot.types import ScoredChunk


def _texts(ranking: Sequence[ScoredChunk]) -> list[str]:
    return [one.chunk.text for one in ranking]


def _ranks(ranking: Sequence[ScoredChunk]) -> list[int]:
    return [one.rank for one in ranking]


def _scores(ranking: Sequence[ScoredChunk]) -> list[float]:
    return [one.score for one in ranking]


class _EnglishOnly(FakeReranker):
    languages = frozenset({"en"})


class _Negative:
    """Scores below every former one, as logits may be."""

    id = "negative"
    languages = None

    def rerank(self, question: str, ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
        return reordered(ranking, [float(place) - 50 for place in range(len(ranking))], k)


def test_what_lies_beyond_the_depth_stays_behind_in_its_order() -> None:
    ranking = made_ranking(["none", "cells", "warm cells", "cells warm", "warm"])
    result = rerank_top(FakeReranker(), "warm cells", ranking, depth=3, k=5, former_weight=0)
    assert _texts(result) == ["warm cells", "cells", "none", "cells warm", "warm"]
    assert _ranks(result) == [1, 2, 3, 4, 5]


def test_both_orders_count_by_reciprocal_rank() -> None:
    ranking = made_ranking(["cells", "none", "warm cells", "beyond"])
    result = rerank_top(FakeReranker(), "warm cells", ranking, depth=3, k=4)
    # Former ranks 1, 2, 3; reranked 2, 3, 1; the sums 1/61 + 1/62, 1/62 + 1/63, 1/63 + 1/61.
    assert _texts(result) == ["cells", "warm cells", "none", "beyond"]
    assert _scores(result)[:3] == pytest.approx([1 / 61 + 1 / 62, 1 / 61 + 1 / 63, 1 / 62 + 1 / 63])
    assert _ranks(result) == [1, 2, 3, 4]


def test_a_heavier_former_order_wins() -> None:
    ranking = made_ranking(["cells", "none", "warm cells"])
    result = rerank_top(FakeReranker(), "warm cells", ranking, 3, 3, former_weight=100)
    assert _texts(result) == ["cells", "none", "warm cells"]


def test_scores_never_rise_where_reranked_and_former_ones_meet() -> None:
    ranking = made_ranking(["a", "b", "warm", "c", "d"])
    for reranker, weight in product((FakeReranker(), _Negative()), (0, 1)):
        result = rerank_top(reranker, "warm", ranking, 3, 5, former_weight=weight)
        assert _scores(result) == sorted(_scores(result), reverse=True)


def test_former_scores_keep_their_distances_behind_the_depth() -> None:
    ranking = made_ranking(["a", "b", "c", "d"])
    result = rerank_top(_Negative(), "q", ranking, depth=2, k=4)
    assert result[2].score - result[3].score == pytest.approx(ranking[2].score - ranking[3].score)


@pytest.mark.parametrize(("depth", "k"), [(3, 2), (2, 3), (50, 3), (3, 50), (1, 1)])
def test_k_chunks_come_whatever_the_depth(depth: int, k: int) -> None:
    ranking = made_ranking(["a", "b", "warm", "c"])
    assert len(rerank_top(FakeReranker(), "warm", ranking, depth, k)) == min(k, 4)


def test_the_whole_depth_is_read_for_a_small_k() -> None:
    ranking = made_ranking(["a", "b", "c", "warm"])
    assert _texts(rerank_top(FakeReranker(), "warm", ranking, 4, 1, former_weight=0)) == ["warm"]


@pytest.mark.parametrize("depth", [0, -1])
def test_no_depth_leaves_the_ranking(depth: int) -> None:
    ranking = made_ranking(["a", "warm"])
    assert rerank_top(FakeReranker(), "warm", ranking, depth, 5) == ranking


def test_a_language_that_is_not_served_leaves_the_whole_ranking() -> None:
    ranking = made_ranking(["a", "温度", "温度は", "b"])
    assert rerank_top(_EnglishOnly(), "温度は？", ranking, depth=2, k=4) == ranking


def test_equal_scores_keep_the_former_order() -> None:
    result = reordered(made_ranking(["a", "b", "c", "d"]), [1.0, 2.0, 1.0, 2.0], 4)
    assert _texts(result) == ["b", "d", "a", "c"]


def test_unread_chunks_keep_their_places() -> None:
    ranking = made_ranking(["unread 1", "low", "unread 2", "high"])
    result = reordered(ranking, [None, 0.1, None, 0.9], 4)
    assert _texts(result) == ["unread 1", "high", "unread 2", "low"]
    assert _scores(result) == [0.9, 0.9, 0.9, 0.1]


def test_chunks_in_a_language_the_model_cannot_read_are_not_sent_and_keep_their_places() -> None:
    sent: list[str] = []

    def score(question: str, texts: Sequence[str]) -> list[float]:
        sent.extend(texts)
        return [float(len(text)) for text in texts]

    ranking = made_ranking(["固定液に移して培養した。", "short", "longer text", " "])
    result = rerank_by_scores(score, "How?", ranking, 4, languages=frozenset({"en"}))
    assert sent == ["short", "longer text"]
    assert _texts(result) == ["固定液に移して培養した。", "longer text", "short", " "]


def test_a_ranking_that_cannot_be_read_at_all_comes_back() -> None:
    ranking = made_ranking(["", " "])
    assert rerank_by_scores(lambda question, texts: [], "How?", ranking, 4) == ranking


@pytest.mark.parametrize(
    "found", [[1.0], [1.0, 2.0, 3.0], [1.0, float("nan")], [1.0, -float("inf")]]
)
def test_anything_but_a_number_per_chunk_is_an_error(found: list[float]) -> None:
    with pytest.raises(ModelError, match="number for each of 2 chunks"):
        rerank_by_scores(lambda question, texts: found, "How?", made_ranking(["a", "b"]), 2)


def test_scores_of_a_ranking_left_as_it_is_never_rise() -> None:
    first, second, third = made_ranking(["a", "b", "c"])
    ranking = [replace(first, score=0.2), replace(second, score=0.9), replace(third, score=0.1)]
    assert _scores(unchanged(ranking, 3)) == [0.2, 0.2, 0.1]


def test_texts_are_encodable_when_the_model_gets_them() -> None:
    sent: list[str] = []

    def score(question: str, texts: Sequence[str]) -> list[float]:
        sent.extend([question, *texts])
        return [0.0 for _ in texts]

    rerank_by_scores(score, "half \ud83e?", made_ranking(["half \ud83e"]), 1)
    assert [text.encode("utf-8") for text in sent] == [b"half ??", b"half ?"]
