"""Legs of learned encoders: weighted terms, and one vector per token."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from aliquot.protocols import Hit, LateInteractionEncoder, Leg, Scope, SparseEncoder
from aliquot.types import Query

__all__ = ["ImpactIndex", "LateInteractionLeg", "SparseLeg", "TokenIndex"]

# Chunks compared one by one without any other leg: some 90 ms of CPU.
SCAN_LIMIT = 1000


class ImpactIndex(Protocol):
    """Best chunks for weighted terms."""

    def search_weights(
        self, weights: Mapping[str, float], k: int, scope: Scope | None = None
    ) -> list[Hit]:
        """Return at most `k` hits by the product of weights, best first, ties by key."""
        ...


class TokenIndex(Protocol):
    """Best chunks for token vectors; its length is the number of chunks it holds."""

    def __len__(self) -> int: ...

    def search_tokens(
        self, vectors: npt.NDArray[np.float32], k: int, scope: Scope | None = None
    ) -> list[Hit]:
        """Return at most `k` hits of the scope by MaxSim, best first, ties by key."""
        ...


class SparseLeg:
    """Chunks that hold the terms a learned encoder finds in the query, or suggests for it."""

    matches_words = False

    def __init__(
        self,
        encoder: SparseEncoder,
        index: ImpactIndex,
        *,
        name: str,
        languages: frozenset[str] | None = None,
    ) -> None:
        """Join an encoder with the index that holds its weights.

        Args:
            encoder: Encodes the query.
            index: Searched with the query's weights.
            name: Shown in traces, such as `sparse:splade-tiny`.
            languages: ISO 639-1 codes the encoder understands; `None` for all.
        """
        self.name = name
        self.languages = languages
        self._encoder = encoder
        self._index = index

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits, best first."""
        (weights,) = self._encoder.encode([query.text], "query")
        return self._index.search_weights(weights, k, scope)


class LateInteractionLeg:
    """Chunks whose tokens answer the query's tokens, each by the best of them.

    In a small library, or under a narrow filter, every chunk is compared; otherwise those that
    other legs propose, so that this leg reorders what they find. The proposing legs search once
    more for it: name cheap ones.
    """

    matches_words = False

    def __init__(
        self,
        encoder: LateInteractionEncoder,
        index: TokenIndex,
        *,
        name: str,
        proposing: Sequence[Leg],
        languages: frozenset[str] | None = None,
        candidates: int = 100,
        scan_limit: int = SCAN_LIMIT,
    ) -> None:
        """Join an encoder with the index that holds its vectors.

        Args:
            encoder: Encodes the query.
            index: Compares the query's token vectors with chunks'.
            name: Shown in traces, such as `late:colbertv2.0`.
            proposing: Legs that propose candidates, those that serve the query's language.
            languages: ISO 639-1 codes the encoder understands; `None` for all.
            candidates: How many each proposing leg gives, at least as many as are wanted.
            scan_limit: Chunks up to which every one is compared.
        """
        self.name = name
        self.languages = languages
        self._encoder = encoder
        self._index = index
        self._proposing = tuple(proposing)
        self._candidates = candidates
        self._scan_limit = scan_limit

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits, best first."""
        (vectors,) = self._encoder.encode([query.text], "query")
        if (len(self._index) if scope is None else len(scope.keys)) > self._scan_limit:
            scope = Scope(self._proposed(query, max(k, self._candidates), scope))
        return self._index.search_tokens(vectors, k, scope)

    def _proposed(self, query: Query, k: int, scope: Scope | None) -> npt.NDArray[np.int64]:
        legs = (
            leg
            for leg in self._proposing
            if leg.languages is None or query.language in leg.languages
        )
        keys = {hit.key for leg in legs for hit in leg.search(query, k, scope)}
        return np.array(sorted(keys), dtype=np.int64)
