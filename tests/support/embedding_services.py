"""The published protocols of embedding services, spoken by a server on this machine.

It refuses what the services refuse: empty texts, too many or too long ones, unknown roles.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from aliquot.backends import load
from aliquot.protocols import Embedder
from aliquot.testing.fakes import FakeEmbedder
from json_server import Asked, Reply

__all__ = ["SERVICES", "answer", "served"]

# Vendor -> model and dimension asked for.
SERVICES = {
    "openai": ("text-embedding-3-small", 512),
    "cohere": ("embed-v4.0", 256),
    "voyage": ("voyage-3.5", 512),
    "ollama": ("nomic-embed-text", None),
}
_KEYS = dict.fromkeys(("OPENAI_API_KEY", "COHERE_API_KEY", "VOYAGE_API_KEY"), "k")


def served(vendor: str, url: str, **options: Any) -> Embedder:
    """Return a vendor's embedder, asking the server at `url`."""
    model, dimension = SERVICES[vendor]
    made: Embedder = load("embedders", vendor)(
        options.pop("model", model),
        base_url=f"{url}/{vendor}",
        environ=_KEYS,
        **{"dimension": dimension, **options},
    )
    return made


def answer(asked: Asked) -> Reply:
    """Answer as the vendor named in the path does."""
    _, vendor, *path = asked.path.split("/")
    return {"openai": _openai, "cohere": _cohere, "voyage": _voyage, "ollama": _ollama}[vendor](
        "/".join(path), asked.body
    )


def _openai(path: str, body: dict[str, Any]) -> Reply:
    texts = body["input"]
    if path != "embeddings" or not all(texts) or len(texts) > 2048:
        return Reply({"error": {"message": "'$.input' is invalid."}}, 400)
    if max(map(_bytes, texts)) > 8192 or sum(map(_bytes, texts)) > 300_000:
        return Reply({"error": {"message": "maximum context length"}}, 400)
    return _indexed(_rows(texts, body.get("dimensions", 1536)))


def _cohere(path: str, body: dict[str, Any]) -> Reply:
    roles = ("search_query", "search_document")
    if path != "embed" or len(body["texts"]) > 96 or body["input_type"] not in roles:
        return Reply({"message": "invalid request"}, 400)
    if body["truncate"] != "END" or body["embedding_types"] != ["float"] or not all(body["texts"]):
        return Reply({"message": "invalid request"}, 400)
    rows = _rows(body["texts"], body["output_dimension"], body["input_type"])
    return Reply({"id": "x", "embeddings": {"float": rows.tolist()}, "meta": {}})


def _voyage(path: str, body: dict[str, Any]) -> Reply:
    texts = body["input"]
    if path != "embeddings" or len(texts) > 1000 or not all(texts) or not body["truncation"]:
        return Reply({"detail": "invalid request"}, 400)
    if sum(map(_bytes, texts)) > 120_000 or body["input_type"] not in ("query", "document"):
        return Reply({"detail": "invalid request"}, 400)
    return _indexed(_rows(texts, body["output_dimension"], body["input_type"]))


def _ollama(path: str, body: dict[str, Any]) -> Reply:
    if path != "api/embed" or not body["truncate"]:
        return Reply({"error": "invalid request"}, 400)
    return Reply({"model": body["model"], "embeddings": _rows(body["input"], 768).tolist()})


def _rows(texts: list[str], dimension: int, role: str = "") -> np.ndarray:
    # Not of unit length, as not every service's are.
    return 3 * FakeEmbedder(dimension=dimension).embed(
        [f"{role} {text}" for text in texts], "query"
    )


def _indexed(rows: np.ndarray) -> Reply:
    listed = [{"embedding": row.tolist(), "index": index} for index, row in enumerate(rows)]
    return Reply({"data": listed[::-1]})  # The order is told by `index` alone.


def _bytes(text: str) -> int:
    return len(text.encode())
