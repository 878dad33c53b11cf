"""An embedder named by its hub id, downloaded and run by fastembed.

Enters: a hub id. Leaves: an `Embedder`. fastembed puts no prefix before a text, except for models
with a task of their own; prefixes come from the table of known families.
Source: fastembed 0.9, `TextEmbedding`.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

# Checked with and without the extra installed.
from fastembed import TextEmbedding  # type: ignore[import-not-found,unused-ignore]

from aliquot.embedding.families import family_of, prefixes_of
from aliquot.embedding.matryoshka import shortened
from aliquot.errors import ModelError
from aliquot.models.fastembed_model import FastembedModel
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
        self._model = FastembedModel(
            TextEmbedding,
            model,
            kind="embedding model",
            unlisted=lambda known: _nearest(model, known),
            cache=cache,
            threads=threads,
            offline="Its first use needs the network; without it, copy the model's folder here"
            " and name it onnx:FOLDER.",
        )
        name = self._model.name
        family = family_of(name)
        self.dimension = int(self._model.stated["dim"])
        self.id = f"fastembed-{name}-{self.dimension}-1"
        self.languages = family.languages if family else None
        self._prefixes = prefixes_of(family)
        self._separator = family.separator if family else ""

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:
        """Return float32 (n, dimension), rows of unit length, in the order of `texts`.

        Raises:
            ModelError: The model cannot be downloaded or run.
        """
        if not texts:
            return np.empty((0, self.dimension), dtype=np.float32)
        asked = [self._asked(text, role) for text in texts]
        with self._model.running() as model:
            run = model.query_embed if role == "query" else model.passage_embed
            rows = np.array(list(run(asked, batch_size=_TEXTS_PER_RUN)), dtype=np.float32)
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
                f"The model {self._model.name} gave vectors of shape {rows.shape},"
                f" not {(count, self.dimension)}.",
                hint="Update fastembed, or use another embedder.",
            )
        lengths = np.linalg.norm(rows, axis=1, keepdims=True)
        if not (np.isfinite(lengths) & (lengths > 0)).all():
            raise ModelError(
                f"The model {self._model.name} gave a vector without direction.",
                hint="Its files are damaged or do not suit this processor; use another embedder.",
            )
        unit: Vectors = rows / lengths
        return unit


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


def _nearest(model: str, known: Sequence[str]) -> str:
    """Return the hint for a model fastembed does not list."""
    close = difflib.get_close_matches(model, known, n=1)
    instead = f"Did you mean {close[0]}? " if close else ""
    return f"{instead}A model it does not list is read from a folder: onnx:FOLDER."
