"""Embed with a model that Ollama runs, on this machine or in the lab.

Ollama puts no prefix before a text; it comes from the table of known families.
Source: https://docs.ollama.com/api/embed, as of 2026-11.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

from aliquot.embedding.families import family_of, prefixes_of
from aliquot.embedding.matryoshka import shortened
from aliquot.embedding.services.embedder import Dialect, ServiceEmbedder, positional_rows
from aliquot.errors import ConfigError
from aliquot.models.remote import JsonService
from aliquot.protocols import Embedder, Role

__all__ = ["ollama"]

URL = "http://localhost:11434"
# The variable Ollama's own client reads.
URL_VARIABLE = "OLLAMA_HOST"
# What its library of models calls them, without a tag.
DIMENSIONS = {
    "nomic-embed-text": 768,
    "all-minilm": 384,
    "mxbai-embed-large": 1024,
    "bge-m3": 1024,
    "bge-large": 1024,
    "snowflake-arctic-embed2": 1024,
    "embeddinggemma": 768,
    "qwen3-embedding:0.6b": 1024,
}
_FAMILIES = {
    "all-minilm": "all-MiniLM-L6-v2",
    "bge-large": "bge-large-en-v1.5",
}
# A model on a lab's machine embeds some texts a second; a request should end within its timeout.
_TEXTS_PER_REQUEST = 32
# The service cuts texts off itself (`truncate`); this only bounds what is sent.
_BYTES_PER_TEXT = 65_536
_BYTES_PER_REQUEST = 2**18
# The first request loads the model, which takes a slow disk minutes.
_TIMEOUT_S = 300


def ollama(
    model: str = "nomic-embed-text",
    *,
    dimension: int | None = None,
    base_url: str = "",
    environ: Mapping[str, str] = os.environ,
) -> Embedder:
    """Return an embedder run by Ollama.

    Args:
        model: Its name there, with a tag or without.
        dimension: Numbers of a vector; of a model not known here, those of a whole one.
        base_url: Address; empty for `OLLAMA_HOST`, else this machine.
        environ: Holds `OLLAMA_HOST` where it is another machine.

    Raises:
        ConfigError: The model's dimension is not known and not given, or is smaller.
    """
    bare = model.rpartition("/")[2].removesuffix(":latest")
    # A tag names a size of the model, which may have another dimension.
    whole = DIMENSIONS.get(bare, dimension)
    if whole is None:
        raise ConfigError(
            f"The dimension of the model {model!r} is not known.",
            hint=f"Write it behind the name, as `ollama show {model}` tells: ollama:{model}@768.",
        )
    family = family_of(_FAMILIES.get(bare, bare))
    prefixes = prefixes_of(family)

    def body(texts: Sequence[str], role: Role) -> dict[str, Any]:
        asked = [prefixes[role] + text for text in texts]
        return {"model": model, "input": asked, "truncate": True}

    embedder = ServiceEmbedder(
        JsonService(base_url or _address(environ.get(URL_VARIABLE, "")), timeout_s=_TIMEOUT_S),
        Dialect(
            path="/api/embed",
            body=body,
            rows=lambda answer: positional_rows(answer["embeddings"]),
            texts_per_request=_TEXTS_PER_REQUEST,
            bytes_per_text=_BYTES_PER_TEXT,
            bytes_per_request=_BYTES_PER_REQUEST,
        ),
        name=f"ollama-{model}",
        dimension=whole,
        languages=family.languages if family else None,
    )
    return shortened(embedder, dimension, family)


def _address(host: str) -> str:
    """Return the address `OLLAMA_HOST` names: a host, a host with a port, or a whole address.

    A server told to listen at every interface is asked at this machine's own.
    """
    stated = host.strip().rstrip("/")
    if not stated:
        return URL
    if "://" not in stated:
        bare, _, port = stated.partition(":")
        stated = f"http://{bare or 'localhost'}:{port or '11434'}"
    return stated.replace("//0.0.0.0:", "//localhost:")
