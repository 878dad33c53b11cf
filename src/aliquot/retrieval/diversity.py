"""Make room in a ranking: near-duplicates once, and no document that takes every place."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from aliquot.types import ScoredChunk

__all__ = ["diversified", "resemblance", "shingles"]

# Words in a shingle, and the share of shingles from which two texts are one. Source: Broder, "On
# the Resemblance and Containment of Documents", SEQUENCES 1997, takes shingles of 10 words and .5
# for web pages; a chunk is far shorter and may differ by the one number that matters.
SHINGLE_WORDS = 5
MIN_RESEMBLANCE = 0.85
# A word of letters and digits, or one character of a script that sets no spaces.
_TOKEN = re.compile("[^\\W\u3040-\u30ff\u3400-\u9fff_]+|[\u3040-\u30ff\u3400-\u9fff]")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


def diversified(
    ranking: Sequence[ScoredChunk], k: int, *, max_share: float = 1.0, collapse: bool = True
) -> list[ScoredChunk]:
    """Return the best `k` of a ranking, ranks from 1, in their order.

    A chunk that says nearly the same as a better one gives up its place, and that one lists it.
    What a document has beyond its share comes only where nothing else is left.

    Args:
        ranking: Best first, longer than `k` so that there is something to fill up from.
        k: Chunks returned at most.
        max_share: The share of `k` one document may take, above 0 to 1; 1 for no limit, as for a
            question about one document.
        collapse: Whether near-duplicates are collapsed.
    """
    limit = max(1, math.floor(max_share * k))
    kept: list[_Kept] = []
    spare: list[_Kept] = []
    taken: Counter[str] = Counter()
    for scored in ranking:
        one = _Kept(scored, collapse=collapse)
        twin = one.twin_among([*kept, *spare]) if collapse else None
        if twin is not None:
            twin.duplicates.append(scored.chunk.id)
        elif taken[scored.chunk.document_id] < limit:
            if len(kept) < k:
                kept.append(one)
                taken[scored.chunk.document_id] += 1
        elif len(spare) < k:
            spare.append(one)
    chosen = [*kept, *spare[: k - len(kept)]]
    chosen.sort(key=lambda one: one.scored.rank)
    return [one.numbered(rank) for rank, one in enumerate(chosen, start=1)]


def shingles(text: str) -> frozenset[tuple[str, ...]]:
    """Return every run of five words of a text; a shorter text is one shingle."""
    words = _TOKEN.findall(text.casefold())
    count = max(1, len(words) - SHINGLE_WORDS + 1)
    return frozenset(tuple(words[start : start + SHINGLE_WORDS]) for start in range(count))


def resemblance(some: frozenset[tuple[str, ...]], others: frozenset[tuple[str, ...]]) -> float:
    """Return the share of shingles two texts have in common, 0 to 1."""
    shared = len(some & others)
    either = len(some) + len(others) - shared
    return shared / either if either else 1.0


class _Kept:
    """A chunk that may keep its place, with those that gave up theirs for it."""

    def __init__(self, scored: ScoredChunk, *, collapse: bool) -> None:
        self.scored = scored
        self.duplicates = list(scored.duplicates)
        self._shingles = shingles(scored.chunk.text) if collapse else frozenset()
        # Two rows or doses may differ by a number alone, and then say different things.
        self._numbers = Counter(_NUMBER.findall(scored.chunk.text)) if collapse else Counter()

    def twin_among(self, others: Sequence[_Kept]) -> _Kept | None:
        """Return the first of the others that says nearly the same, if any does."""
        return next((one for one in others if self._is_twin_of(one)), None)

    def numbered(self, rank: int) -> ScoredChunk:
        """Return the chunk with its new rank and all that it stands for."""
        return replace(self.scored, rank=rank, duplicates=tuple(self.duplicates))

    def _is_twin_of(self, other: _Kept) -> bool:
        if self._numbers != other._numbers:
            return False
        return resemblance(self._shingles, other._shingles) >= MIN_RESEMBLANCE
