"""Embed with Cohere. Source: https://docs.cohere.com/reference/embed (v2), as of 2026-11."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from aliquot.embedding.services.embedder import (
    Dialect,
    ServiceEmbedder,
    positional_rows,
    vector_length,
)
from aliquot.models.remote import JsonService, stated_key
from aliquot.protocols import Embedder, Role

__all__ = ["cohere"]

URL = "https://api.cohere.com/v2"
KEY = "COHERE_API_KEY"
DIMENSIONS = {
    "embed-v4.0": (1536, 1024, 512, 256),
    "embed-english-v3.0": (1024,),
    "embed-multilingual-v3.0": (1024,),
    "embed-english-light-v3.0": (384,),
    "embed-multilingual-light-v3.0": (384,),
}
_INPUT_TYPES: Mapping[Role, str] = {"query": "search_query", "document": "search_document"}
_TEXTS_PER_REQUEST = 96
# The service cuts texts off itself (`truncate`); this only bounds what is sent.
_BYTES_PER_TEXT = 65_536
_BYTES_PER_REQUEST = 2**20


def cohere(
    model: str = "embed-v4.0",
    *,
    dimension: int | None = None,
    base_url: str = "",
    environ: Mapping[str, str] = os.environ,
) -> Embedder:
    """Return an embedder served by Cohere.

    Args:
        model: The service's name for it.
        dimension: Length of a vector; `None` for the model's own.
        base_url: Address; empty for Cohere's.
        environ: Holds `COHERE_API_KEY`.

    Raises:
        ConfigError: The model does not give vectors of that dimension.
    """
    length = vector_length("cohere", model, dimension, DIMENSIONS)
    is_cut = len(DIMENSIONS.get(model, ())) > 1

    def body(texts: Sequence[str], role: Role) -> dict[str, Any]:
        asked: dict[str, Any] = {
            "model": model,
            "texts": list(texts),
            "input_type": _INPUT_TYPES[role],
            "embedding_types": ["float"],
            "truncate": "END",
        }
        return asked | ({"output_dimension": length} if is_cut else {})

    key = stated_key(KEY, environ)
    return ServiceEmbedder(
        JsonService(base_url or URL, key=key, key_variable=KEY),
        Dialect(
            path="/embed",
            body=body,
            rows=lambda answer: positional_rows(answer["embeddings"]["float"]),
            texts_per_request=_TEXTS_PER_REQUEST,
            bytes_per_text=_BYTES_PER_TEXT,
            bytes_per_request=_BYTES_PER_REQUEST,
        ),
        name=f"cohere-{model}",
        dimension=length,
        languages=frozenset({"en"}) if "-english-" in model else None,
        key_variable="" if key else KEY,
    )
