"""From texts to terms and vectors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

__all__ = ["Analyser", "Embedder", "LateInteractionEncoder", "Role", "SparseEncoder"]

Role = Literal["query", "document"]


class Analyser(Protocol):
    """Turn text into index terms; the same for documents and queries.

    Attributes:
        id: Changes whenever terms may change, so that term indexes are rebuilt.
    """

    id: str

    def terms(self, text: str) -> list[str]:
        """Return the terms in order, repeated as often as they occur; none holds white space."""
        ...

    def parted(self, text: str) -> tuple[list[str], list[str]]:
        """Return `terms` in two lists: one form of each word, in order, and what is left.

        Phrases are found by the first, whose forms the spellings of a word share.
        """
        ...


class Embedder(Protocol):
    """Turn texts into vectors.

    Attributes:
        id: Name and weights hash; part of the vector cache's key.
        dimension: Length of a vector.
        languages: ISO 639-1 codes it understands; `None` for all.
    """

    id: str
    dimension: int
    languages: frozenset[str] | None

    def embed(self, texts: Sequence[str], role: Role) -> npt.NDArray[np.float32]:
        """Return float32 (n, dimension), rows of unit length, in the order of `texts`.

        Raises:
            ModelError: The model cannot be run.
        """
        ...


class SparseEncoder(Protocol):
    """Turn texts into weighted terms (learned sparse retrieval)."""

    id: str

    def encode(self, texts: Sequence[str], role: Role) -> list[Mapping[str, float]]:
        """Return term weights (> 0) per text."""
        ...


class LateInteractionEncoder(Protocol):
    """Turn texts into one vector per token."""

    id: str
    dimension: int

    def encode(self, texts: Sequence[str], role: Role) -> list[npt.NDArray[np.float32]]:
        """Return float32 (tokens, dimension) per text, rows of unit length."""
        ...
