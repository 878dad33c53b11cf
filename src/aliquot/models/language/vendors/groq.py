"""Groq's API."""

from __future__ import annotations

import httpx
from pydantic_ai.models.groq import GroqModel
from pydantic_ai.providers.groq import GroqProvider

from aliquot.models.language.adapter import LanguageModel
from aliquot.models.language.naming import is_loopback
from aliquot.models.language.options import ModelOptions
from aliquot.models.language.vendors.building import AS_WRITTEN, finished, wanted

__all__ = ["groq"]

_DEFAULT = ModelOptions()


def groq(
    *, url: str = "", model: str, key_variable: str = "", options: ModelOptions = _DEFAULT
) -> LanguageModel:
    """Ask a model that Groq serves."""
    what = wanted("groq", url, model, key_variable, options)
    # Groq's package is the one that still takes the older client.
    http = httpx.AsyncClient(timeout=options.timeout_s, trust_env=not is_loopback(what.url))

    def build() -> GroqModel:
        provider = GroqProvider(api_key=what.key, base_url=what.url, http_client=http)
        return GroqModel(what.model, provider=provider, profile=AS_WRITTEN)

    return finished(what, build, http.aclose)
