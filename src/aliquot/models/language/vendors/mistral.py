"""Mistral's API."""

from __future__ import annotations

from pydantic_ai.models.mistral import MistralModel
from pydantic_ai.providers.mistral import MistralProvider

from aliquot.models.language.adapter import LanguageModel
from aliquot.models.language.options import ModelOptions
from aliquot.models.language.vendors.building import AS_WRITTEN, finished, wanted

__all__ = ["mistral"]

_DEFAULT = ModelOptions()


def mistral(
    *, url: str = "", model: str, key_variable: str = "", options: ModelOptions = _DEFAULT
) -> LanguageModel:
    """Ask a model of Mistral."""
    what = wanted("mistral", url, model, key_variable, options)
    http = what.client()

    def build() -> MistralModel:
        provider = MistralProvider(api_key=what.key, base_url=what.url, http_client=http)
        return MistralModel(what.model, provider=provider, profile=AS_WRITTEN)

    return finished(what, build, http.aclose)
