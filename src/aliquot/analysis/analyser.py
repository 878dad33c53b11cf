"""The analyser of every term index: one function for documents and for questions."""

from __future__ import annotations

from functools import lru_cache

from aliquot.analysis.normalise import normalise
from aliquot.analysis.phrases import parted_terms
from aliquot.analysis.stemming import STEMMER_VERSION
from aliquot.analysis.tokens import PIECE, piece_terms

__all__ = ["StandardAnalyser", "cached_terms"]

# Longer pieces (sequences, encoded data, whole Japanese clauses) hardly come twice.
_CACHED_CHARS = 40


@lru_cache(maxsize=1 << 17)
def cached_terms(piece: str) -> tuple[str, ...]:
    """Return `piece_terms`, remembered: most pieces of a text have been seen before."""
    return tuple(piece_terms(piece))


@lru_cache(maxsize=1 << 17)
def _cached_parts(piece: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    return parted_terms(piece)


class StandardAnalyser:
    """Keep identifiers whole, stem English words, pair Japanese characters."""

    # The first number changes with the rules of this package, the second with the stemmer.
    id = f"standard-4+snowball-{STEMMER_VERSION}"

    def terms(self, text: str) -> list[str]:
        """Return the terms of `text` in order, repeated as often as they occur."""
        terms: list[str] = []
        for piece in PIECE.findall(normalise(text)):
            terms += cached_terms(piece) if len(piece) <= _CACHED_CHARS else piece_terms(piece)
        return terms

    def parted(self, text: str) -> tuple[list[str], list[str]]:
        """Return `terms` in two lists: one form of each word, in order, and what is left."""
        ordered: list[str] = []
        beside: list[str] = []
        for piece in PIECE.findall(normalise(text)):
            is_short = len(piece) <= _CACHED_CHARS
            in_order, left = _cached_parts(piece) if is_short else parted_terms(piece)
            ordered += in_order
            beside += left
        return ordered, beside
