"""Pseudo-relevance feedback: search again with the words of what was found first.

Off unless it is asked for. Source of the decision: see `docs/how-to/search-better.md`.

Source: Lavrenko and Croft, "Relevance-Based Language Models", SIGIR 2001 (RM1); Abdul-Jaleel et
al., "UMass at TREC 2004: Novelty and HARD" (RM3, which keeps the question's own words).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence

from aliquot.protocols import Hit, Scope, TermIndex
from aliquot.types import Query

__all__ = ["FeedbackLeg", "relevance_model"]

# Source: Anserini's defaults for RM3, ten documents, ten terms and half for the question's own.
DOCUMENTS = 10
TERMS = 10
QUESTION_SHARE = 0.5


class FeedbackLeg:
    """Chunks by BM25 of the question's words and of those its first results share."""

    name = "lexical"
    languages: frozenset[str] | None = None
    matches_words = True

    def __init__(
        self,
        index: TermIndex,
        weigh: Callable[[str], Mapping[str, float]],
        terms_of_chunks: Callable[[Sequence[int]], Mapping[int, Sequence[str]]],
        *,
        documents: int = DOCUMENTS,
        terms: int = TERMS,
        question_share: float = QUESTION_SHARE,
    ) -> None:
        """Take the index and what reads chunks.

        Args:
            index: The term index.
            weigh: Question to its analysed terms with their weights.
            terms_of_chunks: Keys to the content words of each chunk, analysed.
            documents: First results that are read.
            terms: Words of theirs that are searched.
            question_share: The share of the weight the question's own words keep, 0 to 1.
        """
        self._index = index
        self._weigh = weigh
        self._terms_of_chunks = terms_of_chunks
        self._documents = documents
        self._terms = terms
        self._question_share = question_share

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits, best first."""
        first = self._index.search_query(query, max(k, self._documents), scope)
        # What stands in quotation marks is searched as it stands, and by nothing else.
        if query.phrases or not first:
            return first[:k]
        found = self._terms_of_chunks([hit.key for hit in first[: self._documents]])
        model = relevance_model(first[: self._documents], found, self._index.idf, self._terms)
        return self._index.search_terms(self._mixed(self._weigh(query.text), model), k, scope)

    def _mixed(self, own: Mapping[str, float], model: Mapping[str, float]) -> dict[str, float]:
        mixed: defaultdict[str, float] = defaultdict(float)
        for weights, share in ((own, self._question_share), (model, 1 - self._question_share)):
            total = sum(weights.values())
            for term, weight in weights.items():
                mixed[term] += share * weight / total
        return {term: weight for term, weight in mixed.items() if weight > 0}


def relevance_model(
    first: Sequence[Hit],
    terms_of: Mapping[int, Sequence[str]],
    idf: Callable[[Sequence[str]], Sequence[float]],
    most: int,
) -> dict[str, float]:
    """Return the `most` words the first results share, with weights above 0.

    Args:
        first: The first results, with their scores.
        terms_of: Their words, by key.
        idf: How rare each word is: common ones tell nothing of the subject.
        most: Words at most.
    """
    total = sum(hit.score for hit in first) or 1.0
    weights: defaultdict[str, float] = defaultdict(float)
    for hit in first:
        counts = Counter(terms_of.get(hit.key, ()))
        length = sum(counts.values())
        for term, count in counts.items():
            weights[term] += hit.score / total * count / length
    ranked = list(weights)
    rare = {term: weights[term] * rarity for term, rarity in zip(ranked, idf(ranked), strict=True)}
    best = sorted(rare.items(), key=lambda item: (-item[1], item[0]))[:most]
    # The rarity chose the words; BM25 weighs it once more, and once is enough.
    return {term: weights[term] for term, weight in best if weight > 0}
