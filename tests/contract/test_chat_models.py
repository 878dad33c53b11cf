"""Every language model keeps the contract."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

pytest.importorskip("pydantic_ai", reason="the extra `models` is not installed")

from aliquot.backends import load
from aliquot.errors import ModelError
from aliquot.models.language.chain import Link, ModelChain
from aliquot.models.language.guards import Guarded, Limits
from aliquot.protocols import ChatModel
from aliquot.testing.contract_chat_models import FAILS, ChatModelContract
from aliquot.testing.scripted_model import ScriptedModel
from aliquot.types import Reply
from model_servers import Call, Fails, Line, Says, model_server


class TestScripted(ChatModelContract):
    def model(self, *script: Reply | str) -> ChatModel:
        return ScriptedModel([ModelError("no") if one == FAILS else one for one in script])


class _Served(ChatModelContract):
    """A model that a server on this machine speaks for."""

    kind = "openai-compatible"
    name = "m"

    @pytest.fixture(autouse=True)
    def _closing(self, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
        monkeypatch.setenv("LAB_KEY", "sk-of-the-lab")
        with ExitStack() as self._open:
            yield

    def model(self, *script: Reply | str) -> ChatModel:
        server = self._open.enter_context(model_server(*map(_line, script), key="sk-of-the-lab"))
        url = server.anthropic_url if self.kind == "anthropic" else server.openai_url
        made = load("text_models", self.kind)(url=url, model=self.name, key_variable="LAB_KEY")
        self._open.callback(made.close)
        return made


class TestOpenAICompatible(_Served):
    pass


class TestAnthropic(_Served):
    kind, name = "anthropic", "claude-haiku-4-5"


class TestAnthropicBySchemaTool(_Served):
    """A model that knows no schemas, and is held to one by a tool."""

    kind, name = "anthropic", "claude-3-5-haiku-latest"


class TestOpenAI(_Served):
    kind, name = "openai", "gpt-4.1-mini"


class TestOpenAIReasoning(_Served):
    kind, name = "openai", "gpt-5"


class TestOpenRouter(_Served):
    kind, name = "openrouter", "anthropic/claude-haiku-4.5"


class TestOllama(_Served):
    kind, name = "ollama", "qwen3:8b"


class TestVllm(_Served):
    kind, name = "vllm", "Qwen/Qwen3-8B"


class TestAzure(_Served):
    kind, name = "azure", "our-deployment"


class TestChain(_Served):
    def model(self, *script: Reply | str) -> ChatModel:
        inner = super().model(*script)
        return ModelChain([Link(Guarded(inner, Limits(parallel=4)), None)])


def _line(said: Reply | str) -> Line:
    if said == FAILS:
        return Fails(400, "no such parameter")
    if isinstance(said, str):
        return said
    calls = [Call(one.name, dict(one.arguments), one.id) for one in said.calls]
    return Says(said.text, calls, said.finish)
