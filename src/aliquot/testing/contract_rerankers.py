"""What every reranker promises, as tests to inherit.

from aliquot.testing.contract_rerankers import RerankerContract

class TestMyReranker(RerankerContract):
    def reranker(self) -> Reranker:
        return MyReranker()
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from math import isfinite

from aliquot.protocols import Reranker
from aliquot.types import Chunk, LegScore, ScoredChunk, Span

__all__ = ["RerankerContract", "made_ranking"]

_QUESTION = "At what temperature were the embryos incubated?"
_TEXTS = (
    "Buffer A holds 50 mM Tris-HCl, pH 7.4, and 150 mM NaCl.",
    "Mutations of TP53 are found in half of all human cancers.",
    "The embryos were incubated at a temperature of 28.5 °C.",
    "Sequences were aligned to the reference genome.",
    "The antibody was stored in aliquots.",
)
_ON_THE_SUBJECT = 2
_ODD_TEXTS = (
    "",
    " \t\n",
    "\x00\x01\x1b[31m",
    "half an emoji: \ud83e",
    "胚は28.5 °Cで培養した。",
    "ACGT" * 2_000,
    "embryos " * 20_000,
    "[CLS][SEP]<mask></s> [1] > [2]",
)


def made_ranking(texts: Sequence[str]) -> list[ScoredChunk]:
    """Return a ranking of chunks with these texts, best first, found by two legs."""
    return [
        ScoredChunk(
            Chunk(
                id=f"doc-{rank}#text-1",
                document_id=f"doc-{rank}",
                text=text,
                header="",
                span=Span(0, len(text)),
            ),
            score=1 / (60 + rank),
            rank=rank,
            legs={"lexical": LegScore(rank, 10.0 / rank), "dense": LegScore(rank, 1.0 / rank)},
        )
        for rank, text in enumerate(texts, start=1)
    ]


class RerankerContract:
    """Inherit, and return a new reranker from `reranker`."""

    def reranker(self) -> Reranker:
        """Return a new reranker; its model, where it is a fake one, counts shared words."""
        raise NotImplementedError

    def test_rerank_never_invents_chunks(self) -> None:
        ranking = made_ranking(_TEXTS)
        result = self.reranker().rerank(_QUESTION, ranking, 10)
        given = {one.chunk.id: one.chunk for one in ranking}
        assert all(one.chunk == given[one.chunk.id] for one in result)

    def test_no_chunk_comes_twice_or_goes_missing(self) -> None:
        result = self.reranker().rerank(_QUESTION, made_ranking(_TEXTS), 10)
        assert sorted(one.chunk.text for one in result) == sorted(_TEXTS)

    def test_k_chunks_are_returned_where_there_are_as_many(self) -> None:
        reranker, ranking = self.reranker(), made_ranking(_TEXTS)
        for k in (0, 1, 3, len(_TEXTS), 50):
            assert len(reranker.rerank(_QUESTION, ranking, k)) == min(k, len(_TEXTS))

    def test_a_smaller_k_gives_the_beginning_of_a_larger(self) -> None:
        reranker, ranking = self.reranker(), made_ranking(_TEXTS)
        whole = reranker.rerank(_QUESTION, ranking, 10)
        assert reranker.rerank(_QUESTION, ranking, 2) == whole[:2]

    def test_ranks_count_from_one(self) -> None:
        result = self.reranker().rerank(_QUESTION, made_ranking(_TEXTS), 10)
        assert [one.rank for one in result] == [1, 2, 3, 4, 5]

    def test_scores_are_finite_and_never_rise(self) -> None:
        result = self.reranker().rerank(_QUESTION, made_ranking(_TEXTS), 10)
        scores = [one.score for one in result]
        assert all(map(isfinite, scores))
        assert scores == sorted(scores, reverse=True)

    def test_what_answers_the_question_comes_first(self) -> None:
        result = self.reranker().rerank(_QUESTION, made_ranking(_TEXTS), 10)
        assert result[0].chunk.text == _TEXTS[_ON_THE_SUBJECT]

    def test_legs_are_kept(self) -> None:
        ranking = made_ranking(_TEXTS)
        legs = {one.chunk.id: one.legs for one in ranking}
        result = self.reranker().rerank(_QUESTION, ranking, 10)
        assert all(one.legs == legs[one.chunk.id] for one in result)

    def test_the_ranking_given_is_not_altered(self) -> None:
        ranking = made_ranking(_TEXTS)
        self.reranker().rerank(_QUESTION, ranking, 10)
        assert ranking == made_ranking(_TEXTS)

    def test_an_empty_ranking_stays_empty(self) -> None:
        assert self.reranker().rerank(_QUESTION, [], 10) == []

    def test_equal_chunks_keep_their_order(self) -> None:
        ranking = made_ranking((_TEXTS[0], _TEXTS[2], _TEXTS[0], _TEXTS[2], _TEXTS[0]))
        result = self.reranker().rerank(_QUESTION, ranking, 10)
        for text in (_TEXTS[0], _TEXTS[2]):
            ids = [one.chunk.id for one in result if one.chunk.text == text]
            assert ids == sorted(ids)

    def test_the_same_input_gives_the_same_output(self) -> None:
        first, second = self.reranker(), self.reranker()
        assert first.id
        assert first.id == second.id
        ranking = made_ranking(_TEXTS)
        expected = first.rerank(_QUESTION, ranking, 10)
        assert first.rerank(_QUESTION, ranking, 10) == expected
        assert second.rerank(_QUESTION, ranking, 10) == expected

    def test_odd_texts_are_ranked_too(self) -> None:
        ranking = made_ranking(_ODD_TEXTS)
        result = self.reranker().rerank(_QUESTION, ranking, 50)
        assert sorted(one.chunk.id for one in result) == [one.chunk.id for one in ranking]

    def test_odd_questions_do_no_harm(self) -> None:
        reranker, ranking = self.reranker(), made_ranking(_TEXTS)
        for question in ("", " \n", "\ud83e?", "{0} {question}", "embryos " * 5_000, "温度は？"):
            assert len(reranker.rerank(question, ranking, 3)) == 3

    def test_a_question_in_another_language_leaves_the_order(self) -> None:
        reranker, ranking = self.reranker(), made_ranking(_TEXTS)
        if reranker.languages is not None and "ja" not in reranker.languages:
            result = reranker.rerank("胚は何度で培養しましたか？", ranking, 10)
            assert result == ranking

    def test_threads_may_share_a_reranker(self) -> None:
        reranker, ranking = self.reranker(), made_ranking(_TEXTS)
        expected = reranker.rerank(_QUESTION, ranking, 10)
        with ThreadPoolExecutor(4) as pool:
            results = list(pool.map(lambda _: reranker.rerank(_QUESTION, ranking, 10), range(4)))
        assert results == [expected] * 4

    def test_languages_are_named_by_two_letters(self) -> None:
        languages = self.reranker().languages
        assert languages is None or all(len(code) == 2 and code.islower() for code in languages)
