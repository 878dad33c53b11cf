"""Shorter vectors of a model trained for it.

Enters: an embedder. Leaves: one whose vectors are the first numbers of the other's, of unit length
again. Source: Kusupati et al., Matryoshka Representation Learning, 2022 (arXiv:2205.13147).
"""

from __future__ import annotations

import logging
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from aliquot.embedding.families import Family
from aliquot.errors import ConfigError, ModelError
from aliquot.protocols import Embedder, Role

__all__ = ["ShortenedEmbedder", "shortened"]

_log = logging.getLogger(__name__)

Vectors = npt.NDArray[np.float32]


class ShortenedEmbedder:
    """Cut another embedder's vectors and bring them to unit length."""

    def __init__(self, embedder: Embedder, dimension: int, *, is_centred: bool = False) -> None:
        """Take the embedder.

        Args:
            embedder: Gives the whole vectors.
            dimension: Numbers kept, at least 1 and fewer than the embedder's.
            is_centred: Whether a vector's mean is taken off first, for models trained so.

        Raises:
            ConfigError: `dimension` is out of bounds.
        """
        if not 0 < dimension < embedder.dimension:
            raise ConfigError(
                f"Vectors of {embedder.dimension} numbers cannot be cut to {dimension}.",
                hint=f"Give a dimension from 1 to {embedder.dimension - 1}, or none.",
            )
        self.id = f"{embedder.id}@{dimension}"
        self.dimension = dimension
        self.languages = embedder.languages
        self._embedder = embedder
        self._is_centred = is_centred

    def embed(self, texts: Sequence[str], role: Role) -> Vectors:
        """Return float32 (n, dimension), rows of unit length, in the order of `texts`.

        Raises:
            ModelError: The model cannot be run, or a vector's first numbers are all zero.
        """
        whole = self._embedder.embed(texts, role)
        if self._is_centred:
            whole = whole - whole.mean(axis=1, keepdims=True)
        kept = whole[:, : self.dimension]
        lengths = np.linalg.norm(kept, axis=1, keepdims=True)
        if not lengths.all():
            raise ModelError(
                f"A vector of {self._embedder.id} has nothing in its first {self.dimension}"
                " numbers.",
                hint="Use the embedder at its whole dimension.",
            )
        return np.ascontiguousarray(kept / lengths, dtype=np.float32)


def shortened(embedder: Embedder, dimension: int | None, family: Family | None) -> Embedder:
    """Return an embedder of that dimension; `None` leaves it whole.

    Raises:
        ConfigError: The model's vectors are not longer than that.
    """
    if dimension is None or dimension == embedder.dimension:
        return embedder
    trained = family.dimensions if family else ()
    if dimension not in trained:
        good = f"it was for {', '.join(map(str, trained))}" if trained else "use it whole"
        _log.warning(
            "%s is not known to be trained for vectors of %d numbers; %s",
            embedder.id,
            dimension,
            good,
        )
    centred = family is not None and family.is_centred
    return ShortenedEmbedder(embedder, dimension, is_centred=centred)
