"""A model's folder: where its graph lies, and what its files hash to."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path

from aliquot.errors import ModelError

__all__ = ["digest_of_files", "graph_in"]

# Where exporters put the graph, the most exact first; which of the quantised ones suits a processor
# is the reader's to know. Source: layouts of Optimum and of the Hugging Face hub's `onnx` folders.
_GRAPH_PLACES = (
    "model.onnx",
    "onnx/model.onnx",
    "model_optimized.onnx",
    "onnx/model_optimized.onnx",
    "model_quantized.onnx",
    "onnx/model_quantized.onnx",
    "onnx/model_int8.onnx",
)


def graph_in(folder: Path) -> Path | None:
    """Return the ONNX graph of a folder; `None` where none lies at a known place."""
    places = (folder / place for place in _GRAPH_PLACES)
    return next((path for path in places if path.is_file()), None)


def digest_of_files(paths: Iterable[Path], settings: bytes = b"") -> str:
    """Return the SHA-256, in hex, of how a model is used and of its files, in their order.

    Args:
        paths: The files.
        settings: What vectors or scores depend on beside them.

    Raises:
        ModelError: A file is missing or cannot be read.
    """
    digest = hashlib.sha256(settings)
    for path in paths:
        try:
            with path.open("rb") as content:
                digest.update(hashlib.file_digest(content, "sha256").digest())
        except OSError as exc:
            raise ModelError(
                f"The model file {path} cannot be read: {exc.strerror}.",
                hint="Name a folder that holds the model's files, and make them readable.",
            ) from exc
    return digest.hexdigest()
