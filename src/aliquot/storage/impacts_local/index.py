"""The local index of term weights: exact products of a query's weights with every chunk's."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from aliquot.protocols import Hit, Scope
from aliquot.storage.impacts_local.postings import Postings, PostingsForm
from aliquot.storage.keyed import Candidates, hits
from aliquot.storage.segmented import SegmentedIndex, View, admitted

__all__ = ["LocalImpactIndex"]


class LocalImpactIndex(SegmentedIndex[Postings]):
    """Chunks by the product of their term weights with a query's, from files in one folder."""

    def __init__(self, folder: Path, *, name: str, encoder_id: str) -> None:
        """Open the index, or start an empty one; nothing is written before `flush`.

        Args:
            folder: Where its files are; it holds nothing else.
            name: Its name in the library.
            encoder_id: The encoder whose weights it holds.

        Raises:
            IndexMismatchError: The folder's index is of another encoder or version, or damaged;
                delete the folder and apply the catalog's chunks again.
            StoreError: The folder cannot be read.
        """
        super().__init__(folder, PostingsForm(encoder_id), name=name)

    def search_weights(
        self, weights: Mapping[str, float], k: int, scope: Scope | None = None
    ) -> list[Hit]:
        """Return at most `k` hits by product, best first, ties by key.

        Chunks that share no term with the query are not returned.

        Args:
            weights: The query's term weights, above 0.
            k: How many at most.
            scope: The chunks that may be returned; `None` for all.
        """
        if k < 1 or not weights:
            return []
        found = [_best(view, weights, k, scope) for view in self._views]
        return hits(found, k) if found else []


def _best(
    view: View[Postings], weights: Mapping[str, float], k: int, scope: Scope | None
) -> Candidates:
    scores = view.segment.scores(weights).astype(np.float32)
    places = np.flatnonzero((scores > 0) & admitted(view, scope))
    if len(places) > k:
        kth = np.partition(scores[places], len(places) - k)[len(places) - k]
        places = places[scores[places] >= kth]
    return Candidates(view.segment.keys[places], scores[places])
