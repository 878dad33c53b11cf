"""An embedder named by its hub id, downloaded and run by fastembed.

Enters: a hub id. Leaves: an `Embedder`. fastembed puts no prefix before a text, except for models
with a task of their own; prefixes come from the table of known families.
Source: fastembed 0.9, `TextEmbedding`.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from threading import Lock

import numpy as np
import numpy.typing as npt

# Checked with and without the extra installed.
from fastembed import TextEmbedding  # type: ignore[import-not-found,unused-ignore]

from aliquot.embedding.families import family_of
from aliquot.embedding.matryoshka import shortened
from aliquot.errors import ConfigError, ModelError
from aliquot.models.onnx_session import ORT_ERRORS
from aliquot.protocols import Embedder, Role

__all__ = ["FastembedEmbedder", "from_hub"]

Vectors = npt.NDArray[np.float32]

# One text per run: its vector then depends on it alone, see `embedding/onnx.py`.
_TEXTS_PER_RUN = 1
# Characters read of a text; fastembed tokenises all of it before it cuts off.
_MAX_CHARACTERS = 65_536


class FastembedEmbedder:
    """Embed texts with a model of the hub; it is downloaded and loaded at the first use."""

    def __init__(
        self, model: str, *, cache: str | Path | None = None, threads: int | None = None
    ) -> None:
        """Name the model; nothing is loaded yet.

        Args:
            model: Hub id, among those fastembed lists.
            cache: Folder for downloads; `None` for fastembed's own.
            threads: Threads of one run; `None` for one per core.

        Raises:
            ConfigError: fastembed does not list the model.
        """
        listed = {
            str(one["model"]): int(one["dim"]) for one in TextEmbedding.list_supported_models()
        }
        name = next((one for one in listed if one.lower() == model.lower()), None)
        if name is None:
            raise _unknown(model, list(listed))
        family = family_of(name)
        self.id = f"fastembed-{name}-{listed[name]}-1"
        self.dimension = listed[name]
        self.languages = family.languages if family else None
        self._name = name
        self._prefixes: dict[Role, str] = {
            "query": family.query_prefix if family else "",
            "document": family.document_prefix if family else "",
        }
        self._separator = family.separator if family else ""
        self._cache = None if cache is None else str(Path(cache).expanduser())
        self._threads = threads
        self._lock = Lock()
        self._model: TextEmbedding | None = None

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:
        """Return float32 (n, dimension), rows of unit length, in the order of `texts`.

        Raises:
            ModelError: The model cannot be downloaded or run.
        """
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        model = self._loaded()
        run = model.query_embed if role == "query" else model.passage_embed
        asked = [self._asked(text, role) for text in texts]
        try:
            rows = np.array(list(run(asked, batch_size=_TEXTS_PER_RUN)), dtype=np.float32)
        except ORT_ERRORS as exc:
            raise ModelError(
                f"The embedding model {self._name} failed: {exc}",
                hint="Check that memory is not full; if it is not, use another embedder.",
            ) from exc
        return self._checked(rows, len(texts))

    def _asked(self, text: str, role: Role) -> str:
        # Lone surrogates cannot be encoded; the tokenizer would refuse.
        read = text[:_MAX_CHARACTERS].encode("utf-8", "replace").decode("utf-8")
        if self._separator and role == "document":
            read = read.replace("\n", self._separator, 1)
        return self._prefixes[role] + read

    def _checked(self, rows: Vectors, count: int) -> Vectors:
        if rows.shape != (count, self.dimension):
            raise ModelError(
                f"The model {self._name} gave vectors of shape {rows.shape},"
                f" not {(count, self.dimension)}.",
                hint="Update fastembed, or use another embedder.",
            )
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        if not (np.isfinite(lengths) & (lengths > 0)).all():
            raise ModelError(
                f"The model {self._name} gave a vector without direction.",
                hint="Its files are damaged or do not suit this processor; use another embedder.",
            )
        unit: Vectors = rows / lengths
        return unit

    def _loaded(self) -> TextEmbedding:
        with self._lock:
            if self._model is None:
                self._model = self._load()
            return self._model

    def _load(self) -> TextEmbedding:
        try:
            return TextEmbedding(self._name, cache_dir=self._cache, threads=self._threads)
        # ValueError is what fastembed raises where no source gave the files.
        except (ValueError, OSError, *ORT_ERRORS) as exc:
            raise ModelError(
                f"The embedding model {self._name} cannot be loaded: {exc}",
                hint="Its first use needs the network; without it, copy the model's folder here"
                " and name it onnx:FOLDER.",
            ) from exc


def from_hub(model: str, *, dimension: int | None = None, threads: int | None = None) -> Embedder:
    """Return an embedder of a hub id, such as BAAI/bge-base-en-v1.5.

    Args:
        model: Hub id, among those fastembed lists.
        dimension: Numbers kept of a vector; `None` for all.
        threads: Threads of one run; `None` for one per core.

    Raises:
        ConfigError: fastembed does not list the model.
    """
    return shortened(FastembedEmbedder(model, threads=threads), dimension, family_of(model))


def _unknown(model: str, known: Sequence[str]) -> ConfigError:
    close = difflib.get_close_matches(model, known, n=1)
    instead = f"Did you mean {close[0]}? " if close else ""
    return ConfigError(
        f"fastembed has no embedding model called {model!r}.",
        hint=f"{instead}A model it does not list is read from a folder: onnx:FOLDER.",
    )
