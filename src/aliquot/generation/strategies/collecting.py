"""Every chunk an answer has seen, as one ranking."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from aliquot.types import Chunk, ScoredChunk

__all__ = ["Collection"]


class Collection:
    """Chunks of several rankings, each once.

    Scores of several questions do not compare, ranks do: what stood first in any ranking comes
    first, that of an earlier ranking before that of a later one.
    """

    def __init__(self, evidence: Sequence[ScoredChunk]) -> None:
        """Begin with a ranking.

        Args:
            evidence: Best first.
        """
        self._found: dict[str, tuple[int, int, ScoredChunk]] = {}
        self._added = 0
        self.add(evidence)

    def add(self, ranking: Sequence[ScoredChunk]) -> int:
        """Add a ranking; return how many of its chunks had not been seen."""
        known = len(self._found)
        for place, scored in enumerate(ranking):
            before = self._found.get(scored.chunk.id)
            if before is None or place < before[0]:
                self._found[scored.chunk.id] = (place, self._added, scored)
        self._added += 1
        return len(self._found) - known

    def ranked_as(self, chunk_id: str, section: Sequence[Chunk]) -> list[ScoredChunk]:
        """Return a section's chunks in reading order, with the score of the chunk it was opened by.

        Args:
            chunk_id: Of the chunk that was seen before; 0 is the score where none was.
            section: Chunks in reading order.
        """
        seen = self._found.get(chunk_id)
        score = seen[2].score if seen else 0.0
        return [ScoredChunk(chunk, score, rank) for rank, chunk in enumerate(section, start=1)]

    @property
    def ranking(self) -> list[ScoredChunk]:
        """Everything seen, best first."""
        ordered = sorted(self._found.values(), key=lambda one: (one[0], one[1], one[2].chunk.id))
        return [replace(scored, rank=rank) for rank, (_, _, scored) in enumerate(ordered, start=1)]
