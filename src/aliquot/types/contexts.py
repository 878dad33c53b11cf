"""What writing contexts would take, and what it did."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["ContextEstimate", "ContextReport"]


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextEstimate:
    """What a run would ask a model, before it is asked.

    Attributes:
        model: The model's id.
        documents: Documents with a chunk to be asked about.
        chunks: Chunks to be asked about, each in one request.
        known: Chunks whose context was written before.
        input_tokens: Estimated tokens the model would read.
        output_tokens: Estimated tokens it would write.
        cost: In the currency of the configured prices; `None` where a price is unknown.
    """

    model: str
    documents: int
    chunks: int
    known: int
    input_tokens: int
    output_tokens: int
    cost: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ContextReport:
    """What a run did.

    Attributes:
        written: Contexts the model wrote.
        silent: Chunks it wrote nothing of use about; they stay plain.
        placed: Chunks that are searched otherwise than before.
        embedded: Texts embedded, summed over embedders; cached ones do not count.
        stopped: Why the run ended before its end, with what to do; empty where it did not.
        seconds: Wall time.
    """

    written: int = 0
    silent: int = 0
    placed: int = 0
    embedded: int = 0
    stopped: str = ""
    seconds: float = 0.0
