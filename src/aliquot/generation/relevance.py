"""Does the evidence answer the question at all? If in doubt, the answer is a refusal.

The signs: the share of the question's weighted words that one of the best chunks holds, and the
nearness of the nearest chunk in each dense leg. A logistic model per set of legs joins them; it was
fitted on questions whose answer is in a library and questions about something else, both classes
weighing the same. Source: benchmarks/refusal.py, 2026-11, figures in benchmarks/results.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aliquot.generation.extractive import QuestionTerms, covered_share
from aliquot.protocols import Analyser
from aliquot.types import ScoredChunk

__all__ = ["MODELS", "RelevanceJudge", "RelevanceModel"]

# Chunks whose words count towards coverage: an answer may stand in any of the first few.
COVERAGE_CHUNKS = 3


@dataclass(frozen=True, slots=True)
class RelevanceModel:
    """A logistic model of "this evidence answers the question".

    Attributes:
        coverage: Weight of the covered share of the question.
        cosines: Weight of the best cosine of each leg, by the leg's name.
        bias: What is added.
    """

    coverage: float
    cosines: Mapping[str, float]
    bias: float

    def probability(self, coverage: float, cosines: Mapping[str, float]) -> float:
        """Return the probability, 0 to 1, that the evidence answers."""
        score = self.bias + self.coverage * coverage
        score += sum(weight * cosines[leg] for leg, weight in self.cosines.items())
        return 1 / (1 + math.exp(-score))


BGE = "dense:bge-small-en-v1.5"
E5 = "dense:multilingual-e5-small"
# The first model whose legs all searched is used; the last needs none.
MODELS = (
    RelevanceModel(7.4, {BGE: 11.7, E5: 25.1}, -33.2),
    RelevanceModel(7.5, {BGE: 17.2}, -15.5),
    RelevanceModel(7.6, {E5: 44.0}, -38.9),
    RelevanceModel(9.6, {}, -4.4),
)


class RelevanceJudge:
    """Tell evidence that answers from evidence that is merely nearest."""

    def __init__(
        self,
        analyser: Analyser,
        *,
        min_probability: float,
        models: Sequence[RelevanceModel] = MODELS,
    ) -> None:
        """Take the threshold.

        Args:
            analyser: The same as the term index's.
            min_probability: Of answering, 0 to 1, below which the answer is a refusal.
            models: Tried in order; the last must need no leg.
        """
        self._analyser = analyser
        self._min_probability = min_probability
        self._models = tuple(models)

    def signs(
        self, terms: QuestionTerms, evidence: Sequence[ScoredChunk]
    ) -> tuple[float, dict[str, float]]:
        """Return the covered share of the question, and the best score by leg.

        A dense leg's score is a cosine.
        """
        shares = [
            covered_share(terms, set(self._analyser.terms(one.chunk.searchable_text)))
            for one in evidence[:COVERAGE_CHUNKS]
        ]
        cosines: dict[str, float] = {}
        for one in evidence:
            for leg, place in one.legs.items():
                cosines[leg] = max(place.score, cosines.get(leg, -1.0))
        return max(shares, default=0.0), cosines

    def doubt(
        self, terms: QuestionTerms, evidence: Sequence[ScoredChunk], *, is_filtered: bool
    ) -> str:
        """Return why the evidence does not answer, or an empty string."""
        if not evidence:
            return (
                "Nothing that passes the filter matches the question."
                if is_filtered
                else "Nothing in the library matches the question. 'aliquot status' shows what it "
                "holds; 'aliquot add' brings in more."
            )
        coverage, cosines = self.signs(terms, evidence)
        model = next(one for one in self._models if one.cosines.keys() <= cosines.keys())
        if model.probability(coverage, cosines) >= self._min_probability:
            return ""
        nearest = evidence[0].chunk.metadata.get("title", evidence[0].chunk.document_id)
        return f"The nearest document ({nearest}) does not hold what was asked."
