"""Pinecone's REST interface: one request at a time, with patience and clear errors.

Enters: a method, an address and a body. Leaves: the answer with its headers, or a `StoreError` that
says what to do. Knows nothing of chunks. Written for API version 2026-07. Source: Pinecone
documentation, API reference, Errors and Database limits; github.com/pinecone-io/pinecone-api.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import httpx

from aliquot.errors import StoreError
from aliquot.models.language.keys import checked_key, scrubbed
from aliquot.models.remote import required_key
from aliquot.storage.engines.opening import translated

__all__ = ["API_KEY", "API_VERSION", "Patience", "PineconeRest", "Reply"]

API_KEY = "PINECONE_API_KEY"
API_VERSION = "2026-07"
# Every request of the adapter may be sent twice: it replaces, removes or reads.
BUSY = frozenset({408, 429, 500, 502, 503, 504})
MESSAGE_CHARACTERS = 300
SYNC_AGAIN = "What was not written is written by the next 'aliquot sync'."


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the service is waited for.

    Attributes:
        timeout_s: Seconds until a request without an answer is given up.
        attempts: Requests made in all to a service that is busy.
        reaching: Requests made in all to a service that cannot be reached.
        first_pause_s: Seconds before the second request; doubled each time.
        longest_pause_s: Seconds; a service that asks for a longer pause is given up.
        poll_s: Seconds between two looks whether what was written is seen; doubled each time.
        longest_poll_s: Seconds; not doubled beyond.
        visible_s: Seconds until what was written has to be seen: commonly a few.
        ready_s: Seconds until a new index has to be ready: commonly half a minute.
    """

    timeout_s: float = 30.0
    attempts: int = 6
    reaching: int = 3
    first_pause_s: float = 0.5
    longest_pause_s: float = 60.0
    poll_s: float = 0.1
    longest_poll_s: float = 2.0
    visible_s: float = 180.0
    ready_s: float = 300.0


@dataclass(frozen=True, slots=True)
class Reply:
    """A good answer.

    Attributes:
        body: The JSON object.
        headers: By name, in any case.
    """

    body: Mapping[str, Any]
    headers: httpx.Headers

    def number(self, *names: str) -> int | None:
        """Return the whole number of the first of some headers; `None` where there is none."""
        stated = [self.headers.get(name, "") for name in names]
        return next((int(one) for one in stated if one.isdecimal()), None)


class PineconeRest:
    """Ask Pinecone; safe to share between threads."""

    def __init__(
        self,
        where: str,
        patience: Patience,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Open no connection yet.

        Args:
            where: The index, as a person is told.
            patience: How long the service is waited for.
            sleep: Waits that many seconds.

        Raises:
            ConfigError: There is no key in the environment, or it cannot be one.
        """
        self._where = where
        self._patience = patience
        self._sleep = sleep
        self._key = checked_key(required_key(API_KEY), f" in {API_KEY}")
        self._http = httpx.Client(
            headers={
                "Api-Key": self._key,
                "X-Pinecone-Api-Version": API_VERSION,
                "User-Agent": "aliquot",
                "Accept": "application/json",
                "Content-Type": "application/json",
            },
            timeout=patience.timeout_s,
        )

    def get(self, url: str, parameters: Mapping[str, Any] | None = None) -> Reply | None:
        """Return what is at an address; `None` where there is no such thing.

        Args:
            url: Without parameters.
            parameters: A list is sent as one parameter for each item.

        Raises:
            StoreError: The service cannot be reached, stays busy or refuses.
        """
        return self._ask("GET", url, parameters=parameters)

    def post(self, url: str, body: Mapping[str, Any] | bytes) -> Reply | None:
        """Return the answer to a body; `None` where there is no such namespace or index.

        Raises:
            StoreError: The service cannot be reached, stays busy or refuses.
        """
        return self._ask("POST", url, body=body if isinstance(body, bytes) else as_json(body))

    def close(self) -> None:
        """Close connections."""
        self._http.close()

    def _ask(
        self,
        method: str,
        url: str,
        *,
        body: bytes | None = None,
        parameters: Mapping[str, Any] | None = None,
    ) -> Reply | None:
        made = 0
        while True:
            made += 1
            # Several processes that were refused together do not come back together.
            pause = self._patience.first_pause_s * 2 ** (made - 1) * random.uniform(0.5, 1)
            try:
                response = self._http.request(method, url, content=body, params=parameters)
            except httpx.TransportError:
                if made >= self._patience.reaching:
                    with translated("Pinecone", self._where, (httpx.TransportError,)):
                        raise
            else:
                pause = max(pause, _asked_pause(response))
                is_given_up = made >= self._patience.attempts
                if response.status_code not in BUSY or is_given_up or self._is_long(pause):
                    return self._answer(response)
            self._sleep(pause)

    def _is_long(self, pause: float) -> bool:
        return pause > self._patience.longest_pause_s

    def _answer(self, response: httpx.Response) -> Reply | None:
        """Return a good answer, `None` where there is nothing.

        Raises:
            StoreError: It is none.
        """
        if response.status_code == httpx.codes.NOT_FOUND:
            return None
        if not response.is_success:
            raise self._refusal(response)
        body = _object(response)
        if body is None:
            raise StoreError(
                f"{self._where} answered with something other than a JSON object.",
                hint="Check location under [vectors]: it may be the address of a web page.",
            )
        return Reply(body, response.headers)

    def _refusal(self, response: httpx.Response) -> StoreError:
        status = response.status_code
        if status == httpx.codes.UNAUTHORIZED:
            # What it says is not quoted: it may repeat the key.
            return StoreError(
                f"Pinecone refused the key in {API_KEY}.",
                hint=f"Put a key of the project that holds {self._where} in {API_KEY}.",
            )
        said = scrubbed(_said(response), self._key)
        return StoreError(
            f"Pinecone at {self._where} refused a request (status {status}): {said}.",
            hint=_HINTS.get(status, f"Check the settings under [vectors]. {SYNC_AGAIN}"),
        )


def as_json(value: object) -> bytes:
    """Return JSON as it is sent: Japanese in three bytes a character instead of six.

    Lone surrogates become question marks.
    """
    text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "replace")


_HINTS: Mapping[int, str] = {
    402: f"Check the organisation's billing in the Pinecone console. {SYNC_AGAIN}",
    403: f"Check the project's quota and what the key in {API_KEY} may do. {SYNC_AGAIN}",
    429: f"Wait, or check the plan's limits in the Pinecone console. {SYNC_AGAIN}",
    503: f"Wait until the service has recovered: status.pinecone.io. {SYNC_AGAIN}",
}


def _asked_pause(response: httpx.Response) -> float:
    """Return the seconds a busy service asks to be left alone."""
    stated = response.headers.get("Retry-After", "")
    return float(stated) if stated.isdecimal() else 0.0


def _object(response: httpx.Response) -> dict[str, Any] | None:
    try:
        body = json.loads(response.content or b"{}")
    except ValueError:
        return None
    return body if isinstance(body, dict) else None


def _said(response: httpx.Response) -> str:
    """Return what went wrong, on one line and shortened.

    Indexes say `{"code", "message"}`, the control plane `{"error": {"code", "message"}}`.
    """
    body = _object(response) or {}
    error = body.get("error")
    message = (error if isinstance(error, dict) else body).get("message") or response.text
    return " ".join(str(message).split())[:MESSAGE_CHARACTERS].rstrip(".") or "no reason given"
