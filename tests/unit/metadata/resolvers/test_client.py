from __future__ import annotations

import logging
import threading
import time
from email.utils import formatdate
from typing import Any

import pytest

pytest.importorskip("httpx", reason="look-ups need the extra 'lookup'")

from aliquot.metadata.resolvers.client import FAILURES_UNTIL_DOWN, MAX_ANSWER_BYTES
from aliquot.metadata.resolvers.seam import LookupFailedError, ServiceDownError


def get(client: Any, service: Any, **query: str) -> str | None:
    found: str | None = client.get(f"{service.address}/x", query, every_s=0.5, accept="json")
    return found


def test_requests_keep_the_pace_of_a_service(service: Any, make_client: Any, pace: Any) -> None:
    service.says("{}")
    client = make_client()
    for _ in range(3):
        get(client, service)
    assert pace.slept == [0.5, 0.5]


def test_a_busy_service_is_asked_again_after_the_pause_it_asks_for(
    service: Any, make_client: Any, pace: Any, answer: Any
) -> None:
    service.says(answer(status=429, headers={"Retry-After": "7"}), answer(status=503), '{"a":1}')
    assert get(make_client(), service) == '{"a":1}'
    assert [one for one in pace.slept if one >= 1] == [7.0, 2.0]


def test_a_pause_may_be_a_date(service: Any, make_client: Any, pace: Any, answer: Any) -> None:
    until = formatdate(time.time() + 20, usegmt=True)
    service.says(answer(status=429, headers={"Retry-After": until}), "{}")
    get(make_client(), service)
    assert any(15 < one <= 21 for one in pace.slept)


def test_who_asks_for_a_long_pause_is_left_alone(
    service: Any, make_client: Any, pace: Any, answer: Any
) -> None:
    service.says(answer(status=429, headers={"Retry-After": "3600"}))
    client = make_client()
    with pytest.raises(LookupFailedError):
        get(client, service)
    with pytest.raises(ServiceDownError):
        get(client, service)
    assert len(service.asked) == 1
    assert sum(pace.slept) < 60


def test_a_service_that_keeps_failing_is_not_asked_again_in_this_run(
    service: Any, make_client: Any, answer: Any, caplog: pytest.LogCaptureFixture
) -> None:
    service.says(answer(status=500))
    client = make_client()
    for _ in range(FAILURES_UNTIL_DOWN + 2):
        with pytest.raises(LookupFailedError):
            get(client, service)
    asked = len(service.asked)
    with pytest.raises(ServiceDownError):
        get(client, service)
    assert len(service.asked) == asked
    warnings = [one for one in caplog.records if one.levelno >= logging.WARNING]
    assert len(warnings) == 1


def test_an_answer_sets_the_count_of_failures_back(
    service: Any, make_client: Any, answer: Any
) -> None:
    client = make_client()
    for _ in range(FAILURES_UNTIL_DOWN + 1):
        service.says(answer(status=403))
        with pytest.raises(LookupFailedError):
            get(client, service)
        service.says("{}")
        get(client, service)


def test_what_a_service_does_not_know_is_nothing(
    service: Any, make_client: Any, answer: Any
) -> None:
    service.says(answer(status=404, body="Resource not found.", media="text/plain"))
    assert get(make_client(), service) is None
    assert len(service.asked) == 1


def test_a_silent_service_is_given_up(service: Any, make_client: Any, answer: Any) -> None:
    gate = threading.Event()
    service.says(answer(wait=gate))
    try:
        with pytest.raises(LookupFailedError, match="ReadTimeout"):
            get(make_client(timeout_s=0.05), service)
    finally:
        gate.set()


def test_nobody_at_an_address_is_a_failed_look_up(make_client: Any) -> None:
    with pytest.raises(LookupFailedError, match=r"127\.0\.0\.1 gave no answer"):
        make_client().get("http://127.0.0.1:9/x", {}, every_s=0, accept="json")


def test_a_web_page_is_no_record(service: Any, make_client: Any, answer: Any) -> None:
    service.says(answer(body="<html>Log in</html>", media="text/html; charset=utf-8"))
    with pytest.raises(LookupFailedError, match="text/html instead of json"):
        get(make_client(), service)


def test_an_endless_answer_is_cut_off(service: Any, make_client: Any, answer: Any) -> None:
    service.says(answer(body=b" " * (MAX_ANSWER_BYTES + 1)))
    with pytest.raises(LookupFailedError):
        get(make_client(), service)


def test_no_error_and_no_log_holds_what_was_asked(
    service: Any, make_client: Any, answer: Any, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, logger="httpx")
    caplog.set_level(logging.DEBUG, logger="aliquot")
    service.says(answer(status=401), answer(status=401, body="api_key=SECRET"))
    with pytest.raises(LookupFailedError) as caught:
        get(make_client(), service, api_key="SECRET", mailto="me@lab.example")
    told = f"{caught.value} {caught.value.hint} {caplog.text}"
    assert "HTTP Request" in told
    assert "SECRET" not in told
    assert "me@lab.example" not in told
