"""The legs: dense by vectors, lexical by terms."""

from __future__ import annotations

from aliquot.protocols import Embedder, Hit, Scope, TermIndex, VectorIndex
from aliquot.types import Query

__all__ = ["DenseLeg", "LexicalLeg"]


class DenseLeg:
    """Chunks whose vectors are nearest to the query's."""

    def __init__(self, embedder: Embedder, index: VectorIndex, *, name: str) -> None:
        """Join an embedder with the index that holds its vectors.

        Args:
            embedder: Embeds the query.
            index: Searched with the query's vector.
            name: Shown in traces, such as `dense:bge-small-en-v1.5`.
        """
        self.name = name
        self.languages = embedder.languages
        self._embedder = embedder
        self._index = index

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits, best first."""
        vector = self._embedder.embed([query.text], "query")[0]
        return self._index.search(vector, k, scope)


class LexicalLeg:
    """Chunks that hold the query's words, by BM25."""

    name = "lexical"
    languages: frozenset[str] | None = None

    def __init__(self, index: TermIndex) -> None:
        """Take the index to search.

        Args:
            index: The term index.
        """
        self._index = index

    def search(self, query: Query, k: int, scope: Scope | None = None) -> list[Hit]:
        """Return at most `k` hits, best first."""
        return self._index.search(query.text, k, scope)
