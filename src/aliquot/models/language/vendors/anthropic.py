"""Anthropic's own protocol.

Source: https://platform.claude.com/docs/en/api/messages, as of 2026-11.
"""

from __future__ import annotations

from pydantic_ai.models.anthropic import AnthropicModel
from pydantic_ai.providers.anthropic import AnthropicProvider

from aliquot.models.language.adapter import LanguageModel
from aliquot.models.language.options import ModelOptions
from aliquot.models.language.vendors.building import AS_WRITTEN, finished, wanted

__all__ = ["anthropic"]

_DEFAULT = ModelOptions()


def anthropic(
    *, url: str = "", model: str, key_variable: str = "", options: ModelOptions = _DEFAULT
) -> LanguageModel:
    """Ask a model of Anthropic."""
    what = wanted("anthropic", url, model, key_variable, options)
    http = what.client()

    def build() -> AnthropicModel:
        provider = AnthropicProvider(api_key=what.key, base_url=what.url, http_client=http)
        return AnthropicModel(what.model, provider=provider, profile=AS_WRITTEN)

    return finished(what, build, http.aclose)
