"""Google's Gemini API."""

from __future__ import annotations

from pydantic_ai.models.google import GoogleModel
from pydantic_ai.providers.google import GoogleProvider

from aliquot.models.language.adapter import LanguageModel
from aliquot.models.language.options import ModelOptions
from aliquot.models.language.vendors.building import AS_WRITTEN, finished, wanted

__all__ = ["google"]

_DEFAULT = ModelOptions()


def google(
    *, url: str = "", model: str, key_variable: str = "", options: ModelOptions = _DEFAULT
) -> LanguageModel:
    """Ask a Gemini model of Google."""
    what = wanted("google", url, model, key_variable, options)
    http = what.client()

    def build() -> GoogleModel:
        provider = GoogleProvider(api_key=what.key, base_url=what.url, http_client=http)
        return GoogleModel(what.model, provider=provider, profile=AS_WRITTEN)

    return finished(what, build, http.aclose)
