"""What a question is about, as weighted terms."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field

__all__ = ["QuestionTerms", "covered_share"]


@dataclass(frozen=True, slots=True)
class QuestionTerms:
    """What a question is about.

    Attributes:
        weights: Inverse document frequency by analysed term.
        others: Other names of what a term names, by the term; each the terms that make it.
    """

    weights: dict[str, float]
    others: Mapping[str, tuple[frozenset[str], ...]] = field(default_factory=dict)

    @property
    def total(self) -> float:
        """Sum of all weights."""
        return sum(self.weights.values())

    def covered(self, found: Set[str]) -> frozenset[str]:
        """Return the terms that stand in `found`, by themselves or by another name."""
        return frozenset(
            term
            for term in self.weights
            if term in found or any(name <= found for name in self.others.get(term, ()))
        )

    def share(self, terms: Set[str]) -> float:
        """Return the share, 0 to 1, of the weight these terms of the question have."""
        return sum(self.weights[term] for term in terms) / self.total if self.total else 0.0


def covered_share(terms: QuestionTerms, found: Set[str]) -> float:
    """Return the share, 0 to 1, of the question's weight that stands in `found`."""
    return terms.share(terms.covered(found))
