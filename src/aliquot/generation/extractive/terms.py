"""What a question is about, as weighted terms."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property

__all__ = ["QuestionTerms", "covered_share"]


@dataclass(frozen=True)
class QuestionTerms:
    """What a question is about.

    Attributes:
        weights: Inverse document frequency by analysed term.
        others: Other names of what a term names, by the term; each the terms that make it.
    """

    weights: dict[str, float]
    others: Mapping[str, tuple[frozenset[str], ...]] = field(default_factory=dict)

    @cached_property
    def total(self) -> float:
        """Sum of all weights."""
        return sum(self.weights.values())

    def covered(self, found: Set[str]) -> frozenset[str]:
        """Return the terms that stand in `found`, by themselves or by another name."""
        held = self.weights.keys() & found
        for term, names in self.others.items():
            if term in self.weights and any(name <= found for name in names):
                held.add(term)
        return frozenset(held)

    def share(self, terms: Set[str]) -> float:
        """Return the share, 0 to 1, of the weight these terms of the question have."""
        # In the order of the question: a sum of floats differs by order in its last digits.
        held = sum(weight for term, weight in self.weights.items() if term in terms)
        return held / self.total if self.total else 0.0


def covered_share(terms: QuestionTerms, found: Set[str]) -> float:
    """Return the share, 0 to 1, of the question's weight that stands in `found`."""
    return terms.share(terms.covered(found))
