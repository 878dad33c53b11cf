"""Hosts that speak OpenAI's chat protocol.

Source: https://developers.openai.com/api/reference/resources/chat, as of 2026-11.
"""

from __future__ import annotations

from collections.abc import Callable

from httpx2 import AsyncClient
from openai import AsyncOpenAI
from pydantic_ai.models import Model
from pydantic_ai.models.ollama import OllamaModel
from pydantic_ai.models.openai import OpenAIChatModel
from pydantic_ai.models.openrouter import OpenRouterModel
from pydantic_ai.profiles.openai import OpenAIModelProfile
from pydantic_ai.providers.azure import AzureProvider
from pydantic_ai.providers.ollama import OllamaProvider
from pydantic_ai.providers.openai import OpenAIProvider
from pydantic_ai.providers.openai_compatible import OpenAICompatibleProvider
from pydantic_ai.providers.openrouter import OpenRouterProvider
from pydantic_ai.providers.vllm import VLLMProvider

from aliquot.models.language.adapter import LanguageModel
from aliquot.models.language.options import ModelOptions
from aliquot.models.language.thoughts import UNTOUCHED
from aliquot.models.language.vendors.building import AS_WRITTEN, Wanted, finished, wanted

__all__ = ["azure", "ollama", "openai", "openai_compatible", "openrouter", "vllm"]

_DEFAULT = ModelOptions()
# The client refuses to be built without a key; hosts that need none ignore this one.
_NO_KEY = "none"
# `max_tokens` rather than `max_completion_tokens`: every such server knows it, and a limit that is
# not known is no limit. OpenAI's own reasoning models refuse it, wherever they are reached.
_OLDER_LIMIT = OpenAIModelProfile(
    thinking_tags=UNTOUCHED, openai_chat_supports_max_completion_tokens=False
)


def openai(
    *, url: str = "", model: str, key_variable: str = "", options: ModelOptions = _DEFAULT
) -> LanguageModel:
    """Ask a model of OpenAI."""

    def build(what: Wanted, http: AsyncClient) -> Model:
        provider = OpenAIProvider(base_url=what.url, api_key=what.key, http_client=http)
        return OpenAIChatModel(what.model, provider=provider, profile=AS_WRITTEN)

    return _built(wanted("openai", url, model, key_variable, options), build)


def azure(
    *, url: str = "", model: str, key_variable: str = "", options: ModelOptions = _DEFAULT
) -> LanguageModel:
    """Ask a deployment of Azure OpenAI, at an address that ends in `/openai/v1`."""

    def build(what: Wanted, http: AsyncClient) -> Model:
        provider = AzureProvider(azure_endpoint=what.url, api_key=what.key, http_client=http)
        return OpenAIChatModel(what.model, provider=provider, profile=AS_WRITTEN)

    return _built(wanted("azure", url, model, key_variable, options), build)


def openrouter(
    *, url: str = "", model: str, key_variable: str = "", options: ModelOptions = _DEFAULT
) -> LanguageModel:
    """Ask a model that OpenRouter passes requests on to."""

    def build(what: Wanted, http: AsyncClient) -> Model:
        # Its provider takes no address, but a client that has one.
        client = AsyncOpenAI(base_url=what.url, api_key=what.key, http_client=http)
        return OpenRouterModel(
            what.model, provider=OpenRouterProvider(openai_client=client), profile=AS_WRITTEN
        )

    return _built(wanted("openrouter", url, model, key_variable, options), build)


def ollama(
    *, url: str = "", model: str, key_variable: str = "", options: ModelOptions = _DEFAULT
) -> LanguageModel:
    """Ask a model that Ollama serves, on this machine unless an address says otherwise."""

    def build(what: Wanted, http: AsyncClient) -> Model:
        provider = OllamaProvider(what.url, what.key or _NO_KEY, http_client=http)
        return OllamaModel(what.model, provider=provider, profile=_OLDER_LIMIT)

    return _built(wanted("ollama", url, model, key_variable, options), build)


def vllm(
    *, url: str = "", model: str, key_variable: str = "", options: ModelOptions = _DEFAULT
) -> LanguageModel:
    """Ask a model that vLLM serves, on this machine unless an address says otherwise."""

    def build(what: Wanted, http: AsyncClient) -> Model:
        key = what.key or _NO_KEY
        provider = VLLMProvider(base_url=what.url, api_key=key, http_client=http)
        return OpenAIChatModel(what.model, provider=provider, profile=AS_WRITTEN)

    return _built(wanted("vllm", url, model, key_variable, options), build)


def openai_compatible(
    *, url: str = "", model: str, key_variable: str = "", options: ModelOptions = _DEFAULT
) -> LanguageModel:
    """Ask any server that speaks OpenAI's chat protocol: llama.cpp, LM Studio, a gateway."""

    def build(what: Wanted, http: AsyncClient) -> Model:
        key = what.key or _NO_KEY
        provider = OpenAICompatibleProvider(
            what.kind, base_url=what.url, api_key=key, http_client=http
        )
        reasons = (provider.model_profile(what.model) or {}).get("thinking_always_enabled", False)
        profile = AS_WRITTEN if reasons else _OLDER_LIMIT
        return OpenAIChatModel(what.model, provider=provider, profile=profile)

    return _built(wanted("openai-compatible", url, model, key_variable, options), build)


def _built(what: Wanted, build: Callable[[Wanted, AsyncClient], Model]) -> LanguageModel:
    http = what.client()
    return finished(what, lambda: build(what, http), http.aclose)
