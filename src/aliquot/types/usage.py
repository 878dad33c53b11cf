"""What an answer, a survey or a check cost."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Usage"]


@dataclass(frozen=True, slots=True)
class Usage:
    """What an answer cost; unknown prices stay `None`, never 0.

    Attributes:
        input_tokens: Tokens a language model read.
        output_tokens: Tokens it wrote.
        cost_usd: Price; `None` where a part of it is unknown. No model costs 0.
        seconds: Wall clock.
        requests: Requests made to language models.
        models: Which, in order of use.
    """

    input_tokens: int = 0
    output_tokens: int = 0
    cost_usd: float | None = None
    seconds: float = 0.0
    requests: int = 0
    models: tuple[str, ...] = ()

    def __add__(self, other: Usage) -> Usage:
        """Return both together: a cost that is unknown on a side that asked a model stays so."""
        asked = [one for one in (self, other) if one.requests]
        costs = [one.cost_usd for one in asked]
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            sum(cost for cost in costs if cost is not None)
            if asked and None not in costs
            else None,
            self.seconds + other.seconds,
            self.requests + other.requests,
            tuple(dict.fromkeys((*self.models, *other.models))),
        )
