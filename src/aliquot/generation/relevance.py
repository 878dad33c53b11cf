"""Does the evidence answer the question at all? If in doubt, the answer is a refusal.

Two signs, either of which may be enough: the share of the question's weighted words that the best
evidence holds, and the nearness of the nearest chunk by an embedder that understands the question.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from aliquot.generation.extractive import QuestionTerms, covered_share
from aliquot.protocols import Analyser
from aliquot.types import ScoredChunk

__all__ = ["RelevanceJudge"]

# Chunks whose words count towards coverage: an answer may be spread over a few.
COVERAGE_CHUNKS = 3


class RelevanceJudge:
    """Tell evidence that answers from evidence that is merely nearest."""

    def __init__(
        self,
        analyser: Analyser,
        *,
        min_coverage: float,
        near: Mapping[str, float],
    ) -> None:
        """Take the thresholds.

        Args:
            analyser: The same as the term index's.
            min_coverage: Share of the question's weight that is enough, 0 to 1.
            near: Leg name to the cosine that is enough by itself.
        """
        self._analyser = analyser
        self._min_coverage = min_coverage
        self._near = dict(near)

    def coverage(self, terms: QuestionTerms, evidence: Sequence[ScoredChunk]) -> float:
        """Return the largest share of the question's weight one of the best chunks holds."""
        shares = [
            covered_share(terms, set(self._analyser.terms(one.chunk.searchable_text)))
            for one in evidence[:COVERAGE_CHUNKS]
        ]
        return max(shares, default=0.0)

    def doubt(
        self, terms: QuestionTerms, evidence: Sequence[ScoredChunk], *, is_filtered: bool
    ) -> str:
        """Return why the evidence does not answer, or an empty string."""
        if not evidence:
            return (
                "Nothing in the library passes the filter."
                if is_filtered
                else "The library holds nothing to search; add files with 'aliquot add'."
            )
        if self.coverage(terms, evidence) >= self._min_coverage:
            return ""
        if self._is_near(evidence):
            return ""
        nearest = evidence[0].chunk.metadata.get("title", evidence[0].chunk.document_id)
        return f"The nearest document ({nearest}) does not hold what was asked."

    def _is_near(self, evidence: Sequence[ScoredChunk]) -> bool:
        return any(
            leg in self._near and place.score >= self._near[leg]
            for one in evidence
            for leg, place in one.legs.items()
        )
