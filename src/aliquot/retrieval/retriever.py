"""Run the legs side by side, fuse their rankings, and bring the chunks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

from aliquot.protocols import Hit, Leg, Scope
from aliquot.retrieval.fusion import reciprocal_rank_fusion
from aliquot.types import Chunk, DocumentKind, LegScore, Query, ScoredChunk, SectionClass

__all__ = ["Retriever"]

# What a fused score is multiplied by, by the part a chunk plays. An abstract says what a paper
# found; an entry of a bibliography only tells of one. Source: the 45 English development questions,
# evidence@5 of .78 without, .84 with references at 0.5, .91 with abstracts at 1.2 to 1.4 beside
# (2026-11). A paper's own reference list comes after everything else, see `Chunk.is_reference`.
PRIORS = {SectionClass.ABSTRACT: 1.25, SectionClass.REFERENCES: 0.5}
# A table lists things one a row; elsewhere they are mentioned. Enough to lift an antibody's row
# over a protocol that uses it, where two legs disagree which is first: 1/62 against 1/61.
TABLE_LOOKUP_PRIOR = 1.1
# Legs that find what is called by name, and nothing that is only like it.
EXACT_LEGS = ("names", "record")
# Chunks brought per chunk wanted, so that those the priors lift are among them.
CANDIDATES = 3


class Retriever:
    """Several legs over one catalog."""

    def __init__(
        self,
        legs: Sequence[Leg],
        fetch: Callable[[Sequence[int]], Mapping[int, Chunk]],
        *,
        depth: int = 100,
        rrf_k: int = 60,
        weights: Mapping[str, float] | None = None,
        is_lookup: Callable[[str], bool] = lambda question: False,
    ) -> None:
        """Take the legs and where chunks come from.

        Args:
            legs: At least one.
            fetch: Chunk keys to chunks; keys that are gone are left out.
            depth: Hits asked of each leg.
            rrf_k: The constant of reciprocal rank fusion.
            weights: Weight of each leg by name.
            is_lookup: Tells questions that are nothing but names. A vector of a bare identifier
                means little, so these are answered by words alone where words find anything.
        """
        self._legs = list(legs)
        self._fetch = fetch
        self._depth = depth
        self._rrf_k = rrf_k
        self._weights = dict(weights or {})
        self._is_lookup = is_lookup
        self._threads = ThreadPoolExecutor(max(1, len(self._legs)), thread_name_prefix="leg")

    def close(self) -> None:
        """End the threads."""
        self._threads.shutdown()

    def legs_for(self, language: str) -> list[Leg]:
        """Return the legs that serve questions in `language`."""
        return [leg for leg in self._legs if leg.languages is None or language in leg.languages]

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
        if scope is not None and not len(scope.keys):
            return []
        is_lookup = self._is_lookup(query.text)
        found = self._hits(query, max(self._depth, k), scope, is_lookup=is_lookup)
        rankings = {name: [hit.key for hit in hits] for name, hits in found.items()}
        fused = reciprocal_rank_fusion(rankings, k=self._rrf_k, weights=self._weights)
        named = frozenset(hit.key for leg in EXACT_LEGS for hit in found.get(leg, ()))
        taste = _Taste(with_references, is_lookup, named)
        return self._bring(fused, found, k, taste)

    def _hits(
        self, query: Query, depth: int, scope: Scope | None, *, is_lookup: bool
    ) -> dict[str, list[Hit]]:
        legs = self.legs_for(query.language)
        if is_lookup:
            found = self._run([leg for leg in legs if leg.matches_words], query, depth, scope)
            if any(found.values()):
                return found
        return self._run(legs, query, depth, scope)

    def _run(
        self, legs: Sequence[Leg], query: Query, depth: int, scope: Scope | None
    ) -> dict[str, list[Hit]]:
        futures = [self._threads.submit(leg.search, query, depth, scope) for leg in legs]
        return {leg.name: future.result() for leg, future in zip(legs, futures, strict=True)}

    def _bring(
        self,
        fused: Sequence[tuple[int, float]],
        found: Mapping[str, Sequence[Hit]],
        k: int,
        taste: _Taste,
    ) -> list[ScoredChunk]:
        places = {
            name: {hit.key: LegScore(rank, hit.score) for rank, hit in enumerate(hits, start=1)}
            for name, hits in found.items()
        }
        chunks = self._candidates(fused, k, taste)
        weighed = [(score * taste.prior(chunks[key]), key) for key, score in fused if key in chunks]
        weighed.sort(key=lambda one: (taste.is_last(one[1], chunks[one[1]]), -one[0], one[1]))
        return [
            ScoredChunk(
                chunks[key],
                score,
                rank,
                {name: seen[key] for name, seen in places.items() if key in seen},
            )
            for rank, (score, key) in enumerate(weighed[:k], start=1)
        ]

    def _candidates(
        self, fused: Sequence[tuple[int, float]], k: int, taste: _Taste
    ) -> dict[int, Chunk]:
        """Bring the best chunks; more of them while too many are such as come last."""
        chunks: dict[int, Chunk] = {}
        for start in range(0, len(fused), CANDIDATES * k):
            chunks |= self._fetch([key for key, _ in fused[start : start + CANDIDATES * k]])
            if sum(not taste.is_last(key, chunk) for key, chunk in chunks.items()) >= k:
                break
        return chunks


@dataclass(frozen=True, slots=True)
class _Taste:
    """What a question prefers, beyond the words and meaning the legs compare."""

    with_references: bool
    is_lookup: bool
    named: frozenset[int]

    def prior(self, chunk: Chunk) -> float:
        """Return what a chunk's fused score is multiplied by."""
        is_wanted = self.with_references and chunk.section_class is SectionClass.REFERENCES
        prior = 1.0 if is_wanted else PRIORS.get(chunk.section_class, 1.0)
        is_row = self.is_lookup and chunk.metadata.get("kind") == DocumentKind.TABLE
        return prior * TABLE_LOOKUP_PRIOR if is_row else prior

    def is_last(self, key: int, chunk: Chunk) -> bool:
        """Tell whether a chunk comes after all others, whatever its score.

        What is looked up comes first where it stands, even in a list of references; a chunk that
        holds only parts of its name comes after.
        """
        if self.is_lookup and self.named:
            return key not in self.named
        return not (self.with_references or self.is_lookup) and chunk.is_reference
