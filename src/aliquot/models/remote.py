"""One HTTP client for every service that runs models.

Enters: a service's address, a path and a JSON body. Leaves: the JSON object it answers, or an error
that says what to do. It tries again when a service is busy or out of reach. No key and no document
text reaches a message or a log. Knows nothing of what is asked.
"""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Callable, Mapping
from email.utils import parsedate_to_datetime
from typing import Any

import httpx

from aliquot.errors import ConfigError, ModelError, ModelUnavailableError
from aliquot.models.addresses import checked_url
from aliquot.models.language.keys import checked_key

__all__ = ["JsonService", "missing_key", "required_key", "stated_key"]

_log = logging.getLogger(__name__)

_USER_AGENT = "aliquot"
_ADDRESS = "The service's address"
_EXAMPLE = "http://localhost:11434"
_FIRST_PAUSE_S = 1.0
# A rate limit per minute is over by then; who asks for a longer wait is not waited for.
_LONGEST_PAUSE_S = 60.0
# Thousand vectors of 3,072 numbers are some 45 MB as JSON.
_MAX_ANSWER_BYTES = 128 * 2**20
_MESSAGE_CHARACTERS = 300
# 408 timeout, 409 lock held elsewhere, 425 too early, 429 rate limit. Any of 5xx is busy too.
_BUSY = frozenset({408, 409, 425, 429})
# A 429 that no waiting mends. Source: platform.openai.com/docs/guides/error-codes
_OUT_OF_CREDIT = frozenset({"insufficient_quota", "billing_hard_limit_reached"})


