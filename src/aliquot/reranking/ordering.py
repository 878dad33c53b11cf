"""Put a ranking into the order of new scores: what all rerankers share.

Enters: a ranking and what a model thinks of its chunks. Leaves: the same chunks with new scores and
ranks. Knows no model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import isfinite

from aliquot.errors import ModelError
from aliquot.language import detect_language
from aliquot.protocols import Reranker
from aliquot.types import ScoredChunk

__all__ = ["encodable", "reordered", "rerank_by_scores", "rerank_top", "unchanged"]

Scorer = Callable[[str, Sequence[str]], Sequence[float]]

# The constant that damps the first ranks. Source: Cormack, Clarke and Buettcher, SIGIR 2009.
_RRF_K = 60


def rerank_top(
    reranker: Reranker,
    question: str,
    ranking: Sequence[ScoredChunk],
    depth: int,
    k: int,
    *,
    former_weight: float = 1.0,
) -> list[ScoredChunk]:
    """Rerank the best `depth` chunks; the rest follow in their former order.

    Both orders of the best ones are fused by reciprocal rank: what finds chunks knows names and
    rare words that a small model does not. Source: MiniLM-L-12 over the best 20 of BM25 for 150
    SciFact training claims (2026-11): nDCG@10 of .745 before, .763 reranked, .777 fused.

    Scores of the rest are moved below the reranked ones, their distances kept, so that scores never
    rise along the ranking. A question in a language the reranker does not serve leaves the ranking
    as it came.

    Args:
        reranker: Reads question and chunks.
        question: What the user asked.
        ranking: Best first.
        depth: Chunks reranked; 0 for none.
        k: Chunks returned at most.
        former_weight: Weight of the former order beside the reranker's; 0 for the reranker's alone,
            with its scores.

    Raises:
        ModelError: The reranker failed.
        ModelUnavailableError: Its service did not answer; worth another try.
    """
    if min(depth, k) < 1 or not _is_read(question, reranker.languages):
        return unchanged(ranking, k)
    head = reranker.rerank(question, ranking[:depth], depth)
    if former_weight > 0:
        head = _fused(ranking[:depth], head, former_weight)
    return (head + _behind(head, unchanged(ranking, k)[depth:]))[:k]


def rerank_by_scores(
    score: Scorer,
    question: str,
    ranking: Sequence[ScoredChunk],
    k: int,
    *,
    languages: frozenset[str] | None = None,
) -> list[ScoredChunk]:
    """Reorder a ranking by a model that scores one chunk at a time.

    What the model cannot read keeps its place: a Japanese chunk beside English ones is neither good
    nor bad to an English model, whatever number that would return.

    Args:
        score: Given the question and texts, returns one score for each; higher is better.
        question: What the user asked; a blank one leaves the ranking as it came.
        ranking: Best first.
        k: Chunks returned at most.
        languages: ISO 639-1 codes the model understands; `None` for all.

    Raises:
        ModelError: The model failed, or returned something other than a number per text.
    """
    if k < 1 or not question.strip() or not _is_read(question, languages):
        return unchanged(ranking, k)
    texts = [encodable(one.chunk.searchable_text) for one in ranking]
    read = [place for place, text in enumerate(texts) if text.strip() and _is_read(text, languages)]
    if not read:
        return unchanged(ranking, k)
    found = _checked(score(encodable(question), [texts[place] for place in read]), len(read))
    scores: list[float | None] = [None] * len(ranking)
    for place, value in zip(read, found, strict=True):
        scores[place] = value
    return reordered(ranking, scores, k)


def reordered(
    ranking: Sequence[ScoredChunk], scores: Sequence[float | None], k: int
) -> list[ScoredChunk]:
    """Return the best `k` chunks by `scores`, equal ones in their former order.

    Args:
        ranking: Best first.
        scores: One per chunk; `None` for a chunk that keeps its place, which takes the score of the
            chunk before it, or the best one.
        k: Chunks returned at most.
    """
    scored = [(score, place) for place, score in enumerate(scores) if score is not None]
    if not scored:
        return unchanged(ranking, k)
    scored.sort(key=lambda one: (-one[0], one[1]))
    current, following = scored[0][0], iter(scored)
    result = []
    for rank, score in enumerate(scores[: max(k, 0)], start=1):
        place = rank - 1
        if score is not None:
            current, place = next(following)
        result.append(replace(ranking[place], score=current, rank=rank))
    return result


def unchanged(ranking: Sequence[ScoredChunk], k: int) -> list[ScoredChunk]:
    """Return the first `k` chunks in their order, with ranks from 1 and scores that never rise."""
    lowest = float("inf")
    result = []
    for rank, one in enumerate(ranking[: max(k, 0)], start=1):
        # Not all rankings are ordered by score alone: reference lists come last whatever theirs.
        lowest = min(lowest, one.score)
        result.append(replace(one, score=lowest, rank=rank))
    return result


def encodable(text: str) -> str:
    """Replace lone surrogates, halves of a broken emoji, which no tokenizer or service accepts."""
    return text.encode("utf-8", "replace").decode("utf-8")


def _is_read(text: str, languages: frozenset[str] | None) -> bool:
    return languages is None or detect_language(text) in languages


def _fused(
    former: Sequence[ScoredChunk], reranked: Sequence[ScoredChunk], former_weight: float
) -> list[ScoredChunk]:
    """Reorder by 1 / (k + rank) summed over both orders, equal sums by the former."""
    places = {one.chunk.id: place for place, one in enumerate(former)}
    scores: list[float | None] = [None] * len(former)
    for rank, one in enumerate(reranked, start=1):
        place = places[one.chunk.id]
        scores[place] = 1 / (_RRF_K + rank) + former_weight / (_RRF_K + place + 1)
    return reordered(former, scores, len(former))


def _behind(head: Sequence[ScoredChunk], rest: Sequence[ScoredChunk]) -> list[ScoredChunk]:
    if not head or not rest:
        return list(rest)
    shift = head[-1].score - rest[0].score
    return [
        replace(one, score=min(head[-1].score, one.score + shift), rank=rank)
        for rank, one in enumerate(rest, start=len(head) + 1)
    ]


def _checked(scores: Sequence[float], count: int) -> list[float]:
    found = [float(score) for score in scores]
    if len(found) != count or not all(map(isfinite, found)):
        raise ModelError(
            f"The reranker did not return a number for each of {count} chunks.",
            hint="The model does not suit this machine or is damaged; use another reranker.",
        )
    return found
