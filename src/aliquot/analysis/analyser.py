"""The analyser of every term index: one function for documents and for questions."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Literal

from aliquot.analysis.japanese import CJK
from aliquot.analysis.normalise import normalise
from aliquot.analysis.phrases import parted_terms
from aliquot.analysis.stemming import STEMMER_VERSION
from aliquot.analysis.tokens import PIECE, piece_terms
from aliquot.backends import available, load

__all__ = ["Japanese", "StandardAnalyser", "cached_terms"]

Japanese = Literal["auto", "pairs", "sudachi"]

# Longer pieces (sequences, encoded data, whole Japanese clauses) hardly come twice.
_CACHED_CHARS = 40
# Sentences of answers are analysed again for questions on the same documents: some 10 MB, and a
# third of what an answer takes in a server that is asked all day. Whole texts are not kept.
_REMEMBERED_TEXTS, _REMEMBERED_CHARS = 1 << 13, 600
_JAPANESE = re.compile(f"[{CJK}]")


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
    id = f"standard-8+snowball-{STEMMER_VERSION}"

    def __init__(self, *, japanese: Japanese = "pairs") -> None:
        """Choose how Japanese is cut.

        Args:
            japanese: `pairs` of characters, which need no dictionary; `sudachi` for the words of a
                dictionary beside them; `auto` for words where the extra is installed.

        Raises:
            MissingExtraError: `sudachi` is wanted and not installed.
        """
        self._words: Callable[[str], list[str]] | None = None
        is_wanted = japanese == "sudachi" or (
            japanese == "auto" and available("japanese_words", "sudachi")
        )
        if is_wanted:
            words = load("japanese_words", "sudachi")()
            self.id = f"{self.id}+{words.id}"
            self._words = lru_cache(maxsize=1 << 15)(words)
        self._remembered_terms = lru_cache(maxsize=_REMEMBERED_TEXTS)(self._terms)

    def terms(self, text: str) -> list[str]:
        """Return the terms of `text` in order, repeated as often as they occur."""
        is_short = len(text) <= _REMEMBERED_CHARS
        return list(self._remembered_terms(text) if is_short else self._terms(text))

    def _terms(self, text: str) -> tuple[str, ...]:
        terms: list[str] = []
        for piece in PIECE.findall(normalise(text)):
            terms += self.piece_terms(piece)
        return tuple(terms)

    def piece_terms(self, piece: str) -> Sequence[str]:
        """Return the terms of one piece found by `PIECE`."""
        terms = cached_terms(piece) if len(piece) <= _CACHED_CHARS else piece_terms(piece)
        return [*terms, *self._words_beside(piece, terms)] if self._words else terms

    def parted(self, text: str) -> tuple[list[str], list[str]]:
        """Return `terms` in two lists: one form of each word, in order, and what is left."""
        ordered: list[str] = []
        beside: list[str] = []
        for piece in PIECE.findall(normalise(text)):
            is_short = len(piece) <= _CACHED_CHARS
            in_order, left = _cached_parts(piece) if is_short else parted_terms(piece)
            ordered += in_order
            beside += left
            beside += self._words_beside(piece, [*in_order, *left])
        return ordered, beside

    def _words_beside(self, piece: str, pairs: Sequence[str]) -> list[str]:
        """Return the words of a Japanese piece that its pairs do not spell already."""
        if self._words is None or not _JAPANESE.match(piece):
            return []
        known = frozenset(pairs)
        return [word for word in self._words(piece) if word not in known]
