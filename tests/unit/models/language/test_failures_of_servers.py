"""What goes wrong at a server becomes an error that says what to do, with the key in none."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `models` is not installed")

from aliquot.backends import load
from aliquot.errors import ConfigError, ModelError, ModelUnavailableError
from aliquot.models.language.failures import BusyError, NoReplyError
from aliquot.models.language.options import ModelOptions
from aliquot.protocols import ChatModel
from aliquot.types import Message
from model_servers import Fails, Hangs, Line, Raw, Says, model_server

KEY = "sk-of-the-lab-0123456789"
ASKED = [Message("user", "What is the half-life of p53?")]
Served = Callable[..., ChatModel]


@pytest.fixture(params=["openai-compatible", "anthropic"])
def served(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Served]:
    """Make a model whose server says a script."""
    monkeypatch.setenv("LAB_KEY", KEY)
    with ExitStack() as opened:

        def make(*script: Line, timeout_s: float = 30) -> ChatModel:
            server = opened.enter_context(model_server(*script))
            is_anthropic = request.param == "anthropic"
            model = load("text_models", request.param)(
                url=server.anthropic_url if is_anthropic else server.openai_url,
                model="claude-haiku-4-5",
                key_variable="LAB_KEY",
                options=ModelOptions(timeout_s=timeout_s),
            )
            opened.callback(model.close)
            return model

        yield make


@pytest.mark.parametrize(
    ("line", "kind", "says"),
    [
        (Fails(401, f"Incorrect key {KEY}"), ModelError, "LAB_KEY has no access"),
        (Fails(403, f"Incorrect key {KEY}"), ModelError, "LAB_KEY has no access"),
        (Fails(404, "no such model"), ModelError, "does not know the model"),
        (Fails(400, f"bad parameter {KEY}"), ModelError, r"status 400\): bad parameter \*\*\*"),
        (Fails(429), BusyError, "status 429"),
        (Fails(500), BusyError, "status 500"),
        (Fails(503), BusyError, "status 503"),
        (Fails(529), BusyError, "status 529"),
        (Fails(408), BusyError, "status 408"),
        (Fails(429, "no credit", "insufficient_quota"), ModelError, "no credit left"),
        (Says(""), NoReplyError, "wrote nothing"),
        (Raw(b'{"id": "x", "cho'), ModelError, "no reply of a language model"),
        (Raw(b'{"id": "x", "cho', 500), BusyError, "connection broke"),
        (Raw(b"<html>hello</html>", None, "text/html"), ModelError, "no reply of a language model"),
        (Raw(b"[]"), ModelError, "no reply of a language model"),
        (Raw(b"{}"), ModelError, "no reply of a language model"),
        (Raw(b""), ModelError, "no reply of a language model"),
        (Raw(b'{"error": {"message": "odd"}}'), ModelError, "no reply of a language model"),
        (Hangs(0.01), BusyError, "connection broke"),
    ],
    ids=str,
)
def test_a_failure_says_what_happened_and_what_to_do(
    served: Served, line: Line, kind: type[ModelError], says: str
) -> None:
    with pytest.raises(kind, match=says) as failed:
        served(line).reply(ASKED)
    assert failed.value.hint
    assert KEY not in f"{failed.value} {failed.value.hint}"
    assert failed.value.retryable == (kind is BusyError)


def test_a_busy_server_says_how_long_to_wait(served: Served) -> None:
    with pytest.raises(BusyError) as failed:
        served(Fails(429, headers={"Retry-After": "7"})).reply(ASKED)
    assert failed.value.retry_after_s == 7


def test_a_silent_server_is_given_up_after_the_timeout(served: Served) -> None:
    began = time.monotonic()
    with pytest.raises(BusyError, match="in time") as failed:
        served(Hangs(5), timeout_s=0.2).reply(ASKED)
    assert time.monotonic() - began < 4
    assert not failed.value.is_worth_repeating
    assert failed.value.may_have_run


def test_a_silent_stream_is_given_up_after_the_timeout(served: Served) -> None:
    with pytest.raises(BusyError, match="in time"):
        list(served(Hangs(5), timeout_s=0.2).stream(ASKED))


def test_a_stream_that_breaks_off_shows_what_came_and_then_fails(served: Served) -> None:
    shown: list[object] = []
    stream = served(Says("The half-life is 20 minutes.", drops_after=15)).stream(ASKED)
    with pytest.raises(ModelUnavailableError, match="connection broke"):
        shown.extend(iter(stream))
    assert "".join(map(str, shown)) == "The half-life i"


def test_a_closed_port_cannot_be_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    model = load("text_models", "vllm")(url="http://127.0.0.1:9/v1", model="m")
    with pytest.raises(BusyError, match="cannot be reached") as failed:
        model.reply(ASKED)
    assert not failed.value.may_have_run
    model.close()


def test_a_reply_that_is_no_json_is_an_error_where_a_schema_was_asked_for(served: Served) -> None:
    with pytest.raises(NoReplyError, match="no JSON object") as failed:
        served("Sure, here you are!").reply(ASKED, schema={"type": "object", "properties": {}})
    assert failed.value.usage.input_tokens > 0


@pytest.mark.parametrize(
    "said",
    ['```json\n{"a": 1}\n```', 'Here it is: {"a": 1}.', '<think>{"a": 2}</think>\n{"a": 1}'],
)
def test_json_is_found_in_what_surrounds_it(served: Served, said: str) -> None:
    schema = {"type": "object", "properties": {"a": {"type": "integer"}}}
    assert served(said).reply(ASKED, schema=schema).text == '{"a": 1}'


def test_a_reply_without_counts_is_counted_here_and_costs_an_unknown_sum(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    options = ModelOptions(input_price=1, output_price=1)
    with model_server(Says("Twenty minutes.", counts=False)) as server:
        model = load("text_models", "openai-compatible")(
            url=server.openai_url, model="m", options=options
        )
        usage = model.reply(ASKED).usage
        model.close()
    assert usage.input_tokens > 0
    assert usage.output_tokens > 0
    assert usage.cost_usd is None


def test_no_second_layer_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_KEY", KEY)
    for kind in ("openai", "anthropic", "openrouter", "groq", "mistral", "google", "bedrock"):
        monkeypatch.setenv("AWS_REGION", "us-east-1")
        monkeypatch.setenv("AWS_ACCESS_KEY_ID", "made-up")
        monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "made-up")
        with model_server(Fails(503)) as server:
            named = "" if kind == "bedrock" else "LAB_KEY"
            model = load("text_models", kind)(
                url=server.host, model="openai/gpt-oss-20b", key_variable=named
            )
            with pytest.raises(BusyError):
                model.reply(ASKED)
            model.close()
        assert len(server.asked) == 1, kind


def test_a_redirect_takes_no_prompt_elsewhere(served: Served) -> None:
    with model_server("caught") as other:
        away = {"Location": f"{other.openai_url}/chat/completions"}
        with pytest.raises(ModelError):
            served(Fails(307, headers=away)).reply(ASKED)
    assert not other.asked


def test_a_proxy_is_not_used_to_reach_this_machine(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTP_PROXY", "http://127.0.0.1:9")
    monkeypatch.setenv("ALL_PROXY", "http://127.0.0.1:9")
    assert served("hello").reply(ASKED).text == "hello"


def test_no_variable_of_a_vendor_sends_a_prompt_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LAB_KEY", KEY)
    with model_server("caught") as other, model_server("hello") as server:
        monkeypatch.setenv("OPENAI_BASE_URL", other.openai_url)
        monkeypatch.setenv("OLLAMA_BASE_URL", other.openai_url)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", other.anthropic_url)
        for kind, url in (
            ("openai", server.openai_url),
            ("ollama", server.openai_url),
            ("anthropic", server.anthropic_url),
        ):
            model = load("text_models", kind)(url=url, model="m", key_variable="LAB_KEY")
            assert model.reply(ASKED).text == "hello"
            model.close()
    assert not other.asked


def test_a_model_without_a_name_is_refused() -> None:
    with pytest.raises(ConfigError, match="no name"):
        load("text_models", "ollama")(url="", model="")
