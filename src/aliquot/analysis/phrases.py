"""The terms a phrase is found by: one for each word, in the order of the words.

A compound gives its joined form and its parts, and both stand in one place of the text. Of these
one form is chosen, the same for every spelling: "IL-6 receptor" and "IL6 receptor" are
`il6 receptor`, "T-cell receptor" and "T cell receptor" are `t cell receptor`.
"""

from __future__ import annotations

import re
from collections import Counter

from aliquot.analysis.japanese import CJK
from aliquot.analysis.normalise import GREEK_NAMES
from aliquot.analysis.tokens import piece_terms

__all__ = ["ordered_terms", "parted_terms"]

_CJK = re.compile(f"[{CJK}]")
_CONNECTORS = re.compile(r"['_-]+")
_MEASURE = re.compile(r"[0-9.]+[A-Za-z]+")
# What makes one symbol of a compound, however it is spelled: TNF-alpha, PD-L1, 10^-6.
_SYMBOL = re.compile(r"[0-9^+/]|" + "|".join(GREEK_NAMES), re.IGNORECASE)


def ordered_terms(piece: str) -> tuple[str, ...]:
    """Return the terms of one piece found by `PIECE` that keep the order of its words.

    They are some of those `piece_terms` gives, none more often than it does.
    """
    terms = tuple(piece_terms(piece))
    if len(terms) < 2 or _CJK.match(piece):
        return terms
    if piece.isalpha():
        return terms[-1:]  # of a word in capitals the stem: RESULTS is found by "results"
    if _MEASURE.fullmatch(piece) and terms[0] != piece.lower():
        return terms  # 10ml is 10 ml
    return terms[:1] if _SYMBOL.search(piece) else _words(piece, terms)


def parted_terms(piece: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the terms of one piece in two: those that keep the order of words, and the rest."""
    ordered = ordered_terms(piece)
    left = Counter(piece_terms(piece)) - Counter(ordered)
    return ordered, tuple(left.elements())


def _words(piece: str, terms: tuple[str, ...]) -> tuple[str, ...]:
    """Return the words of a compound, where they are terms: T-cell is found by "T cell"."""
    words = [found[-1] for part in _CONNECTORS.split(piece) if (found := piece_terms(part))]
    return terms[:1] if Counter(words) - Counter(terms) else tuple(words)
