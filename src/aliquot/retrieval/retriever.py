"""Run the legs side by side, fuse their rankings, and bring the chunks."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor

from aliquot.protocols import Hit, Leg, Scope
from aliquot.retrieval.fusion import RRF_K, fusion_named
from aliquot.retrieval.taste import LAST, Taste, Traits
from aliquot.types import Chunk, LegScore, Query, ScoredChunk

__all__ = ["Retriever"]

# Legs that find what is called by name, and nothing that is only like it.
RECORDS = "record"
EXACT_LEGS = ("names", RECORDS)
# Legs asked for the literal question alone. They outweigh all others, and what a model adds to a
# question (a guessed DOI) must not displace what was asked for.
LITERAL_LEGS = (RECORDS,)
# Chunks considered per chunk wanted, so that those the priors lift are among them.
CANDIDATES = 3
# The share of places the literal question keeps, however many others are searched beside it.
LITERAL_SHARE = 0.25

Found = Mapping[str, Sequence[Hit]]


class Retriever:
    """Several legs over one catalog."""

    def __init__(
        self,
        legs: Sequence[Leg],
        fetch: Callable[[Sequence[int]], Mapping[int, Chunk]],
        *,
        depth: int = 100,
        rrf_k: int = RRF_K,
        fusion: str = "rrf",
        weights: Mapping[str, float] | None = None,
        is_lookup: Callable[[str], bool] = lambda question: False,
        traits_of: Callable[[Sequence[int]], Mapping[int, Traits]] | None = None,
    ) -> None:
        """Take the legs and where chunks come from.

        Args:
            legs: At least one.
            fetch: Chunk keys to chunks; keys that are gone are left out.
            depth: Hits asked of each leg.
            rrf_k: The constant of reciprocal rank fusion.
            fusion: How rankings are fused, a name in `FUSIONS`.
            weights: Weight of each leg by name.
            is_lookup: Tells questions that are nothing but names. A vector of a bare identifier
                means little, so these are answered by words alone where words find anything.
            traits_of: Chunk keys to what decides their places, where that is read in less time
                than the chunks; only those returned are fetched then.
        """
        self._legs = list(legs)
        self._fetch = fetch
        self._depth = depth
        self._fuse = fusion_named(fusion, rrf_k=rrf_k)
        self._weights = dict(weights or {})
        self._is_lookup = is_lookup
        self._traits_of = traits_of
        self._threads = ThreadPoolExecutor(max(1, len(self._legs)), thread_name_prefix="leg")

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown()

    def legs_for(self, language: str) -> list[Leg]:
        """Return the legs that serve questions in `language`."""
        return [leg for leg in self._legs if leg.languages is None or language in leg.languages]

    @property
    def leg_names(self) -> list[str]:
        """The legs by name, in their order."""
        return [leg.name for leg in self._legs]

    def search_leg(
        self, name: str, query: Query, k: int, scope: Scope | None = None
    ) -> list[ScoredChunk]:
        """Return the best `k` chunks of one leg in its own order: nothing fused, nothing preferred.

        Args:
            name: Of the leg; one that does not serve the query's language finds nothing.
            query: What is searched.
            k: Chunks returned at most.
            scope: Chunks that may be returned; all unless given.
        """
        if k < 1 or (scope is not None and not len(scope.keys)):
            return []
        found = {
            leg.name: leg.search(query, k, scope)[:k]
            for leg in self.legs_for(query.language)
            if leg.name == name
        }
        ranked = [(hit.key, hit.score) for hits in found.values() for hit in hits]
        return _brought(ranked, found, _Shelf(self._fetch, self._traits_of))

    def search(
        self, query: Query, k: int, scope: Scope | None = None, *, with_references: bool = False
    ) -> list[ScoredChunk]:
        """Return the best `k` chunks, ranks from 1.

        Args:
            query: What is searched.
            k: Chunks returned at most.
            scope: Chunks that may be returned; all unless given.
            with_references: Whether reference lists of papers are ranked like any other text;
                otherwise they come last, and are found where nothing else is.
        """
        return self.search_many([query], k, scope, with_references=with_references)

    def search_many(
        self,
        queries: Sequence[Query],
        k: int,
        scope: Scope | None = None,
        *,
        with_references: bool = False,
    ) -> list[ScoredChunk]:
        """Return the best `k` chunks for several queries, fused by each query's weight.

        A quarter of the places, at least one, is kept for what the first query alone finds best.
        A first query that is nothing but names, and finds them, is answered by itself.

        Args:
            queries: The literal question first, then what else is searched for it.
            k: Chunks returned at most.
            scope: Chunks that may be returned; all unless given.
            with_references: See `search`.
        """
        if not queries or k < 1 or (scope is not None and not len(scope.keys)):
            return []
        literal, *others = _distinct(queries)
        is_lookup = self._is_lookup(literal.text)
        depth = max(self._depth, k)
        found = self._literal_hits(literal, depth, scope, is_lookup=is_lookup)
        named = frozenset(hit.key for leg in EXACT_LEGS for hit in found.get(leg, ()))
        records = frozenset(hit.key for hit in found.get(RECORDS, ()))
        taste = Taste(with_references, is_lookup, named, records)
        looked_up = literal.text if is_lookup else ""
        shelf = _Shelf(self._fetch, self._traits_of, looked_up)
        weights = self._weighed(found, literal.weight)
        limit = depth if scope is None else min(depth, len(scope.keys))
        ranked = _ranked(self._fuse(found, weights, self._unfound(found, limit)), k, taste, shelf)
        if others and not (is_lookup and ranked):
            kept = {key for key, _ in ranked[: math.ceil(LITERAL_SHARE * k)]}
            for number, hits in enumerate(self._run(self._asked(others), depth, scope), start=2):
                query = others[number - 2]
                weights |= self._weighed(hits, query.weight, number)
                found |= {_name(leg, number): one for leg, one in hits.items()}
            fused = self._fuse(found, weights, self._unfound(found, limit))
            ranked = _ranked(fused, k, taste, shelf, kept)
            ranked = _with_places_kept(ranked, kept, k)
        return _brought(ranked[:k], found, shelf)

    def _literal_hits(
        self, query: Query, depth: int, scope: Scope | None, *, is_lookup: bool
    ) -> dict[str, Sequence[Hit]]:
        legs = self.legs_for(query.language)
        if is_lookup:
            by_words = [leg for leg in legs if leg.matches_words]
            (found,) = self._run([(query, by_words)], depth, scope)
            if any(found.values()):
                return found
        (found,) = self._run([(query, legs)], depth, scope)
        return found

    def _asked(self, others: Sequence[Query]) -> list[tuple[Query, list[Leg]]]:
        """Return each query with the legs it is for."""
        return [
            (
                query,
                [
                    leg
                    for leg in self.legs_for(query.language)
                    if leg.name not in LITERAL_LEGS and not (query.is_passage and leg.matches_words)
                ],
            )
            for query in others
        ]

    def _run(
        self, asked: Sequence[tuple[Query, Sequence[Leg]]], depth: int, scope: Scope | None
    ) -> list[dict[str, Sequence[Hit]]]:
        """Search every query with its legs, models side by side.

        The first model and all that compare words are this thread's, the others' go to threads of
        their own: handing a search over costs as much as a small one takes. Source:
        benchmarks/query_speed.py, 2 of 7 ms of CPU at 20,000 chunks.
        """
        tasks = [(number, leg, query) for number, (query, legs) in enumerate(asked) for leg in legs]
        models = [task for task in tasks if not task[1].matches_words]
        running = [
            (number, leg.name, self._threads.submit(leg.search, query, depth, scope))
            for number, leg, query in models[1:]
        ]
        found: list[dict[str, Sequence[Hit]]] = [{} for _ in asked]
        for number, leg, query in (task for task in tasks if task not in models[1:]):
            found[number][leg.name] = leg.search(query, depth, scope)
        for number, name, future in running:
            found[number][name] = future.result()
        return found

    def _unfound(self, found: Found, limit: int) -> dict[str, int]:
        """Return how many chunks score 0 in each ranking by words that found fewer than `limit`."""
        by_words = {leg.name for leg in self._legs if leg.matches_words}
        return {
            name: limit - len(hits)
            for name, hits in found.items()
            if name.partition(" (")[0] in by_words and len(hits) < limit
        }

    def _weighed(self, found: Found, weight: float, number: int = 1) -> dict[str, float]:
        return {_name(leg, number): self._weights.get(leg, 1.0) * weight for leg in found}


class _Shelf:
    """Chunks brought for one search, each once, and what decides their places."""

    def __init__(
        self,
        fetch: Callable[[Sequence[int]], Mapping[int, Chunk]],
        traits_of: Callable[[Sequence[int]], Mapping[int, Traits]] | None,
        looked_up: str = "",
    ) -> None:
        self._fetch = fetch
        # How a name is spelled is known by the chunk itself.
        self._traits_of = None if looked_up else traits_of
        self._looked_up = looked_up
        self._chunks: dict[int, Chunk] = {}
        self._traits: dict[int, Traits] = {}

    def traits(self, keys: Sequence[int]) -> dict[int, Traits]:
        """Return the traits of chunks; those that are gone are left out."""
        missing = [key for key in keys if key not in self._traits]
        if missing and self._traits_of is not None:
            self._traits |= self._traits_of(missing)
        elif missing:
            brought = self.bring(missing)
            self._traits |= {key: Traits.of(one, self._looked_up) for key, one in brought.items()}
        return {key: self._traits[key] for key in keys if key in self._traits}

    def bring(self, keys: Sequence[int]) -> dict[int, Chunk]:
        """Return chunks; those that are gone are left out."""
        missing = [key for key in keys if key not in self._chunks]
        if missing:
            self._chunks |= self._fetch(missing)
        return {key: self._chunks[key] for key in keys if key in self._chunks}


def _distinct(queries: Sequence[Query]) -> list[Query]:
    """Return the queries without those that ask the same as one before."""
    first: dict[tuple[str, bool], Query] = {}
    for query in queries:
        first.setdefault((" ".join(query.text.casefold().split()), query.is_passage), query)
    return list(first.values())


def _name(leg: str, number: int) -> str:
    """Return what a leg's ranking is called: by the query's number from the second on."""
    return leg if number == 1 else f"{leg} ({number})"


def _ranked(
    fused: Sequence[tuple[int, float]],
    k: int,
    taste: Taste,
    shelf: _Shelf,
    kept: Collection[int] = (),
) -> list[tuple[int, float]]:
    """Return (key, score) by what the question prefers: the best `k`, and the candidates behind.

    More are considered while too many are such as come last; those to be kept are in any case.
    """
    traits = shelf.traits(list(kept))
    for start in range(0, len(fused), CANDIDATES * k):
        traits |= shelf.traits([key for key, _ in fused[start : start + CANDIDATES * k]])
        places = [taste.place(key, one) for key, one in traits.items()]
        is_first_found = 0 in places or not taste.is_lookup
        if is_first_found and sum(place != LAST for place in places) >= k:
            break
    weighed = [(key, score * taste.prior(traits[key])) for key, score in fused if key in traits]
    weighed.sort(key=lambda one: (taste.place(one[0], traits[one[0]]), -one[1], one[0]))
    return weighed


def _with_places_kept(
    ranked: Sequence[tuple[int, float]], kept: set[int], k: int
) -> list[tuple[int, float]]:
    """Return the best `k`, with every kept key among them, in their order."""
    free = k - len(kept)
    chosen = set(kept)
    for key, _ in ranked:
        if free <= 0:
            break
        if key not in kept:
            chosen.add(key)
            free -= 1
    return [one for one in ranked if one[0] in chosen]


def _brought(ranked: Sequence[tuple[int, float]], found: Found, shelf: _Shelf) -> list[ScoredChunk]:
    chunks = shelf.bring([key for key, _ in ranked])
    places = {
        name: {
            hit.key: LegScore(rank, hit.score)
            for rank, hit in enumerate(hits, start=1)
            if hit.key in chunks
        }
        for name, hits in found.items()
    }
    here = [(key, score) for key, score in ranked if key in chunks]
    return [
        ScoredChunk(
            chunks[key],
            score,
            rank,
            {name: seen[key] for name, seen in places.items() if key in seen},
        )
        for rank, (key, score) in enumerate(here, start=1)
    ]
