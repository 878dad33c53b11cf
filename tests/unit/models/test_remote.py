"""A JSON service over a real server: retries, errors that help, keys that never show."""

from __future__ import annotations

import logging
from collections.abc import Callable

import pytest

from aliquot.errors import ConfigError, ModelError, ModelUnavailableError
from json_server import Asked, Reply, serving

pytest.importorskip("httpx", reason="the extra `remote` is not installed")

from aliquot.models.remote import JsonService

KEY = "sk-very-secret-0123456789"


def in_turn(*replies: Reply) -> Callable[[Asked], Reply]:
    left = list(replies)
    return lambda _: left.pop(0) if len(left) > 1 else left[0]


def failure(reply: Reply, **body: object) -> ModelError:
    with (
        serving(lambda _: reply) as server,
        pytest.raises(ModelError) as caught,
    ):
        JsonService(server.url, key=KEY, key_variable="LAB_KEY", sleep=lambda _: None).post(
            "/embed", body
        )
    return caught.value


def test_path_body_and_bearer_token_arrive() -> None:
    with serving(lambda _: Reply({"ok": 1})) as server:
        service = JsonService(f"{server.url}/v1/", key=f" {KEY}\n", headers={"X-Lab": "a"})
        assert service.post("/embed", {"text": "µ"}) == {"ok": 1}
        service.close()
    (asked,) = server.asked
    assert (asked.path, asked.body) == ("/v1/embed", {"text": "µ"})
    assert asked.headers["Authorization"] == f"Bearer {KEY}"
    assert asked.headers["X-Lab"] == "a"


def test_lone_surrogates_are_sent_as_question_marks() -> None:
    with serving(lambda asked: Reply({"said": asked.body["text"]})) as server:
        assert JsonService(server.url).post("/", {"text": "a\ud83e"}) == {"said": "a?"}


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
def test_a_busy_service_is_asked_again(status: int) -> None:
    pauses: list[float] = []
    with serving(in_turn(Reply({}, status), Reply({}, status), Reply({"ok": 1}))) as server:
        assert JsonService(server.url, sleep=pauses.append).post("/", {}) == {"ok": 1}
    assert pauses == [1.0, 2.0]


def test_the_pause_a_service_asks_for_is_kept() -> None:
    pauses: list[float] = []
    busy = Reply({}, 429, {"Retry-After": "7"})
    with serving(in_turn(busy, Reply({"ok": 1}))) as server:
        JsonService(server.url, sleep=pauses.append).post("/", {})
    assert pauses == [7.0]


def test_who_asks_for_an_hour_is_not_waited_for() -> None:
    pauses: list[float] = []
    busy = Reply({}, 503, {"Retry-After": "3600"})
    with serving(lambda _: busy) as server, pytest.raises(ModelUnavailableError, match="3600 s"):
        JsonService(server.url, sleep=pauses.append).post("/", {})
    assert pauses == []


@pytest.mark.parametrize("stated", ["soon", "nan", "-5", "inf", ""])
def test_an_odd_pause_does_no_harm(stated: str) -> None:
    busy = Reply({}, 503, {"Retry-After": stated})
    pauses: list[float] = []
    with serving(lambda _: busy) as server, pytest.raises(ModelUnavailableError):
        JsonService(server.url, attempts=2, sleep=pauses.append).post("/", {})
    assert pauses in ([1.0], [])


def test_a_service_that_stays_busy_is_unavailable_and_retryable() -> None:
    error = failure(Reply({}, 503))
    assert isinstance(error, ModelUnavailableError)
    assert error.retryable


def test_a_service_out_of_reach_is_unavailable() -> None:
    with serving(lambda _: Reply({})) as server:
        pass
    with pytest.raises(ModelUnavailableError, match="ConnectError"):
        JsonService(server.url, sleep=lambda _: None).post("/", {})


@pytest.mark.parametrize("status", [401, 403])
def test_a_refused_key_names_its_variable_and_quotes_nothing(status: int) -> None:
    error = failure(Reply({"error": {"message": "Incorrect key sk-very***6789"}}, status))
    assert "LAB_KEY" in error.message
    assert "LAB_KEY" in error.hint
    assert "sk-very" not in error.message + error.hint


def test_an_unknown_model_is_named() -> None:
    error = failure(Reply({"error": 'model "x" not found, try pulling it first'}, 404), model="x-1")
    assert "'x-1'" in error.message
    assert "try pulling it" in error.message


@pytest.mark.parametrize(
    "said",
    [
        {"error": {"message": "too long"}},
        {"error": "too long"},
        {"message": "too long"},
        {"detail": "too long"},
        {"detail": [{"msg": "too long", "loc": ["body"]}]},
    ],
    ids=["openai", "ollama", "cohere", "voyage", "fastapi"],
)
@pytest.mark.parametrize("status", [400, 413, 422])
def test_what_a_service_says_is_passed_on(said: object, status: int) -> None:
    error = failure(Reply(said, status))
    assert not isinstance(error, ModelUnavailableError)
    assert error.message.endswith(": too long")


def test_a_long_complaint_is_shortened() -> None:
    assert len(failure(Reply({"error": "x" * 5000}, 400)).message) < 400


def test_an_echoed_key_is_hidden() -> None:
    assert KEY not in failure(Reply({"error": f"odd header {KEY}"}, 400)).message


def test_an_empty_account_is_not_asked_again() -> None:
    reply = Reply({"error": {"code": "insufficient_quota", "message": "no credit"}}, 429)
    error = failure(reply)
    assert not isinstance(error, ModelUnavailableError)
    assert "billing" in error.hint


@pytest.mark.parametrize("body", [b"<html>", b"[1]", b"", b"null", b"[" * 100_000])
def test_an_answer_that_is_no_object_is_a_model_error(body: bytes) -> None:
    assert "JSON object" in failure(Reply(body)).message


def test_a_redirect_is_not_followed_with_the_key() -> None:
    error = failure(Reply({}, 302, {"Location": "http://127.0.0.1:1/"}))
    assert "302" in error.message


@pytest.mark.parametrize(
    "url", ["", "localhost:1", "ftp://x", "http://", "http://u:p@x", "http://x?k=1"]
)
def test_an_address_that_is_none_or_holds_a_secret_is_refused(url: str) -> None:
    with pytest.raises(ConfigError):
        JsonService(url)


@pytest.mark.parametrize("key", ["a\nb", "ключ", "two words"])
def test_a_key_that_cannot_be_sent_is_refused_unseen(key: str) -> None:
    with pytest.raises(ConfigError, match="LAB_KEY") as caught:
        JsonService("http://localhost", key=key, key_variable="LAB_KEY")
    assert key not in caught.value.message


def test_neither_key_nor_text_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    with serving(in_turn(Reply({}, 500), Reply({"ok": 1}))) as server:
        JsonService(server.url, key=KEY, sleep=lambda _: None).post("/", {"text": "unpublished"})
    assert KEY not in caplog.text
    assert "unpublished" not in caplog.text
