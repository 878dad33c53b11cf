"""Errors of the library beneath to ours, by one table; none holds a key or a prompt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pydantic_ai.exceptions import (
    AgentRunError,
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelContextWindowExceededError,
    ModelHTTPError,
    ModelNotFoundError,
    ModelQuotaExceededError,
    ModelRateLimitError,
    ModelRequestTimeout,
    ModelServerError,
    ModelTimeoutError,
    UserError,
)
from pydantic_ai.exceptions import ModelUnavailableError as VendorUnavailableError

from aliquot.errors import AliquotError, ConfigError, ModelError
from aliquot.models.language.failures import BusyError
from aliquot.models.language.keys import scrubbed

__all__ = ["Place", "translated", "unreadable"]

_SHOWN_CHARACTERS = 300
# 408 timeout, 409 lock held elsewhere, 425 too early: worth another try like a 429.
_BUSY = frozenset({408, 409, 425})
# Source: developers.openai.com/api/docs/guides/error-codes; platform.claude.com/docs/en/api/errors
_OUT_OF_CREDIT = frozenset({"insufficient_quota", "billing_hard_limit_reached", "billing_error"})
_WAIT_HINT = "Check that the service runs and can be reached, or try again later."
_SETTINGS_HINT = "Check name and url under [model]; 'aliquot models test' tries them."


@dataclass(frozen=True, slots=True)
class Place:
    """Where a model is asked, as errors name it.

    Attributes:
        host: Host and port, or the name of the vendor.
        model: As its host calls it.
        key_variable: Where its key comes from.
        key: Taken out of what is shown.
    """

    host: str
    model: str
    key_variable: str
    key: str

    def __repr__(self) -> str:
        """Name the place without the key."""
        return f"Place({self.host!r}, {self.model!r})"


def translated(error: AgentRunError | UserError, place: Place) -> AliquotError:
    """Return our error for one of theirs."""
    for kind, translate in _TABLE:
        if isinstance(error, kind):
            return translate(error, place)
    return unreadable(place)


def _refused_key(error: Exception, place: Place) -> AliquotError:
    # What the host says is not quoted: services repeat parts of the key.
    named = f" in {place.key_variable}" if place.key_variable else ""
    what = f"the key{named} has no access" if place.key else "it asks for a key"
    hint = f"Put a valid key{named}; it is read from there or from the keyring."
    if not place.key_variable:
        hint = "Name the variable that holds the key as key_variable under [model]."
    return ModelError(f"{place.host} refused the request: {what}.", hint=hint)


def _unknown_model(error: Exception, place: Place) -> AliquotError:
    return ModelError(
        f"{place.host} does not know the model {place.model!r}{_said(error, place)}",
        hint="Check the model's name and the address; 'aliquot models test' tries them.",
    )


def _too_long(error: Exception, place: Place) -> AliquotError:
    return ModelError(
        f"The prompt is longer than {place.model} reads{_said(error, place)}",
        hint="Give context_tokens under [model] as it is, or use a model that reads more.",
    )


def _out_of_credit(error: Exception, place: Place) -> AliquotError:
    return ModelError(
        f"{place.host} refused the request: the account has no credit left{_said(error, place)}",
        hint="Check the plan and the billing of the account.",
    )


def _rate_limited(error: Exception, place: Place) -> AliquotError:
    # Hosts beside OpenAI say in the same words that waiting will not help.
    code = error.provider_error_code if isinstance(error, ModelAPIError) else None
    kind = error.provider_error_type if isinstance(error, ModelAPIError) else None
    if {code, kind} & _OUT_OF_CREDIT:
        return _out_of_credit(error, place)
    return _busy(error, place)


def _busy(error: Exception, place: Place) -> AliquotError:
    after = error.retry_after if isinstance(error, ModelAPIError) else None
    reason = f"status {error.status_code}" if isinstance(error, ModelHTTPError) else "it is busy"
    return BusyError(
        f"{place.host} gave no answer ({reason}).", hint=_WAIT_HINT, retry_after_s=after
    )


def _too_slow(error: Exception, place: Place) -> AliquotError:
    return BusyError(
        f"{place.host} gave no answer in time.",
        hint="Raise timeout_s under [model], or use a faster model.",
        is_worth_repeating=False,
        may_have_run=True,
    )


def _out_of_reach(error: Exception, place: Place) -> AliquotError:
    was_sent = isinstance(error, ModelConnectionError) and error.phase in (None, "read", "write")
    how = "the connection broke" if was_sent else "it cannot be reached"
    return BusyError(
        f"{place.host} gave no answer ({how}).", hint=_WAIT_HINT, may_have_run=was_sent
    )


def _refused(error: Exception, place: Place) -> AliquotError:
    if isinstance(error, ModelHTTPError) and error.status_code in _BUSY:
        return _busy(error, place)
    status = f" (status {error.status_code})" if isinstance(error, ModelHTTPError) else ""
    return ModelError(
        f"{place.host} refused the request{status}{_said(error, place)}", hint=_SETTINGS_HINT
    )


def unreadable(place: Place) -> ModelError:
    """Return the error for an answer that is no reply."""
    return ModelError(
        f"{place.host} answered with something that is no reply of a language model.",
        hint="Check the address: it may be that of a web page or of another service.",
    )


def _misused(error: Exception, place: Place) -> AliquotError:
    message = scrubbed(str(error), place.key)[:_SHOWN_CHARACTERS]
    return ConfigError(f"{place.model} cannot be asked so: {message}", hint=_SETTINGS_HINT)


def _said(error: Exception, place: Place) -> str:
    """Return what the host says went wrong, shortened, behind a colon; a full stop for nothing.

    OpenAI: `{"message"}` or `{"error": {"message"}}`; Anthropic the latter; others `{"detail"}`.
    """
    said: object = error.body if isinstance(error, ModelAPIError) else None
    for name in ("error", "message", "detail"):
        if isinstance(said, dict):
            said = said.get(name, said)
    line = " ".join(said.split()) if isinstance(said, str) else ""
    line = scrubbed(line, place.key)
    shown = line if len(line) <= _SHOWN_CHARACTERS else line[: _SHOWN_CHARACTERS - 1] + "…"
    return f": {shown}" if shown else "."


_Translate = Callable[[Exception, Place], AliquotError]
# The first that fits: narrower kinds stand before wider ones.
_TABLE: tuple[tuple[type[Exception], _Translate], ...] = (
    (ModelAuthenticationError, _refused_key),
    (ModelNotFoundError, _unknown_model),
    (ModelContextWindowExceededError, _too_long),
    (ModelQuotaExceededError, _out_of_credit),
    (ModelRateLimitError, _rate_limited),
    (VendorUnavailableError, _busy),
    (ModelServerError, _busy),
    (ModelTimeoutError, _too_slow),
    (ModelRequestTimeout, _too_slow),
    (ModelConnectionError, _out_of_reach),
    (ModelHTTPError, _refused),
    (UserError, _misused),
)
