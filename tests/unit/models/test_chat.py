"""A chat model over a real server that speaks the published protocol."""

from __future__ import annotations

import pytest

from aliquot.errors import ConfigError, ModelError
from json_server import Asked, Reply, serving

pytest.importorskip("httpx", reason="the extra `remote` is not installed")

from aliquot.models.chat import OpenAICompatibleModel


def says(text: object) -> Reply:
    return Reply({"choices": [{"index": 0, "message": {"role": "assistant", "content": text}}]})


def test_the_answer_is_what_the_model_wrote() -> None:
    with serving(lambda _: says("Two.")) as server:
        model = OpenAICompatibleModel(url=f"{server.url}/v1", model="qwen3")
        assert model.complete("How many?", system="Be brief.", max_tokens=9) == "Two."
        model.close()
    (asked,) = server.asked
    assert asked.path == "/v1/chat/completions"
    assert asked.body == {
        "model": "qwen3",
        "messages": [
            {"role": "system", "content": "Be brief."},
            {"role": "user", "content": "How many?"},
        ],
        "temperature": 0,
        "max_tokens": 9,
    }


def test_reasoning_models_are_asked_without_what_they_refuse() -> None:
    def refusing(asked: Asked) -> Reply:
        odd = {"temperature", "max_tokens"} & asked.body.keys()
        return Reply({"error": {"message": "unsupported"}}, 400) if odd else says("ok")

    with serving(refusing) as server:
        assert OpenAICompatibleModel(url=server.url, model="o3-mini").complete("?") == "ok"


@pytest.mark.parametrize("reply", [says(None), says("  "), Reply({"choices": []}), Reply({})])
def test_a_model_that_writes_nothing_is_an_error(reply: Reply) -> None:
    with serving(lambda _: reply) as server, pytest.raises(ModelError, match="wrote nothing"):
        OpenAICompatibleModel(url=server.url, model="m").complete("?")


def test_a_missing_key_names_its_variable() -> None:
    with pytest.raises(ConfigError, match="LAB_KEY is not set"):
        OpenAICompatibleModel(url="http://x", model="m", key_variable="LAB_KEY", environ={})


def test_the_key_comes_from_its_variable() -> None:
    with serving(lambda _: says("ok")) as server:
        environ = {"LAB_KEY": "abc"}
        OpenAICompatibleModel(
            url=server.url, model="m", key_variable="LAB_KEY", environ=environ
        ).complete("?")
    assert server.asked[0].headers["Authorization"] == "Bearer abc"
