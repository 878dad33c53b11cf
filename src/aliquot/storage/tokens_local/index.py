"""The local index of token vectors: exact late interaction with every chunk, or with some.

A chunk's score is the sum, over the query's tokens, of the best cosine with a token of the chunk.
Source: Khattab and Zaharia, ColBERT, SIGIR 2020, equation 3 (MaxSim).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from aliquot.errors import IndexMismatchError
from aliquot.protocols import Hit, Scope
from aliquot.storage.keyed import Candidates, hits
from aliquot.storage.segmented import SegmentedIndex, View, admitted
from aliquot.storage.tokens_local.rows import TokenRows, TokenRowsForm

__all__ = ["LocalTokenIndex"]

Floats = npt.NDArray[np.float32]


class LocalTokenIndex(SegmentedIndex[TokenRows]):
    """Chunks by late interaction with a query's tokens, from files in one folder."""

    def __init__(self, folder: Path, *, name: str, dimension: int, encoder_id: str) -> None:
        """Open the index, or start an empty one; nothing is written before `flush`.

        Args:
            folder: Where its files are; it holds nothing else.
            name: Its name in the library.
            dimension: Length of a vector.
            encoder_id: The encoder whose vectors it holds.

        Raises:
            IndexMismatchError: The folder's index is of another encoder or version, or damaged;
                delete the folder and apply the catalog's chunks again.
            StoreError: The folder cannot be read.
        """
        self._dimension = dimension
        super().__init__(folder, TokenRowsForm(encoder_id, dimension), name=name)

    def search_tokens(self, vectors: Floats, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits by MaxSim, best first, ties by key.

        Every chunk of the scope is compared: some 90 microseconds of CPU each (250 tokens of 128
        numbers, 32 query tokens; 2026-11-30).

        Args:
            vectors: float32 (tokens, dimension), the query's, rows of unit length.
            k: How many at most.
            scope: The chunks that may be returned; `None` for all.

        Raises:
            IndexMismatchError: The vectors are of another dimension.
        """
        if vectors.ndim != 2 or vectors.shape[1] != self._dimension:
            raise IndexMismatchError(
                f"The index {self.name} holds vectors of {self._dimension} numbers, "
                f"not of shape {vectors.shape}.",
                hint="Use the encoder the index was built with, or rebuild the index.",
            )
        if k < 1 or not len(vectors):
            return []
        query = np.ascontiguousarray(vectors.T, dtype=np.float32)
        found = [_compared(view, query, scope) for view in self._views]
        return hits(found, k) if found else []


def _compared(view: View[TokenRows], query: Floats, scope: Scope | None) -> Candidates:
    """Compare each chunk by itself: equal chunks then score equal, wherever they lie.

    A chunk without tokens has nothing to be found by.
    """
    segment = view.segment
    rows = np.flatnonzero(admitted(view, scope) & (np.diff(segment.offsets) > 0))
    scores = np.empty(len(rows), dtype=np.float32)
    for place, row in enumerate(rows.tolist()):
        scores[place] = (segment.tokens(row) @ query).max(axis=0).sum()
    return Candidates(segment.keys[rows], scores)
