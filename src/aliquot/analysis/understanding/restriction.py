"""A restriction as a rule finds it, and what rules are given to find it by."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from aliquot.types import And, Comparison, Filter, Not, Operator, Or

__all__ = [
    "Known",
    "Question",
    "Request",
    "Restriction",
    "all_of",
    "any_of",
    "equals",
    "restricts",
    "span_of",
]

Known = Callable[[Filter], bool]
"""Tells whether any document of the library passes a filter."""


@dataclass(frozen=True, slots=True)
class Request:
    """The words that say documents are wanted: "Which Phase 3 trials", "の臨床試験".

    Attributes:
        kind: Kind of the documents; empty where the noun says none ("studies", "documents").
        start: Where the words begin, modifiers included.
        noun: Where the noun itself begins.
        end: Where they end, exclusive.
        is_title_like: Whether there is no question word: titles begin like that, too.
        is_looked_into: Whether they are not asked for but looked into: "IC50 in papers since 2020".
    """

    kind: str
    start: int
    noun: int
    end: int
    is_title_like: bool = False
    is_looked_into: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """What every rule is given.

    Attributes:
        text: As it was asked.
        request: The documents asked for, if any are.
        known: Tells what the library holds.
        today: What "the last five years" counts from.
    """

    text: str
    request: Request | None
    known: Known
    today: date

    @property
    def is_of_trials(self) -> bool:
        """Whether trial records are asked for."""
        return self.request is not None and self.request.kind == "trial"

    def is_in_request(self, start: int, end: int) -> bool:
        """Tell whether words are modifiers of the documents asked for."""
        return self.request is not None and self.request.start <= start and end <= self.request.end

    def is_behind_request(self, start: int) -> bool:
        """Tell whether nothing stands between the documents asked for and a place."""
        if self.request is None or start < self.request.end:
            return False
        return not self.text[self.request.end : start].strip(" ,(")


@dataclass(frozen=True, slots=True)
class Restriction:
    """Words that restrict, and what they mean.

    Attributes:
        start: Where the words begin in the question.
        end: Where they end, exclusive.
        where: What they mean.
        is_kept: Whether the words stay in the subject, which would not read without them.
    """

    start: int
    end: int
    where: Filter
    is_kept: bool = False


def span_of(found: re.Match[str], group: str | int = 0) -> tuple[int, int]:
    """Return start and end of a group without the white space around it."""
    text = found[group]
    start = found.start(group) + len(text) - len(text.lstrip())
    return start, start + len(text.strip())


def equals(field: str, value: str | int | float) -> Comparison:
    """Return `field = value`."""
    return Comparison(field, Operator.EQ, value)


def restricts(where: Filter, field: str) -> bool:
    """Tell whether a filter demands something of a field."""
    match where:
        case And(parts) | Or(parts):
            return any(restricts(part, field) for part in parts)
        case Not(part):
            return restricts(part, field)
        case Comparison():
            return where.field == field
    raise TypeError(f"not a filter: {where!r}")


def all_of(*parts: Filter) -> Filter:
    """Return a filter every part of which must hold."""
    return parts[0] if len(parts) == 1 else And(parts)


def any_of(*parts: Filter) -> Filter:
    """Return a filter one part of which must hold."""
    return parts[0] if len(parts) == 1 else Or(parts)
