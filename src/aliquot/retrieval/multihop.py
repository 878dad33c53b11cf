"""Search in several hops: follow what the evidence names and the question does not.

Enters: a way to search, and what reads names in texts; optionally a model that says what to ask
next. Leaves: a ranking, and a trail of every hop: what was searched, why, and what it found.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from aliquot.retrieval.leads import Leads
from aliquot.retrieval.rewriting import DecomposingRewriter
from aliquot.retrieval.rewriting.following import FollowUpWriter
from aliquot.types import Query, ScoredChunk

__all__ = ["Hop", "HopBudget", "MultiHop", "Trail"]

# Chunks of a hop whose names are followed; further down they are of something else.
EVIDENCE = 5
# The share of places the question's own ranking keeps; hops may be wrong.
FIRST_SHARE = 0.5

Search = Callable[[Query, int], Sequence[ScoredChunk]]


@dataclass(frozen=True, slots=True, kw_only=True)
class HopBudget:
    """How far a search may go.

    Attributes:
        hops: Hops after the question itself.
        queries: Searches after the question itself, over all hops.
        leads: Names followed in one hop.
    """

    hops: int = 2
    queries: int = 6
    leads: int = 3


@dataclass(frozen=True, slots=True)
class Hop:
    """One search of a trail.

    Attributes:
        number: 0 for the question itself.
        query: What was searched.
        why: For a person: `CHIR-99021, named in protocol-7#step-2`.
        found: Ids of chunks no search had found before, best first.
    """

    number: int
    query: Query
    why: str
    found: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Trail:
    """What a search in several hops found, and how.

    Attributes:
        ranking: The best chunks; the score is the reciprocal of the rank.
        hops: Every search made, in order, those that found nothing included.
        stopped: Why it went no further.
        warnings: What did not work.
    """

    ranking: tuple[ScoredChunk, ...]
    hops: tuple[Hop, ...]
    stopped: str
    warnings: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Step:
    """A search to make; only chunks that hold `name` count as found, where there is one."""

    query: Query
    why: str
    name: str = ""
    said_in: str = ""


@dataclass(frozen=True, slots=True)
class _Find:
    """What one search found, and the id of the chunk that led to it."""

    said_in: str
    chunks: Sequence[ScoredChunk]


class MultiHop:
    """Searches, reads what it found, and searches for what that names."""

    def __init__(
        self,
        search: Search,
        leads: Leads,
        *,
        budget: HopBudget | None = None,
        decompose: DecomposingRewriter | None = None,
        follow_up: FollowUpWriter | None = None,
    ) -> None:
        """Take what it works with.

        Args:
            search: Query and k to a ranking.
            leads: Reads names in evidence.
            budget: How far to go.
            decompose: Cuts the question into its parts before the first hop, by a model.
            follow_up: Says what to ask next at every hop, by a model.
        """
        self._search = search
        self._leads = leads
        self._budget = budget or HopBudget()
        self._decompose = decompose
        self._follow_up = follow_up

    def search(self, query: Query, k: int) -> Trail:
        """Return the best `k` chunks over all hops, and the trail.

        Half the places, at least one, stay with what the question itself finds best.

        Raises:
            AliquotError: A search failed; a model that fails is only warned of.
        """
        journey = _Journey(self._search, query, k)
        front: Sequence[ScoredChunk] = journey.take(_Step(query, "the question"), 0, self._leads)
        stopped = "the hops allowed are made"
        for number in range(1, self._budget.hops + 1):
            left = self._budget.queries - (len(journey.hops) - 1)
            steps = [one for one in self._steps(number, front, journey) if journey.is_new(one)]
            if not steps or left < 1:
                stopped = "nothing new is named" if not steps else "the searches allowed are made"
                break
            found = [journey.take(step, number, self._leads) for step in steps[:left]]
            front = [one for ranking in _in_turns(found) for one in ranking]
            if not front:
                stopped = "nothing new was found"
                break
        ranking = _merged(journey.finds, k)
        return Trail(ranking, tuple(journey.hops), stopped, tuple(journey.warnings))

    def _steps(
        self, number: int, front: Sequence[ScoredChunk], journey: _Journey
    ) -> Iterator[_Step]:
        """Yield what to search in a hop: what a model asks first, then the best names."""
        question = journey.query
        if self._decompose is not None and number == 1:
            parts = self._decompose.rewriting(question.text, question.language)
            journey.warnings += parts.warnings
            yield from (_Step(one, "a part of the question") for one in parts.queries[1:])
        if self._follow_up is not None:
            asked = self._follow_up.next_queries(question.text, question.language, front)
            journey.warnings += asked.warnings
            yield from (_Step(one, "asked after reading") for one in asked.queries)
        leads = self._leads.of(question.text, front[:EVIDENCE], journey.followed)
        for lead in leads[: self._budget.leads]:
            text = f"{lead.name} {question.text}"
            why = f"{lead.name}, named in {lead.said_in}"
            yield _Step(replace(question, text=text), why, lead.name, lead.said_in)


class _Journey:
    """What was searched and found so far."""

    def __init__(self, search: Search, query: Query, k: int) -> None:
        self.query = query
        self.hops: list[Hop] = []
        self.finds: list[_Find] = []
        self.followed: set[str] = set()
        self.warnings: list[str] = []
        self._search = search
        self._k = k
        self._texts: set[str] = set()
        self._seen: set[str] = set()

    def is_new(self, step: _Step) -> bool:
        """Tell whether this was not searched yet."""
        return step.query.text.casefold() not in self._texts

    def take(self, step: _Step, number: int, leads: Leads) -> list[ScoredChunk]:
        """Search, and return what is new; best first, with its rank in this search."""
        self._texts.add(step.query.text.casefold())
        if step.name:
            self.followed.add(step.name)
        found = [
            one
            for one in self._search(step.query, self._k)
            if one.chunk.id not in self._seen
            and (not step.name or step.name in leads.names(one.chunk.searchable_text))
        ]
        self._seen.update(one.chunk.id for one in found)
        ids = tuple(one.chunk.id for one in found)
        self.hops.append(Hop(number, step.query, step.why, ids))
        self.finds.append(_Find(step.said_in, found))
        return found


def _in_turns(rankings: Sequence[Sequence[ScoredChunk]]) -> Iterator[list[ScoredChunk]]:
    """Yield the first of every ranking, then the second of every one, and so on."""
    for place in range(max(map(len, rankings), default=0)):
        yield [ranking[place] for ranking in rankings if place < len(ranking)]


def _merged(finds: Sequence[_Find], k: int) -> tuple[ScoredChunk, ...]:
    """Return the question's best, then the best of each hop, then what is left.

    What a chunk led to comes right after it, so that one chain stands whole before the next.
    """
    first, *later = finds
    kept = math.ceil(FIRST_SHARE * k)
    rest = [one for row in _in_turns([find.chunks[1:] for find in later]) for one in row]
    heads = [find.chunks[0] for find in _by_chain(first, later) if find.chunks]
    ordered = [*first.chunks[:kept], *heads, *first.chunks[kept:], *rest][:k]
    return tuple(
        replace(one, rank=rank, score=1 / rank) for rank, one in enumerate(ordered, start=1)
    )


def _by_chain(first: _Find, later: Sequence[_Find]) -> list[_Find]:
    """Return the finds depth first: each before what its chunks led to."""
    beginnings = {"", *(one.chunk.id for one in first.chunks)}
    waiting = [find for find in reversed(later) if find.said_in in beginnings]
    ordered: list[_Find] = []
    while waiting:
        find = waiting.pop()
        ordered.append(find)
        ids = {one.chunk.id for one in find.chunks}
        waiting += [other for other in reversed(later) if other.said_in in ids]
    return ordered
