"""Statements of different documents that cannot all be true of one thing.

What enters: verified statements, or sentences of the evidence as statements. What leaves: those
that disagree, in twos. Conservative: two statements have to speak of one thing in nearly the same
words before a number, a direction or a denial that differs is called a contradiction; studies that
measured different things differ for good reason.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from aliquot.generation.verify.amounts import Amount, amounts_of
from aliquot.generation.verify.direction import check_direction
from aliquot.generation.verify.negation import check_negation
from aliquot.generation.verify.plain import plain, words_of
from aliquot.types import Contradiction, Statement

__all__ = ["find_contradictions"]

# Share of the content words of two statements that they have in common, and how many at least.
LEAST_SHARED, LEAST_WORDS = 0.6, 3
# Pairs grow with the square of this; an answer has a handful of statements.
MOST_STATEMENTS = 200


@dataclass(frozen=True, slots=True)
class _Said:
    statement: Statement
    text: str
    stems: frozenset[str]
    documents: frozenset[str]


def find_contradictions(statements: Sequence[Statement]) -> tuple[Contradiction, ...]:
    """Return pairs of statements from different documents that disagree, in order.

    Args:
        statements: Each with the citations it is shown with; of more than 200 the first.
    """
    said = [_said(one) for one in statements[:MOST_STATEMENTS]]
    return tuple(
        Contradiction(about, (one.statement, other.statement))
        for one, other in itertools.combinations(said, 2)
        if not one.documents & other.documents
        for about in itertools.islice(_disagreements(one, other), 1)
    )


def _said(statement: Statement) -> _Said:
    text = plain(statement.text)
    measured = [(one.start, one.end) for one in amounts_of(text) if not one.is_weak]
    stems = frozenset(
        word.stem
        for word in words_of(text)
        if word.is_content and not any(start <= word.start < end for start, end in measured)
    )
    documents = frozenset(one.document_id for one in statement.citations)
    return _Said(statement, text, stems, documents)


def _disagreements(one: _Said, other: _Said) -> Iterator[str]:
    """Yield what two statements disagree on, as a person is told."""
    shared = one.stems & other.stems
    if len(shared) < LEAST_WORDS or len(shared) < LEAST_SHARED * len(one.stems | other.stems):
        return
    about = " ".join(word.text for word in words_of(one.text) if word.stem in shared)
    if _other_amount(one.text, other.text):
        yield about
    if check_direction(one.text, other.text) or check_negation(one.text, other.text):
        yield about


def _other_amount(one: str, other: str) -> bool:
    """Tell whether each states one amount with a unit, of one dimension, and they differ."""
    first, second = _measured(one), _measured(other)
    if len(first) != 1 or len(second) != 1:
        return False
    (a,), (b,) = first, second
    return a.dimension == b.dimension and a.size != b.size and not (a.is_about or b.is_about)


def _measured(text: str) -> list[Amount]:
    return [one for one in amounts_of(text) if one.dimension and not one.is_weak]
