"""What suits a model: how much it is shown, and how much it may say."""

from __future__ import annotations

from dataclasses import dataclass

from aliquot.protocols import ChatModel

__all__ = ["Limits", "is_small", "limits_for"]


@dataclass(frozen=True, slots=True)
class Limits:
    """What a model is given and asked for.

    Attributes:
        budget_tokens: The most the excerpts may take, by the model's own count.
        statements: Sentences of an answer, at most.
    """

    budget_tokens: int
    statements: int


# A model on this machine that reads no more is a small one: larger ones are given more memory.
SMALL_CONTEXT_TOKENS = 16_384
USUAL = Limits(8_000, 8)
# Two cores read 40 tokens a second of 1.5 billion weights: 8,000 would take minutes, and more of
# them answered no question better. Source: docs/how-to/run-a-model-here.md, 2026-11.
SMALL = Limits(1_500, 3)


def is_small(model: ChatModel) -> bool:
    """Tell whether a model runs here and can be expected to copy and label badly."""
    has_short_context = 0 < model.context_tokens <= SMALL_CONTEXT_TOKENS
    return model.is_local and model.has_schemas and has_short_context


def limits_for(
    model: ChatModel, budget_tokens: int | None = None, statements: int | None = None
) -> Limits:
    """Return the limits of a model; what is stated stands."""
    suited = SMALL if is_small(model) else USUAL
    return Limits(
        suited.budget_tokens if budget_tokens is None else budget_tokens,
        suited.statements if statements is None else statements,
    )
