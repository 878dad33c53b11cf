"""What a config says of a model beside its name and address."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ModelOptions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ModelOptions:
    """How a model is asked.

    Attributes:
        timeout_s: Seconds a reply may take, and the first word of a stream.
        temperature: 0 to 2; `None` leaves it to the model.
        context_tokens: The most it reads and writes together; 0 where unknown.
        max_output_tokens: The most it may write at a time.
        input_price: US dollars for a million tokens read; `None` where not stated.
        output_price: US dollars for a million tokens written; `None` where not stated.
    """

    timeout_s: float = 120.0
    temperature: float | None = 0.0
    context_tokens: int = 0
    max_output_tokens: int = 8192
    input_price: float | None = None
    output_price: float | None = None
