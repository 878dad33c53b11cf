"""The terms of a question that name one thing exactly: identifiers, Latin names in Japanese."""

from __future__ import annotations

import re

from aliquot.analysis.analyser import cached_terms
from aliquot.analysis.content_words import content_terms
from aliquot.analysis.japanese import CJK
from aliquot.analysis.normalise import normalise
from aliquot.analysis.tokens import PIECE

__all__ = ["is_lookup", "names_of"]

_HAS_DIGIT_AND_LETTER = re.compile(r"(?=.*\d)(?=.*[^\W\d_])")
_LATIN_NAME = re.compile(r"[A-Za-z][A-Za-z-]{3,}")
_JAPANESE = re.compile(f"[{CJK}]")


def names_of(question: str) -> list[str]:
    """Return the whole terms, each once, in order.

    An identifier holds a digit and a letter (TP53, IL-6, NW-6106, p.R175H, a DOI). In a Japanese
    question a word in Latin letters is a name too, and often all it shares with an English text.
    """
    text = normalise(question)
    is_japanese = _JAPANESE.search(text) is not None
    names: dict[str, None] = {}
    for piece in PIECE.findall(text):
        terms = cached_terms(piece)
        is_name = is_japanese and _LATIN_NAME.fullmatch(piece) is not None
        if terms and (is_name or _HAS_DIGIT_AND_LETTER.match(terms[0])):
            names[terms[0]] = None
    return list(names)


def is_lookup(question: str) -> bool:
    """Tell whether a question is nothing but names: to be looked up, not understood."""
    named = {term for name in names_of(question) for term in cached_terms(name)}
    if not named or _JAPANESE.search(question):
        return False
    parts = {part for term in content_terms(question) for part in (term, *cached_terms(term))}
    return all(part in named or any(part in name for name in named) for part in parts)
