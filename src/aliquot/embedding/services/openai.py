"""Embed with OpenAI, or a server that speaks its protocol, such as vLLM or LM Studio.

Source: https://developers.openai.com/api/reference/resources/embeddings, as of 2026-11.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from aliquot.embedding.families import family_of, prefixes_of
from aliquot.embedding.matryoshka import shortened
from aliquot.embedding.services.embedder import (
    Dialect,
    ServiceEmbedder,
    indexed_rows,
)
from aliquot.errors import ConfigError
from aliquot.models.remote import JsonService, stated_key
from aliquot.protocols import Embedder, Role

__all__ = ["openai"]

URL = "https://api.openai.com/v1"
KEY = "OPENAI_API_KEY"
# The variable OpenAI's own client reads.
URL_VARIABLE = "OPENAI_BASE_URL"
DIMENSIONS = {
    "text-embedding-3-small": 1536,
    "text-embedding-3-large": 3072,
    "text-embedding-ada-002": 1536,
}
# Models that cut their vectors themselves, and were trained for it.
_CUTS = "text-embedding-3-"
# "8192 tokens", refused beyond; "2048 dimensions or less"; "300,000 tokens summed across inputs".
# Requests are smaller, so that one that fails is soon made again.
_BYTES_PER_TEXT = 8191
_BYTES_PER_REQUEST = 300_000
_TEXTS_PER_REQUEST = 256


def openai(
    model: str = "text-embedding-3-small",
    *,
    dimension: int | None = None,
    base_url: str = "",
    environ: Mapping[str, str] = os.environ,
) -> Embedder:
    """Return an embedder served by OpenAI or one that speaks like it.

    Args:
        model: The service's name for it.
        dimension: Length of a vector; `None` for the model's own.
        base_url: Address; empty for `OPENAI_BASE_URL`, else OpenAI's.
        environ: Holds `OPENAI_API_KEY`, which only OpenAI itself must be given.

    Raises:
        ConfigError: The model's dimension is not known and not given, or is smaller.
    """
    whole = DIMENSIONS.get(model, dimension)
    if whole is None:
        raise ConfigError(
            f"The dimension of the model {model!r} is not known.",
            hint=f"Write it behind the name: openai:{model}@768.",
        )
    length = dimension or whole
    if length > whole:
        raise ConfigError(f"{model} gives vectors of {whole} numbers, not {length}.")
    cuts = model.startswith(_CUTS)
    url = base_url or environ.get(URL_VARIABLE, "") or URL
    key = stated_key(KEY, environ)
    family = family_of(model)
    prefixes = prefixes_of(family)

    def body(texts: Sequence[str], role: Role) -> dict[str, Any]:
        asked = {
            "model": model,
            "input": [prefixes[role] + text for text in texts],
            "encoding_format": "float",
        }
        return asked | ({"dimensions": length} if cuts and length < whole else {})

    embedder = ServiceEmbedder(
        JsonService(url, key=key, key_variable=KEY),
        Dialect(
            path="/embeddings",
            body=body,
            rows=indexed_rows,
            texts_per_request=_TEXTS_PER_REQUEST,
            bytes_per_text=_BYTES_PER_TEXT,
            bytes_per_request=_BYTES_PER_REQUEST,
        ),
        name=f"openai-{model}",
        dimension=length if cuts else whole,
        languages=family.languages if family else None,
        key_variable=KEY if url == URL and not key else "",
    )
    return shortened(embedder, length, family)
