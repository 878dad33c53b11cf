"""One polite HTTP client for every look-up service.

What enters: an address and its parameters. What leaves: the answer's text, or a `LookupFailedError`
that names the service and never the request, which may hold a key or an e-mail address. It keeps
each service's pace, tries again when a service is busy, and leaves one alone for the rest of the
run once it keeps failing.
"""

from __future__ import annotations

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

import httpx

from aliquot.metadata.resolvers.seam import LookupFailedError, ServiceDownError

__all__ = ["PoliteClient"]

_log = logging.getLogger(__name__)

USER_AGENT = "aliquot"
# A service under load answers within seconds or not at all.
TIMEOUT_S = 15.0
ATTEMPTS = 3
FIRST_PAUSE_S = 1.0
# Who asks for a longer wait is left alone: a look-up is never worth stopping an ingest.
LONGEST_PAUSE_S = 60.0
# Requests given up on in a row after which a service is left alone.
FAILURES_UNTIL_DOWN = 3
# The largest records (thousands of authors, long reference lists) are some 2 MB.
MAX_ANSWER_BYTES = 8 * 2**20
BUSY = frozenset({408, 425, 429, 500, 502, 503, 504})
# What a service does not know, and what it cannot make a question of (an odd DOI, a long title).
MISSING = frozenset({400, 404, 410, 414, 422})


@dataclass
class _Service:
    """What is known of one host in this run."""

    next_at: float = 0.0
    failures: int = 0

    def is_down(self) -> bool:
        return self.failures >= FAILURES_UNTIL_DOWN

    def leave_alone(self) -> None:
        self.failures = FAILURES_UNTIL_DOWN


class PoliteClient:
    """Ask look-up services at their pace."""

    def __init__(
        self,
        *,
        timeout_s: float = TIMEOUT_S,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        """Open no connection yet.

        Args:
            timeout_s: Seconds to wait for a connection, and between parts of an answer.
            clock: Seconds, monotonic.
            sleep: Waits that many seconds.
        """
        self._http = httpx.Client(
            timeout=timeout_s,
            headers={"User-Agent": USER_AGENT},
            follow_redirects=True,
            max_redirects=3,
        )
        self._timeout_s = timeout_s
        self._clock = clock
        self._sleep = sleep
        self._services: defaultdict[str, _Service] = defaultdict(_Service)
        _keep_queries_out_of_logs()

    def get(
        self, url: str, parameters: Mapping[str, str], *, every_s: float, accept: str
    ) -> str | None:
        """Return the text of an answer, or `None` where the service knows no such thing.

        Args:
            url: Address without a query.
            parameters: The query.
            every_s: Least seconds between two requests to this service.
            accept: The media type an answer must have, such as "json".

        Raises:
            ServiceDownError: The service has failed too often in this run.
            LookupFailedError: It failed this time, or answered with something else.
        """
        host = httpx.URL(url).host
        service = self._services[host]
        if service.is_down():
            raise ServiceDownError(f"{host} is left alone for this run.")
        try:
            answer = self._ask(service, url, parameters, every_s, accept)
        except LookupFailedError:
            service.failures += 1
            if service.is_down():
                _log.warning("%s does not answer; it is not asked again in this run", host)
            raise
        service.failures = 0
        return answer

    def close(self) -> None:
        """Close connections."""
        self._http.close()

    # -------------------------------------------------------------------------- one request

    def _ask(
        self,
        service: _Service,
        url: str,
        parameters: Mapping[str, str],
        every_s: float,
        accept: str,
    ) -> str | None:
        host = httpx.URL(url).host
        reason = ""
        for attempt in range(ATTEMPTS):
            self._wait_for_turn(service, every_s)
            pause = FIRST_PAUSE_S * 2**attempt
            try:
                status, headers, body = self._fetch(url, parameters)
            except httpx.HTTPError as exc:
                # Its text may hold the address; its kind says enough.
                reason = type(exc).__name__
            else:
                if status in MISSING:
                    return None
                if status not in BUSY:
                    return _checked(host, status, headers, body, accept)
                reason = f"status {status}"
                pause = _asked_pause(headers.get("Retry-After", ""), pause)
            if pause > LONGEST_PAUSE_S:
                service.leave_alone()
                break
            if attempt < ATTEMPTS - 1:
                self._sleep(pause)
        raise LookupFailedError(f"{host} gave no answer ({reason}).", hint="Run it again later.")

    def _wait_for_turn(self, service: _Service, every_s: float) -> None:
        now = self._clock()
        if now < service.next_at:
            self._sleep(service.next_at - now)
        service.next_at = max(now, service.next_at) + every_s

    def _fetch(self, url: str, parameters: Mapping[str, str]) -> tuple[int, httpx.Headers, bytes]:
        """Read an answer, but no more than a record can have and no longer than it may take."""
        give_up_at = time.monotonic() + 3 * self._timeout_s
        with self._http.stream("GET", url, params=dict(parameters)) as response:
            body = bytearray()
            for part in response.iter_bytes():
                body += part
                if len(body) > MAX_ANSWER_BYTES:
                    raise httpx.DecodingError("the answer is too large")
                if time.monotonic() > give_up_at:
                    raise httpx.ReadTimeout("the answer comes too slowly")
            return response.status_code, response.headers, bytes(body)


def _checked(host: str, status: int, headers: httpx.Headers, body: bytes, accept: str) -> str:
    """Return the text of a good answer.

    Raises:
        LookupFailedError: It is refused, or a web page where a record was asked for.
    """
    if status >= 400:
        hint = "Check the key and the e-mail address in the settings."
        raise LookupFailedError(f"{host} refused the request (status {status}).", hint=hint)
    media = headers.get("Content-Type", "")
    if accept not in media:
        shown = media.partition(";")[0] or "no media type"
        raise LookupFailedError(f"{host} answered with {shown} instead of {accept}.")
    return body.decode("utf-8", "replace")


def _asked_pause(stated: str, otherwise: float) -> float:
    """Return the seconds a busy service asks to be left alone: a number or a date."""
    if stated.strip().isdecimal():
        return max(float(stated), otherwise)
    try:
        until = parsedate_to_datetime(stated).timestamp()
    except ValueError:
        return otherwise
    return max(until - time.time(), otherwise)


class _WithoutQueries(logging.Filter):
    """Cut the query off every address httpx logs: it may hold a key."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(
                argument.copy_with(query=None) if isinstance(argument, httpx.URL) else argument
                for argument in record.args
            )
        return True


def _keep_queries_out_of_logs() -> None:
    logger = logging.getLogger("httpx")
    if not any(isinstance(one, _WithoutQueries) for one in logger.filters):
        logger.addFilter(_WithoutQueries())