class JsonService:
    """Post JSON to a service that runs models; safe to share between threads."""

    def __init__(
        self,
        base_url: str,
        *,
        key: str = "",
        key_variable: str = "",
        headers: Mapping[str, str] | None = None,
        timeout_s: float = 60,
        attempts: int = 4,
        transport: httpx.BaseTransport | None = None,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Open no connection yet.

        Args:
            base_url: Address that paths are put behind, such as `https://api.openai.com/v1`.
            key: Sent as bearer token; empty for none.
            key_variable: Environment variable the key comes from, named when it is refused.
            headers: Sent with every request.
            timeout_s: Seconds to wait for a connection, and between parts of an answer.
            attempts: Requests made in all before giving up, at least 1.
            transport: Replaces the network.
            sleep: Waits that many seconds.

        Raises:
            ConfigError: The address is none, or holds a password; the key cannot be sent.
        """
        url = _readable_url(base_url)
        sent = {"User-Agent": _USER_AGENT, "Accept": "application/json", **(headers or {})}
        if key:
            where = f" in the environment variable {key_variable}" if key_variable else ""
            sent["Authorization"] = f"Bearer {checked_key(key, where)}"
        self.host = url.netloc.decode("ascii")
        self._base = str(url).rstrip("/")
        self._key = key.strip()
        self._key_variable = key_variable
        self._timeout_s = timeout_s
        self._attempts = max(1, attempts)
        self._sleep = sleep
        self._http = httpx.Client(headers=sent, timeout=timeout_s, transport=transport)

    def post(self, path: str, body: Mapping[str, Any]) -> dict[str, Any]:
        """Return the object a service answers.

        Lone surrogates in texts are sent as question marks: JSON over HTTP is UTF-8.

        Args:
            path: Begins with a slash.
            body: What is asked; its `model`, where it has one, is named in errors.

        Raises:
            ModelError: The request is refused, or the answer is no JSON object.
            ModelUnavailableError: The service stayed busy or out of reach.
        """
        content = json.dumps(body, ensure_ascii=False, allow_nan=False).encode("utf-8", "replace")
        reason = ""
        cause: httpx.TransportError | None = None
        for attempt in range(self._attempts):
            pause = _FIRST_PAUSE_S * 2**attempt
            try:
                response = self._send(path, content)
            except httpx.TransportError as exc:
                # Its text may hold the request; its kind says enough.
                reason, cause = type(exc).__name__, exc
            else:
                if not _is_busy(response):
                    return self._answer(response, str(body.get("model", "")))
                reason, cause = f"status {response.status_code}", None
                pause = _asked_pause(response.headers.get("Retry-After", ""), pause)
            if pause > _LONGEST_PAUSE_S:
                reason += f", asks to wait {pause:.0f} s"
                break
            if attempt < self._attempts - 1:
                _log.info("%s: %s; asked again in %.0f s", self.host, reason, pause)
                self._sleep(pause)
        raise ModelUnavailableError(
            f"{self.host} gave no answer ({reason}).",
            hint="Check that the service runs and can be reached, or try again later.",
        ) from cause

    def close(self) -> None:
        """Close connections."""
        self._http.close()

    # -------------------------------------------------------------------------- one request

    def _send(self, path: str, content: bytes) -> httpx.Response:
        """Read an answer, but no larger one than a model gives and for no longer than it may take.

        Raises:
            ModelError: The answer is too large.
        """
        give_up_at = time.monotonic() + 3 * self._timeout_s
        headers = {"Content-Type": "application/json"}
        url = self._base + path
        with self._http.stream("POST", url, content=content, headers=headers) as response:
            body = bytearray()
            try:
                for part in response.iter_bytes():
                    body += part
                    if len(body) > _MAX_ANSWER_BYTES:
                        raise ModelError(f"{self.host} gave an answer of more than 128 MiB.")
                    if time.monotonic() > give_up_at:
                        raise httpx.ReadTimeout("the answer comes too slowly")
            except httpx.DecodingError as exc:
                raise ModelError(f"{self.host} gave an answer that cannot be unpacked.") from exc
        plain = {k: v for k, v in response.headers.items() if k.lower() != "content-encoding"}
        return httpx.Response(response.status_code, headers=plain, content=bytes(body))

    def _answer(self, response: httpx.Response, model: str) -> dict[str, Any]:
        """Return the object of a good answer.

        Raises:
            ModelError: It is refused, or no JSON object.
        """
        if not response.is_success:
            raise self._refusal(response, model)
        answer = _json(response)
        if not isinstance(answer, dict):
            raise ModelError(
                f"{self.host} answered with something other than a JSON object.",
                hint="Check the address: it may be that of a web page or of another service.",
            )
        return answer

    def _refusal(self, response: httpx.Response, model: str) -> ModelError:
        status = response.status_code
        said = _said(_json(response))
        if self._key:
            said = said.replace(self._key, "***")
        if status in (401, 403):
            # What it says is not quoted: services repeat parts of the key.
            named = (
                f" in the environment variable {self._key_variable}" if self._key_variable else ""
            )
            what = "has no access" if self._key else "is missing"
            return ModelError(
                f"{self.host} refused the request (status {status}): the key{named} {what}.",
                hint=f"Put a valid key{named or ' in the settings'}.",
            )
        shown = f": {said}" if said else "."
        if status == 404:
            return ModelError(
                f"{self.host} does not know the model {model!r}{shown}",
                hint="Check the model's name and the service's address.",
            )
        message = f"{self.host} refused the request (status {status}){shown}"
        return ModelError(message, hint=_HINTS.get(status, _OTHER_HINT))


_OTHER_HINT = "Check the service's address and the model's name in the settings."
_HINTS: Mapping[int, str] = {
    400: "Check the model's name and its settings.",
    402: "Check the plan and the billing of the account.",
    413: "Send less at once: lower the batch size or the length of chunks.",
    422: "Check the model's name and its settings.",
    429: "Check the plan and the billing of the account.",
}


def stated_key(variable: str, environ: Mapping[str, str] = os.environ) -> str:
    """Return the key an environment variable holds; empty for none."""
    return environ.get(variable, "").strip()


def required_key(variable: str, environ: Mapping[str, str] = os.environ) -> str:
    """Return the key an environment variable must hold; empty where no variable is named.

    Raises:
        ConfigError: It holds none.
    """
    key = stated_key(variable, environ) if variable else ""
    if variable and not key:
        raise missing_key(variable)
    return key


def missing_key(variable: str) -> ConfigError:
    """Return the error for a variable that holds no key though the service needs one."""
    return ConfigError(
        f"The environment variable {variable} is not set.",
        hint=f"Put the service's key in {variable}.",
    )


def _readable_url(stated: str) -> httpx.URL:
    """Return an address that may be shown in messages and logs.

    Raises:
        ConfigError: It is none, or holds a password or a query.
    """
    checked = checked_url(stated, _ADDRESS, _EXAMPLE)
    try:
        return httpx.URL(checked)
    except httpx.InvalidURL as exc:
        hint = f"Give an address such as {_EXAMPLE}."
        raise ConfigError(f"{_ADDRESS} is no URL.", hint=hint) from exc


def _is_busy(response: httpx.Response) -> bool:
    if response.status_code == 429:
        return _code(_json(response)) not in _OUT_OF_CREDIT
    return response.status_code in _BUSY or response.status_code >= 500


def _asked_pause(stated: str, otherwise: float) -> float:
    """Return the seconds a busy service asks to be left alone: a number or a date."""
    try:
        return max(otherwise, float(stated))  # In this order "nan" is no pause.
    except ValueError:
        pass
    try:
        until = parsedate_to_datetime(stated).timestamp()
    except ValueError:
        return otherwise
    return max(until - time.time(), otherwise)


def _json(response: httpx.Response) -> Any:
    try:
        return json.loads(response.content)
    except (ValueError, RecursionError):
        return None


def _code(answer: Any) -> str:
    error = answer.get("error") if isinstance(answer, dict) else None
    return str(error.get("code", "")) if isinstance(error, dict) else ""


def _said(answer: Any) -> str:
    """Return what a service says went wrong, on one line and shortened.

    OpenAI: `{"error": {"message"}}`; Ollama: `{"error"}`; Cohere: `{"message"}`; Voyage and
    FastAPI: `{"detail"}`, there a text or a list of `{"msg"}`.
    """
    said: Any = answer
    for name in ("error", "message", "detail", "msg"):
        if isinstance(said, list) and said:
            said = said[0]
        if isinstance(said, dict):
            said = said.get(name, said)
    line = " ".join(said.split()) if isinstance(said, str) else ""
    return line if len(line) <= _MESSAGE_CHARACTERS else line[: _MESSAGE_CHARACTERS - 1] + "…"
