"""What an answer says of how it came about."""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from aliquot.filters import describe
from aliquot.find import Found
from aliquot.generation.refusing import Refusal
from aliquot.generation.strategies.strategy import Choice
from aliquot.generation.writing.written import Written
from aliquot.types import ScoredChunk, Survey, Trace

__all__ = ["Outcome", "Stopwatch", "trace_of"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of it: statements, or why there are none."""

    choice: Choice
    drawn: Written
    refusal: Refusal | None
    survey: Survey | None = None


def trace_of(
    found: Found, evidence: Sequence[ScoredChunk], clock: Stopwatch, outcome: Outcome
) -> Trace:
    """Return what is kept of how an answer came about.

    Args:
        found: What was searched for and found.
        evidence: What the answer was drawn from.
        clock: How long each stage took.
        outcome: What came of it.
    """
    choice, drawn = outcome.choice, outcome.drawn
    return Trace(
        id=f"{time.time_ns():x}-{secrets.token_hex(4)}",
        question=found.asked.question,
        queries=found.queries,
        where=describe(found.where),
        evidence=tuple(
            (one.chunk.id, one.score, {name: leg.rank for name, leg in one.legs.items()})
            for one in evidence
        ),
        strategy=choice.strategy,
        timings_s=dict(clock.stages),
        notes=(*found.notes, choice.note),
        messages=drawn.messages,
        steps=drawn.steps,
    )


class Stopwatch:
    """Seconds per stage.

    Attributes:
        stages: Seconds by the name of each stage that is over.
    """

    def __init__(self) -> None:
        self.stages: dict[str, float] = {}

    @property
    def total(self) -> float:
        """Seconds of all stages."""
        return round(sum(self.stages.values()), 4)

    @contextmanager
    def stage(self, name: str) -> Iterator[None]:
        """Measure what is done meanwhile, whether it ends well or not."""
        started = time.perf_counter()
        try:
            yield
        finally:
            self.stages[name] = round(time.perf_counter() - started, 4)
