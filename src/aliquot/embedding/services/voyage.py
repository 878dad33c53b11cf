"""Embed with Voyage. Source: https://docs.voyageai.com/reference/embeddings-api, as of 2026-11."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from aliquot.embedding.services.embedder import (
    Dialect,
    ServiceEmbedder,
    indexed_rows,
    vector_length,
)
from aliquot.models.remote import JsonService, stated_key
from aliquot.protocols import Embedder, Role

__all__ = ["voyage"]

URL = "https://api.voyageai.com/v1"
KEY = "VOYAGE_API_KEY"
_FLEXIBLE = (1024, 2048, 512, 256)
DIMENSIONS = {
    "voyage-3-large": _FLEXIBLE,
    "voyage-3.5": _FLEXIBLE,
    "voyage-3.5-lite": _FLEXIBLE,
    "voyage-code-3": _FLEXIBLE,
    "voyage-3": (1024,),
    "voyage-3-lite": (512,),
    "voyage-multilingual-2": (1024,),
    "voyage-large-2-instruct": (1024,),
}
# A thousand texts are allowed since voyage-3, 128 before; 120,000 tokens are the least a model
# takes in a request. The service cuts long texts off itself (`truncation`).
_TEXTS_PER_REQUEST = 128
_BYTES_PER_TEXT = 65_536
_BYTES_PER_REQUEST = 120_000


def voyage(
    model: str = "voyage-3.5",
    *,
    dimension: int | None = None,
    base_url: str = "",
    environ: Mapping[str, str] = os.environ,
) -> Embedder:
    """Return an embedder served by Voyage.

    Args:
        model: The service's name for it.
        dimension: Length of a vector; `None` for the model's own.
        base_url: Address; empty for Voyage's.
        environ: Holds `VOYAGE_API_KEY`.

    Raises:
        ConfigError: The model does not give vectors of that dimension.
    """
    length = vector_length("voyage", model, dimension, DIMENSIONS)
    is_cut = len(DIMENSIONS.get(model, ())) > 1

    def body(texts: Sequence[str], role: Role) -> dict[str, Any]:
        asked: dict[str, Any] = {
            "model": model,
            "input": list(texts),
            "input_type": role,
            "truncation": True,
        }
        return asked | ({"output_dimension": length} if is_cut else {})

    key = stated_key(KEY, environ)
    return ServiceEmbedder(
        JsonService(base_url or URL, key=key, key_variable=KEY),
        Dialect(
            path="/embeddings",
            body=body,
            rows=indexed_rows,
            texts_per_request=_TEXTS_PER_REQUEST,
            bytes_per_text=_BYTES_PER_TEXT,
            bytes_per_request=_BYTES_PER_REQUEST,
        ),
        name=f"voyage-{model}",
        dimension=length,
        key_variable="" if key else KEY,
    )
