"""Failures of a model with what the layers above it have to know of them."""

from __future__ import annotations

from aliquot.errors import ModelError, ModelUnavailableError
from aliquot.types import Usage

__all__ = ["BudgetError", "BusyError", "NoReplyError"]


class BusyError(ModelUnavailableError):
    """A model that did not answer, and what to make of it.

    Attributes:
        retry_after_s: Seconds it asks to be left alone; `None` where it says nothing.
        is_worth_repeating: Whether asking again at once may help; a timeout only repeats itself.
        may_have_run: Whether it may have read the prompt, which is then paid for.
    """

    def __init__(
        self,
        message: str,
        *,
        hint: str = "",
        retry_after_s: float | None = None,
        is_worth_repeating: bool = True,
        may_have_run: bool = False,
    ) -> None:
        super().__init__(message, hint=hint)
        self.retry_after_s = retry_after_s
        self.is_worth_repeating = is_worth_repeating
        self.may_have_run = may_have_run


class NoReplyError(ModelError):
    """A model that answered, and said nothing of use.

    Attributes:
        usage: What that cost.
    """

    def __init__(self, message: str, *, hint: str = "", usage: Usage) -> None:
        super().__init__(message, hint=hint)
        self.usage = usage


class BudgetError(ModelError):
    """A request that might exceed what may be spent; it was not sent."""
